import sql from 'sql-template-tag';
import { createLog } from '../../../src/log.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { listPayments } from '../../../src/store/payments.ts';
import { makeTestPlace } from '../databases.ts';
import { account, startChain } from './chain.ts';
import { startFacilitator } from './facilitator.ts';
import { type Authorization, authorize, encode, envelope1, sign } from './permits.ts';
import { startShop } from './shop.ts';

/** Has a million units of the token, 200 requests' worth. */
export const payer = account(2);

export const signed = (changes: Partial<Authorization> = {}) =>
  sign(payer, authorize(payer.address, changes));

/** A header of version 1. */
export const permit = async (changes: Partial<Authorization> = {}) =>
  encode(envelope1(await signed(changes)));

export interface Refusal {
  readonly error: string;
  readonly reason?: string;
  readonly payment?: object;
  readonly payment_charged: boolean;
}
export const detailOf = async (response: Response) => ((await response.json()) as { detail: Refusal }).detail;

/** Milliseconds that all of it may take to start where many tests share few cores. */
export const patience = 180_000;

/** A chain, the reference facilitator on it, a database and a shop: only the pages that it sells are invented. */
export const openMarket = async () => {
  const openStore = async () => {
    const place = await makeTestPlace('embedded');
    const database = await openDatabase({ ...place.options, log: createLog('silent') });
    return { place, database };
  };
  const [{ place, database }, chain] = await Promise.all([openStore(), startChain()]);
  const facilitator = await startFacilitator(chain);
  const openShop = (changes: Partial<Parameters<typeof startShop>[0]> = {}) =>
    startShop({ database, facilitator: facilitator.url, ...changes });
  const shop = await openShop();
  await chain.mint(payer.address, 1_000_000n);

  return {
    database,
    chain,
    facilitator,
    shop,
    /** Another one beside it. */
    openShop,
    /** How often the facilitator was asked to settle. */
    settlements: () => facilitator.countOf('/settle'),
    /** The two newest. */
    payments: () => listPayments(database, { limit: 2 }),
    newest: async () => (await listPayments(database, { limit: 1 }))[0],
    /** What is in doubt is due. */
    hurry: () => database.query(sql`update payments set due_at = now() where state = 'uncertain'`),
    /** Nothing goes wrong any more, and everyone is of good standing. */
    forget: async () => {
      for (const faults of Object.values(facilitator.faults)) faults.length = 0;
      await database.query(sql`update payments set state = 'settled', created_at = now() - interval '1 h',
        updated_at = now() - interval '1 h' where state <> 'settled'`);
    },
    [Symbol.asyncDispose]: async () => {
      await shop[Symbol.asyncDispose]();
      await facilitator[Symbol.asyncDispose]();
      await chain[Symbol.asyncDispose]();
      await database.close();
      await place.remove();
    },
  };
};

export type Market = Awaited<ReturnType<typeof openMarket>>;
