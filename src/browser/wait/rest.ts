import { advance, stillForMs } from './ahead.ts';
import { aFrame } from './ask.ts';
import { lookAt } from './look-at.ts';
import type { Probe } from './probe.ts';
import type { ShownPage } from './waiting.ts';

/** What a page types or counts up comes to its end, once the page itself is done. */

/** Of its own time, beyond what the page was run ahead by: for a line of text that is typed letter by letter. */
const longestTypedMs = 4500;

/**
 * Runs on what timers type or count up, until it rests. What is being erased rests only when something else stands there.
 * @returns the page as it is then; undefined where it cannot be told.
 */
export const untilTyped = async (page: ShownPage, state: Probe): Promise<Probe | undefined> => {
  let look = state;
  for (let left = longestTypedMs; left > 0; left -= stillForMs) {
    if (look.repeats === 0 || (look.restMs >= stillForMs && !look.shrinks)) break;
    const after = await advance(page, look, stillForMs, undefined);
    if (after === 'stuck' || after === undefined) return undefined;
    look = after;
  }
  // It would not be run ahead at all on others of its kind, if nothing else changed.
  if (look !== state) page.clock.noteEffect(true);
  return look;
};

/** Most of what counts up does so for two seconds. */
const longestCountMs = 2500;
/** On a page that was run ahead the time of frames may stand still until as much time has passed: what counts by it waits, too. */
const longestStandMs = 5000;
/** A small number changes less often than frames are drawn, and so do the letters of a line: frames and milliseconds. */
const between = { frames: 4, ms: 200 };
/** What may be a counter does so with the next frame, which is late on a busy machine. */
const first = { frames: 1, ms: 0 };
/** What is known to stand at zero may be small, and slow. */
const fromZero = { frames: 4, ms: 500 };

/** Waits for numbers in sight that stand at zero: what counts by frames begins when their time goes on. */
export const untilUp = async (page: ShownPage): Promise<void> => {
  const now = performance.now();
  const latest = Math.min(now + longestStandMs, (now + page.until) / 2);
  const standing = await aFrame(page);
  while (performance.now() < latest && (await aFrame(page)) === standing);
  const look = await lookAt(page);
  if (typeof look === 'object') await untilCounted(page, look, fromZero);
};

/**
 * Waits for what changes with frames to come to its end: the time of frames is not run ahead. The page's clock stands still
 * until something has, and with it what timers move; some count frames by the clock.
 */
export const untilCounted = async (page: ShownPage, state: Probe, slow?: typeof fromZero): Promise<void> => {
  let end = performance.now() + longestCountMs;
  const latest = Math.min(page.until, end + longestStandMs);
  const { clock } = page;
  const markOf = ({ changes, repeats }: Probe) => `${changes} ${repeats}`;
  let mark = markOf(state);
  let isCounted = false;
  let frames = 0;
  let frameTime: number | undefined;
  for (let changedAt = performance.now(); performance.now() < Math.min(end, latest); frames += 1) {
    const lookedAt = performance.now();
    const time = await aFrame(page);
    const look = await lookAt(page);
    if (look === 'stuck' || look === undefined) return;
    const rest = slow ?? (look.repeats > 0 ? between : first);
    if (markOf(look) !== mark) {
      isCounted = true;
      if (time !== undefined && time === frameTime) end += performance.now() - lookedAt;
      changedAt = performance.now();
      frames = 0;
    } else if (frames >= rest.frames && performance.now() - changedAt > rest.ms) return;
    mark = markOf(look);
    frameTime = time;
    if (isCounted) clock.catchUp(look.clock);
  }
};
