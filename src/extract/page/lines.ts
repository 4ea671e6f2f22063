import { type Element, isElement, isText, squeeze } from '../../document/tree/tree.ts';
import { labelOf } from '../wishes/words.ts';
import { onceForEach } from './once.ts';
import type { PageIndex } from './page-index.ts';

/** A line of an element whose text is broken by `<br>`. */
export interface Line {
  readonly place: number;
  readonly text: string;
}

const mostSpeakers = 10_000;
const maxLabel = 40;

/** The lines of an element; undefined where nothing breaks it. */
export const linesOf = (index: PageIndex, place: number): string[] | undefined => {
  const nodes = index.all[place]?.childNodes ?? [];
  if (!nodes.some((node) => isElement(node) && isBreak(node))) return undefined;
  const lines = [''];
  for (const node of nodes) {
    if (isElement(node) && isBreak(node)) lines.push('');
    else lines[lines.length - 1] += isText(node) ? node.value : isElement(node) ? innerText(index, node) : '';
  }
  return lines.map(squeeze);
};

const isBreak = ({ tagName }: Element): boolean => tagName === 'br';
const innerText = (index: PageIndex, element: Element): string => ` ${index.textOf(index.placeOf(element))} `;

/** `Time: 15 minutes. Serves: 4 | Level: easy`: where a text goes on with another label. */
const nextLabel = /(?:\.\s+|\s*[|·•;]\s*)(?=\p{L}[^.:：;|·•]{1,39}[:：](?!\/))/u;

/** What a line says under one label after the other. */
export const statementsOf = (line: string): string[] =>
  line.length > longestLine ? [line] : line.split(nextLabel);
const longestLine = 500;

/** What stands behind a label in further lines and statements, by the label: the first is that of the element. */
export const labelledLines = onceForEach((index: PageIndex): ReadonlyMap<string, readonly Line[]> => {
  const found: { label: string; place: number; text: string }[] = [];
  for (const place of index.speakers.slice(0, mostSpeakers).filter(index.isShown))
    for (const line of (linesOf(index, place) ?? [index.textOf(place)]).flatMap(statementsOf).slice(1)) {
      const colon = line.slice(0, maxLabel + 1).search(/[:：]/);
      const text = line.slice(colon + 1).trim();
      if (colon > 0 && text !== '') found.push({ label: labelOf(line.slice(0, colon)), place, text });
    }
  return Map.groupBy(found, ({ label }) => label);
});
