import { removeUnseen } from './clean/clean.ts';
import { removeBanners } from './clean/consent.ts';
import { chooseAll, chooseMain, type Selection } from './main-content/article.ts';
import { readLists } from './main-content/listed.ts';
import type { PageFacts } from './main-content/page-features.ts';
import { readPrices } from './main-content/price.ts';
import { keepCited } from './notes/cited.ts';
import type { Page } from './page.ts';
import { nameParts } from './roles/parts.ts';
import { placeTabLabels, tabsIn } from './roles/tab-labels.ts';
import { escapeHtml } from './tree/escape.ts';
import { bodyOf, parseHtml } from './tree/parse.ts';
import { wordHashes } from './tree/scan.ts';
import { compileSelector } from './tree/select.ts';
import type { Document, Element } from './tree/tree.ts';
import { ancestors, collapsedText, elements, hasAttr, isElement, removeAll } from './tree/tree.ts';

/** What part of the page is wanted (contract, `contentOptions`). */
export interface ContentOptions {
  readonly only_main_content: boolean;
  readonly include_selectors: readonly string[];
  readonly exclude_selectors: readonly string[];
}

/**
 * Reduces the page, in place, to the elements that are wanted: nothing unseen, no advertisements or banners, and
 * what the options say. Selectors are matched against the page as it came.
 * @throws ServiceError `invalid_request` for a selector that is none.
 */
export const readContent = (page: Page, options: ContentOptions): Element[] => {
  const { document, stored } = page;
  const included = matching(document, options.include_selectors, 'options.include_selectors');
  const excluded = matching(document, options.exclude_selectors, 'options.exclude_selectors');
  const body = bodyOf(document);
  if ([body, ...ancestors(body)].some((element) => excluded.has(element))) return [];
  removeAll(excluded);
  removeUnseen(document);
  nameParts(document);
  const tabs = tabsIn(document);
  const { roots, dropped } = select(page, options, included);
  removeAll(dropped);
  placeTabLabels(tabs, roots);
  const named = options.include_selectors.length > 0;
  return !named && showsLessThan(roots, stored) ? [paragraphs(stored)] : roots.slice();
};

const matching = (document: Document, selectors: readonly string[], path: string): ReadonlySet<Element> => {
  const tests = selectors.map((selector, index) => compileSelector(selector, `${path}.${index}`));
  return new Set(
    tests.length === 0 ? [] : elements(document).filter((element) => tests.some((test) => test(element))),
  );
};

/** On the body of pages that were made of a feed or a file: all of them is content. */
const wholeMark = 'data-gn-whole';

const select = (page: Page, options: ContentOptions, included: ReadonlySet<Element>): Selection => {
  const body = bodyOf(page.document);
  if (options.include_selectors.length === 0) {
    if (!options.only_main_content || hasAttr(body, wholeMark)) return chooseAll(body);
    const all = removeBanners(body);
    return keepCited(chooseMain(body, factsOf(page), page.model), all, page.base);
  }
  const roots = [body, ...elements(body)].filter(
    (element) => included.has(element) && !ancestors(element).some((ancestor) => included.has(ancestor)),
  );
  const { dropped } = chooseAll(body);
  // What was asked for by name stays, whatever it is called.
  return { roots, dropped: new Set([...dropped].filter((node) => !isElement(node) || !included.has(node))) };
};

/** What the page says of itself, for judging its blocks. */
export const factsOf = ({ base, metadata, stored, types, isTalk, structured }: Page): PageFacts => ({
  url: base,
  title: metadata.title,
  description: metadata.description ?? '',
  stored,
  types,
  isTalk,
  prices: readPrices(structured),
  lists: readLists(structured),
});

/** A shorter text may be a description that is no more than a summary. */
const leastStored = 200;

/** Pages that draw their text by script may hold it as linked data, and show little or something else. */
const showsLessThan = (roots: readonly Element[], stored: string): boolean => {
  if (stored.length < leastStored) return false;
  const shown = roots.map(collapsedText).join(' ');
  if (shown.length >= stored.length) return false;
  const words = new Set(wordHashes(shown));
  const wanted = wordHashes(stored);
  return wanted.filter((word) => words.has(word)).length < wanted.length / 2;
};

const paragraphs = (text: string): Element => {
  return bodyOf(
    parseHtml(
      escapeHtml(text)
        .split(/\n+/)
        .map((line) => `<p>${line}</p>`)
        .join(''),
    ),
  );
};
