import type { Browser } from './browser.ts';
import { kill } from './kill.ts';
import { readProc, statField } from './proc.ts';

/**
 * Ends a process of a browser's pages (Linux). The id came from that process itself: it is believed only where it is one of
 * this browser's renderers. @returns whether it was.
 */
export const endRenderer = (browser: Browser, pid: number): boolean => {
  // All processes of a browser are in the group that its main process leads.
  const isOurs = Number(statField(readProc(pid, 'stat'), 5)) === browser.pid;
  const isRenderer = isOurs && /[\0 ]--type=renderer[\0 ]/.test(readProc(pid, 'cmdline'));
  if (isRenderer) kill(pid);
  return isRenderer;
};
