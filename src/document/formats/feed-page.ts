import { escapeHtml } from '../tree/escape.ts';
import { placedContent } from './feed-content.ts';

/** An entry of a feed, all as text but its content. */
export interface FeedEntry {
  readonly title: string;
  /** Absolute; empty where it has none. */
  readonly link: string;
  readonly date: string;
  readonly authors: string;
  /** HTML. */
  readonly content: string;
  /** The address that links of the content are relative to. */
  readonly base: string;
  /** Absolute addresses of what comes with it, such as the sound of a podcast. */
  readonly files: readonly string[];
}

export interface Feed {
  readonly title: string;
  readonly description: string;
  /** BCP 47; empty where it does not say. */
  readonly language: string;
  /** Of the whole feed; empty where it does not say. */
  readonly authors: string;
  /** Up to one more than are shown. */
  readonly entries: readonly FeedEntry[];
}

/** A feed as an HTML document. */
export interface FeedPage {
  readonly html: string;
  /** Of the feed: those of its entries are not its own. */
  readonly authors: string;
  /** What is missing from it, in words for the caller. */
  readonly warnings: readonly string[];
}

/** Longer feeds end here. */
export const maxEntries = 1000;

export const toPage = ({ title, description, language, authors, entries }: Feed): FeedPage => {
  const html = [
    `<!DOCTYPE html><html lang="${escapeHtml(language)}"><head><title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}"></head><body data-gn-whole><main>`,
    `<h1>${escapeHtml(title)}</h1>${paragraph(description)}`,
    ...entries.slice(0, maxEntries).map(entryHtml),
    '</main></body></html>',
  ].join('');
  const isCut = entries.length > maxEntries;
  return { html, authors, warnings: isCut ? ['the feed is longer than is read: its end is missing'] : [] };
};

const entryHtml = (
  { title, link, date, authors, content, base, files }: FeedEntry,
  index: number,
): string => {
  const heading = link === '' ? escapeHtml(title) : linked(link, title || link);
  return [
    '<section>',
    heading === '' ? '' : `<h2>${heading}</h2>`,
    paragraph([date, authors].filter((text) => text !== '').join(', ')),
    `<div>${placedContent(content, { base, number: index + 1 })}</div>`,
    ...files.map((file) => `<p>${linked(file, file)}</p>`),
    '</section>',
  ].join('');
};

/** Text as HTML, its lines kept. */
const paragraph = (words: string): string =>
  words.trim() === '' ? '' : `<p>${escapeHtml(words.trim()).replaceAll('\n', '<br>')}</p>`;

/** Text as HTML, parted at its empty lines. */
export const paragraphs = (words: string): string =>
  words
    .split(/\n\s*\n/)
    .map(paragraph)
    .join('');

const linked = (url: string, words: string): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(words)}</a>`;
