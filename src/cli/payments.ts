import { type Command, InvalidArgumentError } from 'commander';
import { type LedgerEntry, type PaymentState, paymentStates } from '../contract/ledger.ts';
import { paymentView } from '../contract/usage.ts';
import { withControl } from './control.ts';
import { oneOf } from './flags.ts';
import { type Environment, reported } from './run.ts';
import { type Columns, table, time, toJson } from './table.ts';

/** `gannet payments`: the ledger, with every permit that was ever taken and what became of it. */
export const addPayments = (program: Command, environment: Environment): void => {
  const payments = program.command('payments').description('see what was paid and what was not');

  payments
    .command('list')
    .description('show payments, newest first')
    .option('--state <state>', `only those that are ${paymentStates.join(', ')}`, oneOf(paymentStates))
    .option('--limit <number>', 'how many at most', readLimit, 100)
    .option('--json', 'a JSON array on stdout')
    .action(({ state, limit, json }: ListOptions) =>
      reported(() =>
        withControl(environment, async ({ ledger }) => {
          const list = await ledger.list({ state, limit });
          process.stdout.write(json ? toJson(list.map(paymentView)) : table(columns, list));
        }),
      ),
    );
};

interface ListOptions {
  readonly state?: PaymentState;
  readonly limit: number;
  readonly json?: true;
}

const maxLimit = 100_000;

const readLimit = (text: string): number => {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit)
    throw new InvalidArgumentError(`Write a whole number from 1 to ${maxLimit}.`);
  return limit;
};

const columns: Columns<LedgerEntry> = {
  TIME: ({ createdAt }) => time(createdAt),
  STATE: ({ state }) => state,
  PAYER: ({ payer }) => payer,
  AMOUNT: ({ amount }) => amount,
  NETWORK: ({ network }) => network,
  TRANSACTION: ({ transaction }) => transaction ?? '-',
  REASON: ({ reason }) => reason ?? '-',
  ENDPOINT: ({ endpoint }) => endpoint,
  REQUEST: ({ requestId }) => requestId,
};
