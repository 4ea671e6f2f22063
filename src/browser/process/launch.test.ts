import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../log.ts';
import { launch } from './launch.ts';

/** Where nobody has a file descriptor left, but for a few. */
const script = `
  import { closeSync, openSync } from 'node:fs';
  import { launch } from '${new URL('launch.ts', import.meta.url)}';
  import { createLog } from '${new URL('../../log.ts', import.meta.url)}';

  const taken = [];
  const take = (left) => {
    try {
      for (;;) taken.push(openSync('/dev/null'));
    } catch {
      for (const one of taken.splice(0, left)) closeSync(one);
    }
  };
  const giveBack = () => taken.splice(0).forEach((one) => closeSync(one));
  const options = { binary: process.env.BINARY, sandbox: 'off', timezone: 'UTC', sinkUrl: '', log: createLog('silent') };
  const start = () => launch(options, { name: 'windowed' }).catch((error) => error.message);

  take(3);
  console.log(await start());
  giveBack();
  const starting = start();
  // It has been spawned by now, and ends.
  take(0);
  console.log(await starting);
`;

/** @param body of a shell script that stands for Chromium. @returns where it is. */
const fakeBrowser = (body: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'gannet-launch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const binary = join(folder, 'browser');
  writeFileSync(binary, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return { folder, binary };
};

test('what a browser lacked when it ended is told', async () => {
  const { binary } = fakeBrowser(`
    printf '{"id":1,"result":{"product":"Chrome/156"}}\\0' >&4
    echo '[1:1:ERROR:region.cc:335] Creating shared memory failed: Too many open files (24)' >&2
    read -r never <&3`);
  const log = createLog('silent');
  const browser = await launch(
    { binary, sandbox: 'off', timezone: 'UTC', sinkUrl: '', log },
    { name: 'windowed' },
  );
  const asked = browser.connection.browser.send('Browser.getVersion');
  setTimeout(() => browser.kill(), 300);
  await expect(asked).rejects.toThrow('the browser ended: Too many open files');
  await browser.exited;
});

test('a browser that cannot be spawned, or ends, where there are no file descriptors, is not the end of the service', async () => {
  // Ends at once, and leaves somebody behind who holds its pipes.
  const { folder: TMPDIR, binary: BINARY } = fakeBrowser('sleep 60 &');
  const command = 'ulimit -n 96 && exec "$0" --input-type=module --eval "$1"';
  const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, script], {
    env: { ...process.env, TMPDIR, BINARY },
  });
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/did not start: .*EMFILE.*ulimit -n/),
    expect.stringMatching(/did not start: (?!.*E[A-Z]{4})/),
  ]);
});
