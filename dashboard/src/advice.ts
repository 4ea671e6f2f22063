import type { ErrorCode } from '../../src/contract/error.ts';
import type { Detail } from './api.ts';

/** What to do about an error, for who reads it on a screen. */
const advice: Readonly<Record<ErrorCode | 'unreachable', string>> = {
  unreachable: 'See whether gannet runs, then try again.',
  invalid_request: 'Correct the fields that are named.',
  invalid_output: 'Choose one of the outputs.',
  invalid_mode: 'Choose one of the modes.',
  connection_failed:
    'Check the address in a browser. Addresses that are not public are refused, too: GANNET_ALLOW_NETWORKS permits networks of your own.',
  unauthorized: 'Use a key that exists, has not ended and is not revoked.',
  payment_required: 'Use a key, or a client that pays by x402.',
  payment_insufficient: 'Sign a permit for the price that GET /v1/pricing tells.',
  payment_failed: 'See the balance of the payer, then sign a new permit.',
  insufficient_scope:
    'Use a key with the scope that this needs. For what is the operator’s: npm run gannet -- keys create --scopes admin,scrape:read',
  foreign_origin: 'Reach the service by a name that GANNET_PUBLIC_URL or GANNET_MCP_HOSTS knows.',
  not_found: 'It may have been removed after its days of retention, or belong to another owner.',
  method_not_allowed: 'The answer names the methods in Allow.',
  job_finished: 'Nothing is left to cancel; the results stay until the job expires.',
  idempotency_conflict: 'Send another Idempotency-Key, or the same request as before.',
  request_timeout: 'Send the whole request within its time.',
  payload_too_large: 'Send less: GANNET_BODY_BYTES says how much a body may have.',
  unsupported_media_type: 'Send JSON.',
  expectation_failed: 'Leave the Expect header out.',
  rate_limited: 'Wait, or raise GANNET_RATE_IP or the tier of the key.',
  headers_too_large: 'Send fewer or shorter headers.',
  scrape_failed:
    'See how each attempt ended. A wall may give way to another proxy (proxy_url), a slow page to more time (timeout_ms).',
  extract_failed:
    'See how each attempt ended. A wall may give way to another proxy (proxy_url), a slow page to more time (options.timeout).',
  internal_error: 'Look for the request id in the log of the service.',
  webhook_delivery_failed: 'See what the receiver answered, correct it, and send again.',
  overloaded: 'Try again in a moment. GANNET_MAX_PAGES and GANNET_MAX_QUEUE say how much is taken at once.',
  shutting_down: 'Try again in a few seconds: it is being restarted.',
  payment_unavailable: 'Try again later with the same permit.',
  payment_unconfirmed: 'Do not sign another permit; see the ledger for what became of this one.',
  timeout: 'Give it more time (timeout_ms), or wait for less: another wait_strategy, no wait_for_selector.',
};

export const adviceFor = ({ error }: Pick<Detail, 'error'>): string => advice[error] ?? '';
