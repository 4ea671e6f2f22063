import { z } from 'zod';
import { escapeHtml } from './escape.ts';
import type { FeedPage } from './feed.ts';

/** JSON Feed, versions 1 and 1.1, as a page. */

const text = z.string().catch('');
const author = z.object({ name: text });
const authors = { author: author.optional().catch(undefined), authors: z.array(author).catch([]) };

const item = z.object({
  url: text,
  external_url: text,
  title: text,
  content_html: text,
  content_text: text,
  summary: text,
  date_published: text,
  ...authors,
  attachments: z.array(z.object({ url: text })).catch([]),
});

const feed = z.object({
  version: z.string().regex(/^https?:\/\/jsonfeed\.org\/version\/1/),
  title: text,
  description: text,
  language: text,
  items: z.array(item.catch(item.parse({}))),
  ...authors,
});

/** Longer feeds end here. */
const maxEntries = 1000;

/** @returns undefined when the JSON is no feed. */
export const jsonFeedPage = (json: string): FeedPage | undefined => {
  if (!json.includes('jsonfeed.org/version/')) return undefined;
  const { data } = feed.safeParse(parsed(json));
  if (data === undefined) return undefined;
  const [title, description, language] = [data.title, data.description, data.language].map(escapeHtml);
  const html = [
    `<!DOCTYPE html><html lang="${language}"><head><title>${title}</title>`,
    `<meta name="description" content="${description}"></head><body data-gn-whole><main><h1>${title}</h1>`,
    paragraph(data.description),
    ...data.items.slice(0, maxEntries).map(itemHtml),
    '</main></body></html>',
  ].join('');
  const isCut = data.items.length > maxEntries;
  return { html, warnings: isCut ? ['the feed is longer than is read: its end is missing'] : [] };
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const itemHtml = (entry: z.infer<typeof item>): string => {
  const link = entry.url || entry.external_url;
  const heading = link === '' ? escapeHtml(entry.title) : linked(link, entry.title || link);
  const names = [...entry.authors, ...(entry.authors.length === 0 && entry.author ? [entry.author] : [])];
  const by = [entry.date_published, ...names.map(({ name }) => name)].filter((part) => part !== '');
  return [
    '<section>',
    heading === '' ? '' : `<h2>${heading}</h2>`,
    paragraph(by.join(', ')),
    `<div>${
      entry.content_html ||
      (entry.content_text || entry.summary)
        .split(/\n\s*\n/)
        .map(paragraph)
        .join('')
    }</div>`,
    ...entry.attachments.filter(({ url }) => url !== '').map(({ url }) => `<p>${linked(url, url)}</p>`),
    '</section>',
  ].join('');
};

const paragraph = (words: string): string =>
  words.trim() === '' ? '' : `<p>${escapeHtml(words.trim()).replaceAll('\n', '<br>')}</p>`;

const linked = (url: string, words: string): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(words)}</a>`;
