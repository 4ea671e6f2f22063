import { expect, test } from 'vitest';
import { type GoldenCase, goldenPages } from '../../test/support/golden-pages.ts';
import { snapshotOf } from '../../test/support/snapshot.ts';
import { scrapeRequests } from '../contract/scrape.ts';
import type { Snapshot } from '../page.ts';
import { renderText } from './text.ts';

/**
 * Pages with expected results: test/pages. `npx vitest run src/output/pages.test.ts -u` writes the results anew: read them.
 */

const results: Readonly<
  Record<GoldenCase['outputs'][number], (snapshot: Snapshot, given: GoldenCase) => string>
> = {
  md: (snapshot, given) => {
    const { markdown, links } = renderText(snapshot, 'markdown', given.markdown).data;
    return links === undefined
      ? markdown
      : `${markdown}\n\n<!-- links\n${JSON.stringify(links, undefined, 1)}\n-->`;
  },
  html: (snapshot, given) => renderText(snapshot, 'html', given.html).data.html,
  csv: (snapshot, given) => renderText(snapshot, 'csv', given.csv).data.data,
  json: (snapshot) =>
    JSON.stringify(
      renderText(snapshot, 'csv', scrapeRequests.csv.shape.options.parse({})).metadata,
      undefined,
      2,
    ),
};

test.each(goldenPages)('$name', async ({ html, given, fileOf }) => {
  const snapshot = { ...snapshotOf(html, given.url), contentType: given.contentType };
  for (const output of given.outputs)
    await expect(`${results[output](snapshot, given)}\n`).toMatchFileSnapshot(fileOf(output));
});
