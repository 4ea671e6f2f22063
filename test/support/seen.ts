import { removeUnseen } from '../../src/document/clean/clean.ts';
import { parseHtml } from '../../src/document/tree/parse.ts';
import { collapsedText, type Document } from '../../src/document/tree/tree.ts';

/** What a reader sees of a page. */

/** A page without what nobody sees. */
export const cleaned = (html: string): Document => {
  const document = parseHtml(html);
  removeUnseen(document);
  return document;
};

/** Its text, on one line. */
export const seen = (html: string): string => collapsedText(cleaned(html));
