import { resolveUrl } from '../../document/tree/links.ts';
import { squeeze } from '../../document/tree/tree.ts';
import type { Unit } from '../wishes/units.ts';
import type { Reading, Wish } from '../wishes/wish.ts';
import { labelOf, plain } from '../wishes/words.ts';
import { readDate, readDays, readTime } from './dates.ts';
import { isoDuration, readDuration } from './durations.ts';
import { readMeasured } from './measures.ts';
import { currencyIn, readAmount, saysFree } from './money.ts';
import { readNumber, readPlain } from './numbers.ts';
import { stockIn } from './stock-words.ts';

/** A value of the kind that is asked for, and how well the text fits it, 0 to 1. */
export interface Coerced {
  readonly value: string | number | boolean;
  readonly fit: number;
}

export interface Setting {
  /** Name of the concept that is looked for; empty for none. */
  readonly concept: string;
  /** What it is called: a text may begin with it. */
  readonly names: readonly string[];
  readonly base: string;
  /** Of the page, as a tag; empty where it is not known. */
  readonly language: string;
  /** Seconds of the unit that a length of time is asked for in; undefined for what is none. */
  readonly unit: number | undefined;
  /** The unit that anything else is asked for in. */
  readonly measure: Unit | undefined;
}

type Raw = string | number | boolean;

/**
 * @param isData it was written for programs, not for people.
 * @returns undefined for what cannot be read as it is asked for.
 */
export const coerce = (raw: Raw, wish: Wish, setting: Setting, isData = false): Coerced | undefined => {
  if (typeof raw === 'string' && squeeze(raw) === '') return undefined;
  for (const reading of [wish, ...wish.others]) {
    const read = reading.choices.length > 0 ? choose : coercions[reading.kind];
    const coerced = read?.(raw, reading, setting, isData);
    if (coerced !== undefined) return coerced;
  }
  return undefined;
};

type Coercion = (raw: Raw, reading: Reading, setting: Setting, isData: boolean) => Coerced | undefined;

const amounts = /price|cost|salary|discount|shipping/;

const toNumber: Coercion = (raw, _wish, { concept, unit, measure }, isData) => {
  const measured = measure !== undefined && typeof raw === 'string' ? readMeasured(raw, measure) : undefined;
  if (measured !== undefined) return measured === null ? undefined : { value: measured, fit: 1 };
  const seconds = unit !== undefined && typeof raw === 'string' ? readDuration(raw) : undefined;
  if (unit !== undefined && seconds !== undefined) return { value: seconds / unit, fit: 1 };
  if (typeof raw === 'number') return Number.isFinite(raw) ? { value: raw, fit: 1 } : undefined;
  if (typeof raw === 'boolean') return undefined;
  const isPrice = amounts.test(concept);
  if (isPrice && saysFree(raw)) return { value: 0, fit: 1 };
  const asData = isData ? readPlain(raw) : null;
  const value = asData ?? (isPrice ? readAmount(raw) : readNumber(raw));
  // What costs nothing is seldom told by a number with cents: an empty cart is.
  if (value === null || (value === 0 && isPrice && !(isData && raw === '0'))) return undefined;
  // A number among many words is likely to be about something else.
  return { value, fit: raw.length > 60 ? 0.6 : 1 };
};

const toInteger: Coercion = (raw, wish, setting) => {
  // Of a whole number a point is that of thousands, whoever wrote it.
  const number = toNumber(raw, wish, setting, false);
  if (number === undefined || typeof number.value !== 'number') return undefined;
  if (Number.isInteger(number.value)) return number;
  // A length of time is told in whole units, other numbers would be made up.
  return setting.unit === undefined ? undefined : { value: Math.round(number.value), fit: number.fit * 0.7 };
};

const yes =
  /^(?:true|yes|y|1|on|ja|oui|si|sim|tak|да|はい|あり|有り?|可|[✓✔☑✅]\ufe0f?|available|in ?stock|verfugbar|instoreonly|onlineonly|limitedavailability|preorder|presale|backorder|madetoorder|telecommute|newcondition|aktiv|(?:included|allowed|permitted|inklusive|inbegriffen|erlaubt|inclus|autorise|incluido|incluso|compreso)e?)$/;
const no =
  /^(?:false|no|n|0|off|nein|non|nao|nie|nee|нет|いいえ|なし|無し?|不可|[✗✘✕✖❌☒]\ufe0f?|none|unavailable|not available|sold ?out|out ?of ?stock|discontinued|usedcondition)$/;
/** `Yes (heated)`, `Ja, auf Anfrage`, `No incluido`, `Not included`. */
const yesAndMore = /^(?:yes|ja|oui|si|sim|tak|да|あり|有)\s*[,;:(（–—-]/;
const noAndMore =
  /^(?:(?:not?|nein|nee|non|nao|nie|нет|nicht|niet)\s+\p{L}|(?:no|nein|nee|non|nao|nie|нет|なし|無)\s*[,;:(（–—-])/u;

const longestAnswer = 60;

const toBoolean: Coercion = (raw, _wish, { concept }) => {
  if (typeof raw === 'boolean') return { value: raw, fit: 1 };
  if (typeof raw === 'number') return { value: raw !== 0, fit: raw === 0 || raw === 1 ? 1 : 0.7 };
  const text = plain(squeeze(schemaValue(raw)));
  if (yes.test(text)) return { value: true, fit: 1 };
  if (no.test(text)) return { value: false, fit: 1 };
  if (text.length <= longestAnswer && yesAndMore.test(text)) return { value: true, fit: 0.9 };
  if (text.length <= longestAnswer && noAndMore.test(text)) return { value: false, fit: 0.9 };
  if (concept === 'remote' && /remote|on-?site/.test(text))
    return { value: text.includes('remote'), fit: 0.9 };
  const stock = concept === 'availability' ? stockIn(raw) : undefined;
  return stock === undefined ? undefined : { value: stock === 'InStock', fit: 0.9 };
};

/** How a text is read that has a format or a meaning; undefined for what is none of the kind. */
type Reader = (text: string, setting: Setting) => Coerced | undefined;

const exactly = (value: string | undefined): Coerced | undefined =>
  value === undefined ? undefined : { value, fit: 1 };
/** As it is, believed less. */
const doubtful = (value: string, fit: number): Coerced => ({ value, fit });

const address: Reader = (text, { base }) =>
  exactly(/\s/.test(text) ? undefined : resolveUrl(text.replace(/^(?=www\.)/i, 'https://'), base));
const addressOrText: Reader = (text, setting) => address(text, setting) ?? doubtful(text, 0.5);
const dateOrText: Reader = (text, { concept }) =>
  exactly((concept === 'end date' ? readDays(text)?.last : undefined) ?? readDate(text, false)) ??
  doubtful(text, 0.6);
/** Of people and firms, which are neither addresses nor sentences. */
const bearer: Reader = (text) =>
  /^(?:https?:\/\/|@)/.test(text) || text.length > 100 ? undefined : exactly(text);
/** `By Ann Lee`: the word before a name is not part of it. */
const signer: Reader = (text, setting) =>
  bearer(text.replace(/^(?:written |posted |published )?by\s+(?=\S)/i, ''), setting);
/** What a label says of the time that a step takes. */
const lengthAlone = /^\d+\s?\p{L}{1,8}\.?$/u;
/** A whole address names its town, too, and is none. */
const town: Reader = (text) => (/[\d,]/.test(text) ? doubtful(text, 0.5) : exactly(text));
/** Short numbers are counts, or what a database calls its rows. */
const code: Reader = (text) =>
  text.length < 4 || text.length > 40 || !/\d/.test(text) ? doubtful(text, 0.5) : exactly(text);

/** The law it is told by may stand before it. */
const taxCode: Reader = (text) =>
  exactly(
    /(?<![\p{L}\d])[A-Z]{2}[\s-]?(?=(?:[\s.-]?[A-Z\d]){8,12}(?![\p{L}\d]))[\dA-Z][\dA-Z\s.-]*\d/u.exec(
      text,
    )?.[0] ?? text,
  );

const lengthOf = (text: string): string | undefined => {
  const seconds = readDuration(text);
  return seconds === undefined ? undefined : isoDuration(seconds);
};

const byFormat: Readonly<Record<string, Reader>> = {
  date: (text, { concept }) =>
    exactly((concept === 'end date' ? readDays(text)?.last : undefined) ?? readDate(text, true)),
  'date-time': (text) => exactly(readDate(text, false)),
  time: (text) => exactly(readTime(text)),
  duration: (text) => exactly(lengthOf(text)),
  uri: address,
  url: address,
  'uri-reference': address,
  email: (text) => exactly(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/.exec(text)?.[0]),
};

const named = (names: string, reader: Reader): [string, Reader][] =>
  names.split('|').map((name) => [name, reader]);

const byConcept: ReadonlyMap<string, Reader> = new Map([
  ...named('date published|date modified|start date|end date|valid through|founded', dateOrText),
  ...named('url|image|logo|video|download url|same as', addressOrText),
  ...named('author', signer),
  ...named('publisher|brand|seller|company|organizer|performer|site name', bearer),
  ...named('sku', code),
  ...named('city', town),
  ...named('vat id', taxCode),
  ...named('instructions', (text) => (lengthAlone.test(text) ? undefined : exactly(text))),
  ...named('currency', (text, { language }) => exactly(currencyIn(text, language))),
  ...named('availability', (text) => exactly(stockIn(text)) ?? doubtful(text, 0.6)),
]);

const toText: Coercion = (raw, { format }, setting) => {
  const { concept, names } = setting;
  const text = withoutLabel(squeeze(schemaValue(String(raw))), names);
  const formatted = Object.hasOwn(byFormat, format) ? byFormat[format] : undefined;
  const reader = formatted ?? byConcept.get(concept) ?? exactly;
  return reader(text, setting);
};

/** `Brand: Penguin` → `Penguin`, where what stands before the colon is or ends with what is looked for. */
const withoutLabel = (text: string, names: readonly string[]): string => {
  const [, before, behind] = /^([^:：]{1,40})[:：]\s*(\S.*)$/s.exec(text) ?? [];
  if (before === undefined || behind === undefined || /^\/\//.test(behind)) return text;
  const label = ` ${labelOf(before)}`;
  return names.some((name) => label.endsWith(` ${name}`)) ? behind : text;
};

const choose: Coercion = (raw, { choices }, { concept, language }) => {
  const exact = choices.find((choice) => choice === raw);
  if (exact !== undefined) return { value: exact, fit: 1 };
  const text = key(schemaValue(String(raw)));
  const same = choices.find((choice) => key(String(choice)) === text);
  if (same !== undefined) return { value: same, fit: 1 };
  const stock = concept === 'availability' ? stockIn(String(raw)) : undefined;
  const meant = stock && choices.find((choice) => stockIn(String(choice)) === stock);
  if (meant !== undefined) return { value: meant, fit: 0.95 };
  const currency = concept === 'currency' ? currencyIn(String(raw), language) : undefined;
  if (currency !== undefined && choices.includes(currency)) return { value: currency, fit: 0.95 };
  if (text === '' || text.length > 60) return undefined;
  const inside = choices.filter(
    (choice) => key(String(choice)).length > 2 && text.includes(key(String(choice))),
  );
  return inside[0] === undefined ? undefined : { value: inside[0], fit: 0.8 };
};

const key = (text: string) => plain(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** `https://schema.org/InStock` → `InStock`. */
const schemaValue = (text: string): string =>
  /^https?:\/\/(?:www\.)?schema\.org\/([A-Za-z]+)$/.exec(text.trim())?.[1] ?? text;

const coercions: Readonly<Partial<Record<Wish['kind'], Coercion>>> = {
  string: toText,
  number: toNumber,
  integer: toInteger,
  boolean: toBoolean,
};
