import { MathMLToLaTeX } from 'mathml-to-latex';
import { serializeOuter } from 'parse5';
import { childElements, collapsedText, type Element, elements, rawText } from '../../document/tree/tree.ts';

/** The conversion takes time that grows faster than the formula: larger ones are drawings rather than formulas. */
const mostElements = 1000;
/** Of one text among the formula, for the same reason. */
const mostCharacters = 1000;

/** Presentation MathML as TeX, for formulas that carry no source of their own. One that is malformed reads as its text. */
export const mathmlToTex = (math: Element): string => {
  const parts = elements(math);
  if (parts.length > mostElements || parts.some(isLongText)) return collapsedText(math);
  const label = takeLabel(math);
  if (label !== undefined) return `${mathmlToTex(math)} \\tag{${label}}`;
  try {
    // XML knows no names for characters but its own five.
    return MathMLToLaTeX.convert(serializeOuter(math).replaceAll('&nbsp;', '&#160;')).trim();
  } catch {
    return collapsedText(math);
  }
};

const isLongText = (part: Element): boolean =>
  part.tagName === 'mtext' && rawText(part).length > mostCharacters;

/** The number of an equation, taken out of the only row of its table; the row is all that is left of that. */
const takeLabel = (math: Element): string | undefined => {
  const rows = elements(math).filter(({ tagName }) => tagName === 'mlabeledtr' || tagName === 'mtr');
  const [row] = rows;
  const [label, ...cells] = row === undefined ? [] : childElements(row);
  if (rows.length !== 1 || row?.tagName !== 'mlabeledtr' || label === undefined) return undefined;
  math.childNodes = cells.flatMap(({ childNodes }) => childNodes);
  return collapsedText(label).replace(/^\(\s*(.*?)\s*\)$/, '$1');
};
