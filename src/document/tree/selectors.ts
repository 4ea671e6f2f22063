import type { Element } from './tree.ts';
import { attr, parentElement } from './tree.ts';

/** Gives a CSS selector that finds an element, and no other, in the page as it was parsed. */
export type SelectorOf = (element: Element) => string;

/** Needs no escaping. */
const plainId = /^[a-z_][\w-]*$/i;

/** @param all every element of the document. */
export const createSelectorOf = (all: readonly Element[]): SelectorOf => {
  // Asked for by few: made when it is needed.
  let ids: ReadonlyMap<string, Element | undefined> | undefined;
  return (element) => {
    ids ??= idsOf(all);
    const steps: string[] = [];
    for (let at: Element | undefined = element; at !== undefined; at = parentElement(at)) {
      const id = attr(at, 'id');
      if (id !== undefined && plainId.test(id) && ids.get(id) === at) {
        steps.push(`#${id}`);
        break;
      }
      steps.push(stepOf(at));
    }
    return steps.reverse().join(' > ');
  };
};

/** Elements by id; undefined for an id that several bear. */
const idsOf = (all: readonly Element[]): ReadonlyMap<string, Element | undefined> => {
  const ids = new Map<string, Element | undefined>();
  for (const element of all) {
    const id = attr(element, 'id');
    if (id !== undefined) ids.set(id, ids.has(id) ? undefined : element);
  }
  return ids;
};

const stepOf = (element: Element): string => {
  const name = element.tagName.replace(/[^\w-]/g, (character) => `\\${character}`);
  let same = 0;
  let place = 0;
  for (const sibling of element.parentNode?.childNodes ?? []) {
    if (sibling.nodeName !== element.nodeName) continue;
    same++;
    if (sibling === element) place = same;
  }
  return same > 1 ? `${name}:nth-of-type(${place})` : name;
};
