import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDate, readDate } from './dates.ts';

test.each([
  ['Posted on May 3, 2024 in News', '2024-05-03'],
  ['3rd of May 2024', '2024-05-03'],
  ['Sept. 16, 2019', '2019-09-16'],
  ['20-Dec-2025', '2025-12-20'],
  ['16. März 2019', '2019-03-16'],
  ['le 1er août 2023', '2023-08-01'],
  ['5 de noviembre de 2022', '2022-11-05'],
  ['12 июня 2021', '2021-06-12'],
  ['2024年5月3日', '2024-05-03'],
  ['Tue Mar  3 14:02:11 CET 2026', '2026-03-03'],
  ['2023 Jan 7;15(1)', '2023-01-07'],
  ['/2023/october/03/title', '2023-10-03'],
  ['2025.12.17', '2025-12-17'],
  ['on 24/05/2024', '2024-05-24'],
  ['24.5.2024', '2024-05-24'],
  ['November 18, 2023 December 1, 2023', '2023-11-18'],
  ['2024. május 3.', '2024-05-03'],
  ['3 Μαΐου 2024', '2024-05-03'],
  ['17 Agustus 2024', '2024-08-17'],
  ['3 май 2024 г.', '2024-05-03'],
])('%s', (text, date) => {
  expect(findDate(text, true)).toBe(date);
});

test('where the month stands is a matter of the language', () => {
  expect([findDate('5/3/2024', true), findDate('5/3/2024', false)]).toEqual(['2024-05-03', '2024-03-05']);
  expect(findDate('5.3.2024', true)).toBe('2024-03-05');
});

test.each(['Marathon 12, 2024', '2024-13-01', '99/99/2024', 'version 1.2.2024b', 'in 2024', '10:30'])(
  'no date: %s',
  (text) => {
    expect(findDate(text, true)).toBeUndefined();
  },
);

test.each([
  [' 2024-05-03T10:00:00+02:00 ', '2024-05-03T10:00:00+02:00'],
  ['2024-05-03 10:00', '2024-05-03T10:00'],
  ['2024-05-03T10:00:00.123Z', '2024-05-03T10:00:00.123Z'],
  ['2024-05-03T10:00:00+0200', '2024-05-03T10:00:00+02:00'],
  ['2024-05-03 10:00:00 +02', '2024-05-03T10:00:00+02:00'],
  ['2024-05-03 10:00:00 UTC', '2024-05-03T10:00:00Z'],
  ['20240503T101112Z', '2024-05-03T10:11:12Z'],
  ['20240503', '2024-05-03'],
  ['Fri, 03 May 2024 10:00:00 GMT', '2024-05-03T10:00:00Z'],
  ['3 May 2024 10:00 -0500', '2024-05-03T10:00-05:00'],
  ['Fri May 03 2024 10:11:12 GMT+0200 (CEST)', '2024-05-03T10:11:12+02:00'],
  ['1714737600', '2024-05-03T12:00:00Z'],
  ['1714737600123', '2024-05-03T12:00:00.123Z'],
  ['May 3, 2024 at 10:00 am', '2024-05-03'],
])('what is declared keeps its time: %s', (text, date) => {
  expect(readDate(text, true)).toBe(date);
});

test.each(['2024-02-31', '20240231', '5551234567'])('declared, and no date: %s', (text) => {
  expect(readDate(text, true)).toBeUndefined();
});

test('every day is found in every usual form', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1950-01-01'), max: new Date('2049-12-31'), noInvalidDate: true }),
      (date) => {
        const iso = date.toISOString().slice(0, 10);
        for (const locale of ['en-US', 'en-GB', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'pl', 'ja', 'ko'])
          for (const month of ['long', 'short'] as const) {
            if (month === 'short' && !['en-US', 'en-GB', 'ja', 'ko'].includes(locale)) continue;
            const text = date.toLocaleDateString(locale, {
              year: 'numeric',
              month,
              day: 'numeric',
              timeZone: 'UTC',
            });
            expect(findDate(text, false), text).toBe(iso);
          }
      },
    ),
    { numRuns: 50 },
  );
});
