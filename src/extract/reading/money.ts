import { numbersIn } from './numbers.ts';

/** Amounts of money and their currency. */

/** Signs and short words, by ISO 4217 code; of signs that several share, the most used. */
const signs: readonly (readonly [code: string, pattern: string])[] = [
  ['USD', 'us ?\\$|usd'],
  ['CAD', 'c\\$|ca\\$|cad'],
  ['AUD', 'au?\\$|aud'],
  ['NZD', 'nz\\$|nzd'],
  ['BRL', 'r\\$|brl'],
  ['TWD', 'nt\\$|twd'],
  ['HKD', 'hk\\$|hkd'],
  ['SGD', 's\\$|sgd'],
  ['MXN', 'mx\\$|mxn'],
  ['ARS', 'ars'],
  ['CLP', 'clp'],
  ['COP', 'cop'],
  ['EUR', '€|eur(?:o|os)?'],
  ['GBP', '£|gbp'],
  ['JPY', '円|jpy'],
  ['CNY', '元|rmb|cny|人民币'],
  ['INR', '₹|inr|rs\\.?(?= ?\\d)'],
  ['PKR', 'pkr'],
  ['RUB', '₽|руб\\.?|rub'],
  ['UAH', '₴|грн\\.?|uah'],
  ['KZT', '₸|тг\\.?|kzt'],
  ['BYN', 'byn|бел\\. ?руб'],
  ['KRW', '₩|원|krw'],
  ['TRY', '₺|tl|try'],
  ['PLN', 'zł|zl|pln'],
  ['CZK', 'kč|kc|czk'],
  ['HUF', 'ft|huf'],
  ['RON', 'lei|ron'],
  ['BGN', 'лв\\.?|bgn'],
  ['HRK', 'kn|hrk'],
  ['RSD', 'rsd|din'],
  ['CHF', 'chf|fr\\.'],
  ['SEK', 'sek'],
  ['NOK', 'nok'],
  ['DKK', 'dkk'],
  ['ISK', 'isk'],
  ['ILS', '₪|ils'],
  ['VND', '₫|vnd'],
  ['THB', '฿|thb|บาท'],
  ['PHP', '₱|php'],
  ['IDR', 'rp|idr'],
  ['MYR', 'rm|myr'],
  ['ZAR', 'zar'],
  ['NGN', '₦|ngn'],
  ['SAR', 'sar|ر\\.س|ريال'],
  ['AED', 'aed|د\\.إ|درهم'],
  ['EGP', 'egp|ج\\.م|جنيه'],
  ['KES', 'kes|ksh'],
  ['PEN', 's\\/|pen'],
  ['USD', '\\$'],
  ['CNY', '￥|¥'],
  ['SEK', 'kr'],
];

/** Signs that several currencies share, by the language or the country of the page. */
const shared: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  [
    'USD',
    {
      AR: 'ARS',
      AU: 'AUD',
      CA: 'CAD',
      CL: 'CLP',
      CO: 'COP',
      HK: 'HKD',
      MX: 'MXN',
      NZ: 'NZD',
      SG: 'SGD',
      TW: 'TWD',
    },
  ],
  ['CNY', { ja: 'JPY' }],
  ['SEK', { da: 'DKK', fo: 'DKK', is: 'ISK', nb: 'NOK', nn: 'NOK', no: 'NOK' }],
]);
const firstShared = signs.length - shared.size;

const locally = (code: string, language: string): string => {
  const [spoken = '', ...others] = language.split('-');
  const country = others.find((part) => part.length === 2) ?? '';
  const codes = shared.get(code);
  return codes?.[country.toUpperCase()] ?? codes?.[spoken.toLowerCase()] ?? code;
};

const bounded = (pattern: string, start = '', end = '') =>
  new RegExp(`${start}(?<![\\p{L}])(?:${pattern})(?![\\p{L}])${end}`, 'iu');

const all = signs.map(([, pattern]) => pattern).join('|');
/** Any sign of money, for a quick look. */
const anySign = bounded(all);
/** The same, each in a group of its own. */
const everySign = new RegExp(bounded(signs.map(([, pattern]) => `(${pattern})`).join('|')), 'giu');
const signAtEnd = bounded(all, '', '[\\s\u00a0]*$');
const signAtStart = bounded(all, '^[\\s\u00a0]*');

const maxText = 200;

/**
 * The ISO 4217 code of the currency in a text; undefined where there is none.
 * @param language of the page, as a tag: a sign that several share is that of its country.
 */
export const currencyIn = (given: string, language = ''): string | undefined => {
  const text = given.slice(0, maxText);
  if (/^[A-Z]{3}$/.test(text.trim())) return text.trim();
  const found = [...text.matchAll(everySign)].map(([, ...groups]) =>
    groups.findIndex((sign) => sign !== undefined),
  );
  const first = Math.min(...found);
  const code = signs[first]?.[0];
  return code !== undefined && first >= firstShared ? locally(code, language) : code;
};

export const hasCurrency = (text: string): boolean => anySign.test(text.slice(0, maxText));

/** The amount in a text: the number beside a sign of money, else the first. Null where there is no number. */
export const readAmount = (given: string): number | null => {
  const text = joinedCents(given.slice(0, maxText));
  // As data write it.
  if (/^\s*\d+(?:\.\d{1,2}|\.\d{4,})?\s*$/.test(text)) return Number(text);
  const numbers = numbersIn(text);
  if (numbers.length < 2) return numbers[0]?.value ?? null;
  const beside = numbers.find(({ start, end }, place) => {
    const before = text.slice(numbers[place - 1]?.end ?? 0, start);
    const behind = text.slice(end, numbers[place + 1]?.start ?? text.length);
    return signAtEnd.test(before) || signAtStart.test(behind);
  });
  return (beside ?? numbers[0])?.value ?? null;
};

/** Cents in an element of their own: `13 , 40 €`. */
const joinedCents = (text: string): string =>
  text.replace(/(\d)\s+([.,])\s*(\d{2})(?!\d)/, '$1$2$3').replace(/(\d)([.,])\s+(\d{2})(?!\d)/, '$1$2$3');

const free =
  /^(?:(?:for )?free|gratis|kostenlos|gratuite?|gratuito|zdarma|za darmo|ilmainen|ücretsiz|бесплатно|免费|無料)[!.]?$/iu;
const zero = /^\D{0,4}0(?![.,\d])\D{0,15}$/;

/** `Free`, `$0 / month`: with cents it is what is in an empty cart. */
export const saysFree = (text: string): boolean =>
  free.test(text.trim()) || (zero.test(text.trim()) && hasCurrency(text));
