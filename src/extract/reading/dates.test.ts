import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDate } from './dates.ts';

test.each<[string, string | undefined]>([
  ['2024-03-12', '2024-03-12'],
  ['2024/3/2', '2024-03-02'],
  ['20240312', '2024-03-12'],
  ['12 March 2024', '2024-03-12'],
  ['March 12th, 2024', '2024-03-12'],
  ['Tue, Mar 12, 2024', '2024-03-12'],
  ['12. März 2024', '2024-03-12'],
  ['12 de marzo de 2024', '2024-03-12'],
  ['12 février 2024', '2024-02-12'],
  ['12 марта 2024 г.', '2024-03-12'],
  ['2024年3月12日', '2024-03-12'],
  ['2024년 3월 12일', '2024-03-12'],
  ['12.03.2024', '2024-03-12'],
  ['3/12/2024', '2024-03-12'],
  ['25/12/2024', '2024-12-25'],
  ['Published on 12 March 2024 by Ada', '2024-03-12'],
  ['1710201600', '2024-03-12'],
  ['2024-02-30', undefined],
  ['March 2024', undefined],
  ['yesterday', undefined],
])('%j is the day %s', (text, expected) => {
  expect(readDate(text, true)).toBe(expected);
});

test.each<[string, string]>([
  ['2024-03-12T08:30:00Z', '2024-03-12T08:30:00Z'],
  ['2024-03-12T08:30:00.123+01:00', '2024-03-12T08:30:00+01:00'],
  ['2024-03-12 08:30', '2024-03-12T08:30:00'],
  ['March 12, 2024 8:30 pm', '2024-03-12T20:30:00'],
  ['12 March 2024 12:05 AM UTC', '2024-03-12T00:05:00Z'],
  ['2024-03-12', '2024-03-12'],
])('%j is the time %s', (text, expected) => {
  expect(readDate(text, false)).toBe(expected);
});

test('a day that is written out is read back, in many languages', () => {
  const locales = [
    'en-US',
    'en-GB',
    'de-DE',
    'fr-FR',
    'es-ES',
    'it-IT',
    'pt-PT',
    'nl-NL',
    'ru-RU',
    'pl-PL',
    'ja-JP',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...locales),
      fc.date({ min: new Date('1990-01-01'), max: new Date('2050-01-01'), noInvalidDate: true }),
      (locale, date) => {
        const text = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
        expect(readDate(text, true), text).toBe(date.toISOString().slice(0, 10));
      },
    ),
    { numRuns: 500 },
  );
});

test('any text is a day or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
      expect(readDate(text, true) ?? '2000-01-01').toMatch(/^\d{4}-\d\d-\d\d$/);
    }),
  );
});
