import { waitingWords } from '../../document/tree/waiting-words.ts';

/** What stands in the place of content that is to come, as far as markup tells: self-made and of the usual libraries. */
export interface BusySigns {
  /** A selector. */
  readonly marks: string;
  /** A pattern for the whole of a short text, in small letters or large. */
  readonly words: string;
}

export const busySigns: BusySigns = {
  marks: [
    '[aria-busy="true"]',
    '[role="progressbar"]:not([aria-valuenow])',
    '[aria-label^="loading" i]',
    '.loading,.is-loading,.loader,[class^="loading-"],[class*=" loading-"]',
    '.shimmer,.animate-pulse,.animate-spin,.fa-spin,[class^="lds-"],[class*=" lds-"]',
    '[class*="skeleton" i],[class*="spinner" i]',
    // Bootstrap.
    ':is(.placeholder-glow,.placeholder-wave) .placeholder',
    '.placeholder:is([class*=" col-"],[class*=" w-"]):empty',
    // react-content-loader.
    'svg[role="img"][aria-labelledby$="-aria"]',
  ].join(),
  words: `^loading$|^[.…]+\\s*(loading|fetching|waiting)$|^${waitingWords}$|^(読み込み中|加载中|로딩)`,
};
