import { everyEntity, textsOf, valuesOf } from '../metadata/entity.ts';
import type { Structured } from '../metadata/structured.ts';
import { attr } from '../tree/tree.ts';
import type { Block, Blocks } from './blocks.ts';
import type { PageFacts } from './page-features.ts';
import type { Region } from './region.ts';

/** What the page says its product costs, as data: `1199.00`; the likeliest first. */
export const readPrices = ({ jsonld, microdata, rdfa, meta }: Structured): string[] => {
  const offers = everyEntity([...jsonld, ...microdata, ...rdfa]).filter(({ types }) =>
    types.some((type) => type.endsWith('Offer')),
  );
  const stated = [
    ...offers.flatMap((offer) => textsOf([...valuesOf(offer, 'price'), ...valuesOf(offer, 'lowPrice')])),
    ...['product:price:amount', 'og:price:amount']
      .flatMap((name) => meta.all(name))
      .map(({ content }) => content),
  ];
  return [...new Set(stated)].slice(0, mostPrices);
};

/** A page that states more is a list. */
const mostPrices = 3;

/** In characters: an amount with what is said beside it. */
const longest = 60;
/** Blocks behind the main heading in which a price without data is looked for. */
const farthest = 60;
/** The same before it, as properties for sale have it; what is in the cart stands there, too. */
const farthestBefore = 3;
/** As many places that look alike are those of a list. */
const fewInList = 3;

/**
 * The block with the price of a page's product, where none that was chosen has it: annotators of main content leave it
 * out, buyers do not. It is the first behind the heading that shows the stated amount; where none is stated, the first
 * between the heading and the end of the content that is an amount of money and is called a price, else one right before the
 * heading.
 */
export const priceBlock = (
  { all }: Blocks,
  chosen: ReadonlySet<Block>,
  { prices, types }: PageFacts,
): Block | undefined => {
  if (types.some((type) => written.test(type))) return undefined;
  const heading = all.find(({ level }) => level === 1)?.index;
  const stated = new Set(prices.flatMap(spellings));
  const found =
    stated.size > 0 ? all.filter((block) => isStated(block, stated)) : likely(all, chosen, heading);
  if (found.some((block) => chosen.has(block))) return undefined;
  const looks = Map.groupBy(found, ({ region }) => region.look);
  const single = found.filter(({ region }) => (looks.get(region.look)?.length ?? 0) < fewInList);
  return single.find(({ index }) => index >= (heading ?? 0)) ?? single[0];
};

/** Of many amounts nobody knows which is the price. */
const likely = (all: readonly Block[], chosen: ReadonlySet<Block>, heading: number | undefined): Block[] => {
  if (heading === undefined) return [];
  const last = all.findLastIndex((block) => chosen.has(block));
  const amounts = all.slice(heading, Math.min(heading + farthest, last + 1)).filter(isAmount);
  const [before, ...others] =
    amounts.length > 0 ? [] : all.slice(Math.max(0, heading - farthestBefore), heading).filter(isAmount);
  if (before !== undefined && others.length === 0 && /[1-9]/.test(textOf(before))) return [before];
  return amounts.length > fewInList ? [] : amounts;
};

/** Short, an amount that is stated, and of money. */
const isStated = (block: Block, stated: ReadonlySet<string>): boolean =>
  block.digits > 0 &&
  block.characters <= longest &&
  amountsIn(textOf(block)).some((amount) => stated.has(amount)) &&
  (currency.test(textOf(block)) || isNamedPrice(block));

/** Texts, whose prices are not those of the page. */
export const written = /Article$|Posting$|Question$|^Recipe$|^Event$/;

export const textOf = ({ nodes }: Block): string => nodes.map(({ value }) => value).join('');

/** The digits of the numbers in a text, whatever parts thousands and cents: `1.199,00` is `119900`. Cents may be raised. */
const amountsIn = (text: string): string[] => {
  const amounts = (text.match(/\d+(?:\s\d{3}(?!\d))*(?:[.,'’]\d+)*/g) ?? []).map((number) =>
    number.replace(/\D/g, ''),
  );
  return amounts.flatMap((amount, index) => {
    const next = amounts[index + 1];
    return next?.length === 2 ? [amount, amount + next] : [amount];
  });
};

/** An amount as its page may show it, in digits: with cents, and without where there are none. */
const spellings = (price: string): string[] => {
  const [, whole = '', cents = ''] = /(\d[\d.,\s]*?)(?:[.,](\d{1,2}))?(?![\d.,])/.exec(price) ?? [];
  const digits = whole.replace(/\D/g, '');
  if (digits === '') return [];
  return Number(cents) === 0 ? [digits, `${digits}00`] : [digits + cents.padEnd(2, '0')];
};

const currency = /\p{Sc}|(?<!\p{L})(?:[A-Z]{3}|kr|zł|Kč|lei|Ft|руб|грн|лв|тг|Rs|RM|Rp|TL)(?!\p{L})/u;
const named = /pri(?:ce|x|js|s\b)|preis|prec[ei]o|prezzo|cen[ay]|hind|hinta|kaina|fiyat|amount/i;

const isNamedPrice = ({ region }: Block): boolean => {
  let around: Region | undefined = region;
  for (let level = 0; level < 3 && around !== undefined; level++) {
    const { element } = around;
    if (
      named.test(
        `${attr(element, 'class') ?? ''} ${attr(element, 'id') ?? ''} ${attr(element, 'itemprop') ?? ''}`,
      )
    )
      return true;
    around = around.parent;
  }
  return false;
};

/** Short, and nothing but an amount of money: `$ 12.90`, `ab 1.199,00 €`. */
const isAmount = (block: Block): boolean => {
  // One that is said for those who listen, and drawn for those who see, is the same.
  const count =
    block.digits === 0 || block.characters > longestPrices ? 0 : new Set(amountsIn(textOf(block))).size;
  const isOne = count === 1 && isAmountOfMoney(block);
  return (isOne || (count === 2 && showsMoney(block) && before.test(textOf(block)))) && isNamedPrice(block);
};
/** With what it was before. */
const before = /\b(?:regular|special|sale|original|old|was|now|rrp|msrp|statt|uvp|avant|antes|prima)\b/i;

/** With a number and a currency, and little else: what it was before, said for those who listen. */
export const showsMoney = (block: Block): boolean =>
  block.digits > 0 && block.characters <= longestPrices && currency.test(textOf(block));

/** Short, with a number and a currency. */
export const isAmountOfMoney = (block: Block): boolean =>
  block.characters <= longestAmount && showsMoney(block);
const longestPrices = 80;
const longestAmount = 24;
