import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gannet } from '../../test/support/command.ts';
import { engineKinds, makeTestPlace, settingsOf, type TestPlace } from '../../test/support/databases.ts';
import { serveControl } from '../access/control.ts';
import { createKeys } from '../access/keys.ts';
import { createLedger } from '../access/ledger.ts';
import { openDatabase } from '../store/database.ts';
import { changePayment, claimPayment } from '../store/payments.ts';

const permit = (nonce: string) => ({ network: 'eip155:8453', asset: '0xa', payer: '0xb', nonce });

describe.each(engineKinds)('gannet payments, %s', (kind) => {
  let place: TestPlace;
  beforeAll(async () => {
    place = await makeTestPlace(kind);
    const database = await openDatabase(place.options);
    for (const nonce of ['0x1', '0x2'])
      await claimPayment(
        database,
        {
          ...permit(nonce),
          amount: '5000',
          validBefore: Date.UTC(2100, 0),
          endpoint: 'scrape',
          requestId: `request-${nonce}`,
          request: {},
          dueSeconds: 100,
        },
        5,
      );
    await changePayment(database, permit('0x1'), { from: ['claimed'], to: 'settled', transaction: '0xhash' });
    await database.close();
  });
  afterAll(() => place.remove());

  const payments = (...args: string[]) => gannet(['payments', ...args], { env: settingsOf(place) });

  test('shows every permit and what became of it, also while a service has the database open', async () => {
    const { stdout } = await payments('list');
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^TIME +STATE +PAYER +AMOUNT +NETWORK +TRANSACTION +REASON +ENDPOINT +REQUEST$/);
    expect(lines[1]).toMatch(/ claimed +0xb +5000 +eip155:8453 +- +- +scrape +request-0x2$/);
    expect(lines[2]).toMatch(/ settled +0xb +5000 +eip155:8453 +0xhash +- +scrape +request-0x1$/);

    const database = await openDatabase(place.options);
    const { log, dataDir } = place.options;
    const keys = createKeys({ database, log });
    const control = await serveControl({ dataDir, keys, ledger: createLedger(database), log });
    const settled = await payments('list', '--state', 'settled', '--json');
    expect(JSON.parse(settled.stdout)).toEqual([
      expect.objectContaining({
        ...permit('0x1'),
        state: 'settled',
        transaction: '0xhash',
        request_id: expect.any(String),
      }),
    ]);
    expect((await payments('list', '--limit', '1')).stdout.trimEnd().split('\n')).toHaveLength(2);
    await control.close();
    await database.close();
  });

  test.each([
    ['an unknown state', ['list', '--state', 'lost'], 'There are claimed'],
    ['no number', ['list', '--limit', 'all'], 'a whole number'],
  ])('%s: an exit code and a sentence', async (_, args, sentence) => {
    const { code, stdout, stderr } = await payments(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
  });
});
