import { isJson } from '../document/formats/json-text.ts';
import type { FileKind } from '../page.ts';
import { percentDecoded } from '../text.ts';

/** Files that are read like pages, told by their names and first bytes. */

/** What is read of a file at most; larger ones are refused. */
export const maxFileBytes = 15_000_000;

export const fileTypes: Readonly<Record<FileKind, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** What the bytes are; `locked` for an Office file under a password, undefined for everything else. */
export const kindOfBytes = (bytes: Buffer): FileKind | 'locked' | undefined => {
  // Some bytes may stand before the mark (ISO 32000, annex H).
  if (bytes.subarray(0, 1024).includes(pdfMark)) return 'pdf';
  if (bytes.subarray(0, 4).equals(zipMark)) {
    if (bytes.includes('word/document')) return 'docx';
    return bytes.includes('xl/workbook') ? 'xlsx' : undefined;
  }
  const isOle = bytes.subarray(0, 8).equals(oleMark);
  return isOle && bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'locked' : undefined;
};

/** What bytes are that came as text: it may speak of PDF in its first lines, but does not begin so. */
export const kindDespiteType = (bytes: Buffer): FileKind | undefined => {
  const kind = kindOfBytes(bytes);
  if (kind === 'locked' || (kind === 'pdf' && !bytes.subarray(0, 5).equals(pdfMark))) return undefined;
  return kind;
};

/** How pictures, archives, sounds and films begin (WHATWG MIME Sniffing, section 6). */
const binaryMarks = [
  ...['\x89PNG\r\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a', 'PK\x03\x04', 'Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c'],
  ...['\x1f\x8b\x08', 'ID3\x02\x00', 'ID3\x03\x00', 'ID3\x04\x00', 'OggS\x00', '\x1aE\xdf\xa3'],
];

/** Whether no page and no text begins so. */
export const isBinary = (bytes: Buffer): boolean => {
  const start = bytes.toString('latin1', 0, 12);
  return binaryMarks.some((mark) => start.startsWith(mark)) || /^RIFF.{4}WEBP|^\0{3}.ftyp/s.test(start);
};

const pdfMark = Buffer.from('%PDF-');
const zipMark = Buffer.from('PK\x03\x04', 'latin1');
const oleMark = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const textTypes: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  text: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  geojson: 'application/geo+json',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  xml: 'application/xml',
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  gpx: 'application/gpx+xml',
  kml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

/**
 * The media type of text that came without one: by the name of its file, else plain.
 * @returns undefined for what is no text.
 */
export const textTypeOf = (bytes: Buffer, name: string): string | undefined =>
  isText(bytes)
    ? (textTypes[endingOf(name)] ?? (isJsonData(bytes) ? 'application/json' : 'text/plain'))
    : undefined;

/** The same for text that came as a file: under the names of Word and Excel there are pages and tables, which those open, too. */
export const textTypeOfFile = (bytes: Buffer, name: string): string | undefined => {
  const ending = endingOf(name);
  const type = textTypeOf(bytes, name);
  if (type === undefined || textTypes[ending] !== undefined) return type;
  const start = bytes.toString('latin1', 0, 3000).replace(/^\xef\xbb\xbf/, '');
  if (/^\s*<\?xml\s/.test(start)) return /<html[\s>]/i.test(start) ? 'text/html' : 'application/xml';
  if (beginsPage.test(start)) return 'text/html';
  return ending === 'xls' ? 'text/csv' : type;
};

const beginsPage =
  /^\s*(?:<!--[\s\S]{0,1000}?-->\s*)?<(?:!doctype\s+html|html|head|meta|title|style|body|table|div|h[1-6]|p)[\s>]/i;

/** Whether it is JSON, one object or one list: many programs send it as a page. */
export const isJsonData = (bytes: Buffer): boolean =>
  /^(?:\xef\xbb\xbf)?\s*[{[]/.test(bytes.toString('latin1', 0, 1000)) &&
  isJson(bytes.toString().replace(/^\ufeff/, ''));

/** Whether it is a feed: many are sent as pages. */
export const isFeed = (bytes: Buffer): boolean =>
  /^(?:\xef\xbb\xbf)?\s*(?:(?:<\?[^>]*\?>|<!--(?:(?!-->)[\s\S]){0,1000}-->)\s*){0,5}<(?:rss|feed|rdf:rdf)[\s>]/i.test(
    bytes.toString('latin1', 0, 3000),
  );

/** Signs that no text holds, whatever its encoding. What programs alone read is none. */
const isText = (bytes: Buffer): boolean =>
  isUtf16(bytes) ||
  (bytes
    .subarray(0, 100_000)
    .every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b) &&
    !programText.test(bytes.toString('latin1', 0, 1000)));

const isUtf16 = (bytes: Buffer): boolean => {
  const mark = bytes.toString('latin1', 0, 2);
  return mark === '\xff\xfe' || mark === '\xfe\xff';
};

/** RTF, and pages packed as a letter. */
const programText = /^(?:\{\\rtf|MIME-Version:[\s\S]*?multipart\/related)/i;

/** Programs, archives, pictures, sounds, films, letters, and documents that are not read. */
const others = new Set(
  (
    '7z aab apk app appimage bin bz2 cab class com crx dat db deb dll dmg exe flatpak gz img iso jar lz4 msi msix pak pkg rar rpm ' +
    'so sqlite tar tbz2 tgz torrent war whl xpi xz zip zst ' +
    'aac ai avi avif bmp dng eps flac flv gif heic ico indd jpeg jpg m4a m4v mid mkv mov mp3 mp4 mpeg mpg ogg ogv opus png psd raw ' +
    'swf tif tiff wav webm webp wma wmv eot otf ttf woff woff2 ' +
    'azw3 djvu dwg epub hwp key mdb mobi numbers odp ods odt pages parquet pot ppt pptx pub stl vsd wpd xlsb'
  ).split(' '),
);

/**
 * Whether a name does not tell that the file is something else. What it does tell is often nothing: `download.php`,
 * `report-1.2`.
 */
export const mayBeRead = (name: string): boolean => !others.has(endingOf(name));

const endingOf = (name: string): string => /\.([a-z\d]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** The name of a file: as Content-Disposition has it (RFC 6266), else the end of its address. */
export const fileName = (url: string, disposition: string): string => {
  const extended = /filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const [, quoted, bare] = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition) ?? [];
  const path = new URL(url).pathname.split('/').at(-1) ?? '';
  return quoted === undefined && bare === undefined && extended === undefined
    ? percentDecoded(path)
    : extended === undefined
      ? (quoted ?? bare ?? '')
      : percentDecoded(extended);
};
