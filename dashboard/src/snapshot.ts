import { markup } from './trusted.ts';

/** A page to be looked at in a frame: its text and structure, nothing that acts, loads or styles. */

const gone =
  'script, style, link, meta, base, template, iframe, frame, object, embed, svg, math, form, input, button';
const kept = new Set(['colspan', 'rowspan', 'alt', 'lang', 'dir', 'start', 'datetime', 'scope', 'open']);

const style = new URL('./frame.css', import.meta.url).href;

/** Where a value was found: the evidence of an extraction. */
export interface Place {
  readonly path: string;
  readonly snippet: string;
}

export interface InertPage {
  readonly html: string;
  /** Whether the place was found, by its path or by its text alone. */
  readonly found: 'path' | 'text' | 'nowhere';
}

export const inertPage = (html: string, place?: Place): InertPage => {
  const page = new DOMParser().parseFromString(markup(html), 'text/html');
  for (const element of page.querySelectorAll(gone)) element.remove();
  const { element, found } = place ? find(page, place) : { element: undefined, found: 'nowhere' as const };
  for (const each of page.querySelectorAll('*'))
    for (const { name } of [...each.attributes]) if (!kept.has(name)) each.removeAttribute(name);
  if (element) element.id = 'found';
  return {
    html: `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="${style}"><body>${page.body.innerHTML}`,
    found,
  };
};

const find = (page: Document, { path, snippet }: Place) => {
  const byPath = select(page, path);
  const wanted = squeezed(snippet);
  if (byPath && (wanted === '' || squeezed(byPath.textContent).includes(wanted) || byPath.textContent === ''))
    return { element: byPath, found: 'path' as const };
  const byText = smallestWith(page.body, wanted);
  return { element: byText, found: byText ? ('text' as const) : ('nowhere' as const) };
};

/** @param path a selector, with `[name]` at its end for an attribute; a path into data selects nothing. */
const select = (page: Document, path: string): Element | undefined => {
  try {
    return page.body.querySelector(path.replace(/\[[\w-]+\]$/, '')) ?? undefined;
  } catch (error) {
    // An XPath or a JSON path.
    if (error instanceof DOMException) return undefined;
    throw error;
  }
};

/** The innermost element that holds the text; the first where there are several. */
const smallestWith = (root: Element, text: string): Element | undefined => {
  if (text === '' || !squeezed(root.textContent).includes(text)) return undefined;
  for (const child of root.children) {
    const found = smallestWith(child, text);
    if (found) return found;
  }
  return root.tagName === 'BODY' ? undefined : root;
};

const squeezed = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim();
