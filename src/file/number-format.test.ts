import { expect, test } from 'vitest';
import { formatNumber, readFormats } from './number-format.ts';

test.each([
  ['501', '00000', '00501'],
  ['501', '00000;;', '00501'],
  ['15010042', '00000-0000', '01501-0042'],
  ['15010042', '00000\\-0000', '01501-0042'],
  ['123456789', '000-00-0000', '123-45-6789'],
  ['49301234567', '(000) 000-0000', '(4930) 123-4567'],
  ['123456', '00000', '123456'],
  ['1.5', '00000', '1.5'],
  ['-501', '00000', '-501'],
  ['7', '0', '7'],
  ['1234.5', '#,##0.00', '1234.5'],
  ['1234.5', '0.00', '1234.5'],
  ['0.255', '0.0%', '25.5%'],
  ['45000', 'yyyy-mm-dd', '2023-03-15'],
  ['1.25', '[h]:mm:ss', '30:00:00'],
  ['1.25', '[hh]:mm:ss', '30:00:00'],
  ['0.0625', '[hh]:mm:ss;@', '01:30:00'],
  ['1.25', '[h]:mm', '30:00'],
  ['1.25', '[Magenta][h]', '30'],
  ['0.0520833333333333', '[mm]:ss', '75:00'],
  ['0.001', '[s]', '86'],
  ['-0.5', '[h]:mm', '-0.5'],
  ['1.25', 'hh:mm:ss', '06:00:00'],
  ['0.5', 'hh:mm', '12:00:00'],
  ['0', 'hh:mm', '00:00:00'],
  ['0', 'yyyy-mm-dd', '0'],
  ['-4', 'yyyy-mm-dd', '-4'],
  ['-4', 'hh:mm', '-4'],
  ['1', 'yyyy-mm-dd', '1900-01-01'],
  ['12', '#,##0_d', '12'],
  ['12', '0_y;0_y', '12'],
  ['12', '*s0', '12'],
  ['no number', '00000', 'no number'],
])('%s as %s is %s', (value, format, shown) => {
  expect(formatNumber(value, format, false)).toBe(shown);
});

test('a workbook that counts from 1904 has a day 0', () => {
  expect(formatNumber('0', 'yyyy-mm-dd', true)).toBe('1904-01-01');
  expect(formatNumber('0.5', 'yyyy-mm-dd hh:mm', true)).toBe('12:00:00');
});

test('a style that every workbook knows counts hours beyond a day', () => {
  const [format = ''] = readFormats('<styleSheet><cellXfs><xf numFmtId="46"/></cellXfs></styleSheet>');
  expect(formatNumber('1.25', format, false)).toBe('30:00:00');
});
