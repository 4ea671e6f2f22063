import { createClutter } from './clutter.ts';
import type { Clutter } from './clutter-rules.ts';
import { findCued } from './cues.ts';
import { type Measures, measure } from './measure.ts';
import { isLayout, readGrid } from './tables.ts';
import type { Element } from './tree.ts';
import { ancestors, attr, childElements, elements, isElement, walk } from './tree.ts';

/** The part of a page that is its content: everything below `roots` except what is below `dropped`. */
export interface Selection {
  readonly roots: readonly Element[];
  readonly dropped: ReadonlySet<Element>;
}

/** The main content may not shrink below this share of the prose that the page shows. */
const leastShare = 0.25;

/** Chooses the main content of a cleaned page: the site's frame removed, then the element that holds the text. */
export const chooseMain = (body: Element): Selection => {
  const measures = measure(body);
  const page = { ...measures.of(body) };
  const dropped = new Set([...findClutter(body, measures, ['junk', 'frame']), ...findCued(body, measures)]);
  for (const element of dropped)
    if (!ancestors(element).some((outer) => dropped.has(outer))) measures.remove(element);
  const main = narrow(semanticMain(body, measures, dropped) ?? body, measures, dropped);
  const { characters, prose } = measures.of(main);
  return characters > 0 && prose >= page.prose * leastShare ? { roots: [main], dropped } : chooseAll(body);
};

/** The whole page without advertisements, consent banners and share buttons. */
export const chooseAll = (body: Element): Selection => ({
  roots: [body],
  dropped: findClutter(body, measure(body), ['junk']),
});

const findClutter = (body: Element, measures: Measures, wanted: readonly Clutter[]): ReadonlySet<Element> => {
  const clutterOf = createClutter(measures.of(body));
  const found = new Set<Element>();
  let textDepth = 0;
  walk(
    body,
    (node) => {
      if (!isElement(node)) return false;
      const clutter = essential.has(node.tagName) ? undefined : clutterOf(node, measures.of(node));
      // Within a paragraph or quotation nothing is part of the site's frame.
      if (clutter !== undefined && wanted.includes(clutter) && (clutter === 'junk' || textDepth === 0)) {
        found.add(node);
        return false;
      }
      if (textTags.has(node.tagName)) textDepth++;
      return true;
    },
    (element) => {
      if (textTags.has(element.tagName)) textDepth--;
    },
  );
  return found;
};

const textTags = new Set('p pre blockquote h1 h2 h3 h4 h5 h6 figcaption caption summary'.split(' '));

/** Never clutter as a whole, whatever they are called. */
const essential = new Set('html body main article h1 pre code table thead tbody tr td th math'.split(' '));

/** Elements that hold other blocks; text stands in the others. */
const containers = new Set('article body center div form main section span table tbody td tr'.split(' '));

/** A table of data is read as a whole. */
const isContainer = (element: Element): boolean =>
  containers.has(element.tagName) && (element.tagName !== 'table' || isLayout(element, readGrid(element)));

/** Walks down while one child holds nearly all of the prose (of a page without prose, nearly all of the text). */
const narrow = (from: Element, measures: Measures, dropped: ReadonlySet<Element>): Element => {
  let main = from;
  for (;;) {
    const whole = measures.of(main);
    const holdsMost = (child: Element) => {
      const own = measures.of(child);
      return whole.prose >= 600 ? own.prose >= whole.prose * 0.85 : own.characters >= whole.characters * 0.95;
    };
    const children = childElements(main).filter((child) => !dropped.has(child));
    const next = children.find((child) => isContainer(child) && holdsMost(child));
    const isParagraph = (child: Element) => child.tagName === 'p' && measures.of(child).prose > 0;
    if (next === undefined || children.some(isParagraph)) return main;
    main = next;
  }
};

/** What the page itself calls its main part, unless that is a small corner of it. */
const semanticMain = (
  body: Element,
  measures: Measures,
  dropped: ReadonlySet<Element>,
): Element | undefined => {
  const isMain = (element: Element) => element.tagName === 'main' || attr(element, 'role') === 'main';
  // A frame is a part of this page, whatever its own document calls its main content.
  const isFramed = (element: Element) =>
    ancestors(element).some((outer) => attr(outer, 'data-gn-frame') !== undefined);
  const whole = measures.of(body);
  const largest = elements(body)
    .filter((element) => isMain(element) && !dropped.has(element) && !isFramed(element))
    .sort((a, b) => measures.of(b).characters - measures.of(a).characters)[0];
  if (largest === undefined) return undefined;
  const { characters, prose } = measures.of(largest);
  return prose >= enoughProse || characters >= whole.characters * 0.3 ? largest : undefined;
};

/** Prose that no menu or teaser reaches. */
const enoughProse = 600;
