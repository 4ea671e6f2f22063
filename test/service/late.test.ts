import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finalLine, type LatePage, latePages, startLateSite } from '../support/late-pages.ts';
import { type Service, startService } from '../support/service.ts';
import { html, type Page, type Site, startSite } from '../support/site.ts';

const prose = 'Lapwings nest on open ground and are seldom seen to rest. '.repeat(10);

/** The same with the first request and another with the next. */
const onceThen = (first: string, next: Page): Page => {
  let times = 0;
  return (request, response) => {
    times += 1;
    if (times > 1 && typeof next !== 'string') next(request, response);
    else response.writeHead(200, { 'content-type': 'text/html' }).end(times > 1 ? next : first);
  };
};
/** So late that the page is run ahead before. */
const spins = html(
  'Spins',
  `<p>${prose}</p><script>setTimeout(() => { const begun = Date.now(); while (Date.now() - begun < 500); }, 2000)</script>`,
);

let late: Site;
let site: Site;
let service: Service;
beforeAll(async () => {
  late = await startLateSite();
  site = await startSite({
    '/refused-then': onceThen(spins, (_request, response) => response.writeHead(503).end('Busy')),
    '/less-then': onceThen(spins, html('Less', '<p>Less</p><script>0</script>')),
    '/never-ends': html('Never', `<p>${prose}</p><script>setTimeout(() => { for (;;); }, 900)</script>`),
    '/computes': html(
      'Computes',
      `<p id="words">${prose}</p><script>setTimeout(() => { let sum = 0; for (let n = 0; n < 3e8; n++) sum += n % 7;
       words.append('Sum: ' + (sum > 0)) }, 900)</script>`,
    ),
  });
  service = await startService();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await late[Symbol.asyncDispose]();
});

const scrape = async (url: string) => {
  const { status, body } = await service.scrape({ url, retry: false, options: { only_main_content: false } });
  expect(status, JSON.stringify(body.detail)).toBe(200);
  return { markdown: body.data.markdown, metadata: body.metadata };
};

/** Idle moments come when nothing else is done: of these pages none is shown beside another. */
const whenIdle = latePages.filter(({ kind }) => kind.includes('idle'));
const holdsItsEnd = async ({ path }: LatePage) =>
  expect((await scrape(`${late.origin}${path}`)).markdown).toContain(finalLine);

describe.concurrent('what comes late is there', () => {
  test.each(latePages.filter((page) => !whenIdle.includes(page)))('$kind', holdsItsEnd);
});

describe('what comes when idle is there', () => {
  test.each(whenIdle)('$kind', holdsItsEnd);
});

describe('a page whose script waits in a loop for the clock', () => {
  test.each(['/refused-then', '/less-then'])(
    'is what the first visit brought where the second brings less: %s',
    async (path) => {
      const { markdown } = await scrape(`${site.origin}${path}`);
      expect(markdown).toContain('seldom seen to rest');
      expect(site.countOf(path)).toBe(2);
    },
  );

  test('is answered with its content where it never ends', async () => {
    const { markdown, metadata } = await scrape(`${site.origin}/never-ends`);
    expect(markdown).toContain('seldom seen to rest');
    expect(metadata.wait.ended_by).toBe('stuck');
    expect(site.countOf('/never-ends')).toBeLessThanOrEqual(2);
  });

  test('is none whose script computes and ends', async () => {
    expect((await scrape(`${site.origin}/computes`)).markdown).toContain('Sum: true');
    expect(site.countOf('/computes')).toBe(1);
  });
});
