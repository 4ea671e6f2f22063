import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testBinary } from './browser.ts';

/** A Chromium that gets other flags than it is given: each pair is the beginning of a flag and what takes its place. */
export const wrapChromium = (changes: Readonly<Record<string, string>>): { path: string } & Disposable => {
  const folder = mkdtempSync(join(tmpdir(), 'gannet-wrapper-'));
  // Also for the account that browsers run under.
  chmodSync(folder, 0o755);
  const path = join(folder, 'chromium');
  const cases = Object.entries(changes).map(([flag, other]) => `'${flag}'*) set -- "$@" '${other}';;`);
  writeFileSync(
    path,
    `#!/bin/sh
for flag do
  shift
  case $flag in ${cases.join('\n  ')}
  *) set -- "$@" "$flag";;
  esac
done
exec '${testBinary()}' "$@"
`,
    { mode: 0o755 },
  );
  return { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
};
