import { z } from 'zod';
import { type FeedEntry, type FeedPage, paragraphs, toPage } from './feed-page.ts';

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
  return toPage({ title, description, language, authors: namesOf(data), entries: items.map(readEntry) });
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** Version 1 has one author, 1.1 several. */
const namesOf = ({ author, authors }: Pick<z.infer<typeof item>, 'author' | 'authors'>): string =>
  (authors.length === 0 && author ? [author] : authors)
    .map(({ name }) => name)
    .filter((name) => name !== '')
    .join(', ');

const readEntry = (entry: z.infer<typeof item>): FeedEntry => ({
  title: entry.title,
  link: entry.url || entry.external_url,
  date: entry.date_published,
  authors: namesOf(entry),
  content: entry.content_html || paragraphs(entry.content_text || entry.summary),
  base: entry.url || entry.external_url,
  files: entry.attachments.map(({ url }) => url).filter((url) => url !== ''),
});
