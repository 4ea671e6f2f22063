import { refreshOf } from '../arrive/response.ts';
import { type Activity, age } from '../tab/activity.ts';
import { isThin } from './ask.ts';
import type { Probe } from './probe.ts';

/** Whether a page is about to be replaced by another: by a navigation under way, a refresh element or a header. */

/** Another document was asked for a moment ago. A download or an empty answer never replaces this one. */
export const isLeaving = ({ leavingAt }: Activity) => leavingAt !== undefined && age(leavingAt) < 3000;

/** Seconds until a page leads on without a script, by an element or by a header of its response. */
export const refreshAfter = ({ leadsOnAfter }: Probe, { main }: Activity): number | null =>
  leadsOnAfter ?? (main === undefined ? null : refreshOf(main));

/** Seconds until a page leads on that has little to say of its own, or does so at once. */
export const leadsOn = (state: Probe, activity: Activity): number | undefined => {
  const seconds = refreshAfter(state, activity);
  return seconds !== null && seconds <= (isThin(state) ? 5 : 0) ? seconds : undefined;
};
