import type { Alive } from '../../document/still.ts';
import type { Snapshot } from '../../page.ts';
import type { Paused } from '../devtools/paused.ts';
import type { Body } from './body.ts';

/** What the handling of a main document is told, and what it results in. */

/** How a page may be read, by what is known of its address. */
export type Plan =
  | {
      readonly from: 'browser';
      readonly why: 'asked' | 'setting' | 'learned';
      /** Its document is known to come at once: nothing is lost by having all of it before it is shown. */
      readonly short?: boolean;
    }
  /** The response is read; it is the answer when it is all there is to the page, or with `scripts` even if it holds some. */
  | { readonly from: 'response'; readonly scripts: boolean };

/** Why a page was read from its response. */
export type ResponseReason = 'text' | 'document' | 'no_script' | 'learned';
/** Why it was shown in a browser. */
export type BrowserReason =
  | Extract<Plan, { from: 'browser' }>['why']
  | Alive
  | 'charset'
  | 'content_type'
  | 'status'
  | 'bot_check'
  | 'page';

/** A main document that was read from its response. */
export interface ReadResponse {
  readonly snapshot: Snapshot;
  readonly why: ResponseReason;
  readonly end: Body['end'];
}

/** What became of a main document. */
export type Received =
  | ReadResponse
  | {
      readonly snapshot: undefined;
      readonly why: BrowserReason;
      /** The page as its response shows it, where that was read. */
      readonly raw?: Snapshot | undefined;
      /** Its media type, where it is shown in another form than it was sent in. */
      readonly sentAs?: string;
      readonly end: Body['end'];
    };

/** What is to be done with a main document. */
export interface Handling {
  /** Text is wanted, and nothing is to be done on the page before. */
  readonly asText: boolean;
  /** A picture is wanted, or what stands where in the page. */
  readonly live: boolean;
  /** What is wanted stands in XML as it was sent: no style sheet makes another document of it. */
  readonly asSent: boolean;
  /** The page itself leads on: wherever it leads is shown. */
  readonly arrived: boolean;
  readonly planFor: (url: string) => Plan;
  /** Nobody waits for this page alone: it may come later for less work (docs/adr/0020). */
  readonly patient: boolean;
  /** `performance.now()` at which the page must have been read. */
  readonly until: number;
  readonly cutOff: () => void;
  readonly hasBrokenOff: (url: string) => boolean;
  /** Shows the document, when its turn has come. @param bytes of its body, where that was taken. */
  readonly show: (paused: Paused, bytes?: Buffer) => Promise<void>;
  /** Called before a page is shown: its response can be the answer should showing it come to nothing. */
  readonly willShow: (page: PageToShow) => void;
  /** Called for each redirect. */
  readonly redirected: () => void;
  readonly mayFollow: ((url: string) => Promise<boolean>) | undefined;
  /** Called for a document that is the answer as it is, instead of showing it. */
  readonly leave: (paused: Paused, end: Body['end']) => Promise<void>;
}

/** A page whose response has arrived, and which is about to be shown. */
export interface PageToShow {
  /** As its response tells it; undefined where that cannot be told without a browser. */
  readonly raw: () => Snapshot | undefined;
  readonly bytes: number;
  readonly why: BrowserReason;
}
