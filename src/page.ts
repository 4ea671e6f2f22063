import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

/** What left the browser: plain data, storable and cacheable. No live handle. */
export interface Snapshot {
  /** Address of the document after redirects. */
  readonly url: string;
  /** HTTP status of the main document. */
  readonly status: number;
  /** Response headers of the main document, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Media type without parameters, lower case: `text/html`, `application/json`, … */
  readonly contentType: string;
  /**
   * The rendered document as HTML: shadow roots, open and closed, flattened in, scripts and styles dropped. A frame is a
   * `<div data-gn-frame>` with the frame's address that holds its body, addresses in it absolute.
   * Elements that a reader cannot see carry `data-gn-hidden`; images, videos and sounds `data-gn-src` with the source
   * in use; form fields `data-gn-value` and `data-gn-checked`.
   */
  readonly html: string;
  readonly title: string;
  /** Addresses of the document's scripts, the first hundred: what a page is made of that its HTML no longer shows. */
  readonly scripts?: readonly string[];
  /** Base address that relative links resolve against (honours `<base>`). */
  readonly baseUrl: string;
  /** What came instead of a page; `html` is empty then. */
  readonly file?: SourceFile;
}

/** Files that are read like pages. */
export type FileKind = 'pdf' | 'docx' | 'xlsx';

export interface SourceFile {
  readonly kind: FileKind;
  readonly bytes: Uint8Array;
  /** `report.pdf` */
  readonly name: string;
}

export type Commands = ProtocolMapping.Commands;
export type Params<M extends keyof Commands> = Commands[M]['paramsType'] extends [(infer P)?] ? P : never;
export type Result<M extends keyof Commands> = Commands[M]['returnType'];

/** The browser refused a command. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly method: string;

  constructor(method: string, message: string) {
    super(`${method}: ${message}`);
    this.method = method;
  }
}

/** The page's own script failed, or one of ours met something it did not expect. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

/** A live tab as far as an output may touch it. The visit ends all of it at the request's deadline. */
export interface LivePage {
  /** @throws ProtocolError when the browser refuses. */
  send<M extends keyof Commands>(method: M, params?: Params<M>): Promise<Result<M>>;
  /** Runs a self-contained function in the isolated world; the page can neither see nor alter it. */
  evaluate<A extends readonly unknown[], R>(fn: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
  /** Notes what covers the page, before it is scrolled. */
  noteCovers(): Promise<unknown>;
  /** Hides cookie banners, and what has come to cover the page since that was noted. @returns whether there was any. */
  hideCovers(): Promise<boolean>;
  /** Waits, for so many milliseconds at most, for what the page has asked for since a moment of `performance.now()`. */
  untilLoaded(since: number, ms: number): Promise<void>;
  /** Whether a style sheet is on its way. */
  readonly awaitsStyle: boolean;
  /** Waits, for so many milliseconds at most, for what a picture shows and is still on its way. */
  untilPictured(ms: number): Promise<void>;
  /** Tells the caller of what the answer lacks. */
  warn(warning: string): void;
  /** Milliseconds of the request's budget that are left for the picture. */
  readonly remaining: number;
}
