import { signal } from '@preact/signals';
import type { ErrorCode, ErrorExtras } from '../../src/contract/error.ts';

/** Calls of the API with the key of who looks at the page. The key is kept for this tab, until it is closed. */

const slot = 'gannet.key';
export const key = signal(sessionStorage.getItem(slot) ?? '');
/** The last key was refused. */
export const wasRefused = signal(false);

export const keepKey = (value: string): void => {
  wasRefused.value = false;
  key.value = value;
  if (value === '') sessionStorage.removeItem(slot);
  else sessionStorage.setItem(slot, value);
};

export interface Detail extends ErrorExtras {
  readonly error: ErrorCode | 'unreachable';
  readonly message: string;
  readonly url?: string;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly detail: Detail;
  readonly requestId: string | null;

  constructor(status: number, detail: Detail, requestId: string | null = null) {
    super(detail.message);
    this.status = status;
    this.detail = detail;
    this.requestId = requestId;
  }
}

type Method = 'GET' | 'POST' | 'DELETE';

/** @throws ApiError when nothing answers, or the reason of the signal. */
const send = (path: string, bearer: string, init: RequestInit): Promise<Response> =>
  fetch(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${bearer}` } }).catch(
    (error: unknown) => {
      if (init.signal?.aborted) throw error;
      throw new ApiError(0, {
        error: 'unreachable',
        message: 'The service did not answer: it may be stopped, or the network is down.',
      });
    },
  );

/** Keeps a key if it is good for anything: one with narrow scopes is, for the views that it opens. @throws ApiError */
export const enterKey = async (candidate: string): Promise<void> => {
  const response = await send('/v1/usage', candidate, {});
  if (!response.ok && response.status !== 403) throw await errorOf(response);
  keepKey(candidate);
};

/** @throws ApiError, or the reason of the signal. */
export const request = async (
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> => {
  const response = await send(path, key.peek(), {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    ...(signal && { signal }),
  });
  if (response.ok) return response;
  if (response.status === 401) {
    keepKey('');
    wasRefused.value = true;
  }
  throw await errorOf(response);
};

const errorOf = async (response: Response): Promise<ApiError> => {
  const text = await response.text();
  return new ApiError(response.status, detailOf(text, response), response.headers.get('x-request-id'));
};

const detailOf = (text: string, { status }: Response): Detail => {
  try {
    const { detail } = JSON.parse(text);
    if (typeof detail?.error === 'string' && typeof detail.message === 'string') return detail;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { error: 'internal_error', message: `Something between here and the service answered ${status}.` };
};

export const get = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
  (await request('GET', path, undefined, signal)).json();

export const post = async <T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> =>
  (await request('POST', path, body, signal)).json();
