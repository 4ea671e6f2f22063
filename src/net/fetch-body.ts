import type { IncomingMessage } from 'node:http';
import { Duplex, pipeline, Transform } from 'node:stream';
import { createBrotliDecompress, createInflate, createInflateRaw } from 'node:zlib';
import { ConnectError } from './connect-error.ts';
import { gunzip } from './gunzip.ts';
import { codingsOf } from './headers.ts';
import type { Tally } from './tally.ts';

interface Options {
  readonly maxBytes: number;
  readonly unpacks: boolean;
  readonly signal: AbortSignal;
  readonly tally: Tally;
}

/** The body of an answer as it is read, and whether it was cut. */
export interface Body {
  readonly chunks: AsyncIterable<Buffer>;
  readonly isCut: boolean;
}

/** The content codings that are asked for, and those that servers send unasked. */
const decoders: Readonly<Record<string, () => Duplex>> = {
  gzip: () => Duplex.from(gunzip),
  'x-gzip': () => Duplex.from(gunzip),
  deflate: () => Duplex.from(inflate),
  br: createBrotliDecompress,
};
/**
 * Others that there are (IANA, HTTP Content Coding Registry): what is in them cannot be read. Any other name, such as `none` or
 * `utf-8`, is a mistake that browsers overlook, and no coding.
 */
const otherCodings = new Set('aes128gcm compress x-compress dcb dcz exi pack200-gzip zstd'.split(' '));
/** One is usual, two are a mistake, more are an attack. */
const maxCodings = 2;

/** Decodes while it is read, so that a small body which unfolds into a large one costs no more than `maxBytes`. */
export const openBody = (response: IncomingMessage, options: Options): Body => {
  const { maxBytes, unpacks, signal, tally } = options;
  let isCut = false;

  const chunks = async function* (): AsyncGenerator<Buffer> {
    let left = maxBytes;
    try {
      const decoded: AsyncIterable<Buffer> = decode(response, tally);
      for await (const chunk of unpacks ? unpack(decoded) : decoded) {
        if (chunk.length > left) {
          isCut = true;
          yield chunk.subarray(0, left);
          return;
        }
        left -= chunk.length;
        yield chunk;
      }
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof ConnectError ? error : new ConnectError('bad_response', error);
    }
  };
  return {
    chunks: { [Symbol.asyncIterator]: chunks },
    get isCut() {
      return isCut;
    },
  };
};

const decode = (response: IncomingMessage, tally: Tally): Duplex => {
  const codings = codingsOf(response.headers['content-encoding']).filter(
    (coding) => Object.hasOwn(decoders, coding) || otherCodings.has(coding),
  );
  const steps = codings.toReversed().map((coding) => decoders[coding]?.());
  if (codings.length > maxCodings || steps.includes(undefined)) throw new ConnectError('bad_response');
  // A decoder may take bytes without end and give none: they are counted before it.
  const meter = new Transform({
    transform: (chunk, _, done) => {
      tally.received();
      done(tally.overBudget ? new ConnectError('refused_budget') : null, chunk);
    },
  });
  let last: Duplex = meter;
  pipeline(codings.length > 0 ? untilClosed(response) : response, meter, passOn);
  for (const step of steps) if (step !== undefined) last = pipeline(last, step, passOn);
  return last;
};

/**
 * What comes until the connection ends. A coded body says itself whether it is whole; some servers tell its length as it is without
 * the coding, and browsers put up with that.
 */
const untilClosed = async function* (response: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* response;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ECONNRESET')) throw error;
  }
};

/** Errors reach whoever reads the last step of a pipeline. */
const passOn = () => undefined;

/** @returns its first two bytes, where there are so many, and all of it. */
const peek = async (bytes: AsyncIterable<Buffer>) => {
  const input = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  for (let next = await input.next(); !next.done; next = await input.next()) {
    head = Buffer.concat([head, next.value]);
    if (head.length >= 2) break;
  }
  const whole = async function* () {
    yield head;
    yield* { [Symbol.asyncIterator]: () => input };
  };
  return { head, whole };
};

const unpack = async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, whole } = await peek(bytes);
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  yield* isPacked ? gunzip(whole()) : whole();
};

/** In the format of zlib, or without it, as some servers send it and browsers take it (RFC 9110, 8.4.1.2). */
const inflate = async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, whole } = await peek(bytes);
  // How such a header is told (RFC 1950, 2.2).
  const [first = 0, second = 0] = head;
  const isZlib = first % 16 === 8 && (first * 256 + second) % 31 === 0;
  yield* pipeline(whole(), isZlib ? createInflate() : createInflateRaw(), passOn);
};
