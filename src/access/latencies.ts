/**
 * A histogram of durations, each class an eighth wider than the one before. Percentiles are exact to an eighth; a histogram takes
 * half a kilobyte, and several can be added up.
 */

const growth = 1.125;
/** The last class begins at about 130 s and takes everything longer. */
const classes = 100;

export interface Latencies {
  add(ms: number): void;
  /** Adds those of another. */
  merge(other: Latencies): void;
  readonly counts: Uint32Array;
}

export const createLatencies = (): Latencies => {
  const counts = new Uint32Array(classes);
  return {
    counts,
    add: (ms) => {
      counts[classOf(ms)] = (counts[classOf(ms)] ?? 0) + 1;
    },
    merge: (other) => {
      for (const [at, count] of other.counts.entries()) counts[at] = (counts[at] ?? 0) + count;
    },
  };
};

const classOf = (ms: number): number =>
  Math.min(classes - 1, Math.max(0, Math.floor(Math.log(Math.max(1, ms)) / Math.log(growth))));

/** The middle of the class that holds the value at this share of all. @param share 0 to 1. */
const percentile = ({ counts }: Latencies, total: number, share: number): number => {
  let before = 0;
  for (const [at, count] of counts.entries()) {
    before += count;
    if (count > 0 && before >= share * total) return Math.round(growth ** (at + 0.5) * 10) / 10;
  }
  return 0;
};

/** Milliseconds; null when nothing was counted. */
export const percentilesOf = (latencies: Latencies) => {
  const total = latencies.counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const at = (share: number) => percentile(latencies, total, share);
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99) };
};
