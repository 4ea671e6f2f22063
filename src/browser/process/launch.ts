import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { within } from '../../deadline.ts';
import type { Logger } from '../../log.ts';
import { connect } from '../devtools/cdp.ts';
import { overPipes } from '../devtools/pipe.ts';
import type { Browser } from './browser.ts';
import { flagsFor, type Mode } from './flags.ts';
import { kill } from './kill.ts';

/** Starts a Chromium as a child process, with its profile, account and sandbox, and ends it. */

export interface LaunchOptions {
  readonly binary: string;
  /** `auto`: with the sandbox, or without it and a warning where the system forbids it. */
  readonly sandbox: 'auto' | 'on' | 'off';
  readonly timezone: string;
  /** Proxy of the browser's own background traffic; refuses everything. */
  readonly sinkUrl: string;
  readonly log: Logger;
}

/** A system account without rights: a browser must not run as root, and its sandbox refuses to. */
const nobody = 65_534;
const profilePrefix = `gannet-browser-`;
/** What a profile begins with: a page must not be held by what waits for a user who is not there. */
const profileFiles = {
  // No scheme of HTTP authentication: for a name and a password Chromium would ask, and hold the script, frame or data that
  // were refused. So pages get the refusal. What an address names as user and password is sent as a header.
  'Local State': { auth: { schemes: '' } },
  // `print()` would open a window that shows what is printed, and hold the script until it is closed. PDFs are made all the same.
  'Default/Preferences': { printing: { enabled: false } },
};
/** What the system is short of when it starts no process. */
const scarce: Readonly<Record<string, string>> = {
  EAGAIN: ' (this user may have no more processes or threads: ulimit -u)',
  EMFILE: ' (this process may open no more files: ulimit -n)',
};
/** What Chromium writes before it gives up for want of it. */
const shortage =
  /Too many open files|No space left on device|Cannot allocate memory|Resource temporarily unavailable/;
/** It takes 0.4 s on a quiet machine. */
const startMs = 30_000;

/** @throws Error with the last lines of Chromium's own output when it does not start. */
export const launch = async (options: LaunchOptions, mode: Mode): Promise<Browser> => {
  if (options.sandbox === 'off') return start(options, mode, false);
  try {
    return await start(options, mode, true);
  } catch (error) {
    if (options.sandbox === 'on') throw error;
    const browser = await start(options, mode, false);
    options.log.warn(
      { err: error },
      'Chromium did not start with its sandbox: it runs without it. Allow user namespaces, or install the setuid helper (package chromium-sandbox).',
    );
    return browser;
  }
};

const start = async (options: LaunchOptions, mode: Mode, sandboxed: boolean): Promise<Browser> => {
  const { binary, sinkUrl, log } = options;
  const profile = mkdtempSync(join(tmpdir(), `${profilePrefix}${process.pid}-`));
  const removeProfile = () => {
    try {
      // Its processes may hold files for a moment longer.
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    } catch (error) {
      // The next start removes it.
      log.warn({ err: error }, 'the profile of a browser was not removed');
    }
  };
  const didNotStart = (reason: string) => new Error(`Chromium (${binary}) did not start: ${reason}`);
  const flags = flagsFor({ profile, sandboxed, sinkUrl, mode });
  const child = await spawnIn(profile, options, flags).catch((error: unknown) => {
    removeProfile();
    throw didNotStart(`${error}${scarce[(error as NodeJS.ErrnoException).code ?? ''] ?? ''}`);
  });
  const complaints = lastLines(child);
  const killAll = () => {
    if (child.pid !== undefined) kill(-child.pid);
  };
  const connection = connect(overPipes(child.stdio[3] as Writable, child.stdio[4] as Readable));
  // Chromium starts it anew by itself, but never ends what was under way: its tabs would wait for ever.
  onComplaint(child, /^\[\S*network_service_instance\S*\] Network service crashed/, () => {
    log.error({ pid: child.pid }, 'the network process of the browser died: its tabs are given up');
    connection.endTabs('the network process died', 'network');
  });
  // The one that all pages' processes come from (Linux) it does not start anew: every tab would crash from then on.
  onComplaint(child, /^\[\S*zygote_communication\S*\] Failed to send/, () => {
    if (connection.browser.gone.aborted) return;
    log.error({ pid: child.pid }, 'the browser lost its zygote: killed');
    connection.end('the browser lost its zygote');
    killAll();
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      const [lack] = shortage.exec(complaints()) ?? [];
      connection.end(lack === undefined ? 'the browser ended' : `the browser ended: ${lack}`);
      // Its processes end by themselves when the main one is gone, but not those that are stopped or hang.
      killAll();
      removeProfile();
      resolve();
    });
  });

  try {
    const { product } = await within(startMs, connection.browser.send('Browser.getVersion'));
    return {
      connection,
      version: product,
      label: { pid: child.pid, sandboxed, mode: mode.name },
      pid: child.pid,
      exited,
      kill: killAll,
      close: async () => {
        connection.browser.send('Browser.close').catch(() => undefined);
        const timer = setTimeout(killAll, 3000);
        await exited;
        clearTimeout(timer);
      },
    };
  } catch (error) {
    killAll();
    await exited;
    throw didNotStart(complaints() || String(error));
  }
};

/** @throws Error where the system has no process, or no file descriptors for its pipes. */
const spawnIn = async (
  profile: string,
  { binary, timezone }: LaunchOptions,
  flags: readonly string[],
): Promise<ChildProcess> => {
  const asRoot = process.getuid?.() === 0;
  for (const [name, content] of Object.entries(profileFiles)) {
    const file = join(profile, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(content));
    if (asRoot) for (const path of [dirname(file), file]) chownSync(path, nobody, nobody);
  }
  const child = spawn(binary, flags, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: { HOME: profile, TMPDIR: profile, TZ: timezone, LANG: 'en_US.UTF-8' },
    ...(asRoot ? { uid: nobody, gid: nobody } : {}),
    cwd: profile,
    // A group of its own: Ctrl-C in a terminal must not end the browser under the requests that we let finish.
    detached: true,
  });
  // Before it is spawned it may have no pipes to look at.
  await once(child, 'spawn');
  return child;
};

const lastLines = (child: ChildProcess) => {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk).slice(-2000);
  });
  return () => text.trim();
};

const onComplaint = (child: ChildProcess, about: RegExp, heard: () => void) => {
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (about.test(line)) heard();
    });
};

/** Removes profiles whose service was killed before it could. */
export const removeStaleProfiles = () => removeStaleFolders(profilePrefix);

/** Removes temporary folders whose process was killed before it could: behind the prefix, the name holds the process id. */
export const removeStaleFolders = (prefix: string) => {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length).split('-')[0]);
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
