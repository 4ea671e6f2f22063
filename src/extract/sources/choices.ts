import { attr, type Element, isText, parentElement, squeeze } from '../../document/tree/tree.ts';
import { attributeAt, type PageIndex, type Region, within } from '../page/page-index.ts';

/** What a form lets choose under a label: sizes and colours, as options, buttons of a choice, or parts that stand for them. */

const mostLabels = 5;
/** How far up from a label its choice is looked for, and the most that it has; more is a list of countries. */
const farthest = 3;
const mostChoices = 60;

export const choicesUnder = (label: string, region: Region): Choice[] => {
  for (const place of within(region.index.labelled(label), region).slice(0, mostLabels)) {
    const found = choicesNear(region, place);
    if (found.length > 1) return found;
  }
  return [];
};

export interface Choice {
  readonly place: number;
  readonly text: string;
}

const choicesNear = ({ index, start }: Region, place: number): Choice[] => {
  const field = attributeAt(index, place, 'for');
  const list = index.tagged('select').find((at) => field !== '' && attributeAt(index, at, 'id') === field);
  if (list !== undefined) return choicesIn(index, list) ?? [];
  for (
    let at = place, climbs = 0;
    at >= start && at !== -1 && climbs <= farthest;
    at = index.parentOf(at), climbs++
  ) {
    const found = choicesIn(index, at);
    if (found === undefined) return [];
    if (found.length > 0) return found;
  }
  return [];
};

/** @returns undefined where there is more than one choice: whose label it is, nobody knows. */
const choicesIn = (index: PageIndex, start: number): Choice[] | undefined => {
  const found: Choice[] = [];
  let group: unknown;
  const labels = new Map<string, number>();
  for (let place = start; place < index.endOf(start); place++) {
    const element = index.all[place];
    const field = element?.tagName === 'label' ? attr(element, 'for') : undefined;
    if (field) labels.set(field, place);
  }
  for (let place = start; place < index.endOf(start); place++) {
    const element = index.all[place];
    const own = element && groupOf(element);
    if (element === undefined || own === undefined) continue;
    if ((found.length > 0 && own !== group) || found.length === mostChoices) return undefined;
    group = own;
    const text = textOf(index, place, element, labels);
    if (text !== '') found.push({ place, text });
  }
  return found;
};

/** What the choices of one kind have in common; undefined for what is none. */
const groupOf = (element: Element): unknown => {
  if (element.tagName === 'input')
    return attr(element, 'type') === 'radio' ? `radio ${attr(element, 'name')}` : undefined;
  const isOption = element.tagName === 'option' ? attr(element, 'value') !== '' : isPart(element);
  return isOption ? parentElement(element) : undefined;
};

const isPart = (element: Element): boolean => /^(?:option|radio)$/.test(attr(element, 'role') ?? '');

const textOf = (
  index: PageIndex,
  place: number,
  element: Element,
  labels: ReadonlyMap<string, number>,
): string => {
  const told = attr(element, 'aria-label') ?? '';
  if (element.tagName !== 'input') return index.textOf(place) || told;
  const around = index.parentOf(place);
  const label = labels.get(attr(element, 'id') ?? '') ?? around;
  return saidBy(index, label) || told || (attr(element, 'value') ?? '');
};

/** What a label says itself: what is in elements of it may be for those who listen, that it is sold out. */
const saidBy = (index: PageIndex, place: number): string => {
  const element = index.all[place];
  if (element?.tagName !== 'label') return '';
  const own = squeeze(element.childNodes.map((node) => (isText(node) ? node.value : '')).join(' '));
  return own || index.textOf(place) || (attr(element, 'aria-label') ?? '');
};
