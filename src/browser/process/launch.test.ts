import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

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

test('a browser that cannot be spawned, or ends, where there are no file descriptors, is not the end of the service', async () => {
  const TMPDIR = mkdtempSync(join(tmpdir(), 'gannet-launch-'));
  onTestFinished(() => rmSync(TMPDIR, { recursive: true }));
  // Ends at once, and leaves somebody behind who holds its pipes.
  const BINARY = join(TMPDIR, 'browser');
  writeFileSync(BINARY, '#!/bin/sh\nsleep 60 &\n', { mode: 0o755 });
  chmodSync(TMPDIR, 0o755);
  const command = 'ulimit -n 96 && exec "$0" --input-type=module --eval "$1"';
  const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, script], {
    env: { ...process.env, TMPDIR, BINARY },
  });
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/did not start: .*EMFILE/),
    expect.stringMatching(/did not start: (?!.*E[A-Z]{4})/),
  ]);
});
