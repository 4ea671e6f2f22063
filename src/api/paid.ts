import type { Goods, Work } from '../access/charge.ts';
import type { Caller, Payment } from '../contract/access.ts';
import type { Exchange } from './exchange.ts';
import type { Services } from './services.ts';

/** Does the work of an endpoint that charges, and puts the receipt on the answer. */
export type Paid = <T extends Goods>(
  exchange: Exchange,
  caller: Caller,
  work: Work<T>,
) => Promise<{ readonly result: T; readonly payment: Payment | null }>;

export const createPaid =
  ({ charge }: Pick<Services, 'charge'>): Paid =>
  async ({ id, endpoint = '', signal, headers }, caller, work) => {
    const charged = await charge(caller, { endpoint, requestId: id, signal }, work);
    Object.assign(headers, charged.receipt?.headers);
    return charged;
  };
