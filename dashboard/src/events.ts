import type { CrawlStatus } from '../../src/contract/crawl.ts';
import type { CrawlResult } from '../../src/contract/crawl-results.ts';
import { ApiError, request } from './api.ts';

/** Follows a crawl by its events; EventSource cannot send a key. */

interface Listener {
  result(id: number, result: CrawlResult): void;
  /** @param isLast the job is over. */
  progress(status: CrawlStatus, isLast: boolean): void;
  /** The service is not there at the moment: it is asked again. */
  lost(error: ApiError): void;
}

const restMs = 1000;

/** Goes on behind the last result when the connection breaks or the service restarts, until the end of the job. @throws ApiError */
export const followCrawl = async (jobId: string, listener: Listener, signal: AbortSignal): Promise<void> => {
  let seen = 0;
  let ended = false;
  const hear = ({ id, event, data }: Message) => {
    if (event === 'result') {
      seen = Number(id);
      listener.result(seen, JSON.parse(data));
    } else if (event === 'progress' || event === 'end') {
      ended = event === 'end';
      listener.progress(JSON.parse(data), ended);
    }
  };
  while (!ended && !signal.aborted) {
    try {
      const path = `/v1/crawl/${jobId}/events?last_event_id=${seen}`;
      const { body } = await request('GET', path, undefined, signal);
      if (body === null) return;
      await readEvents(body, hear);
    } catch (error) {
      if (signal.aborted) return;
      if (isLost(error)) listener.lost(error);
      // The connection broke; whatever else fails is a fault.
      else if (!(error instanceof TypeError)) throw error;
    }
    if (!ended && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, restMs));
  }
};

/** Nothing answers, or a proxy before the service says so, or it is stopping. */
const isLost = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status >= 502);

interface Message {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

const readEvents = async (body: ReadableStream<Uint8Array>, hear: (message: Message) => void) => {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) hear(messageOf(part));
    // What has been heard is shown before more is read.
    if (parts.length > 0) await new Promise((resolve) => setTimeout(resolve));
  }
};

const messageOf = (text: string): Message => {
  const fields = new Map(
    text.split('\n').map((line): [string, string] => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)];
    }),
  );
  return { id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: fields.get('data') ?? '' };
};
