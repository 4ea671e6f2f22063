import type { Snapshot } from '../page.ts';
import type { BrowserReason, ResponseReason } from './arrive/received.ts';
import type { WaitEnd } from './wait/settle.ts';

/** What a visit gives back. */

/** Whether the page was read from its response or shown in a browser, and why. */
export type Engine =
  | { readonly name: 'response'; readonly why: ResponseReason }
  | { readonly name: 'browser'; readonly why: BrowserReason };

/** Whether each effort changed the page; undefined where it was not made, or the effect not seen. */
export interface Effects {
  /** Running its timers ahead. */
  readonly timers: boolean | undefined;
  /** Taking animation frames when the page was done without them. */
  readonly frames: boolean | undefined;
  /** Scrolling empty places into sight. */
  readonly sights: boolean | undefined;
  /** Waiting for quiet after its load. */
  readonly quiet: boolean | undefined;
}

/** A page that was visited: its snapshot, and how it went. */
export interface Visited<T> {
  readonly snapshot: Snapshot;
  /** What `read` made of the live page; undefined for one that was never shown. */
  readonly value: T | undefined;
  readonly engine: Engine;
  /** A page that was shown, as its response alone tells it, where that was read. */
  readonly raw: Snapshot | undefined;
  readonly wait: { readonly ended_by: WaitEnd | 'response'; readonly after_ms: number };
  /** When it had a tab, and when the document had arrived: `performance.now()`. */
  readonly begun: number;
  readonly arrived: number;
  readonly effects: Effects;
  /** A script waited in a loop for the clock, which stood still while timers were run ahead: it was stopped. */
  readonly spins: boolean;
  /** The same for pages with the same scripts; undefined where its response was not read before it was shown. */
  readonly scripts: string | undefined;
  readonly warnings: readonly string[];
  /** The operator's proxy that the document came through. */
  readonly proxy: string | undefined;
  /** The page was not final: the caller's script was not run, the selector not waited for. */
  readonly cutShort: boolean;
}
