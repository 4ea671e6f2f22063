import type { IncomingMessage } from 'node:http';
import { atMost, type Measure, nothing } from '../harness.ts';
import { calm, cpuBetween, cpuTimeOf } from '../processes.ts';
import { pages, startBenchSite } from '../site.ts';
import { round } from '../statistics.ts';
import { startGannet } from '../subjects.ts';

/** Pages that need no script: answered from their response, at what cost, and unseen by the site. */
export const measureResponse: Measure = async ({ quick }) => {
  const count = quick ? 30 : 200;
  await using site = await startBenchSite();
  await using service = await startGannet();
  const url = `${site.origin}${pages.plain.path}`;
  const warmUp = 5;
  for (let n = 0; n < warmUp; n++) await service.scrapeText({ url: `${url}?warm=${n}` });
  await calm([service.pid]);

  site.requests.length = 0;
  const before = cpuTimeOf(service.pid);
  let fromResponse = 0;
  let complete = 0;
  const startedAt = performance.now();
  for (let n = 0; n < count; n++) {
    const { text, engine } = await service.scrapeText({ url: `${url}?n=${n}` });
    if (engine === 'response') fromResponse++;
    if (pages.plain.holds.every((mark) => text.includes(mark))) complete++;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await calm([service.pid]);
  const used = cpuBetween(before, cpuTimeOf(service.pid));
  const further = site.requests.length - count;

  const requestOf = async (name: string, more: Readonly<Record<string, unknown>>) => {
    site.requests.length = 0;
    const { engine } = await service.scrapeText({ url: `${url}?same=1`, ...more });
    const [document] = site.requests.filter(({ url: path }) => path?.endsWith('?same=1'));
    if (document === undefined) throw new Error(`${name}: the page was not asked for`);
    return { engine, document };
  };
  const answered = await requestOf('answered', {});
  // Asked for like this, a page is always rendered.
  const rendered = await requestOf('rendered', { wait_strategy: 'spa' });

  const perPage = (used.node + used.browser) / count;
  return {
    title: 'Response: pages that need no script',
    rows: [
      {
        pages: count,
        'from the response': fromResponse,
        complete,
        'pages/s, one at a time': round(count / seconds, 1),
        'browser CPU ms/page': round(used.browser / count, 1),
        'Node CPU ms/page': round(used.node / count, 1),
        'further requests': further,
      },
    ],
    musts: [
      atMost('pages not answered from the response', count - fromResponse, 0),
      atMost('pages not complete', count - complete, 0),
      atMost('CPU ms a page, browser and Node, Markdown included', perPage, 20),
      atMost('further requests to the site', further, 0),
      nothing('wrong engine in the comparison of headers', [
        ...(answered.engine === 'response' ? [] : [`answered by ${answered.engine}`]),
        ...(rendered.engine === 'browser' ? [] : [`rendered by ${rendered.engine}`]),
      ]),
      nothing(
        'headers other than those of a rendered visit',
        difference(answered.document, rendered.document),
      ),
    ],
    notes: ['Names, order and values of the headers are compared as the site received them.'],
  };
};

const difference = (one: IncomingMessage, other: IncomingMessage): string[] => {
  const lines = ({ method, url, httpVersion, rawHeaders }: IncomingMessage) => [
    `${method} ${url} ${httpVersion}`,
    ...Array.from(
      { length: rawHeaders.length / 2 },
      (_, n) => `${rawHeaders[2 * n]}: ${rawHeaders[2 * n + 1]}`,
    ),
  ];
  const [left, right] = [lines(one), lines(other)];
  return Array.from({ length: Math.max(left.length, right.length) }, (_, n) =>
    left[n] === right[n] ? [] : [`${left[n]} / ${right[n]}`],
  ).flat();
};
