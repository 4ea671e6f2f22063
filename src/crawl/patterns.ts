import { domainToUnicode } from 'node:url';
import { RE2JS, RE2JSSyntaxException } from 're2js';
import { invalidRequest } from '../contract/request.ts';
import { withoutAnchor } from '../url.ts';

/**
 * Patterns that addresses are picked by, as callers write them. Matching takes time in proportion to the length of the
 * address, whatever the pattern (RE2: no look-around, no back-references).
 *
 * A pattern is a regular expression if it begins with `^`, ends with `$`, or holds one of `\`, `|`, `[`, `(?`, `.*`, `.+`;
 * otherwise it is a glob. `regex:` or `glob:` before it decides instead.
 *
 * A glob matches a whole address, with or without its query: the path if it begins with `/`, scheme and all if it has
 * `://`, otherwise host and path. `*` and `**` stand for any characters, slashes too, a folder `**` for none as well, `?` for one,
 * `{a,b}` for a or b. Where it begins with a host, that stands for its site: with and without `www.`, by http and https.
 * A regular expression is looked for anywhere in the address; one that begins with `^/` begins at the path.
 * Both know letters case, but for the host that a glob begins with, and addresses escaped as well as readable: `/über/*`
 * and `/%C3%BCber/*` are one, and so are `bücher.example/*` and `xn--bcher-kva.example/*`.
 */
export type Matches = (url: string) => boolean;

export const maxPattern = 1000;
/** Instructions of a compiled pattern: an address of 8 KB takes 20 ms with as many. */
const maxProgram = 2000;

/**
 * @param path of the patterns in the request: `options.include_patterns`.
 * @returns whether any of them matches.
 * @throws ServiceError `invalid_request` with an issue for each pattern that is none.
 */
export const readPatterns = (patterns: readonly string[], path: string): Matches => {
  const read = patterns.map((pattern, index) => compile(pattern, `${path}.${index}`));
  return anyOf(read);
};

/** Like `readPatterns`, of one. */
export const readPattern = (pattern: string, path: string): Matches => anyOf([compile(pattern, path)]);

type Compiled = { readonly matches: Matches } | { readonly issue: { path: string; message: string } };

const anyOf = (compiled: readonly Compiled[]): Matches => {
  const issues = compiled.flatMap((each) => ('issue' in each ? [each.issue] : []));
  if (issues.length > 0) throw invalidRequest(issues);
  const all = compiled.flatMap((each) => ('matches' in each ? [each.matches] : []));
  return (url) => all.some((matches) => matches(url));
};

const compile = (pattern: string, path: string): Compiled => {
  const refuse = (message: string) => ({ issue: { path, message } });
  if (pattern === '') return refuse('must not be empty');
  if (pattern.length > maxPattern) return refuse(`must not be longer than ${maxPattern} characters`);
  const { isRegex, text } = kindOf(pattern);
  try {
    const program = RE2JS.compile(isRegex ? text : globToRegex(text), RE2JS.DOTALL);
    if (program.programSize() > maxProgram) return refuse('is too large');
    const targets = isRegex ? regexTargets(text) : globTargets(text);
    return {
      matches: (url) => spellingsOf(url).some((spelling) => targets(spelling).some(program.test, program)),
    };
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return refuse(`is not a regular expression that can be used here: ${error.getDescription()}`);
  }
};

const regexSigns = /^\^|\$$|[\\|[]|\(\?|\.[*+]/;

const kindOf = (pattern: string): { isRegex: boolean; text: string } => {
  const [, kind, rest] = /^(regex|glob):(.*)$/s.exec(pattern) ?? [];
  if (rest !== undefined) return { isRegex: kind === 'regex', text: rest };
  return { isRegex: regexSigns.test(pattern), text: pattern };
};

/** A site that a glob begins with: which one it means does not depend on what the site calls itself today. */
const siteAtStart = /^(https?:\/\/)?(?:www\.(?=[^/*?{]*\.))?([^/*?{]+)/i;

const globToRegex = (glob: string): string => {
  const [start = '', scheme, host] = siteAtStart.exec(glob) ?? [];
  const site =
    host === undefined ? '' : `${scheme ? 'https?://' : ''}(?:www\\.)?${RE2JS.quote(host.toLowerCase())}`;
  return `^(?:${site}${wildcardsToRegex(glob.slice(start.length))})$`;
};

const wildcardsToRegex = (glob: string): string =>
  glob.replace(/\/(?:\*\*\/)+|\*+|\?|\{[^{}]*\}|(?:(?!\/\*\*\/)[^*?{])+|\{/g, (part) => {
    // Between slashes it may stand for no folder at all.
    if (part.startsWith('/**/')) return '/(?:.*/)?';
    if (part.startsWith('*')) return '.*';
    if (part === '?') return '.';
    if (part.startsWith('{') && part.endsWith('}'))
      return `(?:${part.slice(1, -1).split(',').map(RE2JS.quote, RE2JS).join('|')})`;
    return RE2JS.quote(part);
  });

/** The parts of an address that a pattern may be about. */
interface Spelling {
  readonly origin: string;
  readonly host: string;
  readonly path: string;
  /** And the route, of a site that one document makes all pages of. */
  readonly query: string;
}

/** An address as it is escaped, and as people read it where that differs: its host, and what is behind it. */
const spellingsOf = (url: string): Spelling[] => {
  const { protocol, host, pathname, search, hash } = new URL(withoutAnchor(url));
  const behind = `${search}${hash}`;
  const hosts = new Set([host, hostInLetters(url)]);
  const escaped = { path: pathname, query: behind };
  const readable = { path: unescaped(pathname), query: unescaped(behind) };
  const rests = readable.path === pathname && readable.query === behind ? [escaped] : [escaped, readable];
  return [...hosts].flatMap((name) =>
    rests.map((rest) => ({ origin: `${protocol}//${name}`, host: name, ...rest })),
  );
};

/** `xn--bcher-kva.example` → `bücher.example` */
const hostInLetters = (url: string): string => {
  const { host, hostname } = new URL(url);
  return hostname.includes('xn--') ? `${domainToUnicode(hostname)}${host.slice(hostname.length)}` : host;
};

const unescaped = (text: string): string => {
  try {
    return decodeURI(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
};

const globTargets = (glob: string) => {
  const start = glob.startsWith('/') ? '' : glob.includes('://') ? 'origin' : 'host';
  return (spelling: Spelling): string[] => {
    const before = start === '' ? '' : spelling[start];
    return [`${before}${spelling.path}${spelling.query}`, `${before}${spelling.path}`];
  };
};

const regexTargets =
  (regex: string) =>
  ({ origin, path, query }: Spelling): string[] => [`${regex.startsWith('^/') ? '' : origin}${path}${query}`];
