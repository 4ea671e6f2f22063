import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingProgram } from '../install.ts';
import type { SitePeer } from './peer.ts';

/** One page after the other. It fetches robots.txt, too, which is no page. */
export const wget: SitePeer = {
  name: 'wget',
  how: 'recursive along the links of <a>, one page at a time, files on disk; no browser',
  packages: undefined,
  missing: () => missingProgram(['wget', '--version'], 'apt install wget'),
  crawl: async (_place, { start }) => {
    const folder = mkdtempSync(join(tmpdir(), 'gannet-bench-wget-'));
    const flags = ['--recursive', '--level=inf', '--follow-tags=a', '--no-host-directories', '--quiet'];
    const child = spawn('wget', [...flags, `--directory-prefix=${folder}`, start], { stdio: 'ignore' });
    const startedAt = performance.now();
    await once(child, 'exit');
    const seconds = (performance.now() - startedAt) / 1000;
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    rmSync(folder, { recursive: true });
    return { pages: files.filter(({ name }) => name !== 'robots.txt').length, seconds };
  },
};
