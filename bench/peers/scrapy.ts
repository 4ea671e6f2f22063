import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { missingProgram } from '../install.ts';
import type { SitePeer } from './peer.ts';

/** Debian's package belongs to Debian's Python, whatever else is on the PATH. */
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';

export const scrapy: SitePeer = {
  name: 'Scrapy',
  how: 'a spider that follows every link, title of every page; no browser, no Markdown, nothing is stored',
  packages: undefined,
  missing: () => missingProgram([python, '-m', 'scrapy', 'version'], 'apt install python3-scrapy'),
  crawl: async (_place, { start, parallel }) => {
    const file = join(import.meta.dirname, '../children/scrapy_spider.py');
    const child = spawn(python, ['-m', 'scrapy', 'runspider', '-L', 'ERROR', file], {
      env: { ...process.env, START: start, PARALLEL: String(parallel) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gone = once(child, 'exit');
    const [line] = await Promise.race([
      once(createInterface({ input: child.stdout }), 'line'),
      gone.then(([code]) => {
        throw new Error(`Scrapy ended with ${code}`);
      }),
    ]);
    await gone;
    // Its interpreter starts for a second: what it tells begins with the crawl.
    return JSON.parse(line);
  },
};
