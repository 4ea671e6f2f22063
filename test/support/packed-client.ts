import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { scriptOf } from '../../scripts/setup/bin.mjs';

const root = join(import.meta.dirname, '../..');
const execute = promisify(execFile);

/** An empty folder with the SDK in it, as `npm install` puts it there from the packed tarball. */
export interface PackedClient extends AsyncDisposable {
  readonly folder: string;
  readonly tarball: string;
  /** Writes a file into the folder. @returns its path. */
  write(name: string, content: string): string;
  npm(...args: string[]): Promise<string>;
}

export const packClient = async (): Promise<PackedClient> => {
  const folder = mkdtempSync(join(tmpdir(), 'gannet-client-'));
  const run = async (cwd: string, ...args: string[]) => (await execute('npm', args, { cwd })).stdout;
  // Built apart from the sources: two tests may do this at once.
  const source = join(folder, 'source');
  for (const file of ['package.json', 'README.md', 'LICENSE'])
    cpSync(join(root, 'client', file), join(source, file));
  const build = [scriptOf(root, 'tsc'), '-p', 'client', '--outDir', join(source, 'dist')];
  await execute(process.execPath, build, { cwd: root });
  const packed = await run(source, 'pack', '--json', '--ignore-scripts', `--pack-destination=${folder}`);
  const [{ filename }] = Object.values(JSON.parse(packed)) as [{ filename: string }];
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  write('package.json', JSON.stringify({ private: true, type: 'module' }));
  await run(folder, 'install', '--offline', '--no-audit', '--no-fund', `./${filename}`);
  return {
    folder,
    tarball: join(folder, filename),
    write,
    npm: (...args) => run(folder, ...args),
    [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }),
  };
};
