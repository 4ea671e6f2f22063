/** What stands around a text: what its signs could mean depends on it. */
export interface Surroundings {
  /** Last characters written before it; empty or ending with a line break at the start of a line. */
  readonly before: string;
  /** First characters to come. */
  readonly after: string;
  /** Between the brackets of a link or a picture. */
  readonly inLabel: boolean;
  readonly inCell: boolean;
  readonly inHeading: boolean;
  /** Those of its paragraph strike nothing out: `~5 minutes or ~300 words`. */
  readonly idleTildes: boolean;
  /** Those of its paragraph emphasise nothing: `$249* or $199*`. */
  readonly idleStars: boolean;
}

/**
 * Text as Markdown that reads as this text and nothing else, in one pass: backslashes stand where a sign would count,
 * and nowhere else. `snake_case`, `2 * 3` and `AT&T` stay as they are, and so do addresses, in which a backslash would
 * be read as a part of them.
 */
export const escapeText = (value: string, around: Surroundings): string => {
  const mayBegin = isLineEnd(around.before.slice(-1)) && firstOfMark.test(value);
  const start = mayBegin ? markAtStart(value + around.after.slice(0, 1)) : -1;
  const closing = around.inHeading && isLineEnd(around.after.slice(0, 1)) && /(?:^|\s)#+$/.test(value);
  const addresses = addressesIn(value, around);
  let text = '';
  let written = 0;
  for (let index = 0; index < value.length; index++) {
    if (index === addresses[0]?.start) index = addresses.shift()?.end ?? index;
    const rule = rules[value.charCodeAt(index)];
    if (rule === undefined && index !== start) continue;
    const result = index === start ? `\\${value[index]}` : rule?.(value, index, around);
    if (typeof result === 'string') {
      text += value.slice(written, index) + result;
      written = index + 1;
    } else if (result !== undefined) index = result;
  }
  const rest = value.slice(written);
  return text + (closing ? `${rest.slice(0, -1)}\\#` : rest);
};

const isLineEnd = (character: string): boolean =>
  character === '' || character === '\n' || character === '\r';

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** What a reader of GitHub Flavored Markdown takes for a link begins so, behind these signs only. */
const address =
  /(?:(?<![^"'(“„«*~])https?:\/\/|(?<![^(*~])www\.)[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)*(?::\d+)?[/?#]/u;
/** Signs that it is not sure to hold as they stand. */
const unsure = /[<`\\|]|&#?\w+;/;
/** Signs at its end that are none of it. */
const trailing = new Set('!"\'()*,.:;?[]_~');

/** Addresses that are read as links without brackets: up to a space, but for signs at the end. */
const addressesIn = (value: string, around: Surroundings): Stretch[] => {
  if (around.inLabel || !(value.includes('://') || value.includes('www.'))) return [];
  const found: Stretch[] = [];
  for (const { 0: run, index } of value.matchAll(/\S+/g)) {
    const reachesEnd = index + run.length === value.length;
    if (index === 0 && !/^[\s(*~]?$/.test(around.before.slice(-1))) continue;
    if (reachesEnd && !/^[\s<*~]?$/.test(around.after.slice(0, 1))) continue;
    const start = unsure.test(run) ? -1 : run.search(address);
    if (start < 0) continue;
    let end = run.length;
    while (trailing.has(run[end - 1] ?? '')) end--;
    // Signs that would be escaped behind it would be read as a part of it, backslash and all.
    if (!/[*[_~]/.test(run.slice(end))) found.push({ start: index + start, end: index + end });
  }
  return found;
};

/** Lists, headings, quotes, rules, underlines and tables begin with these. */
const marks =
  /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|-(?=[-:|][-:|\s]*$)|=+\s*$|>|\|(?=[\s:-])|:(?=-)|\d{1,9}(?=[.)](?:\s|$)))/;
/** Their first signs: most lines have none of them. */
const firstOfMark = /^[#+=>|:\d-]/;

/** Where the sign is that makes something of the line; -1 if there is none. */
const markAtStart = (value: string): number => {
  const [mark] = marks.exec(value) ?? [];
  return mark === undefined ? -1 : /^\d/.test(mark) ? mark.length : 0;
};

/**
 * What becomes of a character: what is written in its place, the index of the last character that stays as it is, or
 * nothing to do.
 */
type Rule = (value: string, index: number, around: Surroundings) => string | number | undefined;

const escaped: Rule = (value, index) => `\\${value[index]}`;
const space: Rule = () => ' ';

const escapable = /[!-/:-@[-`{-~]/;
const backslash: Rule = (value, index, { after }) =>
  escapable.test(value[index + 1] ?? after) ? '\\\\' : undefined;

/** Whether it means nothing, for what is between spaces; spaces at the ends may be written otherwise. */
const isApart = (value: string, index: number, end: number): boolean =>
  index > 1 && end < value.length - 2 && value[index - 1] === ' ' && value[end + 1] === ' ';

/** At the start of a line, before a space, it would make a list; a line of them, a rule. */
const star: Rule = (value, index, { idleStars, before, after }) => {
  const isMark = index === 0 && isLineEnd(before.slice(-1)) && /^(?:\s|\**$)/.test(value.slice(1) || after);
  return isApart(value, index, index) || (idleStars && !isMark) ? undefined : '\\*';
};

const wordCharacter = /[\p{L}\p{N}]$/u;
const startsWord = /^[\p{L}\p{N}]/u;

/** Within a word underscores mean nothing. */
const underscore: Rule = (value, index) => {
  // Of a run, the first was looked at with all of it.
  if (value[index - 1] === '_') return '\\_';
  let end = index;
  while (value[end + 1] === '_') end++;
  if (isApart(value, index, end)) return end;
  const inWord =
    wordCharacter.test(value.slice(Math.max(0, index - 2), index)) &&
    startsWord.test(value.slice(end + 1, end + 3));
  return inWord ? end : '\\_';
};

/**
 * Brackets are a link only if an address, a label or, where they begin a line, a definition follows; around a link they
 * cannot be one. Notes, boxes to tick and kinds of callouts are brackets alone, and within brackets no address is read as
 * a link.
 */
const bracket: Rule = (value, index, { after, inLabel }) => {
  bracketed.lastIndex = index;
  const [, inside, end, next] = bracketed.exec(value) ?? [];
  if (inLabel || inside === undefined || /:\/\/|www\./i.test(inside)) return '\\[';
  const isPlain = !/^(?:[\s^!]|x?$)/i.test(inside) && !/^[[(:]/.test(next || after);
  const holdsLink = next === '' && after.startsWith('[') && after !== '[^';
  return (end === '' ? holdsLink : isPlain) ? undefined : '\\[';
};

const bracketed = /\[([^[\]]*)(\]?)(.?)/suy;

const tagStart = /[!/?A-Za-z]/;
const reference = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/y;

const rules: readonly (Rule | undefined)[] = (() => {
  const bySign: Readonly<Record<string, Rule>> = {
    '\t': space,
    '\n': space,
    '\r': space,
    '\\': backslash,
    '`': escaped,
    '[': bracket,
    '~': (value, index, { idleTildes, before }) => {
      const isFence = index === 0 && isLineEnd(before.slice(-1)) && value.startsWith('~~~');
      return isApart(value, index, index) || (idleTildes && !isFence) ? undefined : '\\~';
    },
    '*': star,
    _: underscore,
    ']': (_value, _index, { inLabel }) => (inLabel ? '\\]' : undefined),
    '|': (_value, _index, { inCell }) => (inCell ? '\\|' : undefined),
    '<': (value, index, { after }) =>
      tagStart.test(value[index + 1] ?? after.slice(0, 1)) ? '\\<' : undefined,
    '&': (value, index) => {
      reference.lastIndex = index;
      return reference.test(value) ? '\\&' : undefined;
    },
    '!': (value, index, { after }) =>
      index === value.length - 1 && after.startsWith('[') ? '\\!' : undefined,
    '(': (_value, index, { before }) => (index === 0 && before.endsWith(']') ? '\\(' : undefined),
  };
  const table: (Rule | undefined)[] = Array.from({ length: 128 }, () => undefined);
  for (const [sign, rule] of Object.entries(bySign)) table[sign.charCodeAt(0)] = rule;
  return table;
})();
