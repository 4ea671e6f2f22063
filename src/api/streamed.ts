import { Readable } from 'node:stream';

/** A body that is written as it comes. An error while it is written closes the connection: the status is sent already. */
export interface Streamed {
  readonly type: string;
  readonly chunks: AsyncIterable<string>;
}

export const isStreamed = (answer: unknown): answer is Streamed =>
  typeof answer === 'object' && answer !== null && 'chunks' in answer && 'type' in answer;

/** @param headOnly whether nothing but the headers is wanted: then nothing is read. */
export const toStream = ({ chunks }: Streamed, headOnly: boolean): Readable =>
  // Nothing is read ahead of what the client takes: one result may have megabytes.
  Readable.from(headOnly ? [] : chunks, { highWaterMark: 0 });
