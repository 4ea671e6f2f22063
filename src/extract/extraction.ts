import type { Wanted } from '../contract/extract.ts';
import { jsonLinesType, jsonType, quoteLongIntegers } from '../document/json-text.ts';
import { type Page, readPage } from '../document/page.ts';
import { parseHtml } from '../document/parse.ts';
import { firstElement, rawText } from '../document/tree.ts';
import type { Snapshot } from '../page.ts';
import { type Findings, findingsOf } from './finding.ts';
import { extractSchema } from './schema.ts';
import { extractSelectors } from './selectors.ts';

/** Snapshot in, data out; pure and synchronous. */
export const extract = (snapshot: Snapshot, wanted: Exclude<Wanted, { method: 'xpath' }>): Findings => {
  if (wanted.method === 'none') return findingsOf([]);
  if (wanted.method === 'css_selector')
    return extractSelectors(parseHtml(snapshot.html), snapshot.baseUrl, wanted.selectors);
  return extractSchema(pageOf(snapshot), snapshot.url, wanted.schema);
};

/** A file of JSON is a page that holds nothing but linked data, one of several values a list of them. */
const pageOf = ({ html, baseUrl, title, contentType }: Snapshot): Page => {
  const page = readPage(html, baseUrl, { title });
  if (!jsonType.test(contentType) && !jsonLinesType.test(contentType)) return page;
  const shown = firstElement(page.document, 'pre');
  const text = quoteLongIntegers(shown === undefined ? '' : rawText(shown)).replace(
    /<(?=\/script|!--)/gi,
    '\\u003c',
  );
  return readPage(`<script type="application/ld+json">${text}</script>`, baseUrl);
};
