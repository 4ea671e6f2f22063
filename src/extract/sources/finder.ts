import { type Candidate, trust } from '../evidence/candidate.ts';
import { type PageIndex, type Region, within } from '../page/page-index.ts';

/** What those have in common that look for elements which mean something by themselves. */

export type Finder = (region: Region) => Candidate[];

/** What an element says. @param share of the trust in such elements. */
export const at = (index: PageIndex, place: number, raw: string, share = 1): Candidate => ({
  source: 'semantic',
  raw,
  confidence: trust.semantic * share,
  path: () => index.selectorOf(place),
});

/** The region is the whole page. */
export const isWhole = ({ start }: Region) => start === 0;

/** The first elements in the region of certain kinds that satisfy, in order. */
export const places = (
  region: Region,
  tagNames: readonly string[],
  is: (place: number) => boolean = () => true,
  most = 3,
): number[] => {
  const all = tagNames.map((tagName) => within(region.index.tagged(tagName), region));
  const [only = []] = all;
  const found: number[] = [];
  for (const place of all.length === 1 ? only : all.flat().sort((a, b) => a - b)) {
    if (is(place)) found.push(place);
    if (found.length === most) break;
  }
  return found;
};
