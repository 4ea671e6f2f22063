import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Every measure of the text outputs, one after the other, each in a process of its own.
 * `npm run bench:quality [-- <share> <folder>]`: what `content.ts` and `markdown.ts` take. With the folder that bench/train wrote, pages are
 * judged by models that saw none of their domain; without it the main content looks better than it is.
 */
const parts = ['../quality.ts', 'content.ts', 'markdown.ts', 'pages.ts', 'speed.ts', 'plot.ts'];
const options = process.argv.slice(2);
const given: Readonly<Record<string, readonly string[]>> = { 'content.ts': options, 'markdown.ts': options };

const failed = parts.filter((part) => {
  const file = join(import.meta.dirname, part);
  if (!existsSync(file)) return true;
  console.log(`\n== ${part}`);
  return spawnSync(process.execPath, [file, ...(given[part] ?? [])], { stdio: 'inherit' }).status !== 0;
});
if (failed.length > 0) console.error(`Not as it must be: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
