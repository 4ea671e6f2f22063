import { expect, test } from 'vitest';
import {
  browserPidOf,
  commandOf,
  descendantsOf,
  eventually,
  openFilesOf,
  profilesOf,
  startService,
} from '../support/service.ts';
import { html, startSite } from '../support/site.ts';

const text =
  'Gannets dive from thirty metres and enter the sea like arrows, which few other birds can do. '.repeat(6);
const page = html('Page', `<h1>Page</h1><p>${text}</p>`);

test('scrapes of every kind leave no process, context, profile or file descriptor', async () => {
  await using site = await startSite({
    '/page': page,
    '/popup': html('Popup', `<p>${text}</p><script>open('/page')</script>`),
    '/broken': (_request, response) => response.destroy(),
    '/slow': () => undefined,
  });
  /** What is asked for in turn, and how that is answered. */
  const kinds: readonly (readonly [object, number])[] = [
    [{ url: `${site.origin}/page` }, 200],
    [{ url: `${site.origin}/page`, output: 'screenshot' }, 200],
    [{ url: `${site.origin}/popup`, output: 'html' }, 200],
    [{ url: `${site.origin}/page`, output: 'pdf' }, 200],
    [{ url: `${site.origin}/broken`, retry: false }, 400],
    [{ url: `${site.origin}/slow`, timeout_ms: 1000 }, 504],
  ];
  await using service = await startService();
  const contexts = async () => (await (await fetch(`${service.url}/health`)).json()).browser_contexts;
  const scrapes = async (count: number) => {
    for (let done = 0; done < count; done += 10) {
      const asked = Array.from({ length: 10 }, (_, index) => kinds[(done + index) % kinds.length]);
      const answers = await Promise.all(
        asked.map((kind) => service.scrape({ ...kind?.[0], bypass_cache: true })),
      );
      // On a busy machine it may take a second even to get a page.
      expect(
        answers.map(({ status }, at) => (status === 503 && asked[at]?.[1] === 504 ? 504 : status)),
      ).toEqual(asked.map((kind) => kind?.[1]));
    }
  };
  /** Once the tabs kept for their owner are gone and only the one made ahead is there. */
  const settled = async () => {
    await eventually(async () => (await contexts()) === 1, 90_000);
    const browser = browserPidOf(service);
    return {
      // Others come and go by themselves: for printing, for speech.
      renderers: descendantsOf(service.pid).filter((pid) => commandOf(pid).includes('--type=renderer'))
        .length,
      files: openFilesOf(service.pid, service.dataDir),
      browserFiles: openFilesOf(browser),
    };
  };
  await scrapes(30);
  const before = await settled();
  await scrapes(120);
  await expect.poll(settled, { timeout: 120_000 }).toSatisfy(
    ({ renderers, files, browserFiles }) =>
      // One more may be kept spare.
      renderers <= before.renderers + 1 &&
      files <= before.files + 4 &&
      browserFiles <= before.browserFiles + 10,
  );
  expect(profilesOf(service.pid).length).toBe(1);
}, 400_000);
