import { type Activity, age } from '../tab/activity.ts';
import type { Requests } from '../tab/requests.ts';
import type { Streams } from '../tab/streams.ts';
import { isShell, isThin, type Look, latestFrameMs } from './ask.ts';
import { holdsUp, isComingToWork } from './hold-up.ts';
import { isLeaving } from './leads-on.ts';
import type { Patience } from './patience.ts';
import type { Probe } from './probe.ts';
import type { Waiting } from './waiting.ts';

/** Whether content, network and timers have come to rest for as long as is asked for. */
export const isSettled = (state: Look, waiting: Waiting, patience: Patience): boolean => {
  if (!isAtRest(state, waiting, patience)) return false;
  if (!state.alive) return true;
  waiting.quiet.noteRest(state, waiting.activity);
  return quietLeft(state, waiting, patience) <= 0;
};

/** Milliseconds of quiet that a page needs yet, as it was at this look. */
export const quietLeft = (state: Look, { activity, quiet }: Waiting, patience: Patience): number =>
  (patience.learns ? quiet.leftMs(state, activity) : undefined) ??
  quietNeeded(state, activity, patience) - quietFor(state, activity);

/** Whether nothing is under way that may bring more, as far as can be seen. */
const isAtRest = (state: Look, { activity, frames }: Waiting, patience: Patience): boolean => {
  const { domReadyAt, loadedAt, requests } = activity;
  if (domReadyAt === undefined || isLeaving(activity)) return false;
  if (!state.alive) return true;
  const sinceReady = age(domReadyAt);
  const hasContent = !isThin(state) && (state.grown > 0 || requests.dataLanded);
  if (!hasContent && sinceReady < patience.contentUntil) return false;
  for (const request of requests.pending.values())
    if (holdsUp(request, state, requests, patience)) return false;
  if (isComingToWork(requests.serviceWorker)) return false;
  if (isAsking(state, requests.streams, patience)) return false;
  if (requests.silentSince !== undefined && age(requests.silentSince) < firstMessageMs) return false;
  if (loadedAt === undefined && sinceReady < (isThin(state) ? 3000 : 1000)) return false;
  const framesMs = patience.script[isThin(state) ? 1 : 0];
  if (loadedAt !== undefined && state.framesLoad && age(loadedAt) < framesMs) return false;
  const isIdle = loadedAt !== undefined && age(requests.changedAt) >= 500;
  if (patience.wholeNetwork && !isIdle && sinceReady < 10_000) return false;
  if (loadedAt !== undefined && frames.taken && !state.drawn) {
    // On an overloaded machine frames come later yet, and an empty page may need no more than one.
    const latestMs = isThin(state) ? 3 * latestFrameMs : latestFrameMs;
    if (age(loadedAt) < latestMs || state.quietMs < nextFrameMs) return false;
  }
  return true;
};

/**
 * A page of little text has asked its own server through a socket, and waits for the answer as for any data; not as long
 * where it was greeted: it may have no more than said what it wants to hear of.
 */
const isAsking = (
  state: Look,
  { unansweredSince, messages }: Streams,
  { data: [, longest], ownData }: Patience,
): boolean =>
  unansweredSince !== undefined &&
  (isShell(state) || state.busy) &&
  age(unansweredSince) < (messages === 0 ? longest : ownData);

/** On a busy machine; a page that was run ahead may draw its next frame later still. */
const nextFrameMs = 300;

/** What is pushed to a page comes soon after it has asked for it, or is news. */
const firstMessageMs = 1000;

/** What has just come in may be about to be shown, or to ask for more. */
const quietFor = (state: Look, { domReadyAt, requests: { landedAt } }: Activity): number =>
  Math.min(state.quietMs, age(domReadyAt), landedAt === undefined ? Number.POSITIVE_INFINITY : age(landedAt));

const quietNeeded = (state: Probe, { requests }: Activity, { floor, factor }: Patience): number =>
  Math.max(floor, factor * needOf(state, requests));

/** An idle moment comes sooner, unless something is done without end. */
const idleMs = 2000;

/** Quiet time asked for. Running the timers ahead afterwards makes long waits for them needless. */
const needOf = (state: Probe, { openStreams, dataLanded }: Requests): number => {
  if ((isThin(state) || state.busy) && openStreams > 0) return 1200;
  if (state.busy) return 250;
  if (state.idles) return idleMs;
  // Less than the 100 ms in which many scripts take their next step.
  return isThin(state) || dataLanded ? 80 : 50;
};
