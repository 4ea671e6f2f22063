import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Logger } from '../log.ts';
import { type Connection, connect } from './cdp.ts';

export interface LaunchOptions {
  readonly binary: string;
  /** `auto`: with the sandbox, or without it and a warning where the system forbids it. */
  readonly sandbox: 'auto' | 'on' | 'off';
  readonly timezone: string;
  /** Proxy of the browser's own background traffic; refuses everything. */
  readonly sinkUrl: string;
  readonly log: Logger;
}

/** One Chromium process and the connection to it. */
export interface Browser {
  readonly connection: Connection;
  readonly version: string;
  readonly sandboxed: boolean;
  readonly pid: number;
  /** Settles when the process is gone and its profile removed. */
  readonly exited: Promise<void>;
  /** Asks it to close, then kills it. */
  close(): Promise<void>;
  kill(): void;
}

/** A system account without rights: a browser must not run as root, and its sandbox refuses to. */
const nobody = 65_534;
const profilePrefix = `gannet-browser-`;

/**
 * The full browser without a display server: no "Headless" anywhere, nothing to patch (docs/adr/0002).
 * Only one `--disable-features` may be given: the last one wins.
 */
const flags = (profile: string, sinkUrl: string) => [
  '--ozone-platform=headless',
  '--ozone-override-screen-size=1920,1080',
  '--window-size=1920,1040',
  '--window-position=0,0',
  '--remote-debugging-pipe',
  `--user-data-dir=${profile}`,
  '--disable-blink-features=AutomationControlled',
  '--enable-unsafe-swiftshader',
  '--lang=en-US',
  '--accept-lang=en-US,en',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  // Omnibox, preload: each window would otherwise start hidden renderers for the address bar, 912 → 507 ms CPU a page.
  // RenderDocument: the first script of a page would otherwise often see a window without an outer size.
  '--disable-features=Translate,RenderDocument,MediaRouter,OptimizationHints,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-crash-reporter',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-quic',
  '--mute-audio',
  '--password-store=basic',
  '--use-mock-keychain',
  `--proxy-server=${sinkUrl}`,
  // Without this Chromium goes round every proxy for loopback and link-local addresses.
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  'about:blank',
];

/** @throws Error with the last lines of Chromium's own output when it does not start. */
export const launch = async (options: LaunchOptions): Promise<Browser> => {
  if (options.sandbox === 'off') return start(options, false);
  try {
    return await start(options, true);
  } catch (error) {
    if (options.sandbox === 'on') throw error;
    options.log.warn(
      { err: error },
      'Chromium did not start with its sandbox: starting without it. Allow user namespaces, or install the setuid helper (package chromium-sandbox).',
    );
    return start(options, false);
  }
};

const start = async (options: LaunchOptions, sandboxed: boolean): Promise<Browser> => {
  const profile = mkdtempSync(join(tmpdir(), `${profilePrefix}${process.pid}-`));
  const asRoot = process.getuid?.() === 0;
  if (asRoot) chownSync(profile, nobody, nobody);
  const child = spawn(
    options.binary,
    [...(sandboxed ? [] : ['--no-sandbox', '--test-type']), ...flags(profile, options.sinkUrl)],
    {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      env: { HOME: profile, TMPDIR: profile, TZ: options.timezone, LANG: 'en_US.UTF-8' },
      ...(asRoot ? { uid: nobody, gid: nobody } : {}),
      cwd: profile,
      // A group of its own: Ctrl-C in a terminal must not end the browser under the requests that we let finish.
      detached: true,
    },
  );
  const complaints = lastLines(child);
  const connection = connect(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const exited = new Promise<void>((resolve) => {
    const gone = () => {
      connection.end('the browser ended');
      // Helper processes may hold files for a moment longer.
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
      resolve();
    };
    child.once('exit', gone);
    child.once('error', gone);
  });

  const kill = () => child.kill('SIGKILL');
  try {
    const { product } = await within(15_000, connection.browser.send('Browser.getVersion'));
    return {
      connection,
      version: product,
      sandboxed,
      pid: child.pid ?? 0,
      exited,
      kill,
      close: async () => {
        connection.browser.send('Browser.close').catch(() => undefined);
        const timer = setTimeout(kill, 3000);
        await exited;
        clearTimeout(timer);
      },
    };
  } catch (error) {
    kill();
    await exited;
    throw new Error(`Chromium (${options.binary}) did not start: ${complaints() || String(error)}`);
  }
};

/** Rejects after `ms`: a browser that neither answers nor exits must not hold up the start. */
const within = <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer from the browser')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

const lastLines = (child: ChildProcess) => {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk).slice(-2000);
  });
  return () => text.trim();
};

/** Removes profiles whose service was killed before it could: the name holds the process id. */
export const removeStaleProfiles = () => {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(profilePrefix))) {
    const pid = Number(name.slice(profilePrefix.length).split('-')[0]);
    if (pid > 0 && !isRunning(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
