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
   * The rendered document as HTML: shadow roots and same-origin frames flattened in, scripts and styles dropped.
   * Elements a reader cannot see carry `data-gn-hidden`; images carry `data-gn-src` with the source in use.
   */
  readonly html: string;
  readonly title: string;
  /** Base address that relative links resolve against (honours `<base>`). */
  readonly baseUrl: string;
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

/** A live tab as far as an output may touch it. The visit ends all of it at the request's deadline. */
export interface LivePage {
  /** @throws ProtocolError when the browser refuses. */
  send<M extends keyof Commands>(method: M, params?: Params<M>): Promise<Result<M>>;
  /** Runs a self-contained function in the isolated world; the page can neither see nor alter it. */
  evaluate<A extends readonly unknown[], R>(fn: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
  /** Milliseconds of the request's budget that are left for the picture. */
  readonly remaining: number;
}
