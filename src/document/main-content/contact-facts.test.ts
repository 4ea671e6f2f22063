import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from '../tree/parse.ts';
import { readBlocks } from './blocks.ts';
import { contactFact, isDays, isTimes } from './contact-facts.ts';

const factIn = (html: string) => {
  const [block] = readBlocks(bodyOf(parseHtml(html))).all;
  return block && contactFact(block);
};

test.each([
  ['<p>14 Cooper’s Close, Leith, Edinburgh EH6 6RA</p>', 'address'],
  ['<p>2210 SE Division St Portland, OR 97202</p>', 'address'],
  ['<p>Wilhelmshöher Allee 112<br>34119 Kassel</p>', 'address'],
  ['<address>Pier 4, by the old crane</address>', 'address'],
  ['<p>Tel.: 0561 555010</p>', 'phone'],
  ['<p>(503) 555-0127</p>', 'phone'],
  ['<a href="tel:+15035550127">Call us</a>', 'phone'],
  ['<p>hello@kettle.example</p>', 'email'],
  ['<a href="mailto:hello@kettle.example">Write to us</a>', 'email'],
  ['<p>Mon–Fri: 8am – 6pm</p>', 'hours'],
  ['<p>Dienstag bis Samstag 9:00 – 18:30 Uhr</p>', 'hours'],
  ['<p>The bridge was closed in 1998.</p>', undefined],
  ['<p>March 4, 2025</p>', undefined],
  ['<p>2025-03-04 – 2025-03-07</p>', undefined],
  ['<p>£24,000 – £26,000 a year</p>', undefined],
  ['<p>978-3-16-148410-0, paperback</p>', undefined],
  ['<p>Summer 10 to 12 owls</p>', undefined],
])('what a text tells: %s', (html, fact) => {
  expect(factIn(html)).toBe(fact);
});

test('rows of opening hours', () => {
  expect(['Monday', 'Mo – Fr', 'Sat & Sun:', 'Dienstag'].every(isDays)).toBe(true);
  expect(['Monday night', 'March', 'Sunday roast'].some(isDays)).toBe(false);
  expect(['9:00 – 18:30 Uhr', '7:00 AM - 3:00 PM', '12–3pm, 6–10pm', 'Closed'].every(isTimes)).toBe(true);
  expect(['3', '9:00', 'Closed roads'].some(isTimes)).toBe(false);
});
