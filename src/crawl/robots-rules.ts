/**
 * What a robots.txt says to one crawler (RFC 9309). Read as octets: whatever its encoding, paths are compared in their
 * escaped form, so a text that is not UTF-8 does no harm; only UTF-16 has to be decoded.
 */
export interface RobotsRules {
  /** @param url absolute. */
  allows(url: string): boolean;
  /** Milliseconds between two requests, two minutes at most, 0 when it says nothing. */
  readonly crawlDelayMs: number;
  /** Absolute addresses. */
  readonly sitemaps: readonly string[];
}

interface Rule {
  readonly allow: boolean;
  /** Normalised, in the pieces between its wildcards. */
  readonly pieces: readonly string[];
  readonly toTheEnd: boolean;
  readonly length: number;
}

interface Group {
  readonly agents: string[];
  readonly rules: Rule[];
  delayMs: number;
}

/** More would not be politeness but an end: a hundred pages take three hours with as much. */
const longestDelayMs = 120_000;

/** All that must be read (RFC 9309, 2.5); what comes after is not. */
export const maxRobotsBytes = 500 * 1024;

/**
 * @param token the product token of the crawler, in any case: `gannet`.
 * @param base where the file was found; Sitemap lines may be relative to it.
 */
export const parseRobots = (bytes: Buffer, token: string, base: string): RobotsRules => {
  const { groups, sitemaps } = readGroups(bytes.subarray(0, maxRobotsBytes));
  const named = groups.filter(({ agents }) => agents.includes(token.toLowerCase()));
  const ours = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
  // The longest rule decides, and an equal one that allows before one that does not.
  const rules = ours
    .flatMap((group) => group.rules)
    .sort((one, other) => other.length - one.length || Number(other.allow) - Number(one.allow));
  return {
    allows: (url) => {
      const { pathname, search } = new URL(url);
      if (pathname === '/robots.txt') return true;
      const path = escapePath(`${pathname}${search}`).replace(/[*$]/g, (sign) => specials[sign] ?? sign);
      return rules.find((rule) => applies(rule, path))?.allow ?? true;
    },
    crawlDelayMs: Math.min(longestDelayMs, Math.max(0, ...ours.map(({ delayMs }) => delayMs))),
    sitemaps: sitemaps.flatMap((text) => {
      const url = URL.parse(Buffer.from(text, 'latin1').toString(), base);
      return url !== null && /^https?:$/.test(url.protocol) ? [url.href] : [];
    }),
  };
};

/** As written in an address, where they mean nothing; in a rule they do unless written so. */
const specials: Readonly<Record<string, string>> = { '*': '%2A', $: '%24' };

const readGroups = (bytes: Buffer) => {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  /** The names of a group are still coming. */
  let isNaming = false;
  for (const line of octetsOf(bytes).split(/[\r\n]+/)) {
    const [key, value] = fieldOf(line);
    if (key === 'sitemap') sitemaps.push(value);
    if (key === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [], delayMs: 0 });
      isNaming = true;
      groups.at(-1)?.agents.push(agentOf(value));
    }
    const group = groups.at(-1);
    const read = groupLines[key];
    if (group === undefined || read === undefined) continue;
    isNaming = false;
    read(group, value);
  }
  return { groups, sitemaps };
};

/** The text as octets of UTF-8, without byte order mark. UTF-16 without one shows by the zero beside its first letter. */
const octetsOf = (bytes: Buffer): string => {
  const [first, second] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  if (!isLittle && !isBig) return bytes.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const text = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(whole);
  return Buffer.from(text).toString('latin1');
};

/**
 * Name and value, without comment. As kind to slips as others are: what a site meant to forbid is forbidden. No regular
 * expression: on a line of blanks one took time by the cube of their number.
 */
const fieldOf = (line: string): readonly [key: string, value: string] => {
  const [text = ''] = line.split('#', 1);
  const colon = text.indexOf(':');
  const key = keyOf(colon === -1 ? '' : text.slice(0, colon));
  if (key !== '') return [key, trimmed(text.slice(colon + 1))];
  const [name = '', value, ...more] = text.split(/[ \t]+/).filter((word) => word !== '');
  return value === undefined || more.length > 0 ? ['', ''] : [keyOf(name), value];
};

/** Blanks alone: what else `trim` takes away may be half of a letter, such as of `/à`. */
const trimmed = (text: string): string => {
  let end = text.length;
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end--;
  return text.slice(0, end).replace(/^[ \t]+/, '');
};

/** @returns empty for a name that means nothing. */
const keyOf = (name: string): string => keys.get(trimmed(name).toLowerCase()) ?? '';

/** Names as they stand in files, and what they mean. */
const keys: ReadonlyMap<string, string> = new Map([
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ...['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'].map(
    (name) => [name, 'disallow'] as const,
  ),
  ['crawl-delay', 'crawl-delay'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
]);

/** What a group may hold. Other lines are nothing to it, and do not end it. */
const groupLines: Readonly<Record<string, (group: Group, value: string) => void>> = {
  allow: ({ rules }, value) => {
    if (value !== '') rules.push(readRule(value, true));
  },
  disallow: ({ rules }, value) => {
    if (value !== '') rules.push(readRule(value, false));
  },
  // Not in the RFC. As a line of its group it keeps `*` with a delay apart from a bot that is refused below it.
  'crawl-delay': (group, value) => {
    if (/^(?:\d{1,6}(?:\.\d*)?|\.\d+)$/.test(value))
      group.delayMs = Math.max(group.delayMs, Math.ceil(Number(value) * 1000));
  },
};

/** `Gannet/1.0 (…)` → `gannet` */
const agentOf = (value: string): string =>
  /^\*(?:[ \t]|$)/.test(value) ? '*' : (/^[a-z_-]*/i.exec(value)?.[0] ?? '').toLowerCase();

const readRule = (value: string, allow: boolean): Rule => {
  const toTheEnd = value.endsWith('$');
  const path = escapePath(toTheEnd ? value.slice(0, -1) : value).replaceAll('$', '%24');
  return { allow, pieces: path.split(/\*+/), toTheEnd, length: path.length + Number(toTheEnd) };
};

const applies = ({ pieces, toTheEnd }: Rule, path: string): boolean => {
  const [first = '', ...others] = pieces;
  if (!path.startsWith(first)) return false;
  const last = others.pop();
  if (last === undefined) return !toTheEnd || path.length === first.length;
  let at = first.length;
  for (const piece of others) {
    const found = path.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return toTheEnd ? path.length - last.length >= at && path.endsWith(last) : path.includes(last, at);
};

/**
 * The form in which rules and addresses are compared (RFC 9309, 2.2.2): octets above ASCII escaped, characters that need
 * no escape not, and in a query `:` and `/`, too, as `?to=https://a` may be written either way.
 */
const escapePath = (text: string): string => {
  const escaped = text
    .replace(/[^\x21-\x7e]/g, (octet) => `%${octet.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replace(/%[\da-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : code.toUpperCase();
    });
  const query = escaped.indexOf('?');
  if (query === -1) return escaped;
  return (
    escaped.slice(0, query) + escaped.slice(query).replace(/[:/]/g, (sign) => (sign === '/' ? '%2F' : '%3A'))
  );
};
