import { setTimeout as delay } from 'node:timers/promises';
import type { Action } from '../../contract/actions.ts';
import { ServiceError } from '../../contract/error.ts';
import { ProtocolError } from '../../page.ts';
import type { Activity } from '../tab/activity.ts';
import { isData } from '../tab/request-uses.ts';
import { isOver } from '../tab/requests.ts';
import { aFrame, ask, halfOfTheRest, stuckAfterMs, unblock } from '../wait/ask.ts';
import type { ShownPage, Waiting } from '../wait/waiting.ts';
import { type Found, reachElement, type Use, type Way } from './element.ts';
import { press, typeText } from './keyboard.ts';

/** What the caller has done on the page: trusted input, as from a hand. */

/** How long an element that is hidden, covered, disabled or moving is given, in milliseconds. */
const readyMs = 3000;
/** How long data and documents that an action set off are waited for before the next. */
const dataMs = 3000;
const documentMs = 10_000;

/** A script of the page did not let go: nothing more can be done on it. */
class Stuck extends Error {
  override readonly name = 'Stuck';
}

/** The page under one action. */
interface Hand {
  readonly waiting: Waiting;
  /** It touches instead of clicking. */
  readonly touches: boolean;
  /** The action's place, as in `actions.2`. */
  readonly path: string;
  /** Tells the caller what was not done as asked. */
  readonly tell: (what: string) => void;
}

type Doer<T extends Action['type']> = (hand: Hand, action: Extract<Action, { type: T }>) => Promise<unknown>;

const doers: { readonly [T in Action['type']]: Doer<T> } = {
  click: async (hand, { selector }) => click(hand, selector, await ready(hand, selector)),
  type: async (hand, { selector, text }) => {
    const found = await focus(hand, selector, 'edit');
    if (found === undefined) return hand.tell('the element could not be focused: nothing was typed');
    if (found.takes === 'value') {
      const filled = await look(hand, selector, 'fill', text);
      return (
        filled?.takes === 'nothing' && hand.tell('the text is no value of this field: nothing was typed')
      );
    }
    // A page may listen to all keys, but a text belongs in a field.
    if (found.focus === 'nowhere') hand.tell('the element takes no text: it was typed to the page');
    if (found.takes === 'nothing') hand.tell('the field is read-only: it takes no text');
    await input(hand, (over) => typeText(hand.waiting.session, text, over));
  },
  press: async (hand, { selector, key }) => {
    if (selector !== undefined && (await focus(hand, selector, 'focus')) === undefined)
      return hand.tell('the element could not be focused: nothing was pressed');
    await input(hand, () => press(hand.waiting.session, key));
  },
  scroll: async (hand, { selector, direction, amount }) => {
    if (selector !== undefined) await present(hand, selector);
    await look(hand, selector, 'scroll', { up: direction === 'up', pixels: amount });
  },
  wait: (hand, { selector, ms = 0 }) =>
    selector === undefined ? pause(hand.waiting, ms) : present(hand, selector),
};

/**
 * Does them in order. Each but a `wait` is followed by a wait for what it set off: another document, or data.
 * @param touches whether the visitor has fingers instead of a mouse.
 * @returns whether a script of the page had to be stopped for it, and what was not done as asked.
 * @throws ServiceError `invalid_request` for a selector that the browser cannot parse, `timeout` when nothing matches in
 * time. Both name the action.
 */
export const runActions = async (
  actions: readonly Action[],
  waiting: Waiting,
  touches: boolean,
): Promise<{ stuck: boolean; warnings: readonly string[] }> => {
  const { session } = waiting;
  // A click on a file field must not open a window of the desktop.
  await session.send('Page.setInterceptFileChooserDialog', { enabled: true });
  const warnings: string[] = [];
  for (const [index, action] of actions.entries()) {
    const path = `actions.${index}`;
    const hand: Hand = { waiting, touches, path, tell: (what) => warnings.push(`${path}: ${what}`) };
    try {
      await perform(hand, action);
    } catch (error) {
      if (!(error instanceof Stuck)) throw error;
      hand.tell('a script of the page did not end in time; this and what follows may not be done');
      await unblock(waiting);
      return { stuck: true, warnings };
    }
  }
  return { stuck: false, warnings };
};

const perform = async (hand: Hand, action: Action): Promise<void> => {
  const since = performance.now();
  // The table has the right doer for each type; the compiler cannot follow.
  const doer = doers[action.type] as (hand: Hand, action: Action) => Promise<unknown>;
  await doer(hand, action);
  if (action.type !== 'wait') await effect(hand, since);
};

/**
 * Clicks where a pointer can. What no pointer reaches, without a box, under another or on the move, is clicked by script.
 * An option of a list that folds out is chosen.
 */
const click = async (hand: Hand, selector: string, { x, y, reach, takes }: Found): Promise<void> => {
  const isChoice = takes === 'choice';
  if (reach !== 'clear') hand.tell(`the element was ${reach}: it was clicked by script`);
  if (isChoice || reach !== 'clear') await look(hand, selector, isChoice ? 'choose' : 'click');
  else await input(hand, () => (hand.touches ? tap : clickAt)(hand, { x, y }));
};

interface Point {
  readonly x: number;
  readonly y: number;
}

const clickAt = async ({ waiting: { session } }: Hand, point: Point): Promise<void> => {
  const left = { ...point, button: 'left', clickCount: 1 } as const;
  await Promise.all([
    session.send('Input.dispatchMouseEvent', { ...point, type: 'mouseMoved' }),
    session.send('Input.dispatchMouseEvent', { ...left, type: 'mousePressed', buttons: 1 }),
    session.send('Input.dispatchMouseEvent', { ...left, type: 'mouseReleased' }),
  ]);
};

const tap = async ({ waiting: { session } }: Hand, point: Point): Promise<void> => {
  await Promise.all([
    session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] }),
    session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ]);
};

/**
 * Gives the focus to an element; one that takes none by itself is clicked. What a pointer has clicked may leave the keys to
 * the page, or to a field that it opens.
 * @returns undefined where they would go to another field.
 */
const focus = async (hand: Hand, selector: string, use: 'focus' | 'edit'): Promise<Found | undefined> => {
  const seen = await ready(hand, selector);
  const found = (await look(hand, selector, use)) ?? seen;
  if (found.focus === 'inside') return found;
  await click(hand, selector, found);
  const clicked = await look(hand, selector, 'look');
  if (clicked?.focus === 'inside') return clicked;
  const now = clicked?.focus ?? 'elsewhere';
  const stays = found.focus === 'elsewhere' && now === 'elsewhere';
  return found.reach !== 'clear' || stays ? undefined : { ...found, focus: now };
};

/** What covers an element for so long may be a cookie banner. */
const coveredMs = 300;

/** Waits for an element to be in view, within reach of a pointer and still; in the end it is as it is. */
const ready = async (hand: Hand, selector: string): Promise<Found> => {
  let before = await present(hand, selector);
  const startedAt = performance.now();
  const end = Math.min(hand.waiting.until, startedAt + readyMs);
  for (let mayUncover = true; ; ) {
    // Within one frame nothing moves.
    await aFrame(hand.waiting);
    const found = (await look(hand, selector, 'show')) ?? before;
    // It is chosen by script: no pointer has to reach it.
    if (found.takes === 'choice' && found.reach !== 'disabled') return { ...found, reach: 'clear' };
    if (mayUncover && found.reach === 'covered' && performance.now() - startedAt > coveredMs) {
      mayUncover = false;
      await hand.waiting.reading.hideBanners();
    }
    const still = found.x === before.x && found.y === before.y;
    if (found.reach === 'clear' && still) return found;
    if (performance.now() >= end) return found.reach === 'clear' ? { ...found, reach: 'moving' } : found;
    before = found;
    await pause(hand.waiting, 30);
  }
};

/** Waits for an element to match. */
const present = async (hand: Hand, selector: string): Promise<Found> => {
  const { until } = hand.waiting;
  for (let hasAnswered = false; ; hasAnswered = true) {
    const askedAt = performance.now();
    const found = await look(hand, selector, 'look').catch((error: unknown) => {
      // One that has answered is busy when its time is over, not stuck.
      if (!(error instanceof Stuck) || !hasAnswered || until - askedAt > stuckAfterMs) throw error;
      return null;
    });
    if (found) return found;
    if (performance.now() >= until) throw selectorError(hand, 'timeout', 'nothing matched in time');
    await pause(hand.waiting, 50);
  }
};

/** @returns null when nothing matches, as between two documents. */
const look = async (
  hand: Hand,
  selector: string | undefined,
  use: Use,
  given?: Way | string,
): Promise<Found | null> => {
  const { waiting } = hand;
  const found = await ask(waiting, halfOfTheRest(waiting), reachElement, selector, use, given);
  if (found === 'stuck') throw new Stuck();
  if (found === 'invalid')
    throw selectorError(hand, 'invalid_request', 'not a CSS selector that the browser understands');
  return found ?? null;
};

const selectorError = ({ path }: Hand, code: 'timeout' | 'invalid_request', message: string) =>
  new ServiceError(code, {
    message: `${path}.selector: ${message}`,
    issues: [{ path: `${path}.selector`, message }],
    ...(code === 'timeout' && { reason: 'selector' }),
  });

/** Waits until the page has taken what is sent. @param send `over`: nobody waits for more of it. */
const input = async ({ waiting }: Hand, send: (over: AbortSignal) => Promise<unknown>): Promise<void> => {
  const over = new AbortController();
  const late = delay(halfOfTheRest(waiting), 'late' as const, { signal: over.signal });
  try {
    if ((await Promise.race([send(over.signal), late])) === 'late') throw new Stuck();
  } catch (error) {
    // The page went on to another document at the first of several events: what they were for.
    if (!(error instanceof ProtocolError)) throw error;
  } finally {
    over.abort();
  }
};

/** Waits for what an action set off, so that the next one meets it. */
const effect = async (hand: Hand, since: number): Promise<void> => {
  const { waiting } = hand;
  // A link is followed, and a fetch begun, a moment after the click.
  await aTurn(hand);
  // That it was scrolled it is told with the next frame.
  await Promise.all([pause(waiting, 250), aFrame(waiting)]);
  const goesOn = () => performance.now() < waiting.until && isUnderWay(waiting.activity, since);
  while (goesOn()) {
    while (goesOn()) await pause(waiting, 25);
    // What has come is shown, or asks for more, a moment later.
    await aTurn(hand);
    await aFrame(waiting);
  }
};

/** Lets the page do what it is about to do. */
const aTurn = async ({ waiting }: Hand): Promise<void> => {
  const turn = () => new Promise<void>((next) => setTimeout(next));
  if ((await ask(waiting, halfOfTheRest(waiting), turn)) === 'stuck') throw new Stuck();
};

const isUnderWay = (activity: Activity, since: number): boolean => {
  const elapsed = performance.now() - since;
  if (activity.domReadyAt === undefined) return elapsed < documentMs;
  const begun = [...activity.requests.pending.values()].filter(({ startedAt }) => startedAt >= since);
  const documents = begun.some(({ type }) => type === 'Document');
  // What the page leaves for may be a download, which never comes.
  if (activity.leavingAt !== undefined && activity.leavingAt >= since)
    return elapsed < (documents ? documentMs : dataMs);
  // The end of an answer is told even where nobody reads it, unless it is long.
  const data = begun.some(
    (request) => isData(request.type) && (request.lastDataAt === undefined || !isOver(request)),
  );
  return (documents || data) && elapsed < dataMs;
};

const pause = async ({ signal, until }: ShownPage, ms: number): Promise<void> => {
  const left = Math.max(0, until - performance.now());
  await delay(Math.min(ms, left), undefined, { signal });
};
