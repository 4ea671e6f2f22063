import type { Region } from '../page/page-index.ts';
import { at, type Finder, isWhole, places } from './finder.ts';

/** A question and its answer, in a part of the page that has one of each. */

const asking = ['h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'summary', 'button', 'strong', 'b'];
const answering = ['dd', 'p', 'div', 'section', 'blockquote', 'span', 'ul', 'ol'];

/** Its head. */
const headOf = (region: Region): number | undefined =>
  isWhole(region) ? undefined : places(region, asking, (place) => region.index.textOf(place) !== '', 1)[0];

export const question: Finder = (region) => {
  const head = headOf(region);
  return head === undefined ? [] : [at(region.index, head, region.index.textOf(head))];
};

/** What stands behind the head: an element, or text as in `<details>`. */
export const answer: Finder = (region) => {
  const { index, start } = region;
  const head = headOf(region);
  if (head === undefined) return [];
  const behind = index.endOf(head);
  const says = (place: number) => place >= behind && index.isShown(place) && index.textOf(place) !== '';
  const [place] = places(region, answering, says, 1);
  if (place !== undefined) return [at(index, place, index.textOf(place))];
  const [all, asked] = [index.textOf(start), index.textOf(head)];
  return all.length > asked.length && all.startsWith(asked)
    ? [at(index, start, all.slice(asked.length).trim())]
    : [];
};
