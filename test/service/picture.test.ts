import { expect, test } from 'vitest';
import { parseScrape } from '../../src/contract/scrape.ts';
import { Deadline } from '../../src/deadline.ts';
import { pdf } from '../../src/output/pdf.ts';
import { type LivePage, ProtocolError } from '../../src/page.ts';
import { pageRequest, startBrowser } from '../support/browser.ts';
import { html, startSite } from '../support/site.ts';

test('where printing fails a picture of the page becomes the PDF', async () => {
  await using site = await startSite({
    '/': html('Tall', '<div style="height:4000px;background:#0a0">Tall</div>'),
  });
  await using browser = await startBrowser();
  using deadline = new Deadline(20_000);
  const { request } = parseScrape({
    url: site.origin,
    output: 'pdf',
    options: { quality: 40, landscape: true },
  });
  if (request.output !== 'pdf') throw new Error('not a PDF request');

  /** The real page, whose printer is broken. */
  const withoutPrinter = (page: LivePage): LivePage => ({
    ...page,
    send: (method, params) =>
      method === 'Page.printToPDF'
        ? Promise.reject(new ProtocolError(method, 'Printing is not available'))
        : page.send(method, params),
  });
  const { value } = await browser.visit(
    pageRequest(site.origin, { asText: false }),
    (page) => pdf(withoutPrinter(page), request.options),
    deadline,
  );
  const bytes = Buffer.from(value?.data ?? '', 'base64');
  expect(value).toMatchObject({ format: 'pdf', size_bytes: bytes.length });
  const text = bytes.toString('latin1');
  expect(text).toContain('/MediaBox [0 0 841.89 595.28]');
  expect(text).toContain('/DCTDecode');
  expect(Number(/\/Count (\d+)/.exec(text)?.[1])).toBeGreaterThan(2);
});
