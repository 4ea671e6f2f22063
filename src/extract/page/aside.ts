import { onceForEach } from './once.ts';
import type { PageIndex, Region } from './page-index.ts';

/** Parts of a page that are about something else: navigation, what others bought, what is alike. */

const tags = ['nav', 'footer', 'aside'];
const names =
  'related recommendation recommendations recommended recommender similar crosssell upsell cross upselling also alternatives accessories recently viewed footer nav navigation menu megamenu cookie newsletter sidebar minicart bestseller bestsellers sponsored'.split(
    ' ',
  );

/** Whether the element stands in a part of the page that is about something else, as seen from the region. */
export const isAside = ({ index, start }: Region, place: number): boolean => {
  const marks = asidesOf(index);
  // A region that is itself such a part is looked at as it is.
  return marks[place] === 1 && marks[start] !== 1;
};

const asidesOf = onceForEach((index: PageIndex): Uint8Array => {
  const marks = new Uint8Array(index.all.length);
  for (const name of names) for (const place of index.named(name)) marks[place] = 1;
  for (const tag of tags) for (const place of index.tagged(tag)) marks[place] = 1;
  // What holds the title is not about something else.
  for (let place = titlePlace(index) ?? -1; place !== -1; place = index.parentOf(place)) marks[place] = 0;
  for (let place = 0; place < marks.length; place++) if (marks[index.parentOf(place)] === 1) marks[place] = 1;
  return marks;
});

/** Place of the page's main heading: the `h1` that repeats its title, else the first. */
export const titlePlace = onceForEach((index: PageIndex): number | undefined => {
  const title = index.page.metadata.title.toLowerCase();
  const headings = index.tagged('h1');
  return (
    headings.find((place) => index.textOf(place).toLowerCase() === title) ??
    headings.find((place) => index.textOf(place) !== '')
  );
});
