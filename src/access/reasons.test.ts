import { expect, test } from 'vitest';
import { isInsufficient, isNonceUsed, isTransient, isUnknown, reasonOf } from './reasons.ts';

test.each([
  [undefined, 'payment_refused'],
  ['', 'payment_refused'],
  ['The planets are not aligned.', 'payment_refused'],
  ['SETTLEMENT_FAILED', 'payment_refused'],
  ['insufficient_funds', 'insufficient_funds'],
  ['NONCE_ALREADY_USED', 'invalid_exact_evm_nonce_already_used'],
  ['FiatTokenV2: authorization is used or canceled', 'invalid_exact_evm_nonce_already_used'],
  ['ERC20: transfer amount exceeds balance', 'insufficient_funds'],
  ['FiatTokenV2: authorization is expired', 'invalid_exact_evm_payload_authorization_valid_before'],
  ['FiatTokenV2: authorization is not yet valid', 'invalid_exact_evm_payload_authorization_valid_after'],
  ['FiatTokenV2: invalid signature', 'invalid_exact_evm_signature'],
  ['The transaction is still pending', 'settlement_pending'],
  ['Timed out while waiting for the receipt', 'settlement_unconfirmed'],
  // It quotes the call.
  [
    'HTTP request failed. URL: http://node/ body: nonce used, validBefore, signature',
    'settlement_unconfirmed',
  ],
])('%j is %s', (given, reason) => {
  expect(reasonOf(given)).toBe(reason);
});

test.each([
  ['settlement_pending', isUnknown],
  ['settlement_unconfirmed', isUnknown],
  ['unexpected_settle_error', isUnknown],
  ['facilitator_unavailable', isUnknown],
  ['transaction_failed', isTransient],
  ['settlement_failed', isTransient],
  ['settle_failed', isTransient],
  ['payment_refused', isTransient],
  ['invalid_exact_evm_nonce_already_used', isNonceUsed],
  ['authorization_used', isNonceUsed],
  ['authorization_already_used', isNonceUsed],
  ['authorization_is_used_or_canceled', isNonceUsed],
  ['insufficient_funds', isInsufficient],
  ['invalid_exact_evm_payload_authorization_valid_before', undefined],
  ['authorization_expired', undefined],
  // Nothing was moved, nor will be.
  ['authorization_canceled', undefined],
  ['invalid_exact_evm_signature', undefined],
])('%s is of one kind at most', (reason, kind) => {
  const kinds = [isUnknown, isTransient, isNonceUsed, isInsufficient].filter((is) => is(reason));
  expect(kinds).toEqual(kind ? [kind] : []);
});
