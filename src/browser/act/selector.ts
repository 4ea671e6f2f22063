import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../contract/error.ts';
import { ask, halfOfTheRest, unblock } from '../wait/ask.ts';
import type { Waiting } from '../wait/waiting.ts';
import { reachElement } from './element.ts';

/**
 * Waits for an element that matches, wherever an action would find it; then 100 ms more for its content.
 * @returns whether a script of the page had to be stopped for it.
 * @throws ServiceError `invalid_request` for a selector the browser cannot parse, `timeout` when nothing matches in time.
 */
export const waitForSelector = async (selector: string, waiting: Waiting): Promise<{ stuck: boolean }> => {
  let stuck = false;
  while (performance.now() < waiting.until) {
    const askedAt = performance.now();
    const found = await ask(waiting, halfOfTheRest(waiting), reachElement, selector, 'look');
    if (found === 'invalid')
      throw new ServiceError('invalid_request', {
        message: 'wait_for_selector: not a CSS selector that the browser understands.',
        issues: [{ path: 'wait_for_selector', message: 'not a CSS selector that the browser understands' }],
      });
    if (found && found !== 'stuck') {
      if (!stuck) await delay(100, undefined, { signal: waiting.signal });
      return { stuck };
    }
    if (found === 'stuck') {
      // Once without scripts nothing new can appear: it is there now, or never.
      if (stuck) break;
      stuck = true;
      await unblock(waiting);
    } else if (stuck) break;
    // Half of the time of a large page is its own.
    else await delay(Math.max(50, performance.now() - askedAt), undefined, { signal: waiting.signal });
  }
  throw new ServiceError('timeout', {
    message: 'Nothing matched wait_for_selector in time.',
    reason: 'selector',
  });
};
