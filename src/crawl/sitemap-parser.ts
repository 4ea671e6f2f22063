import { Parser } from 'htmlparser2';
import { maxUrl } from '../document/tree/links.ts';
import { isSameSite } from '../url.ts';

/** What a sitemap names, in the order of its lines. */
export interface SitemapEntries {
  /** Pages of the site. */
  readonly pages: readonly string[];
  /** Further sitemaps. */
  readonly sitemaps: readonly string[];
}

export interface SitemapParser {
  /** Takes the next piece of text. @returns whether more is wanted. */
  write(text: string): boolean;
  /** What has been found: all of it once nothing more comes. @returns undefined when it is no sitemap. */
  end(): SitemapEntries | undefined;
}

/** Deeper than any sitemap or feed. */
const maxDepth = 64;

/**
 * Reads sitemaps, their indexes, RSS, Atom and plain lists of addresses while they arrive. Forgiving as to their form;
 * entities that a document defines itself are not known, so they cannot grow.
 * @param base the address of the document: others may be relative to it.
 * @param limit entries after which no more are wanted.
 */
export const createSitemapParser = (base: string, limit: number): SitemapParser => {
  let head = '';
  let parser: SitemapParser | undefined;
  return {
    write: (text) => {
      if (parser !== undefined) return parser.write(text);
      head += text;
      const start = head
        .trimStart()
        .replace(/^\ufeff/, '')
        .trimStart();
      if (start === '') {
        head = '';
        return true;
      }
      parser = start.startsWith('<') ? createXml(base, limit) : createList(limit);
      return parser.write(start);
    },
    end: () => parser?.end(),
  };
};

/** `loc` of a `url` is a page; what else may be in a `url`, such as `image:loc` in an `image:image`, is not. */
const places: Readonly<Record<string, keyof SitemapEntries>> = {
  'url/loc': 'pages',
  'sitemap/loc': 'sitemaps',
  'item/link': 'pages',
  'entry/link': 'pages',
};
const roots = new Set(['urlset', 'sitemapindex', 'rss', 'rdf', 'feed']);

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

const createXml = (base: string, limit: number): SitemapParser => {
  const entries = { pages: [] as string[], sitemaps: [] as string[] };
  const self = withoutFragment(base);
  const path: string[] = [];
  let isSitemap = false;
  let isOver = false;
  let place: keyof SitemapEntries | undefined;
  let text = '';

  const add = (address: string) => {
    const url = readAddress(address, base);
    if (url === undefined || place === undefined || withoutFragment(url) === self) return;
    entries[place].push(url);
    if (entries.pages.length + entries.sitemaps.length >= limit) isOver = true;
  };

  const parser = new Parser(
    {
      onopentag: (name, { href, rel }) => {
        // What servers put before it or behind, a warning or a script, is not its root.
        if (path.length === 0) isSitemap ||= roots.has(localName(name));
        path.push(localName(name));
        if ((!isSitemap && name === 'html') || path.length > maxDepth) isOver = true;
        place = places[path.slice(-2).join('/')];
        text = '';
        // Atom: the address is in an attribute.
        if (place !== undefined && href !== undefined && /^alternate$|^$/.test(rel ?? '')) add(href);
      },
      ontext: (piece) => {
        if (place !== undefined && text.length <= maxUrl) text += piece;
      },
      onclosetag: (_, isImplied) => {
        path.pop();
        // What is cut in the middle is not an address.
        if (place !== undefined && !isImplied && text.trim() !== '') add(text);
        place = undefined;
      },
    },
    // XML knows letters case, those who write sitemaps do not.
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  return {
    write: (piece) => {
      // In small pieces, so that what is not wanted is not parsed.
      for (let at = 0; at < piece.length && !isOver; at += 16_384) parser.write(piece.slice(at, at + 16_384));
      return !isOver;
    },
    end: () => {
      if (!isOver) parser.end();
      if (!isSitemap) return undefined;
      return { pages: entries.pages.slice(0, limit), sitemaps: entries.sitemaps.slice(0, limit) };
    },
  };
};

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;

/** One address a line. It is such a list if its first line holds one. */
const createList = (limit: number): SitemapParser => {
  const pages: string[] = [];
  let rest = '';
  let isList: boolean | undefined;
  const take = (line: string) => {
    if (line.trim() === '') return;
    const url = /^https?:/i.test(line.trim()) ? readAddress(line) : undefined;
    isList ??= url !== undefined;
    if (url !== undefined && pages.length < limit) pages.push(url);
  };
  return {
    write: (text) => {
      const lines = `${rest}${text}`.split(/[\r\n]+/);
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
      return isList !== false && pages.length < limit && rest.length <= maxUrl;
    },
    end: () => {
      if (rest.length <= maxUrl) take(rest);
      return isList ? { pages, sitemaps: [] } : undefined;
    },
  };
};

/** @param base of the document that it is marked up in; none for a line of plain text. */
const readAddress = (text: string, base?: string): string | undefined => {
  // What was escaped twice is unescaped twice.
  const address = base === undefined ? text.trim() : text.trim().replaceAll(/&(?:amp;)+/g, '&');
  // An entity that nobody knows would make it another address.
  if (address.length > maxUrl || (base !== undefined && /&\w+;/.test(address))) return undefined;
  const url = withoutScheme(address, base) ?? URL.parse(address, base);
  return url !== null && /^https?:$/.test(url.protocol) && url.href.length <= maxUrl ? url.href : undefined;
};

/** `www.example.com/page` in a sitemap of that site is no path. @returns undefined for what is an address as it stands. */
const withoutScheme = (address: string, base: string | undefined): URL | undefined => {
  if (base === undefined || /^[/?#]/.test(address) || URL.canParse(address)) return undefined;
  const url = URL.parse(`//${address}`, base);
  return url !== null && isSameSite(url.href, base) ? url : undefined;
};
