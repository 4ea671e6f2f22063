import type { Protocol, Session } from '../devtools/cdp.ts';
import { drop, type Paused } from '../devtools/paused.ts';
import { networkFailure } from './failure.ts';

/** The bytes of a response that is held before the browser shows it. */
export interface Body {
  readonly bytes: Buffer;
  /** `late`: the time was up before its end; `cut`: it is longer than is read; `broken`: its end is missing. */
  readonly end: 'whole' | 'late' | 'cut' | 'broken';
}

export interface Bounds {
  /** `performance.now()` at which reading ends. */
  readonly until: number;
  readonly maxBytes: number;
  /** Ends the connection that the body comes through: what has arrived of it can be had then. */
  readonly cutOff: () => void;
  /** Whether the answer from an address broke off, as far as that is seen on its way. */
  readonly hasBrokenOff: (url: string) => boolean;
}

/**
 * Takes the body as a stream: asked for as a whole, one of 450 KB that unpacks to 450 MB would take the browser down.
 * The request must be fulfilled or failed afterwards.
 * @throws VisitFailure where nothing came of a page that is to hold something; the request has failed then.
 */
export const takeBody = async (session: Session, paused: Paused, bounds: Bounds): Promise<Body> => {
  const { requestId, request, responseHeaders = [], responseStatusCode = 0 } = paused;
  const { until, maxBytes, cutOff, hasBrokenOff } = bounds;
  const { stream } = await session.send('Fetch.takeResponseBodyAsStream', { requestId });
  const parts: Buffer[] = [];
  let size = 0;
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      cutOff();
    },
    Math.max(0, until - performance.now()),
  );
  try {
    while (size < maxBytes) {
      const part = await session.send('IO.read', { handle: stream, size: chunk });
      const bytes = Buffer.from(part.data, part.base64Encoded ? 'base64' : 'utf8');
      parts.push(bytes);
      size += bytes.length;
      // A read waits for all that it asks for, or the end: to be told of that it would take another.
      if (part.eof || bytes.length < chunk) break;
    }
  } finally {
    clearTimeout(timer);
    // Closed already where the tab is gone.
    session.send('IO.close', { handle: stream }).catch(() => undefined);
  }
  const isBroken = size < leastLength(responseHeaders) || hasBrokenOff(request.url);
  if (isBroken && size === 0 && !late && responseStatusCode < 300) {
    await drop(session, paused);
    throw networkFailure('net::ERR_CONTENT_DECODING_FAILED');
  }
  const end = late ? 'late' : size >= maxBytes ? 'cut' : isBroken ? 'broken' : 'whole';
  return { bytes: Buffer.concat(parts).subarray(0, maxBytes), end };
};

/** What is beyond is cut: more would hold up the others. */
export const maxPageBytes = 15_000_000;
/** Of the time left, given to a document that does not end; the rest is for showing it. */
const shareForBody = 0.7;

/** All of the body that there is time for. */
export const takePage = (
  session: Session,
  paused: Paused,
  bounds: Omit<Bounds, 'maxBytes'>,
  maxBytes = maxPageBytes,
): Promise<Body> => {
  const until = performance.now() + shareForBody * (bounds.until - performance.now());
  return takeBody(session, paused, { ...bounds, until, maxBytes });
};

const chunk = 1_000_000;

/** No coding makes more of a body without a byte. */
const packedNothing = 64;

/**
 * In bytes, by what the headers say. Of a packed body it is known to Chromium alone whether all of it came: where it could
 * not be unpacked there is nothing. Nobody packs nothing without saying how long that is.
 */
const leastLength = (headers: readonly Protocol.Fetch.HeaderEntry[]): number => {
  const headerOf = (name: string) => headers.find((header) => header.name.toLowerCase() === name)?.value;
  const told = headerOf('content-length');
  const length = Number(told ?? 0);
  if (headerOf('content-encoding') === undefined) return length;
  return told === undefined || length > packedNothing ? 1 : 0;
};
