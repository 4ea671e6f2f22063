import { expect, test } from 'vitest';
import { lockFileProblems } from '../scripts/lock-file.ts';

const sound = { license: 'MIT' };

test.each([
  ['nothing', { 'node_modules/a': sound }, []],
  [
    'an address',
    { 'node_modules/a': { ...sound, resolved: 'https://registry.example/a.tgz' } },
    ['node_modules/a names the address it came from'],
  ],
  ['a link into this repository', { 'node_modules/a': { ...sound, resolved: 'client' } }, []],
  [
    'a platform that is left out',
    {
      'node_modules/a': { ...sound, optionalDependencies: { linux: '1', macos: '1', windows: '1' } },
      'node_modules/linux': sound,
      'node_modules/a/node_modules/macos': sound,
    },
    ['node_modules/a wants windows, which is not in the lock file'],
  ],
  [
    'a platform package above a nested package',
    {
      'node_modules/a/node_modules/b': { ...sound, optionalDependencies: { linux: '1' } },
      'node_modules/linux': sound,
    },
    [],
  ],
  [
    'an install script',
    {
      'node_modules/a': { ...sound, hasInstallScript: true },
      'node_modules/b': { ...sound, hasInstallScript: true, optional: true },
      'node_modules/c': { ...sound, hasInstallScript: true, dev: true },
    },
    ['node_modules/a needs an install script, none is run'],
  ],
  [
    'licences',
    {
      'node_modules/a': { license: 'GPL-3.0-only' },
      'node_modules/b': { license: '(MIT OR GPL-3.0-only)' },
      'node_modules/c': { license: 'MIT AND GPL-3.0-only' },
      'node_modules/d': {},
      'node_modules/e': { license: 'GPL-3.0-only', dev: true },
    },
    [
      'node_modules/a has the licence GPL-3.0-only',
      'node_modules/c has the licence MIT AND GPL-3.0-only',
      'node_modules/d has the licence (none)',
    ],
  ],
])('a lock file with %s', (_, packages, problems) => {
  expect(lockFileProblems({ packages: { '': {}, ...packages } })).toEqual(problems);
});
