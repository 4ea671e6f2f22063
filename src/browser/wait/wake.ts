import { setTimeout as delay } from 'node:timers/promises';
import { ask, halfOfTheRest } from './ask.ts';
import type { ShownPage } from './waiting.ts';

/** Begins scripts that wait for a reader's first move. */

/**
 * Many sites delay their scripts until the reader first moves, for a better mark in speed tests: sliders, galleries and
 * widgets stay blank until then. Moving the pointer in the corner of the page is enough, and hovers over nothing.
 * @returns whether it was moved.
 */
export const wakeScripts = async (page: ShownPage): Promise<boolean> => {
  if ((await ask(page, halfOfTheRest(page), holdsScriptsBack)) !== true) return false;
  const moved = [1, 2].map((x) =>
    page.session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y: 1 }),
  );
  // It is answered when the page has taken it: not at all where a script then never ends.
  await Promise.race([Promise.allSettled(moved), delay(answerMs, undefined, { signal: page.signal })]);
  return true;
};

const answerMs = 1000;

/**
 * By the types that optimizers give to such scripts: WP Rocket, LiteSpeed, Perfmatters, FlyingPress, NitroPack, WP Meteor. Not those
 * that wait for consent. Self-contained: runs in the page's isolated world.
 */
const holdsScriptsBack = (): boolean =>
  Document.prototype.querySelector.call(
    document,
    'script[type="rocketlazyloadscript"], script[type="litespeed/javascript"], script[type="pmdelayedscript"], script[data-type="lazy"][data-src], script[type^="nitropack"], script[data-wpmeteor-type]',
  ) !== null;
