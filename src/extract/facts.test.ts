import { describe, expect, test } from 'vitest';
import { snapshotOf } from '../../test/support/snapshot.ts';
import type { JsonSchema } from '../contract/json-schema.ts';
import { extract } from './extraction.ts';

/** Facts beside labels, in tables, lists and short texts, and that a wrong one is not told in their place. */

type Properties = Readonly<Record<string, JsonSchema>>;

const run = (html: string, properties: Properties) =>
  extract(snapshotOf(html, 'https://example.com/dir/page'), { method: 'schema', schema: { properties } })
    .data;
const string = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const date = { type: 'string', format: 'date' };
const object = (properties: Properties): JsonSchema => ({ type: 'object', properties });
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const facts = (told: Readonly<Record<string, string>>) =>
  `<h1>Thing</h1><dl>${Object.entries(told)
    .map(([term, text]) => `<dt>${term}</dt><dd>${text}</dd>`)
    .join('')}</dl>`;
const table = (head: string, ...rows: string[]) => {
  const row = (text: string, tag: string) =>
    `<tr>${text
      .split('|')
      .map((cell) => `<${tag}>${cell}</${tag}>`)
      .join('')}</tr>`;
  return `<h1>Table</h1><table><thead>${row(head, 'th')}</thead><tbody>${rows.map((one) => row(one, 'td')).join('')}</tbody></table>`;
};

test.each<[string, string, unknown]>([
  ['weight_grams', '0.94 kg', 940],
  ['weight_kg', '1.200 g', 1.2],
  ['height_cm', '1.2 m', 120],
  ['engine_cc', '1.5 L', 1500],
  ['power_hp', '110 kW (150 PS)', 150],
  ['power_kw', '110 kW (150 PS)', 110],
  ['range_km', '300 miles', null],
  ['elevation_gain_m', '1.240 m', 1240],
  ['warranty_months', '2 years', 24],
  ['lifetime_hours', '25,000 h', 25_000],
  ['revenue', '$12.4 million', 12_400_000],
  ['umsatz', '3,2 Mrd. €', 3_200_000_000],
  ['funding', '€5 Mio.', 5_000_000],
  ['market_cap', '3.2bn', 3_200_000_000],
  ['visitors', '1.1 million', 1_100_000],
])('%s of “%s” is %s', (name, text, value) => {
  const label = name.replace(/_(?:grams|kg|cm|cc|hp|kw|km|m|months|hours)$/, '').replaceAll('_', ' ');
  expect(run(facts({ [label]: text }), { [name]: number })).toEqual({ [name]: value });
});

test.each<[string, boolean | null]>([
  ['Yes (free)', true],
  ['Ja, auf Anfrage', true],
  ['Included', true],
  ['あり', true],
  ['Nee', false],
  ['Not included', false],
  ['No incluido', false],
  ['なし', false],
  ['No. 5', null],
  ['-', null],
])('whether there is parking: “%s” is %s', (text, value) => {
  expect(run(facts({ Parking: text }), { parking: boolean })).toEqual({ parking: value });
});

test.each([
  ['17–19 July 2026', '2026-07-17', '2026-07-19'],
  ['July 17-19, 2026', '2026-07-17', '2026-07-19'],
  ['17. bis 19. Juli 2026', '2026-07-17', '2026-07-19'],
  ['Friday 17 July – Sunday 19 July 2026 · Doors 14:00', '2026-07-17', '2026-07-19'],
  ['17.07. – 19.07.2026', '2026-07-17', '2026-07-19'],
  ['30 Dec 2025 – 2 Jan 2026', '2025-12-30', '2026-01-02'],
])('“%s” begins and ends', (text, start_date, end_date) => {
  expect(run(`<h1>Festival</h1><p>${text}</p>`, { start_date: date, end_date: date })).toEqual({
    start_date,
    end_date,
  });
});

test('a day is that of the words before it', () => {
  const html =
    '<h1>Paper</h1><div>Submitted on 12 Feb 2026 (v1), last revised 3 Apr 2026</div><p>Released 4 May 2026</p>';
  expect(run(html, { submitted_date: date, last_revised: date, next_release_date: date })).toEqual({
    submitted_date: '2026-02-12',
    last_revised: '2026-04-03',
    next_release_date: null,
  });
});

describe('what a description means', () => {
  test('the name of somebody is not that of the page', () => {
    const told = (description: string) => ({ type: 'string', description });
    expect(
      run('<h1>Ruling of May</h1>', {
        judge: told('Name of the judge'),
        court: told('title of the court'),
        contact: object({ name: string }),
        ruling: told('Title of the page'),
      }),
    ).toEqual({ judge: null, court: null, contact: null, ruling: 'Ruling of May' });
  });

  test('brackets may hold the label', () => {
    const html = facts({ 'Gastos de comunidad': '95 €/mes', Registernummer: 'HRA 4711' });
    expect(
      run(html, {
        fees: { type: 'number', description: 'Monthly fees (gastos de comunidad)' },
        register: { type: 'string', description: 'Registernummer (HRA or HRB)' },
      }),
    ).toEqual({ fees: 95, register: 'HRA 4711' });
  });

  test('a list stands under the heading that it names', () => {
    const html = '<h1>Urteil</h1><h2>Tenor</h2><ol><li>Die Klage fällt.</li><li>Kosten trägt A.</li></ol>';
    expect(run(html, { operative_part: { ...list(string), description: 'Tenor' } })).toEqual({
      operative_part: ['Die Klage fällt.', 'Kosten trägt A.'],
    });
  });
});

test('labels are known without their number and explanation, but not without their unit', () => {
  const html = `${facts({ 'PE ratio (TTM)': '27.6', 'Height (cm)': '120' })}<h2>5. Storage</h2><p>Keep it dry.</p>`;
  expect(run(html, { pe_ratio: number, height: string, height_cm: number, storage: string })).toEqual({
    pe_ratio: 27.6,
    height: null,
    height_cm: 120,
    storage: 'Keep it dry.',
  });
});

describe('tables', () => {
  const all = (html: string, fields: Properties) => run(html, { rows: list(object(fields)) }).rows;

  test('heads are short for what they mean', () => {
    const html = table(
      '#|Team|<abbr title="Played">P</abbr>|GD|Pts',
      '1|Alder|12|+17|29',
      '2|Brent|12|−5|14',
    );
    const fields = { position: integer, team: string, played: integer, points: integer };
    expect(all(html, { ...fields, goal_difference: integer })).toEqual([
      { position: 1, team: 'Alder', played: 12, goal_difference: 17, points: 29 },
      { position: 2, team: 'Brent', played: 12, goal_difference: -5, points: 14 },
    ]);
  });

  test('heads of other languages', () => {
    const html = table('Tijd|Bestemming|Spoor|Trein', '09:48|Groningen|5|IC 731', '10:02|Den Haag|7a|IC 538');
    const fields = { time: string, destination: string, platform: string, train: string };
    expect(all(html, fields)).toEqual([
      { time: '09:48', destination: 'Groningen', platform: '5', train: 'IC 731' },
      { time: '10:02', destination: 'Den Haag', platform: '7a', train: 'IC 538' },
    ]);
  });

  test('titles over all columns, heads of two rows, marks of notes and the foot are no entries', () => {
    const html = `<h1>Regions</h1><table><thead><tr><th colspan="3">Table 1</th></tr>
      <tr><th rowspan="2">Region</th><th colspan="2">Population</th></tr><tr><th>2020</th><th>2025</th></tr></thead>
      <tbody><tr><td>North</td><td>10</td><td>12</td></tr><tr><td>South<sup>a</sup></td><td>8</td><td>9<sup>[2]</sup></td></tr></tbody>
      <tfoot><tr><td>Total</td><td>18</td><td>21</td></tr></tfoot></table>`;
    expect(all(html, { region: string, population_2020: integer, population_2025: integer })).toEqual([
      { region: 'North', population_2020: 10, population_2025: 12 },
      { region: 'South', population_2020: 8, population_2025: 9 },
    ]);
  });

  test('the currency of a price has no column', () => {
    const html = table(
      'From|To|Dep.|Arr.|Price',
      'Bern|Basel|08:04|08:58|CHF 41.00',
      'Bern|Chur|09:02|11:24|CHF 63.00',
    );
    expect(
      all(html, {
        origin: string,
        destination: string,
        departure_time: string,
        arrival_time: string,
        price: number,
        currency: string,
      }),
    ).toEqual([
      {
        origin: 'Bern',
        destination: 'Basel',
        departure_time: '08:04',
        arrival_time: '08:58',
        price: 41,
        currency: 'CHF',
      },
      {
        origin: 'Bern',
        destination: 'Chur',
        departure_time: '09:02',
        arrival_time: '11:24',
        price: 63,
        currency: 'CHF',
      },
    ]);
  });

  test('of several rows the first is not that of the page', () => {
    const html = table('Plan|Users', 'Small|1', 'Team|10');
    expect(run(html, { users: integer, plan: string })).toEqual({ users: null, plan: null });
    expect(run(table('Plan|Users', 'Small|1'), { users: integer })).toEqual({ users: 1 });
  });
});

test('sections of a menu stand between their headings', () => {
  const dish = (name: string, price: string) =>
    `<div class="dish"><h3>${name}</h3><span>€ ${price}</span></div>`;
  const html = `<h1>Osteria</h1><main><h2>Antipasti</h2>${dish('Acciughe', '11,00')}${dish('Focaccia', '9,50')}
    <h2>Primi</h2>${dish('Trofie', '13,00')}${dish('Pansoti', '14,50')}</main>`;
  const dishes = list(object({ name: string, price: number }));
  expect(run(html, { menu: list(object({ section: string, dishes })) })).toEqual({
    menu: [
      {
        section: 'Antipasti',
        dishes: [
          { name: 'Acciughe', price: 11 },
          { name: 'Focaccia', price: 9.5 },
        ],
      },
      {
        section: 'Primi',
        dishes: [
          { name: 'Trofie', price: 13 },
          { name: 'Pansoti', price: 14.5 },
        ],
      },
    ],
  });
});

test('posts of a forum: who wrote what, without what stands beside it', () => {
  const post = (name: string, text: string) =>
    `<div class="post"><div class="user"><a class="username" href="/u/${name}">${name}</a><span>Member</span></div>
    <div class="body"><time datetime="2026-01-04">Jan 4, 2026</time><div class="msg">${text}</div><span>4 likes</span></div></div>`;
  const html = `<h1>Brakes</h1>${post('torx', 'Start with the fluid, it may be old.')}${post('mags', 'Check the seals as well, they go.')}`;
  expect(run(html, { posts: list(object({ author: string, text: string, likes: integer })) })).toEqual({
    posts: [
      { author: 'torx', text: 'Start with the fluid, it may be old.', likes: 4 },
      { author: 'mags', text: 'Check the seals as well, they go.', likes: 4 },
    ],
  });
});

test('lines of facts are no description', () => {
  const course = (title: string, text: string) =>
    `<div class="course"><h3>${title}</h3><p>5 ECTS · English · Mon 10:15</p><p>Lecturer: Dr. Iris Kallio</p><p>${text}</p></div>`;
  const html = `<h1>Courses</h1>${course('Geography', 'Landforms and climate for beginners.')}${course('Sensing', 'Satellite images and how to read them.')}`;
  const courses = list(object({ title: string, credits: integer, description: string }));
  expect(run(html, { courses })).toEqual({
    courses: [
      { title: 'Geography', credits: 5, description: 'Landforms and climate for beginners.' },
      { title: 'Sensing', credits: 5, description: 'Satellite images and how to read them.' },
    ],
  });
});

test('what a list lets choose is not one text', () => {
  const html =
    '<h1>Bag</h1><div><fieldset><legend>Color</legend><label><input type="radio" name="c" value="1">Moss</label><label><input type="radio" name="c" value="2">Slate</label></fieldset><label for="s">Size</label><select id="s" name="size"><option>S/M</option><option>M/L</option></select></div>';
  expect(run(html, { sizes: list(string) })).toEqual({ sizes: ['S/M', 'M/L'] });
});

test('German: an imprint', () => {
  const html = `<h1>Impressum</h1><p>Feld GmbH<br>Weg 4<br>59192 Bergkamen</p><p>Vertreten durch:<br>Dr. Ulrike Feld, Tim Brandner</p>
    <h2>Kontakt</h2><p>Umsatzsteuer-Identifikationsnummer gemäß § 27 a Umsatzsteuergesetz:<br>DE 123 456 789</p><h2>Umsatzsteuer-ID</h2>
    <p>Umsatzsteuer-Identifikationsnummer gemäß § 27 a Umsatzsteuergesetz:<br>DE 123 456 789</p>`;
  expect(run(html, { managing_directors: list(string), vat_id: string })).toEqual({
    managing_directors: ['Dr. Ulrike Feld', 'Tim Brandner'],
    vat_id: 'DE 123 456 789',
  });
});

test('German: a job', () => {
  const html = `<h1>Entwicklung (m/w/d)</h1><dl><dt>Referenznummer</dt><dd>TW-117</dd><dt>Wochenstunden</dt><dd>38,5</dd></dl>
    <h2>Deine Aufgaben</h2><ul><li>Weiterentwicklung in Go</li><li>Betrieb</li></ul><h2>Dein Profil</h2><ul><li>Drei Jahre Erfahrung</li><li>Deutsch (B2)</li></ul>`;
  expect(
    run(html, {
      reference_number: string,
      weekly_hours: number,
      responsibilities: list(string),
      requirements: list(string),
    }),
  ).toEqual({
    reference_number: 'TW-117',
    weekly_hours: 38.5,
    responsibilities: ['Weiterentwicklung in Go', 'Betrieb'],
    requirements: ['Drei Jahre Erfahrung', 'Deutsch (B2)'],
  });
});

test('names and values of entries in one text', () => {
  const html = '<h1>Horaires</h1><ul><li>Lundi : 9h–12h</li><li>Mardi : Fermé</li></ul>';
  expect(run(html, { opening_hours: list(object({ day: string, hours: string })) })).toEqual({
    opening_hours: [
      { day: 'Lundi', hours: '9h–12h' },
      { day: 'Mardi', hours: 'Fermé' },
    ],
  });
});

test('the telephone in the foot of a page', () => {
  const html = '<h1>Osteria</h1><footer><p>Via del Molo 7r, 16128 Genova – Tel. 010 555 0199</p></footer>';
  expect(run(html, { phone: string })).toEqual({ phone: '010 555 0199' });
});

test('what all costs is not what a unit of it does', () => {
  const home = (rate: string) => `<h1>Flat</h1><p class="price">389.000 €</p><p>${rate}</p><p>90 m²</p>`;
  const wanted = { price: number, price_per_sqm: number };
  expect(run(home('4.324 €/m²'), wanted)).toEqual({ price: 389_000, price_per_sqm: 4324 });
  expect(run(home('Quiet street'), wanted)).toEqual({ price: 389_000, price_per_sqm: null });
});
