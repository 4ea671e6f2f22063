import type { Region } from './region.ts';
import { attr } from './tree.ts';
import { wordsOf } from './words.ts';

/** Tells of elements whether their class or id says what `names` looks for, or that of an element around. */
export const createNamed = (names: RegExp): ((region: Region) => boolean) => {
  const judged = new Map<string, boolean>();
  const isNamedSo = ({ element, parent }: Region): boolean => {
    // What is said of the whole page, that it has comments, says nothing of its parts.
    if (parent === undefined) return false;
    const called = `${attr(element, 'class') ?? ''} ${attr(element, 'id') ?? ''}`;
    const is = judged.get(called) ?? names.test(wordsOf(called));
    judged.set(called, is);
    return is;
  };
  const known = new Map<Region, boolean>();
  return (region) => {
    const path: Region[] = [];
    let around: Region | undefined = region;
    for (; around !== undefined && !known.has(around); around = around.parent) path.push(around);
    let is = around !== undefined && known.get(around) === true;
    for (const inner of path.reverse()) {
      is ||= isNamedSo(inner);
      known.set(inner, is);
    }
    return is;
  };
};
