import { setTimeout as delay } from 'node:timers/promises';
import { ScriptError } from '../../page.ts';
import { hasLandedSince } from '../tab/requests.ts';
import { mostFrames } from '../tab/subframes.ts';
import { advanceClock } from './ahead.ts';
import { ask, askForFrames, halfOfTheRest } from './ask.ts';
import { unrollLists } from './long-lists.ts';
import { bringsMore, goBack, mostScreens, rest, restMs, type ShowingWorld, showNext } from './scroll.ts';
import { bringUnfilled } from './unfilled.ts';
import type { ShownPage, Waiting } from './waiting.ts';

/** Lazy loading: scrolls what loads on sight into view (docs/adr/0008). */

/** What says in its markup that it loads on sight, and has not yet. */
const loadsOnSight = [
  'astro-island[ssr][client="visible"]',
  'is-land[on\\:visible]:not([ready])',
  '[on\\:qvisible]',
  'turbo-frame[loading="lazy"][src]:not([complete])',
  'include-fragment[loading="lazy"][src]',
  '[data-action*="live:appear->"]',
  '[up-defer="reveal"]',
  // htmx, also as its users write it in valid HTML.
  ...['hx-trigger', 'data-hx-trigger'].flatMap((name) => [`[${name}*="revealed"]`, `[${name}*="intersect"]`]),
  // Alpine, and Livewire with it.
  ...['', '.once', ':enter', ':enter.once'].map((end) => `[x-intersect${end.replace(/[.:]/g, '\\$&')}]`),
  '[data-on-intersect]',
].join();

/**
 * Brings into sight what may load there only, and goes back to the top. What was added meanwhile is not looked for. A page that
 * our own look fails on is answered as far as it came.
 * @returns whether more may have come by that.
 */
export const bringIntoSight = async (waiting: Waiting): Promise<boolean> => {
  if (waiting.terms.sights === 'none') return false;
  return bring(waiting).catch((error: unknown) => {
    if (!(error instanceof ScriptError)) throw error;
    waiting.warn(`what loads on sight may be missing (${error.message.split('\n', 1)[0]})`);
    return false;
  });
};

const bring = async (waiting: Waiting): Promise<boolean> => {
  // Together they take no longer than one.
  const [hadFrames, hadMarked] = await Promise.all([loadFrames(waiting), bringMarked(waiting)]);
  if (waiting.terms.sights !== 'all') return hadMarked || hadFrames;
  const hadUnfilled = await bringUnfilled(waiting);
  const hadLists = await unrollLists(waiting);
  return hadUnfilled || hadLists || hadMarked || hadFrames;
};

/** A frame that is told to load asks for its document within this. */
const askedMs = 500;

/**
 * Has the frames of the page's own site load that would only near the window. Those of others are videos, maps and
 * advertisements as a rule.
 * @returns whether there were any.
 */
const loadFrames = async (page: ShownPage): Promise<boolean> => {
  const { activity, signal } = page;
  const since = performance.now();
  if ((await ask(page, halfOfTheRest(page), loadOwnFrames, mostFrames)) !== true) return false;
  const isAsked = () =>
    hasLandedSince(activity.requests, since) ||
    [...activity.requests.pending.values()].some(
      ({ type, startedAt }) => type === 'Document' && startedAt >= since,
    );
  while (!isAsked() && performance.now() < since + askedMs) await delay(10, undefined, { signal });
  return true;
};

/** Self-contained: runs in the page's isolated world. @returns whether one of them was still to load. */
const loadOwnFrames = (most: number): boolean => {
  const { getBoundingClientRect, setAttribute } = Element.prototype;
  const get = <T>(prototype: object, name: string): ((object: object) => T) => {
    const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return (object) => getter?.call(object);
  };
  const sourceOf = get<string>(HTMLIFrameElement.prototype, 'src');
  const inner = get<Document | null>(HTMLIFrameElement.prototype, 'contentDocument');
  const addressOf = get<string>(Document.prototype, 'URL');
  const siteOf = (host: string) => host.replace(/^www\./, '');
  const here = siteOf(location.hostname);
  const isOwn = (source: string): boolean => {
    if (!URL.canParse(source)) return false;
    const { protocol, hostname } = new URL(source);
    const there = siteOf(hostname);
    const isNear = there === here || there.endsWith(`.${here}`) || here.endsWith(`.${there}`);
    return /^https?:$/.test(protocol) && isNear;
  };
  const isOwnAndShown = (frame: Element): frame is HTMLIFrameElement => {
    if (!(frame instanceof HTMLIFrameElement) || !isOwn(sourceOf(frame))) return false;
    const { width, height } = getBoundingClientRect.call(frame);
    return width > 100 && height > 50;
  };
  /** One that has loaded shows another document, or one that is not to be seen. To look into many takes its time. */
  const isToLoad = (frame: HTMLIFrameElement): boolean => {
    const empty = inner(frame);
    return empty !== null && addressOf(empty) === 'about:blank';
  };
  let hadAny = false;
  let left = most;
  for (const frame of Document.prototype.querySelectorAll.call(document, 'iframe[loading="lazy" i][src]')) {
    if (!isOwnAndShown(frame)) continue;
    if (isToLoad(frame)) {
      setAttribute.call(frame, 'loading', 'eager');
      hadAny = true;
    }
    left -= 1;
    if (left === 0) break;
  }
  return hadAny;
};

/**
 * Brings what says that it loads on sight there, screen by screen.
 * @returns whether there was any below the first screen.
 */
const bringMarked = async (page: ShownPage): Promise<boolean> => {
  const { activity, clock, frames } = page;
  const end = (performance.now() + page.until) / 2;
  const findNext = () => ask(page, halfOfTheRest(page), findUnseen, loadsOnSight);
  if ((await findNext()) !== true) return false;
  frames.take();
  const since = performance.now();
  for (let screen = 1; ; screen++) {
    const isBusy = activity.requests.pending.size > 0;
    await askForFrames(page, showNext, 2);
    if (clock.isVirtual) await advanceClock(page, restMs, isBusy ? undefined : () => false);
    // Counted by the page: on a busy machine its own looks are late, too, and come first.
    else await askForFrames(page, rest, restMs);
    if (screen === mostScreens || performance.now() > end || (await findNext()) !== true) break;
  }
  // Asked for as often as it has brought something here, the data of the last screen look like polling.
  await bringsMore(page, since);
  await goBack(page);
  return true;
};

interface SightedWorld extends ShowingWorld {
  /** What is still to be brought into sight, in the order of the document. */
  gannetUnseen?: Element[];
}

/** Self-contained: runs in the page's isolated world. @returns whether there was another. */
const findUnseen = (selector: string): boolean => {
  const world = globalThis as typeof globalThis & SightedWorld;
  const { getBoundingClientRect, getClientRects } = Element.prototype;
  const firstChildOf = Object.getOwnPropertyDescriptor(Element.prototype, 'firstElementChild')?.get;
  const hasBox = (element: Element | null): element is Element =>
    element !== null && getClientRects.call(element).length > 0;
  world.gannetUnseen ??= [...Document.prototype.querySelectorAll.call(document, selector)];
  /** Of what is below the window. An island is `display: contents`: what is in it has the box. */
  const boxBelow = (element: Element): Element | undefined => {
    const box: Element | null = hasBox(element) ? element : firstChildOf?.call(element);
    return hasBox(box) && getBoundingClientRect.call(box).top >= innerHeight ? box : undefined;
  };
  for (let next = world.gannetUnseen.shift(); next; next = world.gannetUnseen.shift()) {
    world.gannetNext = boxBelow(next);
    if (world.gannetNext !== undefined) return true;
  }
  return false;
};
