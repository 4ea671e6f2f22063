/** How patiently a wait strategy waits. Times are milliseconds. */
export interface Patience {
  /** Quiet time asked of every page. */
  readonly floor: number;
  /** Factor on the quiet times of the table in `needOf`. */
  readonly factor: number;
  /** How long a script may hold up an ordinary and a thin page. */
  readonly script: readonly [number, number];
  /** How long an XHR or fetch may, for a page without content longer. */
  readonly data: readonly [number, number];
  /** How long one to the page's own site may, for a page with content: trackers are others', as a rule. */
  readonly ownData: number;
  /** Neither a page under 400 characters is done before this, nor one whose text has not grown and whose data have not come. */
  readonly contentUntil: number;
  /** How long a bot check may take, and what share of the time: another attempt may do better. */
  readonly challenge: number;
  readonly challengeShare: number;
  /** Whether a page that waits for nothing but data is run ahead at once. */
  readonly hurries: boolean;
  /** Whether pages of a kind that the quiet brought nothing to are left without it. */
  readonly learns: boolean;
  /** Everything loaded and the network idle for 500 ms as well. */
  readonly wholeNetwork: boolean;
}

export const automatic: Patience = {
  floor: 50,
  factor: 1,
  script: [1500, 5000],
  data: [1500, 8000],
  ownData: 2500,
  contentUntil: 0,
  challenge: 15_000,
  challengeShare: 0.4,
  hurries: true,
  learns: true,
  wholeNetwork: false,
};
export const spa: Patience = {
  ...automatic,
  floor: 500,
  factor: 2,
  script: [3000, 8000],
  data: [4000, 10_000],
  ownData: 4000,
  contentUntil: 3000,
  hurries: false,
  learns: false,
};
export const heavy: Patience = { ...spa, wholeNetwork: true };
