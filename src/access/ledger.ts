import { z } from 'zod';
import { type LedgerEntry, paymentStates } from '../contract/ledger.ts';
import type { Database } from '../store/database.ts';
import { listPayments } from '../store/payments.ts';

/** Which payments an operator wants to see. */
export const ledgerQuery = z.object({
  state: z.enum(paymentStates).optional(),
  limit: z.int().min(1).max(100_000),
});
export type LedgerQuery = z.infer<typeof ledgerQuery>;

export interface Ledger {
  /** Newest first. */
  list(query: LedgerQuery): Promise<LedgerEntry[]>;
}

export const createLedger = (database: Database): Ledger => ({
  list: ({ state, limit }) => listPayments(database, { state, limit }),
});
