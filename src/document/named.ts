import type { Region } from './region.ts';
import { attr } from './tree.ts';
import { wordsOf } from './words.ts';

/**
 * Tells of elements whether their class or id says what `names` looks for, or that of an element around.
 * @param likely a cheaper test.
 */
export const createNamed = (names: RegExp, likely: RegExp): ((region: Region) => boolean) => {
  /** Regions that are called the same share the list of their names. */
  const judged = new Map<Region['names'], boolean>();
  const isNamedSo = ({ element, parent, names: shared }: Region): boolean => {
    // What is said of the whole page, that it has comments, says nothing of its parts.
    if (parent === undefined) return false;
    let is = judged.get(shared);
    if (is === undefined) {
      const called = `${attr(element, 'class') ?? ''} ${attr(element, 'id') ?? ''}`;
      is = likely.test(called) && names.test(wordsOf(called));
      judged.set(shared, is);
    }
    return is;
  };
  /** By the id of the region. */
  const known: (boolean | undefined)[] = [];
  const path: Region[] = [];
  return (region) => {
    let around: Region | undefined = region;
    for (; around !== undefined && known[around.id] === undefined; around = around.parent) path.push(around);
    let is = around !== undefined && known[around.id] === true;
    for (let inner = path.pop(); inner !== undefined; inner = path.pop()) {
      is ||= isNamedSo(inner);
      known[inner.id] = is;
    }
    return is;
  };
};
