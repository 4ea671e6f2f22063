import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencyIn, readAmount } from './money.ts';
import { readNumber, readPlain } from './numbers.ts';

test.each<[string, number | null]>([
  ['12', 12],
  ['12.5', 12.5],
  ['1,299.00', 1299],
  ['1.299,00', 1299],
  ['1 299,00', 1299],
  ['1\u00a0299\u202f000', 1_299_000],
  ["1'299.95", 1299.95],
  ['12,34,567.89', 1_234_567.89],
  ['1.299.000', 1_299_000],
  ['1.299', 1299],
  ['1,299', 1299],
  ['0.125', 0.125],
  ['3,5', 3.5],
  ['-5', -5],
  ['−7,25', -7.25],
  ['.5 lb', 0.5],
  ['about -.25', -0.25],
  ['and so on...5', 5],
  ['about 20 %', 20],
  ['٣٥٫٥', 35.5],
  ['１２３', 123],
  ['१२३', 123],
  ['1.2K', 1200],
  ['3万', 30_000],
  ['4.5 out of 5', 4.5],
  ['1e3', 1000],
  ['no number', null],
  ['', null],
])('%j is the number %d', (text, expected) => {
  expect(readNumber(text)).toBe(expected);
});

test.each<[string, number | null]>([
  ['52.520', 52.52],
  ['-1.250', -1.25],
  ['1250', 1250],
  ['1e3', 1000],
  ['1.250,00', null],
  ['1,250', null],
  ['1.250 €', null],
  ['', null],
])('%j, as programs write it, is the number %d', (text, expected) => {
  expect(readPlain(text)).toBe(expected);
});

test.each<[string, number | null, string | undefined]>([
  ['119,01 €', 119.01, 'EUR'],
  ['€ 49,-', 49, 'EUR'],
  ['$.99', 0.99, 'USD'],
  ['1 299:- kr', 1299, 'SEK'],
  ['US $1,299.00', 1299, 'USD'],
  ['R$ 1.759,99', 1759.99, 'BRL'],
  ['₹2,433', 2433, 'INR'],
  ['44 890 тг.', 44_890, 'KZT'],
  ['30,000원~', 30_000, 'KRW'],
  ['99 ر.س', 99, 'SAR'],
  ['5263,20 €', 5263.2, 'EUR'],
  ['13 , 40 €', 13.4, 'EUR'],
  ['2 for £5', 5, 'GBP'],
  ['GBP', null, 'GBP'],
  ['12.50', 12.5, undefined],
  ['free', null, undefined],
])('%j is the amount %d in %s', (text, amount, currency) => {
  expect(readAmount(text)).toBe(amount);
  expect(currencyIn(text)).toBe(currency);
});

test.each([
  ['¥12,800', 'ja', 'JPY'],
  ['¥128', 'zh-CN', 'CNY'],
  ['1 299 kr', 'da-DK', 'DKK'],
  ['1 299 kr', 'nb', 'NOK'],
  ['$19', 'en-AU', 'AUD'],
  ['$19', 'es', 'USD'],
  ['US$ 19', 'zh-Hant-TW', 'USD'],
  ['$19', 'zh-Hant-TW', 'TWD'],
])('%j on a page in %s is in %s', (text, language, currency) => {
  expect(currencyIn(text, language)).toBe(currency);
});

test('a number that a country writes is read back', () => {
  const locales = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'sv-SE', 'pt-BR', 'ar-EG', 'fa-IR', 'hi-IN'];
  fc.assert(
    fc.property(fc.constantFrom(...locales), fc.integer({ min: 0, max: 99_999_999 }), (locale, cents) => {
      const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(cents / 100);
      expect(readNumber(text)).toBeCloseTo(cents / 100, 2);
    }),
    { numRuns: 500 },
  );
});

test('any text is a number or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      for (const read of [readNumber, readAmount]) {
        const value = read(text);
        expect(value === null || Number.isFinite(value)).toBe(true);
      }
    }),
  );
});
