import { isNoteMark } from '../../document/notes/raised-marks.ts';
import { type PageIndex, within } from './page-index.ts';

const most = 5;

/** The text of an element without what refers to notes at its end: of `South<sup>a</sup>` and `Vienna<sup>[1]</sup>`. */
export const withoutMarks = (index: PageIndex, start: number, text = index.textOf(start)): string => {
  const marks = within(index.tagged('sup'), { index, start, end: index.endOf(start) }).slice(-most);
  return marks.reduceRight((rest, place) => {
    const raised = index.textOf(place);
    const element = index.all[place];
    const isMark = element !== undefined && isNoteMark(element) && raised.length < rest.length;
    return isMark && rest.endsWith(raised) ? rest.slice(0, -raised.length).trim() : rest;
  }, text);
};
