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
const tag = /<(\/?)([a-z!?][^\s>/"]*)(?=[\s>/"])((?:[^>"']|"[^"]*"|'[^']*')*)>/iy;
const startOfTag = /<[a-z!?/]/i;
const endOfComment = /-->/g;
const anyTag = new RegExp(startOfTag, 'gi');
const childless = new Set(
  '!doctype area base br col embed hr img input link meta param source track wbr'.split(' '),
);
/** The ends of elements whose content is neither markup nor shown; responses hold more of them than snapshots. */
const unread = new Map(
  ['title', 'script', 'style', 'noscript', 'template'].map((name) => [
    name,
    new RegExp(`</${name}\\b`, 'gi'),
  ]),
);

/** What is between the tags, without what is hidden, up to about `littleText`. */
const visibleText = (html: string): { text: string; complete: boolean } => {
  const parts: string[] = [];
  let length = 0;
  /** Elements that are open from the outermost hidden one on. */
  let hidden = 0;
  let position = 0;
  const startOfNext = (pattern: RegExp, from: number) => {
    pattern.lastIndex = from;
    return pattern.exec(html)?.index ?? html.length;
  };
  while (position < html.length && length < littleText) {
    if (html.startsWith('<!--', position)) {
      position = startOfNext(endOfComment, position + 4) + 3;
      continue;
    }
    tag.lastIndex = position;
    const found = tag.exec(html);
    if (found === null) {
      // The page was cut within a tag, or has one that never ends.
      if (startOfTag.test(html.slice(position, position + 2))) break;
      const end = startOfNext(anyTag, position + 1);
      const words = html.slice(position, end).replace(/(\s|&nbsp;)+/g, ' ');
      position = end;
      if (hidden > 0) continue;
      parts.push(words);
      length += words.trim().length;
      continue;
    }
    const [, closing = '', named = '', attributes = ''] = found;
    const name = named.toLowerCase();
    position = tag.lastIndex;
    if (childless.has(name)) continue;
    const unreadEnd = closing === '' ? unread.get(name) : undefined;
    if (unreadEnd) position = startOfNext(unreadEnd, position);
    if (hidden > 0) hidden += closing === '' ? 1 : -1;
    else if (closing === '' && attributes.includes(' data-gn-hidden=')) hidden = 1;
  }
  const text = parts.join(' ').replace(/ +/g, ' ').trim();
  return { text, complete: position >= html.length };
};
