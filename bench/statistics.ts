/** By rank: the smallest value that at least the share `p` of the values do not exceed; NaN for none. */
export const percentile = (values: readonly number[], p: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * p) - 1)] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const round = (value: number, digits = 0): number => Number(value.toFixed(digits));

/** A ratio of two medians, and between what values it lies with 95 % confidence. */
export interface Ratio {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const resamples = 2000;

/**
 * Median of `ours` over median of `theirs`, with the bootstrap's percentile interval (Efron 1979). Values with the same
 * index were measured next to each other, so they are drawn together: what the machine did then falls on both.
 * The same values give the same interval.
 */
export const ratioOf = (ours: readonly number[], theirs: readonly number[]): Ratio => {
  const pairs = Math.min(ours.length, theirs.length);
  const random = sequence(20_261_121);
  const draws = Array.from({ length: resamples }, () => {
    const indices = Array.from({ length: pairs }, () => Math.floor(random() * pairs));
    const drawn = (values: readonly number[]) => median(indices.map((index) => values[index] ?? Number.NaN));
    return drawn(ours) / drawn(theirs);
  });
  return {
    value: median(ours) / median(theirs),
    low: percentile(draws, 0.025),
    high: percentile(draws, 0.975),
  };
};

/** Numbers from 0 to 1 that are the same each time (mulberry32). */
const sequence = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** `2.31 (2.02 to 2.60)`; a ratio that could not be measured is a dash. */
export const shownRatio = ({ value, low, high }: Ratio): string =>
  Number.isFinite(value) ? `${round(value, 2)} (${round(low, 2)} to ${round(high, 2)})` : '-';
