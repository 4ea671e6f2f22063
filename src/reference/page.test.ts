import { expect, test } from 'vitest';
import { commonErrors } from '../contract/endpoint.ts';
import { errors } from '../contract/error.ts';
import { openapiDocument } from '../contract/openapi.ts';
import { endpointTable } from '../contract/routes.ts';
import { referencePage } from './page.ts';

const html = referencePage(JSON.parse(JSON.stringify(openapiDocument('1.2.3'))));
const sectionOf = (id: string) => html.split(`<section id="${id}">`)[1]?.split('</section>')[0] ?? '';

test.each(Object.entries(endpointTable))('%s: fields, codes and samples are there', (name, endpoint) => {
  const section = sectionOf(name);
  const fields = [...(endpoint.request ?? []), ...(endpoint.query ? [endpoint.query] : [])];
  for (const { shape } of fields)
    for (const field of Object.keys(shape)) expect(section).toMatch(new RegExp(`<code>\\??${field}</code>`));
  for (const code of [...endpoint.errors, ...commonErrors(endpoint)]) {
    expect(section).toContain(`<code>${code}</code>`);
    expect(section).toContain(`<td>${errors[code].status}</td>`);
  }
  for (const label of ['curl', 'TypeScript', 'Python, requests', 'Python, standard library'])
    expect(section).toContain(`<summary>${label}</summary>`);
});

test('defaults and bounds are told', () => {
  expect(sectionOf('scrape')).toMatch(
    /timeout_ms<\/code><\/td><td>integer<\/td><td><code>20000<\/code>.*1000 to 120000/,
  );
  expect(sectionOf('crawlList')).toMatch(/<code>\?limit<\/code>.*<code>100<\/code>.*1 to 1000/);
});

test('fields that one output has are not shown for all', () => {
  const [common, , screenshot] = sectionOf('scrape').split('<h5>');
  expect(common).not.toContain('<code>options.full_page</code>');
  expect(screenshot).toMatch(/^ScrapeScreenshotRequest.*options\.full_page/s);
});

test('links lead somewhere, and ids are there once', () => {
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.length).toBeGreaterThan(30);
  expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
});

test('text is text, and nothing comes from elsewhere', () => {
  const page = referencePage(JSON.parse(JSON.stringify(openapiDocument('<script>alert("1")</script>'))));
  expect(page).not.toMatch(/<script|<link|<img|url\(|@import| on\w+=| style=/);
  expect(page).toContain('&#60;script&#62;');
});
