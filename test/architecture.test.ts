import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const map = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

/** A table of floors in ARCHITECTURE.md, highest first. @param title of its second column. */
const floorsIn = (title: string): readonly (readonly string[])[] => {
  const [, table = ''] = map.split(`| floor | ${title} | what they are |\n`);
  const [rows = ''] = table.split('\n\n', 1);
  return [...rows.matchAll(/^\| \d+ \| ([^|]+) \|/gm)].map(([, names = '']) =>
    [...names.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name),
  );
};
/** A file imports from lower floors or its own folder; neighbours do not know each other. */
const floors = floorsIn('parts');
/** Rooms within the large parts, by the same rule. What stands in no room is above all of them. */
const rooms = ['browser', 'document', 'extract'].map(
  (part) => [part, floorsIn(`rooms of \`${part}\``)] as const,
);

/** `src/net/guard.ts` → `net`; `src/log.ts` → `log`. */
const partOf = (file: string) => file.split('/')[1]?.replace(/\.ts$/, '') ?? '';
const floorOf = (part: string) => floors.findIndex((names) => names.includes(part));

const sources = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
const imports = sources.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, path]) => ({
      file,
      target: relative(root, join(root, dirname(file), path ?? '')),
    }),
  ),
);

test('every part stands on a floor', () => {
  expect([...new Set(sources.map(partOf))].filter((part) => floorOf(part) === -1)).toEqual([]);
});

const outside = imports.filter(({ target }) => target.startsWith('client/'));

test('the client is used by the command line, which is a caller like any other', () => {
  expect(new Set(outside.map(({ file }) => partOf(file)))).toEqual(new Set(['cli']));
});

test('imports go down', () => {
  const within = imports.filter((each) => !outside.includes(each));
  const wrong = within.filter(({ file, target }) => {
    const [from, to] = [partOf(file), partOf(target)];
    return from !== to && floorOf(to) <= floorOf(from);
  });
  expect(wrong).toEqual([]);
});

/** `src/browser/tab/pool.ts` → `tab`; `src/browser/visit.ts` → nothing. */
const roomOf = (file: string) => file.split('/').slice(2, -1).join('/');

test.for(rooms)('imports go down within %s', ([part, order]) => {
  const within = imports.filter(({ file, target }) => partOf(file) === part && partOf(target) === part);
  const floor = (file: string) => order.findIndex((names) => names.includes(roomOf(file)));
  expect(within.length).toBeGreaterThan(0);
  const unknown = within.filter(({ file }) => roomOf(file) !== '' && floor(file) === -1);
  const wrong = within.filter(
    ({ file, target }) => roomOf(file) !== roomOf(target) && floor(target) <= floor(file),
  );
  expect([...unknown, ...wrong]).toEqual([]);
});

/** In lines behind the imports. */
const firstScreen = 15;

test('each file says first what it is for, or what it exports is for', () => {
  const silent = sources.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
      .replaceAll(/^import [^;]*;\n/gm, '')
      .trimStart();
    const at = /^\/\*\*(?:(?!\*\/).)*\*\/\n(?:\n|export |declare )/ms.exec(text)?.index;
    return at === undefined || text.slice(0, at).split('\n').length > firstScreen;
  });
  expect(silent).toEqual([]);
});

test('the engine is loaded by the commands that work with it: it takes half a second', () => {
  const loaded = new Set(['src/cli/program.ts']);
  for (const file of loaded)
    for (const [, path] of readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|export) (?!type )[^;]*? from '(\.[^']+)';/gm,
    ))
      loaded.add(relative(root, join(root, dirname(file), path ?? '')));
  expect(loaded).toContain('src/cli/service.ts');
  expect([...loaded].filter((file) => /^src\/(?:app|api|crawl|engine|output)\b/.test(file))).toEqual([]);
});

test('only config reads the environment', () => {
  const readers = sources.filter((file) => /process\.env/.test(readFileSync(join(root, file), 'utf8')));
  // The samples are programs of others, as text.
  expect(readers.filter((file) => !['src/main.ts', 'src/contract/samples.ts'].includes(file))).toEqual([]);
});

/** Outside src/net: what reaches only where the operator said, or this machine. */
const ownSockets = [
  'src/access/control.ts', // the control socket, a file of this machine
  'src/browser/process/remote.ts', // the browsers of GANNET_BROWSERS
  'src/browser/process/self-test.ts', // a socket of this machine that nothing must reach
  'src/mcp/remote.ts', // the server that the user of the command line names
];

test('every socket outward is opened where the guard stands', () => {
  const opens =
    /import \{[^}]*\b(?:connect|createConnection|request|get|Agent|Socket|Resolver|lookup)\b[^}]*\} from 'node:(?:net|https?|http2|tls|dgram|dns(?:\/promises)?)'/;
  const openers = sources.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/\btype \w+(?: as \w+)?/g, '');
    // Of the runtime where a file calls it and nobody has given it one.
    const fetches = /(?<![.\w'"])fetch\(/.test(text) && !/\bfetch\b(?!\()/.test(text);
    return !file.startsWith('src/net/') && (opens.test(text) || fetches);
  });
  expect(openers.toSorted()).toEqual(ownSockets);
});
