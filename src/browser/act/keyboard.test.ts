import { expect, test } from 'vitest';
import type { Session } from '../devtools/cdp.ts';
import { typeText } from './keyboard.ts';

/** A browser that takes what is sent when it is told to. */
const slowBrowser = () => {
  const waiting: (() => void)[] = [];
  const send = () => new Promise<void>((taken) => waiting.push(taken));
  return { session: { send } as unknown as Session, waiting };
};

const typed = 'a'.repeat(10_000);
const aTurn = () => new Promise((next) => setImmediate(next));

test('of a long text few keys are under way at once, and all arrive', async () => {
  const { session, waiting } = slowBrowser();
  const typing = typeText(session, typed, new AbortController().signal);
  let taken = 0;
  for (; taken < 2 * typed.length; await aTurn()) {
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.length).toBeLessThanOrEqual(200);
    taken += waiting.length;
    for (const take of waiting.splice(0)) take();
  }
  await typing;
  expect(taken).toBe(2 * typed.length);
});

test('a text that nobody waits for any more is not typed on', async () => {
  const { session, waiting } = slowBrowser();
  const over = new AbortController();
  const typing = typeText(session, typed, over.signal);
  over.abort();
  for (const take of waiting.splice(0)) take();
  await typing;
  expect(waiting).toEqual([]);
});
