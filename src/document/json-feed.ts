import { z } from 'zod';
import { type FeedEntry, type FeedPage, paragraph, toPage } from './feed-page.ts';

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

/** @returns undefined when the JSON is no feed. */
export const jsonFeedPage = (json: string): FeedPage | undefined => {
  if (!json.includes('jsonfeed.org/version/')) return undefined;
  const { data } = feed.safeParse(parsed(json));
  if (data === undefined) return undefined;
  const { title, description, language, items } = data;
  return toPage({ title, description, language, entries: items.map(readEntry) });
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const readEntry = (entry: z.infer<typeof item>): FeedEntry => {
  const names = [...entry.authors, ...(entry.authors.length === 0 && entry.author ? [entry.author] : [])];
  return {
    title: entry.title,
    link: entry.url || entry.external_url,
    date: entry.date_published,
    authors: names
      .map(({ name }) => name)
      .filter((name) => name !== '')
      .join(', '),
    content: entry.content_html || htmlOf(entry.content_text || entry.summary),
    files: entry.attachments.map(({ url }) => url).filter((url) => url !== ''),
  };
};

const htmlOf = (words: string): string =>
  words
    .split(/\n\s*\n/)
    .map(paragraph)
    .join('');
