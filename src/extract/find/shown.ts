import type { Candidate } from '../evidence/candidate.ts';
import type { Region } from '../page/page-index.ts';
import { stockIn } from '../reading/stock-words.ts';
import { amountsIn, passedAmounts } from '../sources/price.ts';
import { buying, soldOut } from '../sources/stock.ts';
import { labelOf } from '../wishes/words.ts';

/** What a page tells as data, weighed against what it shows its visitors. By concept. */

interface Shown {
  readonly region: Region;
  /** Values beside a label of the concept. */
  readonly labelled: readonly Candidate[];
}

type Weigh = (told: readonly Candidate[], shown: Shown) => readonly Candidate[];

const doubted = (candidate: Candidate, share: number): Candidate => ({
  ...candidate,
  confidence: candidate.confidence * share,
});

/**
 * Shops that have lowered a price may leave the old one in their data: what is shown crossed out is believed less. Of
 * several that contradict each other the one that is shown first is believed.
 */
const price: Weigh = (told, { region }) => {
  if (told.length === 0) return told;
  const passed = passedAmounts(region);
  const [first] = amountsIn(region);
  const values = new Set(told.map(({ raw }) => Number(raw)));
  const decides = values.size > 1 && first !== undefined && values.has(first.value);
  return told.map((candidate) => {
    const value = Number(candidate.raw);
    return passed.has(value)
      ? doubted(candidate, 0.3)
      : decides && value !== first.value
        ? doubted(candidate, 0.5)
        : candidate;
  });
};

/** Data may be about a variant that is sold out, or older than the button that sells. */
const availability: Weigh = (told, { region }) => {
  const isGone = (candidate: Candidate) => stockIn(String(candidate.raw)) === 'OutOfStock';
  if (!told.some(isGone) || buying(region).length === 0 || soldOut(region).length > 0) return told;
  return told.map((candidate) => (isGone(candidate) ? doubted(candidate, 0.4) : candidate));
};

/** What is shown under a label outweighs what data and hidden fields agree on. */
const shownTrust = 0.75;

/** The code that visitors are shown is that of the product; the one in the data may be that of a variant. */
const sku: Weigh = (told, { labelled }) => {
  const codes = labelled.filter(({ raw }) => /^(?=.*\d)[^\s]{4,40}$/.test(String(raw).trim()));
  const shown = new Set(codes.map(({ raw }) => String(raw)));
  if (shown.size === 0 || told.some(({ raw }) => shown.has(String(raw)))) return told;
  return [
    ...told.map((candidate) => doubted(candidate, 0.4)),
    ...codes.slice(0, 1).map((code): Candidate => ({ ...code, confidence: shownTrust, voice: 'shown' })),
  ];
};

/** A maker that is told and shown nowhere is the shop's own name or a placeholder, where another stands under a label. */
const brand: Weigh = (told, { region, labelled }) => {
  if (told.length === 0 || labelled.length === 0) return told;
  return told.map((candidate) =>
    isShown(region, String(candidate.raw)) ? candidate : doubted(candidate, 0.4),
  );
};

/** Whether words stand somewhere in what is shown, as such. */
const isShown = ({ index }: Region, text: string): boolean => {
  const words = labelOf(text);
  return index.speakers.some(
    (place) => index.isShown(place) && ` ${labelOf(index.textOf(place))} `.includes(` ${words} `),
  );
};

export const weigh: Readonly<Record<string, Weigh>> = { price, availability, sku, brand };
