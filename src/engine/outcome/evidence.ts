import type { Snapshot } from '../../page.ts';

/** What a page is judged by. */
export interface Evidence {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly address: string;
  readonly title: string;
  /** The beginning of the rendered document. */
  readonly html: string;
  /** What a reader sees, white space collapsed; of a longer page its beginning. */
  readonly text: string;
  /** All of the text is known, and it is little: bot walls say little, articles about bot walls much. */
  readonly short: boolean;
  /** Addresses of the document's scripts, a line each: their beginnings. */
  readonly scripts: string;
}

/** In characters of visible text. */
const littleText = 1500;
/** In characters of HTML: enough for every wall, and a page of 30 MB costs no more. */
const mostHtml = 250_000;
/** In characters, for an address, a title or the address of a script: some patterns take time by the square of the length. */
const mostLine = 2000;

export const evidenceOf = ({ status, headers, url, title, html, scripts = [] }: Snapshot): Evidence => {
  const beginning = html.slice(0, mostHtml);
  const { text, complete } = visibleText(beginning);
  return {
    status,
    headers,
    address: url.slice(0, mostLine),
    title: (title || titleIn(beginning)).trim().slice(0, mostLine),
    html: beginning,
    text,
    short: complete && html.length <= mostHtml && text.length < littleText,
    scripts: scripts.map((address) => address.slice(0, mostLine)).join('\n'),
  };
};

/** For a page that was read from its response: the browser has told no title. */
const titleIn = (html: string): string => /<title\b[^>]{0,200}>([^<]*)/i.exec(html)?.[1] ?? '';

/** A tag, whose values may hold angle brackets. Its name ends in one place only. */
const tag = /<\/?[a-z!?][^\s>/"]*(?=[\s>/"])(?:[^>"']|"[^"]*"|'[^']*')*>/iy;
const startOfTag = /<[a-z!?/]/i;
const endOfComment = /-->/g;
const mark = ' data-gn-hidden=';
const childless =
  /<\/?(?:!doctype|area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)(?=[\s>/"])/iy;
/** Elements whose content is neither markup nor shown; responses hold more of them than snapshots. */
const unread = /<(title|script|style|noscript|template)(?=[\s>/"])/iy;
const endsOfUnread = new Map(
  ['title', 'script', 'style', 'noscript', 'template'].map((name) => [
    name,
    new RegExp(`</${name}\\b`, 'gi'),
  ]),
);

/**
 * What is between the tags, without what is hidden, up to about `littleText`. All pages pass here: tags are not taken apart, for
 * the garbage that they would leave.
 */
const visibleText = (html: string): { text: string; complete: boolean } => {
  const parts: string[] = [];
  let length = 0;
  /** Elements that are open from the outermost hidden one on. */
  let hidden = 0;
  let position = 0;
  let marked = indexOf(html, mark, 0);
  while (position < html.length && length < littleText) {
    if (html.startsWith('<!--', position)) {
      position = startOfNext(endOfComment, html, position + 4) + 3;
      continue;
    }
    const start = position;
    if (!isAt(tag, html, start)) {
      // The page was cut within a tag, or has one that never ends.
      if (isTagStart(html, start)) break;
      do position = indexOf(html, '<', position + 1);
      while (position < html.length && !isTagStart(html, position));
      if (hidden > 0) continue;
      const words = html.slice(start, position).replace(/(\s|&nbsp;)+/g, ' ');
      parts.push(words);
      length += words.trim().length;
      continue;
    }
    position = tag.lastIndex;
    if (isAt(childless, html, start)) continue;
    const isEnd = html.charAt(start + 1) === '/';
    if (marked < start) marked = indexOf(html, mark, start);
    const isMarked = marked < position;
    unread.lastIndex = start;
    const end = endsOfUnread.get(unread.exec(html)?.[1]?.toLowerCase() ?? '');
    if (end) position = startOfNext(end, html, position);
    if (hidden > 0) hidden += isEnd ? -1 : 1;
    else if (isMarked && !isEnd) hidden = 1;
  }
  const text = parts.join(' ').replace(/ +/g, ' ').trim();
  return { text, complete: position >= html.length };
};

const isAt = (pattern: RegExp, html: string, place: number): boolean => {
  pattern.lastIndex = place;
  return pattern.test(html);
};

const isTagStart = (html: string, place: number): boolean => startOfTag.test(html.slice(place, place + 2));

const startOfNext = (pattern: RegExp, html: string, from: number): number => {
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? html.length;
};

const indexOf = (html: string, part: string, from: number): number => {
  const place = html.indexOf(part, from);
  return place === -1 ? html.length : place;
};
