import { afterEach, expect, test, vi } from 'vitest';
import type { LivePage } from '../page.ts';
import { loadLazily } from './load-all.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A document of some screens in a window of 600 pixels, of which a frame is drawn once a second. */
const createPage = (screens: number) => {
  const seen = new Set<number>();
  const frames: (() => void)[] = [];
  const window = {
    innerHeight: 600,
    innerWidth: 800,
    scrollY: 0,
    requestAnimationFrame: (callback: () => void) => frames.push(callback),
    scrollTo: ({ top }: { readonly top: number }) => {
      const y = Math.min(top, 600 * (screens - 1));
      Object.assign(window, { scrollY: y });
      vi.stubGlobal('scrollY', y);
    },
    document: { documentElement: { scrollHeight: 600 * screens } },
    Document: { prototype: { querySelectorAll: () => [], elementFromPoint: () => null } },
    HTMLIFrameElement: { prototype: {} },
    Node: { prototype: {} },
  };
  for (const [name, value] of Object.entries({ ...window, window })) vi.stubGlobal(name, value);
  setInterval(() => {
    for (const callback of frames.splice(0)) callback();
    seen.add(window.scrollY);
  }, 1000);
  const evaluate = async (step: (...args: readonly unknown[]) => unknown, ...args: readonly unknown[]) =>
    step(...args);
  return { page: { evaluate } as unknown as LivePage, seen };
};

test('a page is scrolled no faster than its frames are drawn, which may be once a second', async () => {
  vi.useFakeTimers();
  const { page, seen } = createPage(4);
  const done = loadLazily(page, 10_000);
  await vi.advanceTimersByTimeAsync(10_000);
  await done;
  expect([...seen].toSorted((a, b) => a - b)).toEqual([0, 360, 720, 1080, 1440, 1800]);
});
