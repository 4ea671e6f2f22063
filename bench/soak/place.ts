import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../test/support/postgres.ts';

/** Where the service keeps what it must not lose. */
export interface Place extends AsyncDisposable {
  readonly kind: 'embedded' | 'postgres';
  readonly dataDir: string;
  /** The data folder is a file system of its own that can be filled. */
  readonly isSmall: boolean;
  readonly environment: Readonly<Record<string, string>>;
  /** Ends every session of the service on the server. */
  cutConnections(): Promise<void>;
}

const smallBytes = '400m';

export const places: Readonly<Record<Place['kind'], () => Promise<Place>>> = {
  embedded: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gannet-soak-'));
    const isSmall = mount(dataDir);
    return {
      kind: 'embedded',
      dataDir,
      isSmall,
      environment: { GANNET_DATA_DIR: dataDir },
      cutConnections: () => Promise.reject(new Error('the embedded database has no connections')),
      [Symbol.asyncDispose]: async () => {
        if (isSmall) execFileSync('umount', [dataDir]);
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  },
  postgres: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gannet-soak-'));
    const server = await startPostgres();
    return {
      kind: 'postgres',
      dataDir,
      isSmall: false,
      environment: { GANNET_DATA_DIR: dataDir, DATABASE_URL: server.url },
      cutConnections: async () => {
        const client = new pg.Client({ connectionString: server.url });
        await client.connect();
        await client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
        );
        await client.end();
      },
      [Symbol.asyncDispose]: async () => {
        await server.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  },
};

/** Only root may; without, the disk is not filled, and the report does not list that fault. */
const mount = (folder: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${smallBytes},mode=0700`, 'none', folder], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
};
