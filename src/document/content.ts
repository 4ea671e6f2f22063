import { chooseAll, chooseMain, type Selection } from './article.ts';
import { removeUnseen } from './clean.ts';
import type { Page } from './page.ts';
import { bodyOf, parseHtml } from './parse.ts';
import { compileSelector } from './select.ts';
import type { Document, Element } from './tree.ts';
import { ancestors, collapsedText, elements, isElement, prune } from './tree.ts';

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
export const readContent = ({ document, stored }: Page, options: ContentOptions): Element[] => {
  const included = matching(document, options.include_selectors, 'options.include_selectors');
  const excluded = matching(document, options.exclude_selectors, 'options.exclude_selectors');
  const body = bodyOf(document);
  if ([body, ...ancestors(body)].some((element) => excluded.has(element))) return [];
  prune(document, (node) => isElement(node) && excluded.has(node));
  removeUnseen(document);
  const { roots, dropped } = select(body, options, included);
  for (const root of roots) prune(root, (node) => isElement(node) && dropped.has(node));
  const named = options.include_selectors.length > 0;
  return !named && showsLessThan(roots, stored) ? [paragraphs(stored)] : roots.slice();
};

const matching = (document: Document, selectors: readonly string[], path: string): ReadonlySet<Element> => {
  const tests = selectors.map((selector, index) => compileSelector(selector, `${path}.${index}`));
  return new Set(
    tests.length === 0 ? [] : elements(document).filter((element) => tests.some((test) => test(element))),
  );
};

const select = (body: Element, options: ContentOptions, included: ReadonlySet<Element>): Selection => {
  if (options.include_selectors.length === 0)
    return options.only_main_content ? chooseMain(body) : chooseAll(body);
  const roots = [body, ...elements(body)].filter(
    (element) => included.has(element) && !ancestors(element).some((ancestor) => included.has(ancestor)),
  );
  const { dropped } = chooseAll(body);
  // What was asked for by name stays, whatever it is called.
  return { roots, dropped: new Set([...dropped].filter((element) => !included.has(element))) };
};

/** Less text than this is a page without its text: a heading, a spinner. */
const fewCharacters = 200;

const showsLessThan = (roots: readonly Element[], stored: string): boolean => {
  if (stored.length < fewCharacters) return false;
  const shown = roots.reduce((sum, root) => sum + collapsedText(root).length, 0);
  return shown < fewCharacters && shown < stored.length / 2;
};

const paragraphs = (text: string): Element => {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return bodyOf(
    parseHtml(
      escaped
        .split(/\n+/)
        .map((line) => `<p>${line}</p>`)
        .join(''),
    ),
  );
};
