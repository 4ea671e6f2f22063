import { describe, expect, test } from 'vitest';
import { createFloodGauge } from './flood.ts';

interface Told {
  readonly event: string;
  readonly characters: number;
  readonly perSecond: number;
  readonly most?: number;
}

/** How many events it takes until they are a flood. */
const untilFlood = ({ event, characters, perSecond, most = 50_000 }: Told) => {
  let time = 0;
  const gauge = createFloodGauge(() => time);
  for (let count = 1; count <= most; count++) {
    if (gauge.overflows(event, characters)) return count;
    time += 1000 / perSecond;
  }
  expect(gauge.overflowed).toBe(false);
  return undefined;
};

const ofStream = 'Network.eventSourceMessageReceived';
const request = 'Network.requestWillBeSent';
const route = 'Page.navigatedWithinDocument';

describe('a flood', () => {
  test.each([
    ['tiny messages of an event stream', 2700, { event: ofStream, characters: 200, perSecond: 20_000 }],
    [
      'tiny messages of a socket',
      2700,
      { event: 'Network.webSocketFrameReceived', characters: 200, perSecond: 20_000 },
    ],
    [
      'what is sent through a socket',
      2700,
      { event: 'Network.webSocketFrameSent', characters: 200, perSecond: 20_000 },
    ],
    ['frames that come and go', 14_000, { event: 'Page.frameAttached', characters: 200, perSecond: 10_000 }],
    ['requests whose addresses are long', 130, { event: request, characters: 2_000_000, perSecond: 200 }],
    ['routes whose addresses are long', 4, { event: route, characters: 1_000_000, perSecond: 4 }],
  ])('%s', (_, within, told) => {
    expect(untilFlood(told)).toBeLessThan(within);
  });
});

describe('no flood', () => {
  test.each([
    [
      'a thousand requests at once',
      { event: 'Network.dataReceived', characters: 1000, perSecond: 8000, most: 8000 },
    ],
    [
      'a stream that says something 200 times a second',
      { event: ofStream, characters: 1000, perSecond: 200 },
    ],
    [
      'pictures that stand in their page',
      { event: request, characters: 300_000, perSecond: 1000, most: 600 },
    ],
    ['a route for every letter that is typed', { event: route, characters: 3000, perSecond: 20 }],
  ])('%s', (_, told) => {
    expect(untilFlood(told)).toBeUndefined();
  });
});

test('is told once', () => {
  const gauge = createFloodGauge(() => 0);
  const told = Array.from({ length: 20_000 }, () => gauge.overflows('Page.frameAttached', 100));
  expect(told.filter(Boolean)).toHaveLength(1);
  expect(gauge.overflowed).toBe(true);
});
