import type { Wanted } from '../contract/extract.ts';
import type { Selector } from '../contract/selectors.ts';
import { dataIn, isData, xmlType } from '../document/formats/data-text.ts';
import { quoteLongIntegers } from '../document/formats/json-text.ts';
import { parseXml } from '../document/formats/xml.ts';
import { type Page, readPage } from '../document/page.ts';
import { parseHtml } from '../document/tree/parse.ts';
import { type Document, firstElement, rawText } from '../document/tree/tree.ts';
import type { Snapshot } from '../page.ts';
import { type Findings, findingsOf } from './evidence/finding.ts';
import { extractSchema } from './schema.ts';
import { extractSelectors } from './selectors.ts';

/** Snapshot in, data out; pure and synchronous. */
export const extract = (snapshot: Snapshot, wanted: Exclude<Wanted, { method: 'xpath' }>): Findings => {
  if (wanted.method === 'none') return findingsOf([]);
  if (wanted.method === 'css_selector') return bySelectors(snapshot, wanted.selectors);
  return extractSchema(pageOf(snapshot), snapshot.url, wanted.schema);
};

const bySelectors = (
  { html, baseUrl, contentType }: Snapshot,
  selectors: Readonly<Record<string, Selector>>,
): Findings => {
  const document = parseHtml(html);
  const isXml = xmlType.test(contentType);
  const found = extractSelectors(isXml ? parseXml(sourceOf(document)) : document, baseUrl, selectors);
  return isXml || found.confidence > 0 || !isData(contentType)
    ? found
    : {
        ...found,
        warnings: [`the address holds ${contentType}: selectors find nothing in it, a schema does`],
      };
};

/** A text as it came: it stands in a page of its own. */
const sourceOf = (document: Document): string => {
  const shown = firstElement(document, 'pre');
  return shown === undefined ? '' : rawText(shown);
};

/** A file of data is a page that holds nothing but linked data, one of several values a list of them. */
const pageOf = ({ html, baseUrl, title, contentType }: Snapshot): Page => {
  const page = readPage(html, baseUrl, { title });
  const data = dataIn(sourceOf(page.document), contentType);
  if (data === undefined) return page;
  const text = quoteLongIntegers(data).replace(/<(?=\/script|!--)/gi, '\\u003c');
  return readPage(`<script type="application/ld+json">${text}</script>`, baseUrl);
};
