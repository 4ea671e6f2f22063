/**
 * Reads text that means to be JSON as far as it can be made out: commas missing or too many, comments, CDATA and HTML
 * comment marks, control characters and bare quotes inside strings, single quotes around them, several values after another,
 * an end that is missing.
 * Every character is looked at a fixed number of times, whatever the text.
 */
export const parseLoosely = (text: string): unknown[] => {
  const source: Source = {
    text: /^[\s[]*\{\s*&quot;/.test(text) ? text.replaceAll('&quot;', '"') : text,
    at: 0,
  };
  const values: unknown[] = [];
  for (skipFiller(source); source.at < source.text.length; skipFiller(source)) {
    const opens = /[{["]/.test(source.text[source.at] ?? '');
    if (opens) values.push(readValue(source, 0));
    else source.at++;
  }
  return values;
};

interface Source {
  readonly text: string;
  at: number;
}

/** What opens a deeper value is skipped. */
const maxDepth = 64;

/** Commas count as white space: what follows tells where a value ends. */
const filler = /(?:[\s,;\uFEFF]|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|<!--|-->|<!\[CDATA\[|\]\]>)*/y;
/** Where a value should be. */
const missing = /\s*,/y;
const word = /[^\s,:;[\]{}"]+/y;
const plain = { '"': /[^"\\]+/y, "'": /[^'\\]+/y };
/** After a quote: what shows that it ends its string. */
const stringEnd = /\s*(?:[,:}\]]|\/[/*]|$)|[^\S\n]*\n\s*["']/y;

const take = (source: Source, pattern: RegExp): string => {
  pattern.lastIndex = source.at;
  const [found = ''] = pattern.exec(source.text) ?? [];
  source.at += found.length;
  return found;
};

const skipFiller = (source: Source): void => {
  take(source, filler);
};

const readValue = (source: Source, depth: number): unknown => {
  const first = source.text[source.at];
  if (isQuote(first)) return readString(source, first);
  if (first === '{' || first === '[') {
    source.at++;
    if (depth === maxDepth) return null;
    return first === '{' ? readObject(source, depth + 1) : readArray(source, depth + 1);
  }
  return readWord(take(source, word));
};

const readObject = (source: Source, depth: number): Record<string, unknown> => {
  const object: Record<string, unknown> = Object.create(null);
  for (skipFiller(source); source.at < source.text.length; skipFiller(source)) {
    const next = source.text[source.at];
    if (next === ']') return object;
    if (next === '}') {
      source.at++;
      return object;
    }
    const key = isQuote(next) ? readString(source, next) : take(source, word);
    skipFiller(source);
    if (source.text[source.at] !== ':') {
      if (key === '') source.at++;
      continue;
    }
    source.at++;
    object[key] = take(source, missing) === '' ? readMember(source, depth) : null;
  }
  return object;
};

const readMember = (source: Source, depth: number): unknown => {
  skipFiller(source);
  return readValue(source, depth);
};

const readArray = (source: Source, depth: number): unknown[] => {
  const array: unknown[] = [];
  for (skipFiller(source); source.at < source.text.length; skipFiller(source)) {
    const next = source.text[source.at];
    if (next === '}') return array;
    if (next === ']') {
      source.at++;
      return array;
    }
    if (next === ':') source.at++;
    else array.push(readValue(source, depth));
  }
  return array;
};

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

type Quote = keyof typeof plain;
const isQuote = (sign: string | undefined): sign is Quote => sign === '"' || sign === "'";

const readString = (source: Source, quote: Quote): string => {
  const { text } = source;
  let value = '';
  source.at++;
  while (source.at < text.length) {
    value += take(source, plain[quote]);
    const mark = text[source.at++];
    if (mark === quote) {
      stringEnd.lastIndex = source.at;
      if (stringEnd.test(text)) break;
      value += mark;
    } else if (mark === '\\') {
      const escaped = text[source.at++] ?? '';
      const code =
        escaped === 'u' ? /^[\da-f]{4}/i.exec(text.slice(source.at, source.at + 4))?.[0] : undefined;
      if (code === undefined) value += escapes[escaped] ?? escaped;
      else {
        value += String.fromCharCode(Number.parseInt(code, 16));
        source.at += 4;
      }
    }
  }
  return value;
};

const words: ReadonlyMap<string, unknown> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', null],
  ['', null],
]);

const readWord = (text: string): unknown => {
  if (words.has(text)) return words.get(text);
  if (!/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return text;
  // A number would lose digits.
  return /^-?\d{16,}$/.test(text) && String(Number(text)) !== text ? text : Number(text);
};
