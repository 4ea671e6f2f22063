import type { Evidence } from './evidence.ts';

/** The rows that pages are classified by, and how one is matched. */

/** Signs of one kind of page: all that are given must be met. */
export interface Mark {
  /** Statuses that it comes with; any, when absent. */
  readonly status?: ReadonlySet<number>;
  /** A response header, its name in lower case. */
  readonly header?: readonly [name: string, value: RegExp];
  /** The address of the document, after redirects. */
  readonly address?: RegExp;
  readonly title?: RegExp;
  readonly text?: RegExp;
  readonly html?: RegExp;
  /** The address of one of its scripts. */
  readonly script?: RegExp;
  /** Must not match the HTML. */
  readonly not?: RegExp;
  /** Met by pages that say much, too: only for signs that no article can carry. */
  readonly ofLongPages?: true;
}

export const isMet = (mark: Mark, page: Evidence): boolean =>
  (page.short || mark.ofLongPages === true) &&
  (mark.status?.has(page.status) ?? true) &&
  (mark.header === undefined || mark.header[1].test(page.headers[mark.header[0]] ?? '')) &&
  (mark.address?.test(page.address) ?? true) &&
  (mark.title?.test(page.title) ?? true) &&
  (mark.text?.test(page.text) ?? true) &&
  (mark.html?.test(page.html) ?? true) &&
  (mark.script?.test(page.scripts) ?? true) &&
  !mark.not?.test(page.html);
