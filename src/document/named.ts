import type { Region } from './region.ts';
import { attr } from './tree.ts';
import { wordsOf } from './words.ts';

/** The elements whose class or id says what `names` looks for, and all that stand in them. */
export const regionsNamed = (regions: readonly Region[], names: RegExp): ReadonlySet<Region> => {
  const judged = new Map<string, boolean>();
  const isNamedSo = ({ element }: Region): boolean => {
    const called = `${attr(element, 'class') ?? ''} ${attr(element, 'id') ?? ''}`;
    const is = judged.get(called) ?? names.test(wordsOf(called));
    judged.set(called, is);
    return is;
  };
  const found = new Set<Region>();
  // Outer ones come first. What is said of the whole page, that it has comments, says nothing of its parts.
  for (const region of regions)
    if (region.parent !== undefined && (found.has(region.parent) || isNamedSo(region))) found.add(region);
  return found;
};
