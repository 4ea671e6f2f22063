import type { Element } from './tree.ts';
import { attr, parentElement } from './tree.ts';

/** Gives a CSS selector that finds an element, and no other, in the page as it was parsed. */
export type SelectorOf = (element: Element) => string;

/** Elements by id; undefined for an id that several bear. */
export type Ids = ReadonlyMap<string, Element | undefined>;

/** Needs no escaping. */
const plainId = /^[a-z_][\w-]*$/i;

export const createSelectorOf =
  (ids: Ids): SelectorOf =>
  (element) => {
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
