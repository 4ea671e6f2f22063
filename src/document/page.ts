import type { PageMetadata } from '../contract/scrape.ts';
import { type Model, shippedModel } from './main-content/model.ts';
import { storedText } from './metadata/entity.ts';
import { readMetadata } from './metadata/metadata.ts';
import { isForumPage } from './metadata/signals.ts';
import { readStructured, type Structured } from './metadata/structured.ts';
import { hidesEmails, showEmails } from './tree/emails.ts';
import { ownPartsOf } from './tree/frames.ts';
import { parseHtml } from './tree/parse.ts';
import { type Document, elements } from './tree/tree.ts';

/** A page read once, for every output. */
export interface Page {
  /** Renderers change it: it is theirs alone. */
  readonly document: Document;
  /** Address that relative links resolve against. */
  readonly base: string;
  readonly structured: Structured;
  readonly metadata: PageMetadata;
  /** The longest text that the page holds as linked data. */
  readonly stored: string;
  /** What the page says it is: types of its linked data, and `og:` with its type for the Open Graph. */
  readonly types: readonly string[];
  /** Whether people talk with each other there, by its address, what it says it is and what made it. */
  readonly isTalk: boolean;
  /** Judges what of it is content. */
  readonly model: Model;
}

const talk = /Forum|QAPage|^Question|Discussion/;

/** What is known of a page besides its markup. */
interface Known {
  /** As the browser shows it; empty to take it from the markup. */
  readonly title?: string;
  /** As the server says. */
  readonly language?: string | undefined;
}

/** @param base address that relative links resolve against. */
export const readPage = (html: string, base: string, { title = '', language = '' }: Known = {}): Page => {
  const document = parseHtml(html);
  const all = elements(document);
  if (hidesEmails(html)) showEmails(all);
  const structured = readStructured(document, all, base);
  const own = ownPartsOf(all);
  const said = own.all === all ? structured : readStructured(document, own.all, base);
  const isForum = isForumPage(base, said.meta, own.all);
  const metadata = readMetadata({ document, ...own, base, title, structured: said, language, isForum });
  const { jsonld, meta } = structured;
  const types = [
    ...jsonld.flatMap((entity) => entity.types),
    ...meta.all('og:type').map(({ content }) => `og:${content}`),
  ];
  return {
    document,
    base,
    structured,
    metadata,
    stored: storedText(jsonld),
    types,
    isTalk: isForum || types.some((type) => talk.test(type)),
    model: shippedModel(),
  };
};
