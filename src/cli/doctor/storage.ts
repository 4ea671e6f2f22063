import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../folder.ts';
import { reasonOf } from '../run.ts';
import { broken, type Check, type Context, inBytes, ok, warning } from './finding.ts';

/** Where the embedded database is kept. With DATABASE_URL nothing is. */

const littleSpace = 1e9;
const noSpace = 100e6;
const elsewhere = 'DATABASE_URL is set: the data folder holds nothing of importance';

export const storageChecks: readonly Check[] = [
  {
    name: 'data folder',
    run: ({ config: { dataDir } }) => {
      const isNew = !existsSync(dataDir);
      try {
        makeFolder(dataDir, 0o700);
        const trial = join(dataDir, `.doctor-${process.pid}`);
        writeFileSync(trial, '');
        rmSync(trial);
        if (isNew) rmSync(dataDir, { recursive: true });
        return ok(isNew ? `${dataDir}, made by the first start` : dataDir);
      } catch (error) {
        return broken(
          `${dataDir} cannot be written to: ${reasonOf(error)}`,
          'Point GANNET_DATA_DIR at a folder that this user may write to.',
        );
      }
    },
  },
  {
    name: 'file system',
    run: ({ config }) => {
      if (config.databaseUrl !== undefined) return ok(elsewhere);
      return fileSystemFinding(statfsSync(nearest(config.dataDir)).type);
    },
  },
  {
    name: 'disk space',
    run: ({ config }: Context) => {
      const { bavail, bsize } = statfsSync(nearest(config.dataDir));
      const free = bavail * bsize;
      const says = `${inBytes(free)} free for ${config.dataDir}`;
      const fix = 'Free some space, or point GANNET_DATA_DIR at a larger disk.';
      if (free < noSpace) return broken(says, fix);
      return free < littleSpace ? warning(says, fix) : ok(says);
    },
  },
];

/** The folder, or the nearest one above that exists. */
const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(dirname(folder)));

/** File systems on other machines, by the number that statfs gives them (linux/magic.h). */
const networked: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB 2'],
  [0x01021997, '9p'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x65735546, 'FUSE'],
]);

/** @param type as statfs gives it. */
export const fileSystemFinding = (type: number) => {
  const name = networked.get(type >>> 0);
  return name === undefined
    ? ok('on this machine')
    : warning(
        `the data folder is on ${name}: what is flushed there may be lost, and locks may not hold`,
        'Put GANNET_DATA_DIR on a disk of this machine, or use PostgreSQL (DATABASE_URL).',
      );
};
