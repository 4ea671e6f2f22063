/** Reasons of facilitators as one token each: they answer with codes, sentences, or twelve lines of a library's error. */

const token = /^[a-z][a-z0-9_]{2,79}$/;

/** What is found in free text, in x402's own codes. The first that matches counts. */
const known: readonly (readonly [RegExp, string])[] = [
  // Failures on the way to the chain. First, because they often quote the call, whose fields match the patterns below.
  [
    /request failed|fetch failed|connection (?:refused|reset|closed)|\bECONN|took too long/i,
    'settlement_unconfirmed',
  ],
  [
    /authorization.{0,40}(?:used|cancel)|nonce.{0,20}used|AuthorizationUsed/i,
    'invalid_exact_evm_nonce_already_used',
  ],
  [/exceeds.{0,20}balance|insufficient.{0,20}(?:balance|funds)/i, 'insufficient_funds'],
  [/authorization.{0,40}expired|valid_?before/i, 'invalid_exact_evm_payload_authorization_valid_before'],
  [/not yet valid|valid_?after/i, 'invalid_exact_evm_payload_authorization_valid_after'],
  [/signature/i, 'invalid_exact_evm_signature'],
  [/pending/i, 'settlement_pending'],
  [/time[d\s]*-?\s*out/i, 'settlement_unconfirmed'],
];

/** The reason as a token; what nobody knows is `payment_refused`. Never a sentence: it may hold an address or a signature. */
export const reasonOf = (given: string | null | undefined): string => {
  const text = (given ?? '').slice(0, 4000);
  if (token.test(text)) return text;
  return known.find(([pattern]) => pattern.test(text))?.[1] ?? 'payment_refused';
};

/** Neither done nor refused. */
export const isUnknown = (reason: string): boolean =>
  /pending|unconfirmed|unexpected|timeout|timed_out|internal|unavailable/.test(reason);

/** Trouble of the facilitator's own: it says nothing of the permit. */
export const isTrouble = (reason: string): boolean => /rpc|network_error|rate_limit/.test(reason);

/**
 * Refused for a cause that may pass or is not known: when asked again, the facilitator may take it, or say that it was taken. Many
 * call whatever went wrong `settlement_failed`, also when the transaction is on its way.
 */
export const isTransient = (reason: string): boolean =>
  isTrouble(reason) || /transaction_failed|settle(?:ment)?_failed|^payment_refused$/.test(reason);

/** The chain has taken this authorization, or its holder has canceled it. */
export const isNonceUsed = (reason: string): boolean =>
  /(?:nonce|authorization)_(?:is_)?(?:already_)?used/.test(reason);

/** The wallet does not hold enough. */
export const isInsufficient = (reason: string): boolean => /insufficient/.test(reason);
