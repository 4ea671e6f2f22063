import type { CallOptions, Connection } from './connection.ts';
import type {
  ScrapeCsvData,
  ScrapeCsvRequest,
  ScrapeHtmlData,
  ScrapeHtmlRequest,
  ScrapeMarkdownData,
  ScrapeMarkdownRequest,
  ScrapePdfData,
  ScrapePdfRequest,
  ScrapeResponse,
  ScrapeScreenshotData,
  ScrapeScreenshotRequest,
} from './contract.ts';

/** POST /v1/scrape: `output` says which options there are and what comes back. */

interface Requests {
  readonly markdown: ScrapeMarkdownRequest;
  readonly screenshot: ScrapeScreenshotRequest;
  readonly pdf: ScrapePdfRequest;
  readonly csv: ScrapeCsvRequest;
  readonly html: ScrapeHtmlRequest;
}

interface Data {
  readonly markdown: ScrapeMarkdownData;
  readonly screenshot: ScrapeScreenshotData;
  readonly pdf: ScrapePdfData;
  readonly csv: ScrapeCsvData;
  readonly html: ScrapeHtmlData;
}

export type Output = keyof Requests;

/** With the options of its output. */
export type ScrapeRequest<O extends Output = Output> = { readonly output?: O | undefined } & Requests[O];

/** With the data of its output; of several outputs, `output` tells which. */
export type ScrapeAnswer<O extends Output = Output> = O extends Output
  ? Omit<ScrapeResponse, 'output' | 'data'> & { readonly output: O; readonly data: Data[O] }
  : never;

/** @param request an address stands for its Markdown. Pictures and PDFs come as base64: see `bytesOf`. */
export type Scrape = <O extends Output = 'markdown'>(
  request: string | ScrapeRequest<O>,
  options?: CallOptions,
) => Promise<ScrapeAnswer<O>>;

export const createScrape =
  ({ send }: Connection): Scrape =>
  (request, options) => {
    const body = typeof request === 'string' ? { url: request } : request;
    return send({ method: 'POST', path: '/v1/scrape', body }, options);
  };
