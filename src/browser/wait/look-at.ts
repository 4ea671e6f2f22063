import { ProtocolError, ScriptError } from '../../page.ts';
import { TargetGone } from '../devtools/cdp.ts';
import type { Activity } from '../tab/activity.ts';
import { isSeen, type Subframe } from '../tab/subframes.ts';
import { ask, halfOfTheRest } from './ask.ts';
import { busySigns } from './busy.ts';
import { type Probe, probe } from './probe.ts';
import type { ShownPage } from './waiting.ts';

/** One look at a page and at the frames that its own scripts cannot look into: what they show is a part of it. */

/** What is known of a page with its frames. */
export interface PageProbe extends Probe {
  /** Whether one of those frames has yet to load. */
  readonly framesLoad: boolean;
}

/** @param patienceMs how long its main thread may be busy. @returns as `ask` does. */
export const lookAt = async (
  page: ShownPage,
  patienceMs = halfOfTheRest(page),
): Promise<PageProbe | 'stuck' | undefined> => {
  const { areComing } = page.activity.subframes;
  const [state, frames] = await Promise.all([
    ask(page, patienceMs, probe, busySigns),
    lookInside(page.activity),
  ]);
  if (typeof state !== 'object') return state;
  const framesLoad = areComing || frames.some((frame) => frame === undefined || frame.loads);
  return frames.reduce<PageProbe>(withFrame, { ...state, framesLoad });
};

/** What a look into a frame tells: nothing of one that is not seen. */
interface FrameProbe {
  readonly loads: boolean;
  readonly shown?: Probe;
}

/** Those of a page that has not loaded are part of what it waits for. */
const lookInside = ({ loadedAt, subframes }: Activity): Promise<readonly (FrameProbe | undefined)[]> =>
  loadedAt === undefined ? Promise.resolve([]) : Promise.all(subframes.all.map(lookInto));

/** The last look into each, and whether it is still asked for the next. */
const looks = new WeakMap<Subframe, { last: FrameProbe | undefined; isAsked: boolean }>();

/** What a frame that is busy for longer showed last is what it shows; it is not waited for again until it has answered. */
const frameMs = 300;

const lookInto = async (frame: Subframe): Promise<FrameProbe | undefined> => {
  const look = looks.get(frame) ?? { last: undefined, isAsked: false };
  looks.set(frame, look);
  if (look.isAsked) return look.last;
  look.isAsked = true;
  const answer = askFrame(frame).then((shown) => {
    look.last = shown;
    look.isAsked = false;
  });
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, frameMs);
  await Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
  return look.last;
};

const gone: FrameProbe = { loads: false };

const askFrame = async (frame: Subframe): Promise<FrameProbe> => {
  try {
    const world = await frame.world();
    return await world.call(frameProbe, [{ value: busySigns }]);
  } catch (error) {
    if ([ProtocolError, TargetGone, ScriptError].some((kind) => error instanceof kind)) return gone;
    throw error;
  }
};

/** Text, for the two travel together. Self-contained: runs in the frame's isolated world. */
const frameProbe = `function (signs) {
  if (!(${isSeen})()) return { loads: false };
  const stateOf = Object.getOwnPropertyDescriptor(Document.prototype, 'readyState').get;
  return { loads: stateOf.call(document) !== 'complete', shown: (${probe})(signs) };
}`;

const withFrame = (page: PageProbe, { shown }: FrameProbe = gone): PageProbe =>
  shown === undefined
    ? page
    : {
        ...page,
        text: page.text + shown.text,
        body: page.body + shown.body,
        changes: page.changes + shown.changes,
        repeats: page.repeats + shown.repeats,
        replaced: page.replaced + shown.replaced,
        growths: page.growths + shown.growths,
        restMs: Math.min(page.restMs, shown.restMs),
        shrinks: page.shrinks || shown.shrinks,
        stillMs: Math.min(page.stillMs, shown.stillMs),
        idles: page.idles || shown.idles,
        animates: page.animates || shown.animates,
        busy: page.busy || shown.busy,
      };
