import { expect, test, vi } from 'vitest';
import { ProtocolError } from '../../page.ts';
import type { Protocol, Session } from '../devtools/cdp.ts';
import { createNavigation, inOrder } from './navigation.ts';

type Paused = Protocol.Fetch.RequestPausedEvent;
const paused = (url: string, request: object = {}) =>
  ({ requestId: url, request: { url, headers: {}, ...request } }) as Paused;
const end = { frameId: 'f', loaderId: 'l' };

const setUp = (answer: (method: string) => unknown = () => end) => {
  const sent: [string, unknown][] = [];
  const session: Session = {
    gone: new AbortController().signal,
    flooded: false,
    onFlood: () => undefined,
    on: () => () => undefined,
    send: async (method, params) => {
      sent.push([method, params]);
      return answer(method) as never;
    },
  };
  return { navigation: createNavigation(session), sent };
};

test('a document that was read is led on to the next address of its origin', async () => {
  const { navigation, sent } = setUp();
  await navigation.start('https://a.example/1');
  expect(navigation.leadsTo('https://a.example/2')).toBe(false);
  await navigation.leave(paused('https://a.example/1'), true);
  expect(navigation.leadsTo('https://b.example/2')).toBe(false);
  expect(navigation.leadsTo('https://a.example/2#part')).toBe(false);
  expect(navigation.leadsTo('https://me@a.example/2')).toBe(false);
  expect(navigation.leadsTo('https://a.example/2')).toBe(true);
  await expect(navigation.leadOn('https://a.example/2')).resolves.toBe(end);
  expect(sent.at(-1)).toEqual([
    'Fetch.fulfillRequest',
    expect.objectContaining({
      requestId: 'https://a.example/1',
      responseCode: 302,
      responseHeaders: [{ name: 'Location', value: 'https://a.example/2' }],
    }),
  ]);
  expect(navigation.leadsTo('https://a.example/3')).toBe(false);
});

test('a redirect would hand on the fragment that a document came with: that one is dropped', async () => {
  const { navigation, sent } = setUp();
  await navigation.start('https://a.example/1');
  await navigation.leave(paused('https://a.example/1', { urlFragment: '#part' }), true);
  expect(navigation.leadsTo('https://a.example/2')).toBe(false);
  expect(sent.at(-1)?.[0]).toBe('Fetch.failRequest');
  await navigation.leave(paused('https://a.example/1'), false);
  expect(navigation.leadsTo('https://a.example/2')).toBe(false);
});

test('it is led on ten times at most, and not after five seconds', async () => {
  const { navigation } = setUp();
  await navigation.start('https://a.example/0');
  for (let step = 0; step < 10; step++) {
    await navigation.leave(paused(`https://a.example/${step}`), true);
    await navigation.leadOn(`https://a.example/${step + 1}`);
  }
  await navigation.leave(paused('https://a.example/10'), true);
  expect(navigation.leadsTo('https://a.example/11')).toBe(false);
  await navigation.start('https://a.example/11');
  await navigation.leave(paused('https://a.example/11'), true);
  expect(navigation.leadsTo('https://a.example/12')).toBe(true);
  using clock = vi.spyOn(performance, 'now');
  clock.mockReturnValue(performance.now() + 6000);
  expect(navigation.leadsTo('https://a.example/12')).toBe(false);
});

test('one that is not there any more is navigated to', async () => {
  const { navigation, sent } = setUp((method) => {
    if (method === 'Fetch.fulfillRequest') throw new ProtocolError(method, 'Invalid InterceptionId.');
    return end;
  });
  await navigation.start('https://a.example/1');
  await navigation.leave(paused('https://a.example/1'), true);
  await expect(navigation.leadOn('https://a.example/2')).resolves.toBe(end);
  expect(sent.at(-1)).toEqual(['Page.navigate', { url: 'https://a.example/2' }]);
});

test('one that is given up has ended before anything else begins', async () => {
  const { navigation, sent } = setUp();
  await navigation.giveUp();
  expect(sent).toEqual([]);
  await navigation.start('https://a.example/1');
  await navigation.leave(paused('https://a.example/1'), true);
  await navigation.giveUp();
  expect(sent.at(-1)).toEqual([
    'Fetch.failRequest',
    { requestId: 'https://a.example/1', errorReason: 'Aborted' },
  ]);
  expect(navigation.leadsTo('https://a.example/2')).toBe(false);
});

test('what is paused is told once', async () => {
  const { navigation, sent } = setUp();
  const documents = [{ resourceType: 'Document', requestStage: 'Response' }] as const;
  await navigation.pause(documents);
  await navigation.pause(documents);
  await navigation.pause([]);
  expect(sent).toHaveLength(2);
});

test('headers are put in the order of a navigation, cookies left to the browser', () => {
  const headers = {
    Accept: 'text/html',
    Cookie: 'a=1',
    'Upgrade-Insecure-Requests': '1',
    'User-Agent': 'Mozilla/5.0',
    'sec-ch-ua': '"Chromium"',
    'sec-ch-ua-mobile': '?0',
  };
  const request = (more: object) => paused('https://a.example/', { headers: { ...headers, ...more } });
  expect(inOrder(request({}))?.map(({ name }) => name)).toEqual([
    'sec-ch-ua',
    'sec-ch-ua-mobile',
    'Upgrade-Insecure-Requests',
    'User-Agent',
    'Accept',
  ]);
  expect(inOrder(request({ 'sec-ch-ua-arch': '"x86"' }))).toBeUndefined();
});
