import { z } from 'zod';
import { Deadline } from '../deadline.ts';
import type { Logger } from '../log.ts';
import { type Fetch, readBytes } from '../net/fetch.ts';
import type { PermitKey } from '../store/payments.ts';
import type { Terms } from './terms.ts';

/**
 * What the chain says of an authorization. `paid`: it has moved the price to us. `spent`: it never will, as it was canceled
 * or its nonce was used for something else. `unused`: neither, of late.
 */
export type ChainRecord =
  | { readonly kind: 'paid'; readonly transaction: string }
  | { readonly kind: 'spent' }
  | { readonly kind: 'unused' };

type Permit = Pick<PermitKey, 'payer' | 'nonce'>;

/** Reads the chain itself, by an Ethereum node's JSON-RPC. */
export interface ChainReader {
  /** Undefined when the node does not say. */
  find(permit: Permit): Promise<ChainRecord | undefined>;
}

interface Parts {
  readonly terms: Terms;
  readonly fetch: Fetch;
  readonly url: string;
  readonly log: Logger;
}

/** keccak-256 of the events of EIP-3009 and ERC-20; a test derives them. */
export const events = {
  used: '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5',
  canceled: '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81',
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
} as const;

/** Nodes look through 10,000 blocks at most, which are hours: a permit is valid for minutes. */
const blocks = 9_000;
const readMs = 10_000;
const maxBytes = 256 * 1024;

export const createChainReader = ({ terms, fetch, url, log }: Parts): ChainReader => {
  const { asset, payTo, amount } = terms;
  const ours = asset.toLowerCase();

  const call = async <T>(method: string, params: readonly unknown[], schema: z.ZodType<T>): Promise<T> => {
    using deadline = new Deadline(readMs);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const text = await fetch(
      { url, method: 'POST', headers, body, maxBytes },
      deadline.signal,
      async (answer) => (await readBytes(answer)).toString(),
    );
    return z.object({ result: schema }).parse(JSON.parse(text)).result;
  };

  /**
   * Whether a transaction has moved exactly the price from the payer to us by this authorization. A token tells of the transfer
   * right behind the use: others in the same transaction may be by other authorizations.
   */
  const pays = async (transaction: string, { payer, nonce }: Permit): Promise<boolean> => {
    const receipt = await call('eth_getTransactionReceipt', [transaction], receiptSchema);
    const told = (receipt?.logs ?? []).filter(({ address }) => address === ours);
    const use = told.findIndex(
      ({ topics: [event, from, used] }) => event === events.used && from === word(payer) && used === nonce,
    );
    const next = use === -1 ? undefined : told[use + 1];
    if (next === undefined) return false;
    const [event, from, to] = next.topics;
    const isToUs = event === events.transfer && from === word(payer) && to === word(payTo);
    return isToUs && BigInt(next.data) === BigInt(amount);
  };

  const find: ChainReader['find'] = async (permit) => {
    const { payer, nonce } = permit;
    const latest = Number(await call('eth_blockNumber', [], hex));
    const fromBlock = `0x${Math.max(0, latest - blocks).toString(16)}`;
    const topics = [[events.used, events.canceled], word(payer), nonce];
    const found = await call('eth_getLogs', [{ address: asset, fromBlock, toBlock: 'latest', topics }], logs);
    const [record] = found;
    if (record === undefined) return { kind: 'unused' };
    const transaction = record.transactionHash;
    const isPaid = record.topics[0] === events.used && (await pays(transaction, permit));
    return isPaid ? { kind: 'paid', transaction } : { kind: 'spent' };
  };

  return {
    find: async (permit) => {
      try {
        return await find(permit);
      } catch (error) {
        log.warn({ err: error }, 'the chain could not be read');
        return undefined;
      }
    },
  };
};

/** An address as an event has it: 32 bytes. */
const word = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;

const hex = z
  .string()
  .regex(/^0x[0-9a-f]*$/i)
  .toLowerCase();
const logs = z.array(z.object({ address: hex, topics: z.array(hex), data: hex, transactionHash: hex }));
const receiptSchema = z.object({ logs }).nullable();
