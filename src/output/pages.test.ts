import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { scrapeRequests } from '../contract/scrape.ts';
import type { Snapshot } from '../page.ts';
import { renderText } from './text.ts';

/**
 * Pages with expected results, one folder a case: `page.html`, `case.json` (which outputs, their options, what the
 * server said) and `expected.<output>`. `npx vitest run src/output/pages.test.ts -u` writes the results anew: read them.
 */
const folder = join(import.meta.dirname, '../../test/pages');

const textOutputs = ['md', 'html', 'csv', 'json'] as const;
const caseFile = z.strictObject({
  outputs: z.array(z.enum(textOutputs)),
  url: z.string().default('https://example.com/dir/page.html'),
  contentType: z.string().default('text/html'),
  markdown: z.record(z.string(), z.unknown()).default({}),
  html: z.record(z.string(), z.unknown()).default({}),
  csv: z.record(z.string(), z.unknown()).default({}),
});

const optionsOf = {
  markdown: scrapeRequests.markdown.shape.options,
  html: scrapeRequests.html.shape.options,
  csv: scrapeRequests.csv.shape.options,
};

type Case = z.infer<typeof caseFile>;

const results: { readonly [O in (typeof textOutputs)[number]]: (snapshot: Snapshot, given: Case) => string } =
  {
    md: (snapshot, given) => {
      const { markdown, links } = renderText(
        snapshot,
        'markdown',
        optionsOf.markdown.parse(given.markdown),
      ).data;
      return links === undefined
        ? markdown
        : `${markdown}\n\n<!-- links\n${JSON.stringify(links, undefined, 1)}\n-->`;
    },
    html: (snapshot, given) => renderText(snapshot, 'html', optionsOf.html.parse(given.html)).data.html,
    csv: (snapshot, given) => renderText(snapshot, 'csv', optionsOf.csv.parse(given.csv)).data.data,
    json: (snapshot) =>
      JSON.stringify(renderText(snapshot, 'csv', optionsOf.csv.parse({})).metadata, undefined, 2),
  };

test.each(readdirSync(folder))('%s', async (name) => {
  const given = caseFile.parse(JSON.parse(readFileSync(join(folder, name, 'case.json'), 'utf8')));
  const snapshot: Snapshot = {
    url: given.url,
    status: 200,
    headers: {},
    contentType: given.contentType,
    html: readFileSync(join(folder, name, 'page.html'), 'utf8'),
    title: '',
    baseUrl: given.url,
  };
  for (const output of given.outputs)
    await expect(`${results[output](snapshot, given)}\n`).toMatchFileSnapshot(
      join(folder, name, `expected.${output}`),
    );
});
