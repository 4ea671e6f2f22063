import { createHmac } from 'node:crypto';
import { canonicalJson } from './canonical.ts';

/** A payload as it is sent, on every attempt the same. */
export interface SignedPayload {
  /** Canonical JSON, `signature` included. */
  readonly body: string;
  /** `sha256=<hex>`; null without a secret. */
  readonly signature: string | null;
}

/** Signs a payload: HMAC-SHA256 over its canonical JSON (docs/webhooks.md). */
export const signPayload = (
  payload: Readonly<Record<string, unknown>>,
  secret: string | undefined,
): SignedPayload => {
  const text = canonicalJson(payload);
  if (secret === undefined) return { body: text, signature: null };
  const signature = `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
  return { body: canonicalJson({ ...payload, signature }), signature };
};
