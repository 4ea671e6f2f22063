import { expect, test } from 'vitest';
import { snapshotOf } from '../../test/support/snapshot.ts';
import type { JsonSchema } from '../contract/json-schema.ts';
import { extract } from './extraction.ts';

/** What a schema in English finds under labels of other languages, and in lines with several of them. */

const run = (html: string, properties: Readonly<Record<string, JsonSchema>>) =>
  extract(snapshotOf(html, 'https://example.com/dir/page'), { method: 'schema', schema: { properties } })
    .data;

const string = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };
const date = { type: 'string', format: 'date' };
const uri = { type: 'string', format: 'uri' };

test('Japanese: a company, and how many have rated a product', () => {
  const rows = [
    ['設立', '1972年4月1日'],
    ['代表者', '佐藤 健一'],
    ['資本金', '5,000万円'],
    ['従業員数', '230名'],
  ];
  const table = rows.map(([head, value]) => `<tr><th>${head}</th><td>${value}</td></tr>`).join('');
  expect(
    run(`<h1>会社概要</h1><table>${table}</table>`, {
      founded: date,
      representative: string,
      capital: number,
      employees: integer,
    }),
  ).toEqual({ founded: '1972-04-01', representative: '佐藤 健一', capital: 50_000_000, employees: 230 });
  expect(run('<h1>急須</h1><p>★4.5（38件のレビュー）</p>', { review_count: integer })).toEqual({
    review_count: 38,
  });
});

test('Arabic: a product, an article and its date', () => {
  const lines = ['العلامة التجارية: نورا', 'رقم الموديل: NR-200', 'اللون: أسود'];
  const list = `<h1>سماعة</h1><ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;
  expect(run(list, { brand: string, model: string, color: string })).toEqual({
    brand: 'نورا',
    model: 'NR-200',
    color: 'أسود',
  });
  const article = '<article><h1>خبر</h1><p>بقلم: سلمى حداد</p><p>تاريخ النشر: 12 أبريل 2026</p></article>';
  expect(run(article, { author: string, date })).toEqual({ author: 'سلمى حداد', date: '2026-04-12' });
});

test('German and French: ratings, capacity, employer, portions', () => {
  const bag =
    '<h1>Rucksack</h1><dl><dt>Volumen</dt><dd>32 Liter</dd></dl><p>4,3 von 5 Sternen (57 Bewertungen)</p>';
  expect(run(bag, { volume_liters: number, reviews: integer })).toEqual({ volume_liters: 32, reviews: 57 });
  const job = '<h1>Infirmier</h1><dl><dt>Employeur</dt><dd>Clinique du Parc</dd></dl>';
  expect(run(job, { employer: string })).toEqual({ employer: 'Clinique du Parc' });
  const dish = '<h1>Tarte</h1><ul><li>Cuisson : 1 h 10</li><li>Pour 6 personnes</li></ul>';
  expect(run(dish, { cook_time_minutes: integer, servings: integer })).toEqual({
    cook_time_minutes: 70,
    servings: 6,
  });
});

test.each([
  'Tiempo de preparación: 15 minutos. Tiempo total: 2 horas 15 minutos. Raciones: 4',
  'Tiempo de preparación: 15 minutos | Tiempo total: 2 horas 15 minutos | Raciones: 4',
])('labels that stand in one line, one after the other: %s', (line) => {
  const duration = { type: 'string', format: 'duration' };
  expect(
    run(`<h1>Gazpacho</h1><p>${line}</p>`, {
      prep_time: duration,
      total_time_minutes: integer,
      servings: integer,
    }),
  ).toEqual({ prep_time: 'PT15M', total_time_minutes: 135, servings: 4 });
});

test('a town is not the whole line under “Ort”, and a time is no day', () => {
  const lines =
    '<p>Datum: 17. Oktober 2026</p><p>Beginn: 19:30 Uhr</p><p>Ort: Halle, Marktgasse 4, 88131 Lindau</p>';
  const time = { type: 'string', format: 'time' };
  expect(run(`<h1>Konzert</h1>${lines}`, { date, start_time: time, city: string })).toEqual({
    date: '2026-10-17',
    start_time: '19:30:00',
    city: 'Lindau',
  });
});

test('an address that is asked for is where the link behind its label leads', () => {
  const lines =
    '<p>Website: <a href="https://okafor.example">okafor.example</a></p><p>Blog: www.okafor.example/b</p>';
  expect(run(`<h1>Miriam Okafor</h1>${lines}`, { website: uri, blog: uri })).toEqual({
    website: 'https://okafor.example/',
    blog: 'https://www.okafor.example/b',
  });
});

test('a time keeps its clock and zone, of the beginning, the end, and the day of publication', () => {
  const dateTime = { type: 'string', format: 'date-time' };
  const span =
    '<time datetime="2026-05-21T18:30:00+01:00">May 21, 2026, 6:30 PM</time> – <time datetime="2026-05-21T21:00:00+01:00">9:00 PM</time>';
  expect(run(`<h1>Meetup</h1><p>${span}</p>`, { start: dateTime, end: dateTime })).toEqual({
    start: '2026-05-21T18:30:00+01:00',
    end: '2026-05-21T21:00:00+01:00',
  });
  const article =
    '<article><h1>Le phare</h1><p><time datetime="2026-06-02T07:15:00+02:00">Publié le 2 juin 2026 à 7h15</time></p></article>';
  expect(run(article, { published_at: dateTime })).toEqual({ published_at: '2026-06-02T07:15:00+02:00' });
});
