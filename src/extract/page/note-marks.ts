import { type PageIndex, within } from './page-index.ts';

/** Other letters and digits that stand high belong to the word: 2<sup>e</sup>, km<sup>2</sup>. */
const mark = /^(?:\[[^\]]{1,20}\]|[*†‡§¶]+|[a-d])$/i;
const most = 5;

/** The text of an element without what refers to notes at its end: of `South<sup>a</sup>` and `Vienna<sup>[1]</sup>`. */
export const withoutMarks = (index: PageIndex, start: number, text = index.textOf(start)): string => {
  const marks = within(index.tagged('sup'), { index, start, end: index.endOf(start) }).slice(-most);
  return marks.reduceRight((rest, place) => {
    const raised = index.textOf(place);
    const before = rest.slice(0, -raised.length).trim();
    return mark.test(raised) && rest.endsWith(raised) && /[\p{L}\p{N})%.]$/u.test(before) ? before : rest;
  }, text);
};
