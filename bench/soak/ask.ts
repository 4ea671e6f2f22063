import { request } from 'node:http';

/** An answer, or none: the connection failed, or nothing came for too long. */
export type Answered =
  | { readonly kind: 'answer'; readonly status: number; readonly body: string; readonly ms: number }
  | { readonly kind: 'none'; readonly why: string; readonly ms: number };

export interface Asked {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly key: string;
  readonly body?: unknown;
}

/** One request on a connection of its own: none that was left open by an earlier one can fail it. Never throws. */
export const ask = (
  base: string,
  { method, path, key, body }: Asked,
  patienceMs: number,
): Promise<Answered> =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    const ms = () => Math.round(performance.now() - startedAt);
    const none = (why: string) => resolve({ kind: 'none', why, ms: ms() });
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const outgoing = request(`${base}${path}`, {
      method,
      agent: false,
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        authorization: `Bearer ${key}`,
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        }),
      },
    });
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error) => none(`the answer broke off: ${error.message}`));
      response.on('end', () =>
        resolve({
          kind: 'answer',
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          ms: ms(),
        }),
      );
    });
    outgoing.on('error', (error) => none(error.name === 'TimeoutError' ? 'nothing came' : error.message));
    outgoing.end(text);
  });
