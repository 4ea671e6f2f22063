import { domainToUnicode } from 'node:url';
import { RE2JS, RE2JSSyntaxException } from 're2js';
import { invalidRequest } from '../contract/request.ts';
import { withoutAnchor } from '../url.ts';
import { isTooLong } from './traps.ts';

/**
 * Patterns that addresses are picked by, as callers write them. Matching takes time in proportion to the length of the
 * address and the size of the pattern (RE2: no look-around, no back-references), and both are bounded: an address of
 * more than 2000 characters matches none.
 *
 * A pattern is a regular expression if it begins with `^`, ends with `$`, or holds one of `\`, `|`, `[`, `(?`, `.*`, `.+`;
 * otherwise it is a glob. `regex:` or `glob:` before it decides instead.
 *
 * A glob matches a whole address, with or without its query: the path if it begins with `/`, scheme and all if it has
 * `://`, otherwise host and path. `*` and `**` stand for any characters, slashes too, a folder `**` for none as well, `?` for one,
 * `{a,b}` for a or b. Where it begins with a host, that stands for its site: with and without `www.`, by http and https.
 * A regular expression is looked for anywhere in the address; one that begins with `^/`, after flags and in groups, too, begins at the path.
 * Both know letters case, but for the host that a glob begins with, and addresses escaped as well as readable: `/über/*`
 * and `/%C3%BCber/*` are one, and so are `bücher.example/*` and `xn--bcher-kva.example/*`.
 */
export type Matches = (url: string) => boolean;

export const maxPattern = 1000;
/** Instructions of a compiled pattern, which take 80 ms for an address of 2000 characters at the worst, and of all in a list. */
const maxProgram = { ofOne: 1000, ofAll: 10_000 };
/** Characters of a pattern times its repetitions: what it could be compiled to. */
const maxRepeated = 200_000;
/** CPU milliseconds that the patterns of a list may take for an address; what was saved on others is theirs, too, up to `most`. */
const allowance = { each: 1, most: 250 };

/**
 * @param path of the patterns in the request: `options.include_patterns`.
 * @returns whether any of them matches. It throws ServiceError `invalid_request` when they take too long.
 * @throws ServiceError `invalid_request` with an issue for each pattern that is none.
 */
export const readPatterns = (patterns: readonly string[], path: string): Matches =>
  anyOf(patterns.map((text, index) => ({ text, path: `${path}.${index}` })));

/** Like `readPatterns`, of one. */
export const readPattern = (text: string, path: string): Matches => anyOf([{ text, path }]);

interface Pattern {
  readonly text: string;
  /** In the request. */
  readonly path: string;
}

const anyOf = (patterns: readonly Pattern[]): Matches => {
  const tests = compileAll(patterns);
  let left = allowance.most;
  return (url) => {
    if (tests.length === 0 || isTooLong(url)) return false;
    const spellings = spellingsOf(url);
    left = Math.min(allowance.most, left + allowance.each);
    return tests.some(({ path, matches }) => {
      const before = process.threadCpuUsage();
      const isMatch = matches(spellings);
      const { user, system } = process.threadCpuUsage(before);
      left -= (user + system) / 1000;
      if (left < 0) throw invalidRequest([{ path, message: 'takes too long to match' }]);
      return isMatch;
    });
  };
};

interface Test {
  readonly path: string;
  readonly matches: (spellings: readonly Spelling[]) => boolean;
}

const compileAll = (patterns: readonly Pattern[]): Test[] => {
  const tests: Test[] = [];
  const issues: { path: string; message: string }[] = [];
  let size = 0;
  for (const { text, path } of patterns) {
    const compiled = compile(text);
    size += compiled.size;
    if ('refusal' in compiled) issues.push({ path, message: compiled.refusal });
    else if (size > maxProgram.ofAll) issues.push({ path, message: 'is too large, with those before it' });
    else tests.push({ path, matches: compiled.matches });
    // To compile the others as well could take minutes.
    if (size > maxProgram.ofAll) break;
  }
  if (issues.length > 0) throw invalidRequest(issues);
  return tests;
};

type Compiled = { readonly size: number } & (Pick<Test, 'matches'> | { readonly refusal: string });

const compile = (pattern: string): Compiled => {
  const refuse = (refusal: string, size = 0) => ({ size, refusal });
  if (pattern.length > maxPattern) return refuse(`must not be longer than ${maxPattern} characters`);
  const { isRegex, text } = kindOf(pattern);
  // As a regular expression it would match everything, as a glob nothing.
  if (text === '') return refuse('must not be empty');
  if (isRegex && text.length * repetitionsOf(text) > maxRepeated) return refuse('is too large');
  try {
    const program = RE2JS.compile(isRegex ? text : globToRegex(text), RE2JS.DOTALL);
    const size = program.programSize();
    if (size > maxProgram.ofOne) return refuse('is too large', size);
    const targets = isRegex ? regexTargets(text) : globTargets(text);
    return {
      size,
      matches: (spellings) => spellings.some((spelling) => targets(spelling).some(program.test, program)),
    };
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const why = beyondRe2.test(text)
      ? 'RE2 has no look-around and no back-references'
      : error.getDescription();
    return refuse(`is not a regular expression that can be used here: ${why}`);
  }
};

/** What other dialects have: RE2 takes it for its own syntax, gone wrong. */
const beyondRe2 = /\(\?<?[=!]|\\[1-9]/;

/** Of one part in another, at most: RE2 takes 1000. */
const repetitionsOf = (regex: string): number => {
  const counts = [...regex.matchAll(/\{(?:\d*,)?(\d+),?\}/g)].map(([, most]) => Math.max(1, Number(most)));
  return Math.min(
    1000,
    counts.reduce((product, count) => product * count, 1),
  );
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

/** Flags and groups may stand before the slash: `(?i)^/blog/`, `^(?:/blog|/docs)/`. */
const pathAtStart = /^(?:\(\?[a-z]+\))?\^(?:\((?:\?:)?)*\//i;

const regexTargets = (regex: string) => {
  const isOfPath = pathAtStart.test(regex);
  return ({ origin, path, query }: Spelling): string[] => [`${isOfPath ? '' : origin}${path}${query}`];
};
