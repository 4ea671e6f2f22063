import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, gannet } from '../../test/support/command.ts';
import { engineKinds, makeTestPlace, settingsOf, type TestPlace } from '../../test/support/databases.ts';
import { serveControl } from '../access/control.ts';
import { createKeys } from '../access/keys.ts';
import { createLedger } from '../access/ledger.ts';
import { apiKeyPattern } from '../contract/access.ts';
import { openDatabase } from '../store/database.ts';

describe.each(engineKinds)('%s', (kind) => {
  let place: TestPlace;
  beforeAll(async () => {
    place = await makeTestPlace(kind);
  });
  afterAll(() => place.remove());

  const keysCommand = (...args: string[]) => gannet(['keys', ...args], { env: settingsOf(place) });

  test('create prints the key alone, list shows it, rotate and revoke end it', async () => {
    const created = await keysCommand(
      'create',
      '--owner',
      'ada',
      '--name',
      'laptop',
      '--scopes',
      'crawl:read,page:read',
      '--expires',
      '30d',
    );
    expect(created).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('of ada: scopes crawl:read,page:read'),
    });
    expect(created.stdout.trimEnd()).toMatch(apiKeyPattern);
    expect(created.stderr).not.toContain('svc_live_');

    const listed = await keysCommand('list', '--json');
    const [record] = JSON.parse(listed.stdout);
    expect(record).toMatchObject({ owner: 'ada', name: 'laptop', tier: 'standard', revoked_at: null });
    expect(Date.parse(record.expires_at) - Date.now()).toBeGreaterThan(29 * 86_400_000);

    const rotated = JSON.parse((await keysCommand('rotate', record.id, '--grace', '0s', '--json')).stdout);
    expect(rotated).toMatchObject({ owner: 'ada', key: expect.stringMatching(apiKeyPattern) });
    expect(rotated.key).not.toBe(created.stdout.trimEnd());

    expect(await keysCommand('revoke', rotated.id)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('is revoked'),
    });
    const lines = (await keysCommand('list')).stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^ID +OWNER +NAME +SCOPES +TIER +CREATED +LAST USED +STATE$/);
    expect(lines[1]).toContain(' revoked ');
    expect(lines[2]).toContain(' ended ');
  });

  test('the command works while a service has the database open', async () => {
    const database = await openDatabase(place.options);
    const keys = createKeys({ database, log: place.options.log });
    const control = await serveControl({
      dataDir: place.options.dataDir,
      keys,
      ledger: createLedger(database),
      log: place.options.log,
    });
    const key = (await keysCommand('create')).stdout.trimEnd();
    const caller = await keys.verify(key);
    expect(caller).toMatchObject({ owner: 'default', scopes: ['scrape:read'] });
    expect(await keysCommand('revoke', caller?.keyId ?? '')).toMatchObject({ code: 0 });
    expect(await keysCommand('create', '--owner', '')).toMatchObject({ code: 2 });
    expect(await keysCommand('revoke', 'nonsense')).toMatchObject({ code: 6 });
    await control.close();
    await keys.close();
    await database.close();
  });

  test.each([
    ['an unknown key', ['revoke', 'nonsense'], 6, 'there is no key nonsense'],
    ['a bad owner', ['create', '--owner', 'a b'], 2, 'an owner has'],
    ['an end that is now', ['create', '--expires', '0d'], 2, 'the end lies in the past'],
    ['no key to rotate', ['rotate', 'nonsense'], 6, 'there is no active key nonsense'],
  ])('%s: an exit code, a sentence, and nothing on stdout', async (_, args, exitCode, sentence) => {
    expectRefusal(await keysCommand(...args), exitCode, sentence);
  });
});

const expectRefusal = ({ code, stdout, stderr }: Ended, exitCode: number, sentence: string) => {
  expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
  expect(stderr).toContain(sentence);
  expect(stderr).not.toContain(' at ');
};

// Before a database is looked for.
test.each([
  ['an unknown scope', ['create', '--scopes', 'root'], 'unknown scope root'],
  ['its own help', ['create', '--scopes', 'root'], 'Run gannet keys create --help for its options.'],
  ['an unknown tier', ['create', '--tier', 'gold'], 'free, standard, pro'],
  ['no duration', ['create', '--expires', 'soon'], 'Write a duration'],
])('%s: an exit code, a sentence, and nothing on stdout', async (_, args, sentence) => {
  const cwd = mkdtempSync(join(tmpdir(), 'gannet-keys-'));
  expectRefusal(await gannet(['keys', ...args], { cwd }), 2, sentence);
  expect(readdirSync(cwd)).toEqual([]);
  rmSync(cwd, { recursive: true });
});

test('where there is no database, one is made and that is told', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'gannet-keys-'));
  const said = 'no gannet has been started with';
  expect(await gannet(['keys', 'list'], { cwd })).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(said),
  });
  expect((await gannet(['keys', 'list'], { cwd })).stderr).not.toContain(said);
  rmSync(cwd, { recursive: true });
});

test('a database that does not answer is a sentence', async () => {
  const env = { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/none' };
  const { code, stdout, stderr } = await gannet(['keys', 'list'], { env });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^gannet: the database at DATABASE_URL cannot be used: .*ECONNREFUSED/);
  expect(stderr).not.toContain('hunter2');
});
