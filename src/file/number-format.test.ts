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
  ['1.5', '00000', '00002'],
  ['-501', '00000', '-00501'],
  ['7', '0', '7'],
  ['1234.5', '#,##0.00', '1234.50'],
  ['1234.5', '0.00', '1234.50'],
  ['12.345', '0.0 "kg"', '12.3 kg'],
  ['1234.5', '#,##0\\ "€"', '1235 €'],
  ['1234.5', '#,##0.00\\ [$€-407]', '1234.50 €'],
  ['-1234.5', '"$"#,##0.00;[Red]"$"#,##0.00', '-$1234.50'],
  ['-5', '0_);(0)', '-5'],
  ['-5', '0.00;[Red]-0.00', '-5.00'],
  ['-5', '0.00;[Red]0.00', '-5.00'],
  ['0', '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)', '$-'],
  ['12.5', '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)', '$12.50'],
  ['-0.001', '0.00', '0.00'],
  ['1.005', '0.00', '1.01'],
  ['0.5', '#.##', '.5'],
  ['0.3333333333333333', '0%', '33%'],
  ['0.07', '0 %', '7 %'],
  ['1234567', '0.0,,"M"', '1.2M'],
  ['21', '0" °C"', '21 °C'],
  ['1', '"yes";;"no"', 'yes'],
  ['0', '"yes";;"no"', 'no'],
  ['7', ';;;', ''],
  ['0.1', 'General', '0.1'],
  ['0.1', '', '0.1'],
  ['3', 'General "kg"', '3'],
  ['1234.5', '0.00E+00', '1234.5'],
  ['0.5', '# ?/?', '0.5'],
  ['150', '[>100]"many";0', '150'],
  ['0.255', '0.0%', '25.5%'],
  ['45000', 'yyyy-mm-dd', '2023-03-15'],
  ['45000', 'mmm', '2023-03-15'],
  ['45000', '[$-409]mmmm;@', '2023-03-15'],
  ['45000.25', 'mm:ss', '06:00:00'],
  ['45000', '0 "mm"', '45000 mm'],
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

test('a format is read no further than Excel writes one', () => {
  const endless = '#'.repeat(100_000);
  const [format = ''] = readFormats(
    `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0.00${endless}"/></numFmts><cellXfs><xf numFmtId="170"/></cellXfs></styleSheet>`,
  );
  expect(format).toHaveLength(255);
});

test('a style that every workbook knows counts hours beyond a day', () => {
  const [format = ''] = readFormats('<styleSheet><cellXfs><xf numFmtId="46"/></cellXfs></styleSheet>');
  expect(formatNumber('1.25', format, false)).toBe('30:00:00');
});

test.each([
  ['31', '45000', '2023-03-15'],
  ['58', '45000', '2023-03-15'],
  ['32', '0.75', '18:00:00'],
  ['55', '45000', '2023-03-15'],
  ['55', '0.75', '18:00:00'],
])('format %s of workbooks in Chinese, Japanese and Korean: %s is %s', (id, value, shown) => {
  const [format = ''] = readFormats(`<styleSheet><cellXfs><xf numFmtId="${id}"/></cellXfs></styleSheet>`);
  expect(formatNumber(value, format, false)).toBe(shown);
});
