import { expect, test } from 'vitest';
import { launch } from '../../src/browser/process/launch.ts';
import { startLocal } from '../../src/browser/process/local.ts';
import { selfTest } from '../../src/browser/process/self-test.ts';
import { createLog, type Logger } from '../../src/log.ts';
import { createEntrance } from '../../src/net/entrance.ts';
import { testBinary } from '../support/browser.ts';
import { wrapChromium } from '../support/wrapper.ts';

/** Starts a browser as the service does; what it said of it, and how it runs. */
const start = async (binary: string) => {
  const said: string[] = [];
  const keep = (first: unknown, second?: string) => said.push(second ?? String(first));
  const log = { warn: keep, error: keep, info: keep, debug: keep } as unknown as Logger;
  const entrance = createEntrance('127.0.0.1', log);
  // Nothing listens there: what the browser wants on its own account goes nowhere.
  const sinkUrl = 'http://127.0.0.1:9';
  const browser = await startLocal({ binary, sandbox: 'auto', timezone: 'UTC', sinkUrl, entrance, log });
  const { userAgent } = await browser.connection.browser.send('Browser.getVersion');
  await browser.close();
  return { mode: browser.label.mode, said: said.join('\n'), userAgent };
};

test('the browser passes its self-test as a browser with a window', async () => {
  expect(await start(testBinary())).toEqual({
    mode: 'windowed',
    said: '',
    userAgent: expect.not.stringContaining('Headless'),
  });
});

test.each([
  ['does not start', { '--ozone-platform': '--ozone-platform=none-such' }, /did not start/],
  ['says that it is headless', { '--ozone-platform': '--headless=new' }, /"Headless"/],
])(
  'where a browser with a window %s, headless mode is used, without a word of it to sites',
  async (...row) => {
    const [, changes, reason] = row;
    using wrapper = wrapChromium(changes);
    const { mode, said, userAgent } = await start(wrapper.path);
    expect(said).toMatch(/runs in its headless mode/);
    expect(said).toMatch(reason);
    expect(mode).toBe('headless');
    expect(userAgent).not.toContain('Headless');
  },
);

test('a browser whose faults headless mode does not mend is used, and they are told', async () => {
  using wrapper = wrapChromium({
    '--disable-blink-features': '--enable-automation',
    '--enable-unsafe-swiftshader': '--disable-3d-apis',
    '--disable-features': '--disable-features=Translate',
    '--window-size': '--window-size=0,0',
  });
  const { mode, said } = await start(wrapper.path);
  expect(said).toMatch(/used although its self-test found fault/);
  for (const fault of [/navigator\.webdriver/, /WebGL/, /hidden windows/, /no real size/])
    expect(said).toMatch(fault);
  expect(said).not.toMatch(/Headless|requestAnimationFrame/);
  expect(mode).toBe('windowed');
});

test('a browser whose pages send UDP by WebRTC is refused', async () => {
  using wrapper = wrapChromium({ '--webrtc-ip-handling': '--x', '--force-webrtc-ip-handling': '--y' });
  await expect(start(wrapper.path)).rejects.toThrow(/not safe to use: .*WebRTC/);
});

test('a browser whose pages go round the proxy to this machine fails', async () => {
  const log = createLog('silent');
  const sinkUrl = 'http://127.0.0.1:9';
  const options = { binary: testBinary(), sandbox: 'auto', timezone: 'UTC', sinkUrl, log } as const;
  const { connection, close } = await launch(options, { name: 'windowed' });
  const { send } = connection.browser;
  /** The command by which a context gets its proxy, without what keeps it from going round. */
  const careless: typeof send = (method, params) =>
    send(
      method,
      method === 'Target.createBrowserContext' ? Object.assign({}, params, { proxyBypassList: '' }) : params,
    );
  try {
    const tested = { ...connection, browser: { ...connection.browser, send: careless } };
    await expect(selfTest(tested, createEntrance('127.0.0.1', log))).rejects.toThrow(/through the proxy/);
  } finally {
    await close();
  }
});
