import { setTimeout as delay } from 'node:timers/promises';
import { runBlock } from '../blocks.ts';
import { atMost, type Measure } from '../harness.ts';
import { calm, memoryBelow, memoryOf } from '../processes.ts';
import { round } from '../statistics.ts';
import { alwaysRendered, httpSubject } from '../subjects.ts';
import { startBenchWeb } from '../web.ts';

const most = 8;
const allAtOnce = [1, 2, 4, most];

/** Longer than threads without work are kept, a minute, and until the system has their memory again. */
const restMs = { full: 90_000, quick: 5000 };

/** The whole process tree, idle and with so many pages shown at once. */
export const measureMemory: Measure = async ({ quick }) => {
  const rest = quick ? restMs.quick : restMs.full;
  await using web = await startBenchWeb();
  await using gannet = await httpSubject('gannet', { ...alwaysRendered, GANNET_MAX_PAGES: String(most) });
  const now = () => memoryOf(gannet.pid) + memoryBelow(gannet.pid);
  await calm([gannet.pid], 10_000);
  const fresh = now();
  let page = 0;
  const next = () => web.page('article', page++);
  await runBlock({ subject: gannet, next, atOnce: 4, ms: quick ? 500 : 5000 });
  await delay(rest);
  const idle = now();
  const peaks: number[] = [];
  for (const atOnce of allAtOnce) {
    const { peakMb } = await runBlock({ subject: gannet, next, atOnce, ms: quick ? 500 : 10_000 });
    peaks.push(peakMb);
  }
  const [one = Number.NaN] = peaks;
  const perPage = ((peaks.at(-1) ?? Number.NaN) - one) / (most - 1);
  return {
    title: 'Memory of the whole process tree, by proportional share',
    rows: [
      { state: 'just started', MB: round(fresh) },
      { state: `idle for ${rest / 1000} s after some pages`, MB: round(idle) },
      ...allAtOnce.map((atOnce, n) => ({
        state: `${atOnce} shown at once, peak`,
        MB: round(peaks[n] ?? Number.NaN),
      })),
    ],
    musts: [
      atMost('just started, MB', fresh, 650),
      atMost('idle after some pages, MB', idle, 650),
      atMost('for each further page at once, MB', perPage, 110),
    ],
    notes: [
      `Article pages with GANNET_RENDER=always and GANNET_MAX_PAGES=${most}; pages of others may be larger.`,
    ],
  };
};
