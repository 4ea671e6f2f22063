import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { machineBytes } from '../../config/machine.ts';
import { reasonOf } from '../run.ts';
import { broken, type Check, inBytes, ok, warning } from './finding.ts';

/** The machine and the account: what a browser and many connections need. */

const leastFiles = 4096;
const leastShared = 256e6;
const browserBytes = 1e9;
const pageBytes = 150e6;
const root = 0;

export const systemChecks: readonly Check[] = [
  { name: 'Node.js', run: () => ok(process.versions.node) },
  {
    name: 'account',
    run: () => {
      const uid = process.getuid?.();
      if (uid !== root)
        return ok(uid === undefined ? 'no user ids here' : `user ${uid}, without special rights`);
      return warning(
        'gannet runs as root; its browser runs as a user without rights',
        'Run gannet as a user of its own (in a container: --user 10001).',
      );
    },
  },
  {
    name: 'memory',
    run: ({ config }) => {
      const total = machineBytes();
      const needed = browserBytes + config.maxPages * pageBytes;
      const says = `${inBytes(total)}; ${config.maxPages} pages at once take about ${inBytes(needed)}`;
      return needed <= total
        ? ok(says)
        : warning(
            says,
            `Set GANNET_MAX_PAGES to ${Math.max(1, Math.floor((total - browserBytes) / pageBytes))}.`,
          );
    },
  },
  {
    name: 'shared memory',
    run: () => {
      if (process.platform !== 'linux') return ok('not limited on this system');
      const { blocks, bsize } = statfsSync('/dev/shm');
      const size = blocks * bsize;
      return size >= leastShared
        ? ok(`${inBytes(size)} in /dev/shm`)
        : warning(
            `${inBytes(size)} in /dev/shm: large pages crash the browser`,
            'Give it 1 GB (docker run --shm-size 1g, or shm_size in compose.yaml).',
          );
    },
  },
  {
    name: 'open files',
    run: () => {
      if (process.platform !== 'linux') return ok('not looked at on this system');
      const [, soft = ''] = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
      return soft === 'unlimited' || Number(soft) >= leastFiles
        ? ok(`${soft} at once`)
        : warning(
            `${soft} at once: connections fail when there are more`,
            'Raise the limit to 65536 (ulimit -n, LimitNOFILE= of systemd, --ulimit of Docker).',
          );
    },
  },
  { name: 'processor', run: () => ok(`${availableParallelism()} cores`) },
  {
    name: 'temporary folder',
    run: () => {
      const folder = tmpdir();
      try {
        accessSync(folder, constants.W_OK);
        return ok(folder);
      } catch (error) {
        return broken(
          `the browser cannot keep its profile: ${reasonOf(error)}`,
          'Point TMPDIR at a folder that can be written to.',
        );
      }
    },
  },
];
