import { type ErrorCode, ServiceError } from '../contract/error.ts';
import { type Permit, type PermitVersion, permitEnvelopes } from '../contract/permit.ts';
import { isPlainObject } from '../contract/request.ts';
import { offers, type Terms } from './terms.ts';

/** Milliseconds kept for the settlement before a permit ends. */
export const settleReserveMs = 15_000;
/** A permit that leaves less time than this for the work is as good as expired. */
const leastWorkMs = 5_000;

/**
 * A permit out of the header `X-PAYMENT` or `PAYMENT-SIGNATURE`: base64 of its JSON.
 * @throws ServiceError `unauthorized` with x402's reason, or `payment_insufficient`; both repeat the offers.
 */
export const readPermitHeader = (header: string, terms: Terms, resource: string): Permit =>
  readPermit(decode(header), terms, resource);

/** The same for a permit that is an object already, as in MCP. Checks all that can be checked without asking anyone. */
export const readPermit = (given: unknown, terms: Terms, resource: string): Permit => {
  const refuse = (reason: string, code: ErrorCode = 'unauthorized'): never => {
    throw refusal(code, reason, offers(terms, resource, reason));
  };
  const version =
    versionOf(given) ?? refuse(isPlainObject(given) ? 'invalid_x402_version' : 'invalid_payload');
  const { offer, ...signed } = parse(version, given) ?? refuse('invalid_payload');

  const wrong = mismatches(terms, version).find(({ holds }) => !holds({ ...signed, offer }));
  if (wrong !== undefined) refuse(wrong.reason);
  const { value, validAfter, validBefore } = signed.authorization;
  if (BigInt(value) < BigInt(terms.amount)) refuse(valueMismatch, 'payment_insufficient');
  if (value !== terms.amount || (offer.amount !== undefined && offer.amount !== terms.amount))
    refuse(valueMismatch);
  const now = Date.now();
  if (secondsToMs(validAfter) > now) refuse('invalid_exact_evm_payload_authorization_valid_after');
  if (secondsToMs(validBefore) < now + settleReserveMs + leastWorkMs)
    refuse('invalid_exact_evm_payload_authorization_valid_before');
  return { version, ...signed };
};

const valueMismatch = 'invalid_exact_evm_payload_authorization_value_mismatch';

/** `unauthorized` or a 402, with the offers so that the client can sign anew. */
export const refusal = (code: ErrorCode, reason: string, envelope: ReturnType<typeof offers>): ServiceError =>
  new ServiceError(code, {
    ...(code === 'unauthorized' && { message: 'The payment permit was not accepted.' }),
    reason,
    envelope,
  });

/** Milliseconds since 1970 of a date in seconds; at most the year 9999, which is for ever. */
export const secondsToMs = (seconds: string): number => 1000 * Math.min(Number(seconds), 253_402_300_799);

/** Standard alphabet, padding optional; undefined for anything else than JSON in UTF-8 in it. */
const decode = (header: string): unknown => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(header)) return undefined;
  try {
    return JSON.parse(utf8.decode(Buffer.from(header, 'base64')));
  } catch (error) {
    // TypeError for what is not UTF-8.
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Told by the number inside, not by the header that it came in. */
const versionOf = (given: unknown): PermitVersion | undefined =>
  isPlainObject(given) && (given.x402Version === 1 || given.x402Version === 2)
    ? given.x402Version
    : undefined;

/** What the envelope says of the offer that was taken. */
interface TakenOffer {
  readonly scheme: string;
  readonly network: string;
  readonly amount?: string;
  readonly asset?: string;
  readonly payTo?: string;
}

const parse = (version: PermitVersion, given: unknown) => {
  if (version === 1) {
    const { data } = permitEnvelopes[1].safeParse(given);
    return data && { ...data.payload, offer: { scheme: data.scheme, network: data.network } as TakenOffer };
  }
  const { data } = permitEnvelopes[2].safeParse(given);
  return data && { ...data.payload, offer: data.accepted as TakenOffer };
};

type Parsed = NonNullable<ReturnType<typeof parse>>;

/** What must be as we offered it. The chain would take an authorization for somebody else just as well. */
const mismatches = ({ network, caip2, asset, payTo }: Terms, version: PermitVersion) => {
  const is = (given: string | undefined, ours: string) => given === undefined || given === ours.toLowerCase();
  return [
    { reason: 'unsupported_scheme', holds: ({ offer }: Parsed) => offer.scheme === 'exact' },
    {
      reason: 'invalid_network',
      holds: ({ offer }: Parsed) => offer.network === (version === 1 ? network : caip2),
    },
    { reason: 'invalid_asset', holds: ({ offer }: Parsed) => is(offer.asset, asset) },
    {
      reason: 'invalid_exact_evm_payload_recipient_mismatch',
      holds: ({ offer, authorization }: Parsed) => is(offer.payTo, payTo) && is(authorization.to, payTo),
    },
  ];
};
