import { offersChoice } from '../tree/fields.ts';
import { ancestors, attr, type Element, elements } from '../tree/tree.ts';
import type { Block, Blocks } from './blocks.ts';
import type { PageFacts } from './page-features.ts';
import { isAmountOfMoney, written } from './price.ts';
import { isPriced } from './product-pictures.ts';
import type { Region } from './region.ts';

/** Variants of a product, such as sizes and colours, that the model left out. */

/** In blocks behind the heading. */
const farthest = 40;
/** In blocks, and in characters: longer ones are forms to be filled in. */
const mostChoices = 30;
const longest = 400;

/** With fields, and the elements around, that are kept though they say nothing by themselves. */
interface ProductChoices {
  readonly blocks: readonly Block[];
  readonly fields: readonly Element[];
}

/**
 * What may be chosen of what a page sells, such as its sizes and colours: fields with a name, each with boxes of one choice,
 * whose name may be the heading above.
 */
export const productChoices = (
  { all, regions }: Blocks,
  chosen: ReadonlySet<Block>,
  { prices, types }: Pick<PageFacts, 'prices' | 'types'>,
): ProductChoices => {
  const heading = all.find((block) => block.level === 1 && chosen.has(block));
  if (heading === undefined || types.some((type) => written.test(type))) return noChoices;
  const near = regions.filter(
    ({ tag, first }) => holders.has(tag) && first > heading.index && first <= heading.index + farthest,
  );
  const behind = all.slice(heading.index + 1);
  const tellsPrice = () =>
    behind.slice(0, farthest).some((block) => chosen.has(block) && isAmountOfMoney(block));
  if (near.length === 0 || (prices.length === 0 && !isPriced(behind, chosen) && !tellsPrice()))
    return noChoices;
  const isNamed = ({ first, last }: Region): boolean =>
    chosen.has(all[first - 1] ?? heading) && all.slice(first, last + 1).every(({ level }) => level === 0);
  const choices = near.filter(
    (region) =>
      (isChoice(region) && (region.tag === 'fieldset' ? hasLegend(region) : isNamed(region))) ||
      isRow(region),
  );
  const fields = choices.flatMap(({ element }) => elements(element).filter(offersChoice));
  return {
    blocks: choices
      .flatMap(({ first, last }) => all.slice(first, last + 1))
      .filter(({ linked }) => linked === 0),
    fields: fields.flatMap((field) => [field, ...ancestors(field).slice(0, mostAround)]),
  };
};

const noChoices: ProductChoices = { blocks: [], fields: [] };
/** Elements between a field and what holds it and its name. */
const mostAround = 3;

const holders = new Set(['div', 'fieldset', 'tr']);

/** A field that offers what may be chosen, and its name; beside them what undoes the choice. */
const isRow = ({ element, blocks }: Region): boolean =>
  blocks <= 2 && elements(element).filter(offersChoice).length === 1;

const isChoice = ({ element, blocks, characters, linked }: Region): boolean => {
  if (blocks > mostChoices || characters > longest || linked * 2 > characters) return false;
  const fields = elements(element).filter(({ tagName }) => tagName === 'input');
  return fields.length > 1 && fields.every((field) => attr(field, 'type') === 'radio');
};

const hasLegend = ({ element }: Region): boolean =>
  elements(element).some(({ tagName }) => tagName === 'legend');
