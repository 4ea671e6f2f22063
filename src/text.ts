import { hash } from 'node:crypto';

/**
 * A text that every reader takes: half a surrogate pair is refused by strict readers of JSON, it and NUL by PostgreSQL. Both
 * become U+FFFD, as in HTML.
 */
export const sound = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

/** The same of every text in plain data; names of fields are ours, or the caller's, and stay. */
export const soundData = <T>(data: T): T => soundOf(data) as T;

const soundOf = (data: unknown): unknown => {
  if (typeof data === 'string') return sound(data);
  if (Array.isArray(data)) return data.map(soundOf);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, soundOf(value)]));
};

/** What percent signs stand for in a part of an address; what is malformed stays as it is. */
export const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
};

/** In one call: nothing is left over but the 32 bytes. */
export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');
