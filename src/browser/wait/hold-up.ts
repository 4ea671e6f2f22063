import { age } from '../tab/activity.ts';
import { isCode, isData } from '../tab/request-uses.ts';
import { isOver, overAfterMs, type Pending, type Requests } from '../tab/requests.ts';
import type { ServiceWorker } from '../tab/service-worker.ts';
import { isShell, isThin } from './ask.ts';
import type { Patience } from './patience.ts';
import type { Probe } from './probe.ts';

/** What a page that has loaded may still get its content from. */

/** Whole words: there is an `sse` in `assets`, and a `collect` in `collections`. */
export const background =
  /(?<![a-z])(?:(?:long-?)?poll(?:ing)?|stream|sse|beacon|analytics|collect|telemetry|heartbeat|metrics)(?![a-z])|\/log\b/i;

/** One that has brought something is read, and a page with nothing to show waits for the rest. */
const overAfterMoreMs = 1500;

/**
 * What a worker brings comes soon after it has begun, or is news; what a page with nothing to show is for may take longer.
 * Neither what it does nor what it asks for is told.
 */
const firstOfWorkerMs = { ordinary: 1000, patient: 2500 };

/** How long a request that is answered may bring nothing. */
const silenceOf = ({ type, lastDataAt, inWorker }: Pending, isPatient: boolean): number => {
  if (inWorker) return firstOfWorkerMs[isPatient ? 'patient' : 'ordinary'];
  // The end of an answer is told even where nobody reads it, unless it is long: the rest of one is still to come.
  const more = isData(type) || (isPatient && lastDataAt !== undefined);
  return more ? overAfterMoreMs : overAfterMs;
};

/** Whether a request may still bring content. */
export const holdsUp = (request: Pending, state: Probe, requests: Requests, patience: Patience): boolean => {
  const patient = isThin(state) || state.busy ? 1 : 0;
  const waits = isShell(state) || state.busy ? 1 : 0;
  const since = age(request.startedAt);
  const over = isOver(request, silenceOf(request, waits === 1));
  // What a page of its own site asks for by a script, such as a part of it, is as its data are.
  const ownCode = request.isOwn ? patience.ownData : 0;
  if (isCode(request.type)) return !over && since < Math.max(patience.script[patient], ownCode);
  if (!isData(request.type)) return patience.wholeNetwork && since < 5000;
  if (!isThin(state) && background.test(request.url)) return since < 300;
  if (requests.isPolled(request.question)) return false;
  // What has begun to come is on its way, however much of it there is.
  const isComing = request.isJson && request.lastDataAt !== undefined;
  const longest = request.isOwn ? patience.ownData : patience.data[0];
  return !over && since < (isComing || waits === 1 ? patience.data[1] : longest);
};

/**
 * How long a page may wait for its service worker: as long as for a script; some fetch a whole site before they are active;
 * what waits for one that is active is told by then, also on a busy machine.
 */
const serviceWorkerMs = { starts: 1500, runs: overAfterMs, works: 150 };

/** Whether a service worker is about to be there for its page, or has just come. */
export const isComingToWork = (worker: ServiceWorker | undefined): boolean =>
  worker !== undefined && age(worker.changedAt) < serviceWorkerMs[worker.state];
