import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../log.ts';
import type { EgressListener } from '../../net/egress.ts';
import type { Session } from '../devtools/cdp.ts';
import { endRenderer } from '../process/renderer.ts';
import type { Generation } from '../process/supervisor.ts';

/** Stops a page that floods the browser. */

/** What is stopped at all is stopped within this, on a busy machine. */
const stoppedMs = 500;

interface Parts {
  readonly generation: Pick<Generation, 'browser'>;
  readonly session: Session;
  readonly egress: EgressListener;
}

/**
 * Stops a page that floods the browser where that comes from: its connections, what is told of them, its scripts. The
 * commands wait behind the flood: where that grows faster than it is worked off, the page's process is ended.
 * @param event that the page has caused.
 */
export const stopFlood = async (
  { generation, session: { send }, egress }: Parts,
  event: unknown,
  log: Logger,
): Promise<void> => {
  egress.cut();
  const commands = [
    send('Network.disable'),
    send('Emulation.setScriptExecutionDisabled', { value: true }),
  ] as const;
  // The tab may end first.
  const stopped = Promise.all(commands).then(
    () => true,
    () => true,
  );
  if (await Promise.race([stopped, delay(stoppedMs, false)])) return;
  const pid = rendererOf(event);
  if (pid !== undefined && endRenderer(generation.browser, pid))
    log.warn('a page flooded the browser: its process was killed');
};

/** Chromium begins the ids of requests with the process that makes them. */
const rendererOf = (event: unknown): number | undefined => {
  const { requestId = '' } = (event ?? {}) as { readonly requestId?: string };
  const pid = /^(\d+)\./.exec(requestId)?.[1];
  return pid === undefined ? undefined : Number(pid);
};
