/** What a crawler says when a crawl is over. */
export interface Told {
  readonly pages: number;
  /** From the first request to the last page. */
  readonly seconds: number;
  /** What it used, where it tells itself; else it is looked up. */
  readonly cpuMs?: number;
  readonly peakMb?: number;
}
