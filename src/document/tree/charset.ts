import { TextDecoder } from '@exodus/bytes/encoding.js';
import { analyse } from 'chardet';
import sniff from 'html-encoding-sniffer';

/** Bytes to text by the WHATWG rules, as browsers do. */

const undecided = 'undecided';

/**
 * A decoder for a name that `sniff` gives. Encodings that are only used to slip text past filters ("replacement":
 * `iso-2022-kr`, `hz-gb-2312`) give one U+FFFD, whatever the bytes.
 */
export const createDecoder = (encoding: string): Pick<TextDecoder, 'decode'> =>
  encoding === 'replacement' ? createReplacement() : new TextDecoder(encoding);

const createReplacement = (): Pick<TextDecoder, 'decode'> => {
  let isEmpty = true;
  return {
    decode: (bytes) => {
      if (!isEmpty || bytes === undefined || bytes.byteLength === 0) return '';
      isEmpty = false;
      return '\ufffd';
    },
  };
};

/** `charset` of a Content-Type header. */
export const charsetOf = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];

/**
 * HTML: byte order mark, then header, then `<meta>` in the first 1024 bytes, then UTF-8.
 * @returns undefined where it is none and it matters: a browser would guess from the words.
 */
export const decodeHtml = (bytes: Uint8Array, contentType: string): string | undefined => {
  const encoding = sniff(bytes, {
    transportLayerEncodingLabel: charsetOf(contentType),
    defaultEncoding: undecided,
  });
  if (encoding !== undecided) return createDecoder(encoding).decode(bytes);
  return isUtf8(bytes) ? new TextDecoder('utf-8').decode(bytes) : undefined;
};

/** Whether HTML is UTF-8 and does not say so: a browser would take it for the Latin letters of its language. */
export const isUnsaidUtf8 = (bytes: Uint8Array, contentType: string): boolean => {
  const transportLayerEncodingLabel = charsetOf(contentType);
  return (
    sniff(bytes, { transportLayerEncodingLabel, defaultEncoding: undecided }) === undecided && isUtf8(bytes)
  );
};

/** Nothing else looks like it. */
const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** Text that is not HTML: byte order mark, then header, then UTF-8, and for what is not UTF-8 a guess. */
export const decodeText = (bytes: Uint8Array, contentType: string): string => {
  const encoding = sniff(bytes, {
    xml: true,
    transportLayerEncodingLabel: charsetOf(contentType),
    defaultEncoding: undecided,
  });
  if (encoding !== undecided) return createDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(guess(bytes)).decode(bytes);
  }
};

/** Encodings whose texts look like no other's. Those of Latin letters are told apart by chance. */
const distinct = /^(?:UTF-8|Big5|EUC-(?:JP|KR)|GB18030|Shift_JIS|KOI8-R|windows-125[1356]|ISO-8859-[5678])$/;
/** Of 100; what is only possible has 10. */
const leastConfidence = 20;
/** A few bytes could be anything. */
const leastBytes = 10;
const sampleBytes = 16_384;

/** The encoding that the words speak for, windows-1252 where they speak for none. */
const guess = (bytes: Uint8Array): string => {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const sample = bytes.subarray(first, first + sampleBytes);
  if (sample.filter((byte) => byte >= 0x80).length < leastBytes) return 'windows-1252';
  const best = analyse(sample).find(
    ({ name, confidence }) => confidence >= leastConfidence && distinct.test(name) && fits(name, sample),
  );
  return best?.name ?? 'windows-1252';
};

/** Whether it has a letter for every byte. Of UTF-8 one may be broken. */
const fits = (encoding: string, sample: Uint8Array): boolean =>
  encoding === 'UTF-8' || !new TextDecoder(encoding).decode(sample, { stream: true }).includes('\ufffd');
