import { ServiceError } from '../contract/error.ts';
import type { Queryable } from '../store/database.ts';
import { standingOf } from '../store/payments.ts';

/** Payments of one payer under way at once. */
export const maxOpen = 5;
/** Payments of one payer that may fail within ten minutes. */
const maxFailed = 3;
/** Payments of one payer that may be in doubt. */
const maxUncertain = 3;
/** Payments of anyone that may come into doubt within a minute. */
const breakerTrips = 5;

/**
 * Refuses, before the facilitator is asked, payers whose recent payments failed, and everyone while settlements get lost.
 * @throws ServiceError `payment_unavailable`, `rate_limited`.
 */
export const checkStanding = async (database: Queryable, payer: string): Promise<void> => {
  const { uncertainLately, uncertain, failed, forgottenIn } = await standingOf(database, payer);
  if (uncertainLately >= breakerTrips || uncertain >= maxUncertain)
    throw new ServiceError('payment_unavailable', { reason: 'settlements_uncertain', retry_after: 60 });
  if (failed >= maxFailed)
    throw new ServiceError('rate_limited', {
      message: 'Several payments of this payer could not be settled.',
      reason: 'payer_blocked',
      retry_after: forgottenIn,
    });
};
