import type { PageMetadata } from '../contract/scrape.ts';
import { readJsonLd, storedText } from './jsonld.ts';
import { readMetadata } from './metadata.ts';
import { readMicrodata } from './microdata.ts';
import { parseHtml } from './parse.ts';
import { type Document, elements } from './tree.ts';

/** A page read once, for every output. */
export interface Page {
  /** Renderers change it: it is theirs alone. */
  readonly document: Document;
  /** Address that relative links resolve against. */
  readonly base: string;
  readonly metadata: PageMetadata;
  /** The longest text that the page holds as linked data. */
  readonly stored: string;
}

/** @param title as the browser shows it; empty to take it from the markup. */
export const readPage = (html: string, base: string, title: string): Page => {
  const document = parseHtml(html);
  const all = elements(document);
  const linked = readJsonLd(all);
  const metadata = readMetadata({ all, base, title, linked, items: readMicrodata(all, base) });
  return { document, base, metadata, stored: storedText(linked) };
};
