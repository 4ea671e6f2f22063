import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commonFlags } from '../../src/browser/process/flags.ts';
import { testBinary } from './browser.ts';
import { eventually } from './service.ts';

/** A Chromium that somebody else runs, with the flags that the documentation asks for. */
export interface RemoteBrowser extends AsyncDisposable {
  /** `127.0.0.1:<port>` */
  readonly host: string;
  /** Path of its socket. */
  readonly path: string;
  readonly pid: number;
  kill(): Promise<void>;
}

export const startRemoteBrowser = async (without?: string): Promise<RemoteBrowser> => {
  const profile = mkdtempSync(join(tmpdir(), 'gannet-remote-'));
  const asRoot = process.getuid?.() === 0;
  if (asRoot) chownSync(profile, 65_534, 65_534);
  const flags = commonFlags.filter((flag) => without === undefined || !flag.includes(without));
  const child = spawn(
    testBinary(),
    [
      '--ozone-platform=headless',
      '--ozone-override-screen-size=1920,1080',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      ...flags,
      'about:blank',
    ],
    {
      stdio: 'ignore',
      env: { HOME: profile, TMPDIR: profile },
      detached: true,
      ...(asRoot ? { uid: 65_534, gid: 65_534 } : {}),
    },
  );
  const pid = child.pid ?? 0;
  const exited = once(child, 'exit');
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL');
    await exited;
  };
  const active = join(profile, 'DevToolsActivePort');
  await eventually(() => existsSync(active) && readFileSync(active, 'utf8').includes('/devtools/'), 30_000);
  const [port, path = ''] = readFileSync(active, 'utf8').split('\n');
  return {
    host: `127.0.0.1:${port}`,
    path,
    pid,
    kill,
    [Symbol.asyncDispose]: async () => {
      await kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
};
