/**
 * `npm run build`: what the npm package holds, in `dist`. Node.js runs the sources themselves everywhere but in
 * `node_modules`, so the package has them as JavaScript, with all that stands beside them.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { scriptOf } from './setup/bin.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [scriptOf(root, 'tsc'), '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});

// Migrations, the model, and what else is read at run time.
cpSync(join(root, 'docker'), join(dist, 'docker'), { recursive: true });
for (const file of globSync('src/**/*', { cwd: root, withFileTypes: true }).filter((entry) =>
  entry.isFile(),
)) {
  const path = join(file.parentPath, file.name);
  if (/\.ts$|\.check\.json$/.test(path)) continue;
  const target = join(dist, path.slice(root.length));
  mkdirSync(dirname(target), { recursive: true });
  cpSync(path, target);
}

// `src/version.ts` reads it one folder above.
const { name, version, type } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ name, version, type, private: true })}\n`);
chmodSync(join(dist, 'src/main.js'), 0o755);
