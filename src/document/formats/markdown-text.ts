import { decodeHTML } from 'entities';
import { escapeHtml } from '../tree/escape.ts';
import { parseHtml } from '../tree/parse.ts';
import { clip, firstElement, rawText, squeeze } from '../tree/tree.ts';

/** Markdown files: what they say of themselves goes where pages have it, the rest stays as it came. */

export const markdownType = /^text\/(?:x-)?markdown$/;

/** Longer front matter is text, and headings further down name no file. */
const maxHead = 50_000;
const maxValue = 2000;

/** YAML between lines of dashes, TOML between lines of pluses. What begins with no key is text between rules. */
const frontMatter =
  /^(?:---[ \t]*\r?\n((?:[ \t]*(?:#.*)?\r?\n)*[\w-]+[ \t]*:(?:[ \t].*)?\r?\n(?:.*\r?\n)*?)(?:---|\.\.\.)|\+\+\+[ \t]*\r?\n((?:.*\r?\n)*?)\+\+\+)[ \t]*(?:\r?\n|$)/;

/** Where the head of a page has what front matter says. */
const metaNames: readonly (readonly [string, readonly string[]])[] = [
  ['description', ['description', 'summary', 'excerpt']],
  ['author', ['author', 'authors']],
  ['article:published_time', ['date', 'published']],
  ['language', ['lang', 'language']],
];

/**
 * @param html the file as a browser shows it, in a `<pre>`.
 * @param name of the file, for one without a title or a heading.
 */
export const markdownPage = (html: string, name: string): string => {
  const source = firstElement(parseHtml(html), 'pre');
  if (source === undefined) return html;
  const text = rawText(source).replace(/^\ufeff/, '');
  const [whole = '', yaml, toml = ''] = frontMatter.exec(text.slice(0, maxHead)) ?? [];
  const said = keysOf(yaml ?? toml);
  const content = text.slice(whole.length).trim();
  const heading = firstHeading(content.slice(0, maxHead));
  const declared = said.get('title') ?? '';
  const title = declared || heading?.words || '';
  const needsTitle = declared !== '' && heading?.level !== 1;
  const meta = (key: string, value: string | undefined) =>
    value === undefined || value === '' ? '' : `<meta name="${key}" content="${escapeHtml(value)}">`;
  return [
    `<!DOCTYPE html><html><head><title>${escapeHtml(title || name)}</title>${meta('dcterms.title', title)}`,
    ...metaNames.map(([key, names]) =>
      meta(
        key,
        names.map((one) => said.get(one)).find((value) => value !== undefined && value !== ''),
      ),
    ),
    `</head><body><pre>\n${needsTitle ? `# ${escapeHtml(escaped(title))}\n\n` : ''}${escapeHtml(content)}</pre></body></html>`,
  ].join('');
};

const escaped = (text: string): string => text.replace(/[\\`*_[\]<>]/g, '\\$&');

/** Keys without an indent, with their texts and lists; what is nested deeper is not looked at. */
const keysOf = (source: string): Map<string, string> => {
  const found = new Map<string, string>();
  let key = '';
  for (const line of source.split(/\r?\n/)) {
    const [, name, value = ''] = /^([\w-]+)[ \t]*[:=](?:[ \t]+(.*))?$/.exec(line) ?? [];
    if (name !== undefined) {
      key = name.toLowerCase();
      if (!found.has(key)) found.set(key, /^[>|][+-]?\d?$/.test(value.trim()) ? '' : scalarOf(value));
      continue;
    }
    // Goes on with a text, or is the next of a list.
    const [, dash, more = ''] = /^(?:[ \t]+|(?=- ))(- +)?(.*)$/.exec(line) ?? [];
    const before = found.get(key);
    if (before === undefined || more === '' || (dash !== undefined && /^[\w-]+: /.test(more))) continue;
    const joint = before === '' ? '' : dash === undefined ? ' ' : ', ';
    found.set(key, clip(before + joint + scalarOf(more), maxValue));
  }
  return found;
};

const scalarOf = (said: string): string => {
  const value = said.trim();
  const [, double, single] = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')(?:\s+#.*)?$/.exec(value) ?? [];
  if (double !== undefined) return squeeze(double.replace(/\\(["\\/])/g, '$1'));
  if (single !== undefined) return squeeze(single.replaceAll("''", "'"));
  const list = /^\[(.*)\]$/.exec(value)?.[1];
  if (list !== undefined) return list.split(',').map(scalarOf).filter(Boolean).join(', ');
  return clip(squeeze(value.replace(/(?:^|\s+)#(?:\s.*)?$/, '')), maxValue);
};

interface Heading {
  readonly level: number;
  readonly words: string;
}

const fence = /^ {0,3}(`{3,}|~{3,})/;

/** Of the Markdown, or of HTML in it; what stands in code is none. */
const firstHeading = (text: string): Heading | undefined => {
  let open = '';
  let before = '';
  const shown = text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<h([1-6])\b[^>]{0,500}>[\s\S]{0,1000}?<\/h\1>/gi, (heading) => heading.replace(/\s+/g, ' '));
  for (const whole of shown.split(/\r?\n/)) {
    const line = whole.slice(0, maxValue);
    const [, mark = ''] = fence.exec(line) ?? [];
    if (open !== '') {
      if (mark.startsWith(open) && line.trim() === mark) open = '';
      continue;
    }
    if (mark !== '') open = mark;
    const [, signs, atx] = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line) ?? [];
    const [, level, inside] = /<h([1-6])\b[^>]*>(.*?)<\/h\1>/i.exec(line) ?? [];
    const underline = isParagraph(before) ? /^ {0,3}(=+|-+)[ \t]*$/.exec(line)?.[1] : undefined;
    const found: Heading = {
      level: signs?.length ?? (level === undefined ? (underline?.startsWith('=') ? 1 : 2) : Number(level)),
      words: wordsOf(atx ?? inside ?? (underline === undefined ? '' : before)),
    };
    if (found.words !== '') return found;
    before = mark === '' ? line : '';
  }
  return undefined;
};

const isParagraph = (line: string): boolean =>
  line.trim() !== '' && !/^(?: {4}|\t| {0,3}(?:[-*+>|#]|\d+[.)])(?:\s|$))/.test(line);

/** Of Markdown's phrases, without pictures and marks. */
const wordsOf = (phrases: string): string =>
  squeeze(
    decodeHTML(
      phrases
        .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g, '')
        .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
        .replace(/\s*\{#[\w-]+\}$/, '')
        .replace(/<\/?[a-z][^>]*>/gi, '')
        .replace(/(`+)(.+?)\1/g, '$2')
        .replace(/(\*{1,3}|~~)(?=\S)(.+?)\1/g, '$2')
        .replace(/(?<!\w)(_{1,3})(?=\S)(.+?)\1(?!\w)/g, '$2')
        .replace(/\\([!-/:-@[-`{-~])/g, '$1'),
    ),
  );
