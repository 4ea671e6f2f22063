/** What one pass over the characters of a text finds. */
export interface TextCounts {
  /** With white space collapsed. */
  characters: number;
  digits: number;
  capitals: number;
  /** Commas of any script. */
  commas: number;
  /** Full stops, question and exclamation marks of any script. */
  stops: number;
}

/** A 32-bit FNV-1a hash, so that words are compared and looked up without making strings of them. */
const mix = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);
const start = 0x811c9dc5 | 0;

const space = 0;
const letter = 1;
const digit = 2;
const capital = 3;
const comma = 4;
const stop = 5;
const other = 6;
/** Of scripts that write without spaces: a word by itself. */
const ideograph = 7;

const kindOf = (code: number): number => {
  if (code < 0x80) return asciiKinds[code] ?? other;
  if (code === 0xa0 || (code >= 0x2000 && code <= 0x200b) || code === 0x3000) return space;
  if (code === 0x3001 || code === 0xff0c || code === 0x060c) return comma;
  if (code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0x2026 || code === 0x0964)
    return stop;
  if (code < 0xc0 || (code > 0x200b && code < 0x2c00) || (code > 0x3000 && code < 0x3040)) return other;
  if ((code >= 0xc0 && code <= 0xde) || (code >= 0x410 && code <= 0x42f)) return capital;
  return (code >= 0x3040 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3) ? ideograph : letter;
};

const asciiKinds = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (code <= 32) return space;
  if (/[a-z]/.test(character)) return letter;
  if (/[A-Z]/.test(character)) return capital;
  if (/[0-9]/.test(character)) return digit;
  if (/[,;]/.test(character)) return comma;
  return /[.!?]/.test(character) ? stop : other;
});

/** Adds what `text` holds to `counts`, and the hashes of its words, lower-cased, to `words`. */
export const scanText = (text: string, counts: TextCounts, words: number[]): void => {
  let hash = start;
  let inSpace = true;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const kind = kindOf(code);
    if (kind === letter) hash = mix(hash, code);
    else if (kind === capital) {
      hash = mix(hash, code + 32);
      counts.capitals++;
    } else if (kind === digit) {
      hash = mix(hash, code);
      counts.digits++;
    } else {
      if (hash !== start) words.push(hash);
      hash = start;
      if (kind === ideograph) words.push(mix(start, code));
      else if (kind === comma) counts.commas++;
      else if (kind === stop) counts.stops++;
    }
    if (kind !== space || !inSpace) counts.characters++;
    inSpace = kind === space;
  }
  if (hash !== start) words.push(hash);
  if (inSpace && counts.characters > 0 && text.length > 0) counts.characters--;
};

export const wordHashes = (text: string): number[] => {
  const words: number[] = [];
  scanText(text, { characters: 0, digits: 0, capitals: 0, commas: 0, stops: 0 }, words);
  return words;
};

/** The hash of one name or token as it stands. */
export const hashOf = (text: string, seed = start): number => {
  let hash = seed;
  for (let index = 0; index < text.length; index++) hash = mix(hash, text.charCodeAt(index));
  return hash;
};

/** The words of class and id names: `navBar-mainMenu` → nav, bar, main, menu, and each pair of neighbours. */
export const nameHashes = (names: string): number[] => {
  const found: number[] = [];
  let hash = nameStart;
  let before = 0;
  let wasSmall = false;
  const end = () => {
    if (hash !== nameStart) {
      found.push(hash);
      if (before !== 0) found.push(mix(before, hash));
      before = hash;
    }
    hash = nameStart;
  };
  for (let index = 0; index < names.length; index++) {
    const code = names.charCodeAt(index);
    const kind = kindOf(code);
    if (kind === capital && wasSmall) end();
    if (kind === letter || kind === capital) hash = mix(hash, kind === capital ? code + 32 : code);
    else end();
    if (kind === space) before = 0;
    wasSmall = kind === letter;
  }
  end();
  return found;
};

/** Names are not words: the same letters have another hash. */
const nameStart = mix(start, 0x23);
