import { expect, test } from 'vitest';
import { Deadline } from '../../src/deadline.ts';
import { pageRequest, startBrowser } from '../support/browser.ts';
import { commandOf, descendantsOf, eventually, type Service, startService } from '../support/service.ts';
import { html, startSite } from '../support/site.ts';

const text = 'Gannets dive from thirty metres and enter the sea like arrows. '.repeat(8);
const page = html('Page', `<h1>Page</h1><p>${text}</p>`);

/** Main processes of browsers: they alone are of no type. */
const browsersOf = ({ pid }: Pick<Service, 'pid'>): number[] =>
  descendantsOf(pid).filter((one) => {
    const command = commandOf(one);
    return command.includes('--remote-debugging-pipe') && !command.includes('--type=');
  });

test('another browser is started under load, one that is killed is replaced, and nothing is left of either', async () => {
  await using site = await startSite({ '/page': page });
  await using service = await startService({ GANNET_BROWSER_PROCESSES: '2', GANNET_RENDER: 'always' });
  expect(browsersOf(service)).toHaveLength(1);

  let asked = 0;
  let over = false;
  const statuses = new Set<number>();
  const caller = async () => {
    while (!over) statuses.add((await service.scrape({ url: `${site.origin}/page?${asked++}` })).status);
  };
  const callers = Promise.all(Array.from({ length: 4 }, caller));
  await eventually(() => browsersOf(service).length === 2, 60_000);
  const [first = 0, second = 0] = browsersOf(service);
  const all = new Set([first, second]);
  for (const pid of [second, first]) {
    const before = asked;
    process.kill(pid, 'SIGKILL');
    await eventually(() => browsersOf(service).length === 2 && asked > before + 8, 60_000);
    expect(browsersOf(service)).not.toContain(pid);
    for (const one of browsersOf(service)) all.add(one);
  }
  over = true;
  await callers;
  // A page whose browser dies is shown again in another.
  expect([...statuses]).toEqual([200]);

  await service.stop();
  expect([...all].map(commandOf)).toEqual(['', '', '', '']);
}, 180_000);

test('a browser that is let go shows its pages to their end, then it is gone', async () => {
  const held = Promise.withResolvers<void>();
  await using site = await startSite({
    '/page': page,
    '/held': (_request, response) => {
      void held.promise.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
    },
  });
  await using browser = await startBrowser();
  const another = await browser.addAnother();
  const visit = async (path: string) => {
    using deadline = new Deadline(60_000);
    return browser.visit(pageRequest(`${site.origin}${path}`), async () => undefined, deadline);
  };
  // A new tab goes to the browser that has the fewest: each has some.
  const visits = Promise.all(Array.from({ length: 4 }, () => visit('/held')));
  await eventually(() => site.countOf('/held') === 4 && another.browsers[0]?.contexts !== 0, 30_000);
  browser.fleet.dismiss(another);
  expect(browser.fleet.browsers).toHaveLength(2);
  await Promise.all(Array.from({ length: 4 }, () => visit('/page')));
  expect(browser.fleet.browsers).toHaveLength(2);
  held.resolve();
  expect((await visits).map(({ snapshot }) => snapshot.status)).toEqual([200, 200, 200, 200]);
  await eventually(() => browser.fleet.browsers.length === 1, 10_000);
  expect((await visit('/page')).snapshot.status).toBe(200);
  expect([await browser.launches('crash'), await browser.launches('recycle')]).toEqual([0, 0]);
}, 120_000);

test('one that is let go while it is started again is not left over', async () => {
  await using browser = await startBrowser();
  const [first = 0] = browsersOf(process);
  const another = await browser.addAnother();
  for (const pid of browsersOf(process)) if (pid !== first) process.kill(pid, 'SIGKILL');
  await expect.poll(() => another.browsers.length, { interval: 5 }).toBe(0);
  await expect.poll(() => browsersOf(process).length, { interval: 5 }).toBe(2);
  browser.fleet.dismiss(another);
  await eventually(() => browsersOf(process).length === 1, 20_000);
  expect(browsersOf(process)).toEqual([first]);
  await expect.poll(() => browser.fleet.browsers.length).toBe(1);
});
