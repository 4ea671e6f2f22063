import { expect, test } from 'vitest';
import type { Session } from '../devtools/cdp.ts';
import { manyRepeats } from './polls.ts';
import { watchRequests } from './requests.ts';

/** A session whose events the test makes up. */
const startWatch = () => {
  const listeners = new Map<string, ((event: unknown) => void)[]>();
  const session: Pick<Session, 'on'> = {
    on: (event, listener) => {
      listeners.set(event, [...(listeners.get(event) ?? []), listener as (event: unknown) => void]);
      return () => undefined;
    },
  };
  const tell = (event: string, params: object) => {
    for (const listener of listeners.get(event) ?? []) listener(params);
  };
  const ask = (requestId: string, more: object = {}) =>
    tell('Network.requestWillBeSent', {
      requestId,
      loaderId: 'page',
      frameId: 'main',
      type: 'Fetch',
      request: { url: `http://site/${requestId}` },
      ...more,
    });
  const tellHeaders = (requestId: string, mode: string, site: string) =>
    tell('Network.requestWillBeSentExtraInfo', {
      requestId,
      headers: { 'Sec-Fetch-Mode': mode, 'sec-fetch-site': site, 'Sec-Fetch-Dest': 'empty' },
    });
  const end = (requestId: string) => tell('Network.loadingFinished', { requestId });
  const { requests, begin, forgetFrom } = watchRequests(session as Session);
  begin('page', 'http://site/');
  return { requests, begin, forgetFrom, session: session as Session, tell, tellHeaders, ask, end };
};

test('an icon, or what is fetched ahead for another page, is not asked for', () => {
  const { requests, ask } = startWatch();
  ask('favicon.ico', { type: 'Other' });
  expect(requests).toMatchObject({ started: 1, asked: 0 });
  ask('data', { type: 'Other', request: { url: 'http://site/data', isLinkPreload: true } });
  expect(requests).toMatchObject({ started: 2, asked: 1 });
});

test('what a session tells of is forgotten with it', () => {
  const { requests, forgetFrom, session, ask } = startWatch();
  ask('a');
  forgetFrom({} as Session);
  expect(requests.pending.size).toBe(1);
  forgetFrom(session);
  expect(requests.pending.size).toBe(0);
});

test('a request is under way until its end, and its landing is noted', () => {
  const { requests, ask, end } = startWatch();
  ask('a');
  expect(requests.pending.size).toBe(1);
  expect(requests.landedAt).toBeUndefined();
  end('a');
  expect(requests.pending.size).toBe(0);
  expect(requests.landedAt).toBeGreaterThan(0);
  expect(requests.dataLanded).toBe(true);
});

test('what no script can read the answer of brings nothing, whichever is told first', () => {
  const { requests, tellHeaders, ask, end } = startWatch();
  ask('reported');
  tellHeaders('reported', 'no-cors', 'cross-site');
  tellHeaders('told-before', 'no-cors', 'same-site');
  ask('told-before');
  ask('own');
  tellHeaders('own', 'no-cors', 'same-origin');
  ask('allowed');
  tellHeaders('allowed', 'cors', 'cross-site');
  expect([...requests.pending.values()].map(({ type }) => type)).toEqual(['Ping', 'Ping', 'Fetch', 'Fetch']);
  end('reported');
  end('told-before');
  expect(requests.landedAt).toBeUndefined();
});

test.each([
  ['before its headers', ['ask', 'headers']],
  ['behind its headers', ['headers', 'ask']],
] as const)('nor does it where it is redirected, each hop told %s', (_, order) => {
  const { requests, tellHeaders, ask, end } = startWatch();
  for (const _hop of [1, 2, 3])
    for (const told of order)
      told === 'ask' ? ask('reported') : tellHeaders('reported', 'no-cors', 'cross-site');
  expect(requests).toMatchObject({ started: 1, asked: 0 });
  expect(requests.pending.get('reported')?.type).toBe('Ping');
  end('reported');
  expect(requests).toMatchObject({ landedAt: undefined, dataLanded: false });
});

test('what a page only sends, and pictures, are started and not asked for', () => {
  const { requests, tell, ask } = startWatch();
  ask('beacon', { type: 'Ping' });
  ask('pixel', { type: 'Image' });
  ask('reported');
  tell('Network.requestWillBeSentExtraInfo', {
    requestId: 'reported',
    headers: { 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' },
  });
  expect(requests).toMatchObject({ started: 3, asked: 0 });
  ask('data');
  ask('code', { type: 'Script' });
  expect(requests).toMatchObject({ started: 5, asked: 2 });
});

test.each([
  ['Script', true],
  ['Document', true],
  ['XHR', true],
  ['Stylesheet', false],
  ['Image', false],
] as const)('what may go on to build the page lands: %s, %s', (type, lands) => {
  const { requests, ask, end } = startWatch();
  ask('a', { type, initiator: { type: 'parser' } });
  end('a');
  expect(requests.landedAt !== undefined).toBe(lands);
});

test.each([
  ['GET', 429, true],
  ['GET', 500, true],
  ['GET', 202, true],
  ['POST', 202, false],
  ['GET', 404, false],
] as const)(
  'data that may be given a moment later are refused until they come: %s %i, %s',
  (method, status, are) => {
    const { requests, tell, ask } = startWatch();
    const request = { url: 'http://site/data', method };
    const answer = (requestId: string, answered: number) =>
      tell('Network.responseReceived', { requestId, response: { status: answered, mimeType: 'text/html' } });
    ask('first', { request });
    answer('first', status);
    expect(requests.areRefused).toBe(are);
    ask('again', { request });
    answer('again', 200);
    expect(requests.areRefused).toBe(false);
  },
);

test.each([
  ['application/json', true],
  ['application/ld+json', true],
  ['application/x-ndjson', false],
])('of JSON nothing can be used before its end: %s, %s', (mimeType, isJson) => {
  const { requests, tell, ask } = startWatch();
  ask('a');
  tell('Network.responseReceived', { requestId: 'a', response: { status: 200, mimeType } });
  expect(requests.pending.get('a')).toMatchObject({
    isJson,
    respondedAt: expect.any(Number),
    inWorker: false,
  });
});

test('a socket that is refused is, until another opens', () => {
  const { requests, tell } = startWatch();
  const open = (requestId: string, status: number) => {
    tell('Network.webSocketCreated', { requestId, url: 'ws://site/' });
    tell('Network.webSocketHandshakeResponseReceived', { requestId, response: { status } });
  };
  open('refused', 403);
  tell('Network.webSocketClosed', { requestId: 'refused' });
  expect(requests.areRefused).toBe(true);
  expect(requests.landedAt).toBeGreaterThan(0);
  open('taken', 101);
  expect(requests.areRefused).toBe(false);
  tell('Network.webSocketClosed', { requestId: 'taken' });
  expect(requests.areRefused).toBe(false);
});

test('a socket of the own site that was sent something is unanswered until anything is told', () => {
  const { requests, tell } = startWatch();
  const send = (requestId: string, url: string) => {
    tell('Network.webSocketCreated', { requestId, url });
    tell('Network.webSocketFrameSent', { requestId });
  };
  send('of-another', 'wss://elsewhere/');
  expect(requests.streams.unansweredSince).toBeUndefined();
  send('own', 'ws://site/');
  const asked = requests.streams.unansweredSince;
  expect(asked).toBeGreaterThan(0);
  tell('Network.webSocketFrameSent', { requestId: 'own' });
  expect(requests.streams.unansweredSince).toBe(asked);
  tell('Network.webSocketFrameReceived', { requestId: 'own' });
  expect(requests.streams.unansweredSince).toBeUndefined();
  tell('Network.webSocketFrameSent', { requestId: 'own' });
  expect(requests.streams.unansweredSince).toBeGreaterThan(asked ?? 0);
  // Signs of life, as of a chat that nobody writes in.
  for (let sent = 0; sent < 5; sent++) tell('Network.webSocketFrameSent', { requestId: 'own' });
  expect(requests.streams.unansweredSince).toBeUndefined();
});

test('the hops of a redirect are one request, as old as its first', async () => {
  const { requests, ask } = startWatch();
  ask('a');
  const startedAt = requests.pending.get('a')?.startedAt;
  await new Promise((resolve) => setTimeout(resolve, 5));
  ask('a', { request: { url: 'http://site/elsewhere' } });
  expect(requests.pending.get('a')).toMatchObject({ startedAt, url: 'http://site/elsewhere' });
  expect(requests.started).toBe(1);
});

test('the next document does not wait for requests of the last one', () => {
  const { requests, begin, ask } = startWatch();
  ask('old');
  ask('next', { loaderId: 'next', type: 'Document' });
  begin('next', 'http://site/');
  expect([...requests.pending.keys()]).toEqual(['next']);
  expect(requests.started).toBe(0);
});

test('requests of a frame that went away are forgotten', () => {
  const { requests, tell, ask } = startWatch();
  ask('a', { frameId: 'frame', loaderId: 'inner', type: 'Document' });
  ask('b');
  tell('Page.frameDetached', { frameId: 'frame', reason: 'swap' });
  expect([...requests.pending.keys()]).toEqual(['b']);
});

test('a flood is counted and not remembered', () => {
  const { requests, tell, ask } = startWatch();
  for (let n = 0; n < 5000; n++) ask(`r${n}`);
  for (let n = 0; n < 5000; n++) tell('Network.webSocketCreated', { requestId: `w${n}` });
  for (let n = 0; n < 5000; n++) tell('Network.webSocketFrameReceived', { requestId: 'w0' });
  expect(requests.started).toBe(5000);
  expect(requests.streams.messages).toBe(5000);
  expect(requests.pending.size).toBeLessThanOrEqual(1000);
  expect(requests.openStreams).toBeLessThanOrEqual(2000);
});

test('what is polled is no news any more', () => {
  const { requests, ask, end } = startWatch();
  const poll = (n: number) => {
    ask(`r${n}`, { request: { url: `http://site/poll?n=${n}` } });
    end(`r${n}`);
  };
  for (let n = 1; n < manyRepeats; n++) poll(n);
  const { landedAt } = requests;
  expect(landedAt).toBeDefined();
  poll(manyRepeats);
  expect(requests.landedAt).toBe(landedAt);
});

test('a service worker is on its way until it is active, which may bring the page something', () => {
  const { requests, begin, tell } = startWatch();
  const become = (status: string, runningStatus: string) =>
    tell('ServiceWorker.workerVersionUpdated', { versions: [{ versionId: '0', status, runningStatus }] });
  tell('ServiceWorker.workerVersionUpdated', { versions: [] });
  // One of an earlier page.
  become('activated', 'stopped');
  expect(requests.serviceWorker).toBeUndefined();
  become('new', 'starting');
  expect(requests.serviceWorker).toMatchObject({ state: 'starts' });
  become('installing', 'running');
  expect(requests.serviceWorker).toMatchObject({ state: 'runs' });
  become('activated', 'running');
  expect(requests.serviceWorker).toMatchObject({ state: 'works' });
  become('new', 'starting');
  begin('next', 'http://site/');
  expect(requests.serviceWorker).toBeUndefined();
});

test.each([
  ['Network.responseReceived', { response: { mimeType: 'text/event-stream', status: 200 } }],
  ['Network.webSocketHandshakeResponseReceived', { response: { status: 101 } }],
])('what is pushed is waited for from when it can be: %s', async (event, params) => {
  const { requests, ask, tell } = startWatch();
  if (event === 'Network.responseReceived') ask('a', { type: 'EventSource' });
  else tell('Network.webSocketCreated', { requestId: 'a' });
  const asked = requests.silentSince ?? Number.POSITIVE_INFINITY;
  await new Promise((resolve) => setTimeout(resolve, 5));
  tell(event, { requestId: 'a', ...params });
  expect(requests.silentSince).toBeGreaterThan(asked);
});
