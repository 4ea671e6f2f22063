import { canonicalJson } from './canonical.ts';

/** This file and `canonical.ts` need nothing but the Web Crypto of every runtime: receivers may take them as they are. */

/**
 * What a webhook says, if it was signed with the secret. The comparison takes the same time wherever a forgery differs.
 * @param body as it arrived.
 * @param signature the header `X-Service-Signature`: `sha256=` and 64 hexadecimal digits.
 * @returns undefined when the body is not JSON, or not signed with this secret: do not believe it.
 */
export const readWebhook = async (
  body: string,
  signature: string | null | undefined,
  secret: string,
): Promise<Readonly<Record<string, unknown>> | undefined> => {
  const payload = parse(body);
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
  if (payload === undefined || hex === undefined || secret === '') return undefined;
  const { signature: _, ...signed } = payload;
  const utf8 = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), algorithm, false, ['verify']);
  const claimed = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  const isGenuine = await crypto.subtle.verify('HMAC', key, claimed, utf8.encode(canonicalJson(signed)));
  return isGenuine ? payload : undefined;
};

const parse = (body: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
