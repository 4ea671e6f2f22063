import type { Entrance } from '../../net/entrance.ts';
import type { Browser } from './browser.ts';
import type { Mode } from './flags.ts';
import { type LaunchOptions, launch } from './launch.ts';
import { closePopups } from './popups.ts';
import { type Fault, selfTest, sentence } from './self-test.ts';

/** Which mode a browser of our own runs in, by its self-test. */

interface Options extends LaunchOptions {
  readonly entrance: Entrance;
}

/** A browser that runs, and what its self-test found: nothing that would be unsafe. */
interface Tried {
  readonly browser: Browser;
  readonly faults: readonly Fault[];
}

/** Pages could get round the guard. What leaves a door open in one mode is not tried in another. */
class UnsafeBrowser extends Error {
  override readonly name = 'UnsafeBrowser';
}

/**
 * Starts a browser of our own that has passed its self-test: as a browser with a window or, where that does not work,
 * in Chromium's headless mode.
 * @throws Error when there is none that can be used, or it is not safe.
 */
export const startLocal = async (options: Options): Promise<Browser> => {
  const windowed = await settled(attempt(options, { name: 'windowed' }));
  if (windowed instanceof UnsafeBrowser) throw windowed;
  if (!(windowed instanceof Error) && windowed.faults.length === 0) return windowed.browser;
  const problem = windowed instanceof Error ? windowed.message : sentence(windowed.faults);

  const headless = await settled(tryHeadless(options));
  if (headless instanceof Error) {
    if (windowed instanceof Error) throw windowed;
    return faulty(options, windowed);
  }
  // Headless mode is a step down: not for a browser that is no better there.
  if (!(windowed instanceof Error) && headless.faults.length > 0) {
    await headless.browser.close();
    return faulty(options, windowed);
  }
  if (!(windowed instanceof Error)) await windowed.browser.close();
  options.log.warn(
    `Chromium does not work as a browser with a window and runs in its headless mode, in which sites recognise it more easily: ${problem}`,
  );
  return headless.faults.length > 0 ? faulty(options, headless) : headless.browser;
};

const settled = (trial: Promise<Tried>): Promise<Tried | Error> => trial.catch((error: Error) => error);

const faulty = ({ log }: Options, { browser, faults }: Tried): Browser => {
  log.warn(`Chromium is used although its self-test found fault with it: ${sentence(faults)}`);
  return browser;
};

/** @throws Error when it does not start, cannot be tried or is unsafe; it is gone then. */
const attempt = async (options: Options, mode: Mode): Promise<Tried> => {
  const browser = await launch(options, mode);
  try {
    const faults = await selfTest(browser.connection, options.entrance);
    const unsafe = faults.filter((fault) => fault.unsafe);
    if (unsafe.length > 0) throw new UnsafeBrowser(`Chromium is not safe to use: ${sentence(unsafe)}`);
    await closePopups(browser.connection);
    return { browser, faults };
  } catch (error) {
    browser.kill();
    await browser.exited;
    throw error;
  }
};

/** The headless mode names itself in the user agent, and knows its version only when it runs. */
const tryHeadless = async (options: Options): Promise<Tried> => {
  const probe = await launch(options, { name: 'headless', userAgent: undefined });
  const { userAgent } = await probe.connection.browser
    .send('Browser.getVersion')
    .finally(() => probe.close());
  return attempt(options, { name: 'headless', userAgent: userAgent.replace('HeadlessChrome', 'Chrome') });
};
