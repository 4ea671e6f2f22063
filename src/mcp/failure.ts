import type { CallToolResult } from '@modelcontextprotocol/server';
import { type ErrorCode, errors, type ServiceError } from '../contract/error.ts';

/** A failure in words that a model can act on: the code of the contract, what happened, what to do about it. */

/** What to do, where the message does not say it. */
const advice: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_request: 'Correct the arguments and call again.',
  invalid_output: 'Correct the arguments and call again.',
  invalid_mode: 'Correct the arguments and call again.',
  connection_failed: 'Check the address for mistakes; call again once if it is right.',
  unauthorized: 'Ask the user for an API key of this service.',
  payment_required: 'The host has to pay, or the user needs an API key.',
  payment_insufficient: 'Tell the user that the wallet does not hold enough.',
  payment_failed: 'Nothing was charged. Tell the user before trying again.',
  payment_unconfirmed: 'Do not call again before the user has looked at the payment.',
  insufficient_scope: 'Use another tool, or ask the user for a key with more scopes.',
  not_found: 'Check the job_id; jobs are removed some days after their end.',
  job_finished: 'Nothing is left to cancel: its results can be read with crawl_results.',
  idempotency_conflict: 'Leave idempotency_key out, or use another.',
  scrape_failed: 'Call again once; if it fails again, try another page.',
  extract_failed: 'Call again once; if it fails again, scrape the page and read it.',
  timeout: 'Call again with a longer time budget.',
  overloaded: 'Wait a moment and call again.',
  shutting_down: 'Wait a moment and call again.',
  rate_limited: 'Wait and call again.',
  payment_unavailable: 'Wait a moment and call again.',
  internal_error: 'Call again once.',
};

/** Advice by reason goes before advice by code. */
const adviceByReason: Readonly<Record<string, string>> = {
  blocked: 'The site keeps robots out: try another source.',
  selector: 'Correct the selector or leave it out, or give the page a longer time budget.',
  unsupported_content_type: 'It will be the same the next time: try another page.',
  document_locked: 'It will be the same the next time: try another page.',
};

const mostIssues = 10;

/**
 * An x402 offer takes the place of the details: clients that pay look for it there. @param details whether the result may hold
 * structured data. Not for a tool with an output schema: clients check failures against it, too, and report the mismatch
 * instead of the failure.
 */
export const failureResult = (
  { code, message, extras, envelope }: ServiceError,
  details: boolean,
): CallToolResult => {
  const { reason = '', issues = [] } = extras;
  const retry_after = extras.retry_after === undefined ? undefined : Math.ceil(extras.retry_after);
  const todo = adviceByReason[reason] ?? advice[code];
  const wait = retry_after === undefined ? undefined : `Retry in ${retry_after} seconds.`;
  const why = reason === '' || message.includes(reason) ? undefined : `Reason: ${reason}.`;
  // The first issue is the message already.
  const more = issues.slice(1, mostIssues).map((issue) => `${issue.path}: ${issue.message}`);
  const text = [`${code}: ${message}`, ...more, why, wait, todo]
    .filter((sentence) => sentence !== undefined)
    .map((sentence) => (sentence.endsWith('.') ? sentence : `${sentence}.`))
    .join(' ');
  const detail = {
    error: code,
    message,
    retryable: errors[code].retryable,
    ...extras,
    ...(retry_after !== undefined && { retry_after }),
    ...(todo && { todo }),
  };
  return {
    isError: true,
    content: [{ type: 'text', text: envelope.offer ? JSON.stringify(envelope.offer) : text }],
    ...(details && { structuredContent: { ...(envelope.offer ?? detail) } }),
    ...(envelope.receipt && { _meta: { [receiptKey]: envelope.receipt } }),
  };
};

/** Names in `_meta` (x402, MCP transport). */
export const permitKey = 'x402/payment';
export const receiptKey = 'x402/payment-response';
