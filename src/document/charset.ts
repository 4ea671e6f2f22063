import { TextDecoder } from '@exodus/bytes/encoding.js';
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
const charsetOf = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];

/**
 * HTML: byte order mark, then header, then `<meta>` in the first 1024 bytes.
 * @returns undefined where none of them decides and it matters: a browser would guess from the words.
 */
export const decodeHtml = (bytes: Uint8Array, contentType: string): string | undefined => {
  const encoding = sniff(bytes, {
    transportLayerEncodingLabel: charsetOf(contentType),
    defaultEncoding: undecided,
  });
  if (encoding !== undecided) return createDecoder(encoding).decode(bytes);
  return bytes.every((byte) => byte < 0x80) ? new TextDecoder('utf-8').decode(bytes) : undefined;
};

/** Text that is not HTML: byte order mark, then header, then UTF-8, and windows-1252 for what is not UTF-8. */
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
    return new TextDecoder('windows-1252').decode(bytes);
  }
};
