import { type ErrorCode, type ErrorExtras, ServiceError } from '../contract/error.ts';
import type { Options, OutputName } from '../contract/scrape.ts';
import type { Snapshot } from '../page.ts';
import { type Rendered, renderText } from './text.ts';

/** What a worker thread is given. */
export interface Task<N extends OutputName> {
  readonly snapshot: Snapshot;
  readonly output: N;
  readonly options: Options[N];
}

/** What it gives back. Errors lose their class on the way between threads, so ours travel as plain data. */
export type Outcome<N extends OutputName> =
  | { readonly rendered: Rendered<N> }
  | {
      readonly refused: { readonly code: ErrorCode; readonly message: string; readonly extras: ErrorExtras };
    };

/** Entry of a worker thread. */
export const runTask = <N extends OutputName>({ snapshot, output, options }: Task<N>): Outcome<N> => {
  try {
    return { rendered: renderText(snapshot, output, options) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { refused: { code: error.code, message: error.message, extras: error.extras } };
  }
};
