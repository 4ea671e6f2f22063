import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ProtocolError } from '../../page.ts';
import { connect, TargetGone } from './cdp.ts';
import { overPipes } from './pipe.ts';

/** A browser's end of the two pipes: what we sent, and a way to answer. */
const pipes = () => {
  const sent: { id: number; method: string; sessionId?: string }[] = [];
  const output = new PassThrough();
  let text = '';
  output.on('data', (chunk: Buffer) => {
    text += chunk;
    for (let end = text.indexOf('\0'); end !== -1; end = text.indexOf('\0')) {
      sent.push(JSON.parse(text.slice(0, end)));
      text = text.slice(end + 1);
    }
  });
  const input = new PassThrough();
  const say = (message: object) => input.write(`${JSON.stringify(message)}\0`);
  const tick = () => new Promise((resolve) => setImmediate(resolve));
  return { sent, say, input, tick, connection: connect(overPipes(output, input)) };
};

const attach = async ({ connection, sent, say, tick }: ReturnType<typeof pipes>, sessionId: string) => {
  const attaching = connection.attach('T');
  await tick();
  say({ id: sent.at(-1)?.id, result: { sessionId } });
  return attaching;
};

test('an answer finds its command, across chunk borders and with text of any language', async () => {
  const { connection, sent, input, tick } = pipes();
  const version = connection.browser.send('Browser.getVersion');
  await tick();
  expect(sent[0]).toMatchObject({ id: 1, method: 'Browser.getVersion' });
  const bytes = Buffer.from(`${JSON.stringify({ id: 1, result: { product: 'Möwe 日本' } })}\0`);
  for (const byte of bytes) input.write(Buffer.from([byte]));
  expect(await version).toEqual({ product: 'Möwe 日本' });
});

test('a refusal names the command', async () => {
  const { connection, say, tick } = pipes();
  const version = connection.browser.send('Browser.getVersion');
  await tick();
  say({ id: 1, error: { message: 'no' } });
  await expect(version).rejects.toThrow(new ProtocolError('Browser.getVersion', 'no'));
});

test('events reach their session only, until it stops listening', async () => {
  const browser = pipes();
  const session = await attach(browser, 'S');
  const heard: number[] = [];
  const stop = session.on('Page.loadEventFired', ({ timestamp }) => heard.push(timestamp));
  browser.say({ method: 'Page.loadEventFired', params: { timestamp: 1 }, sessionId: 'S' });
  browser.say({ method: 'Page.loadEventFired', params: { timestamp: 2 }, sessionId: 'other' });
  await browser.tick();
  stop();
  browser.say({ method: 'Page.loadEventFired', params: { timestamp: 3 }, sessionId: 'S' });
  await browser.tick();
  expect(heard).toEqual([1]);
});

test.each([
  ['a crash', { method: 'Inspector.targetCrashed', params: {}, sessionId: 'S' }],
  ['a closed tab', { method: 'Target.detachedFromTarget', params: { sessionId: 'S' } }],
])('%s ends what waits and what comes after', async (_, message) => {
  const browser = pipes();
  const session = await attach(browser, 'S');
  const waiting = session.send('Page.enable');
  browser.say(message);
  await expect(waiting).rejects.toThrow(TargetGone);
  await expect(session.send('Page.enable')).rejects.toThrow(TargetGone);
  expect(session.gone.aborted).toBe(true);
});

test('the end of the browser ends every session', async () => {
  const browser = pipes();
  const session = await attach(browser, 'S');
  const calls = [session.send('Page.enable'), browser.connection.browser.send('Browser.getVersion')];
  browser.connection.end('killed');
  for (const call of calls) await expect(call).rejects.toThrow('killed');
});

test('the end of all tabs ends what waits, and the browser goes on', async () => {
  const browser = pipes();
  const session = await attach(browser, 'S');
  const calls = [session.send('Page.enable'), browser.connection.browser.send('Storage.clearCookies')];
  browser.connection.endTabs('cut off');
  for (const call of calls) await expect(call).rejects.toThrow(new TargetGone('cut off'));
  expect(session.gone.aborted).toBe(true);
  const version = browser.connection.browser.send('Browser.getVersion');
  await browser.tick();
  browser.say({ id: browser.sent.at(-1)?.id, result: { product: 'Chrome' } });
  expect(await version).toEqual({ product: 'Chrome' });
});

test.each(['hello', 'null', '{'])('what is no message ends the connection: %s', async (text) => {
  const browser = pipes();
  const session = await attach(browser, 'S');
  const version = browser.connection.browser.send('Browser.getVersion');
  browser.input.write(`${text}\0`);
  await expect(version).rejects.toThrow(TargetGone);
  expect([session.gone.aborted, browser.input.destroyed]).toEqual([true, true]);
});
