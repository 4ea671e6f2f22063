import { z } from 'zod';
import type { Permit, PermitVersion } from '../contract/permit.ts';
import { Deadline } from '../deadline.ts';
import type { Logger } from '../log.ts';
import { type Fetch, readBytes } from '../net/fetch.ts';
import { isTransient, isTrouble, isUnknown, reasonOf } from './reasons.ts';
import { requirementsV1, requirementsV2, resourceV2, type Terms } from './terms.ts';

/** What is posted to the facilitator, and kept so that it can be posted again. */
export interface FacilitatorRequest {
  readonly x402Version: PermitVersion;
  readonly paymentPayload: object;
  readonly paymentRequirements: object;
}

/** `unavailable`: it did not say. */
export type Verification =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

/**
 * `failed`: nothing was moved. That is certain unless it is `transient`, when the same permit may still be taken. `unknown`: it
 * did not say, or said that it is not known yet.
 */
export type Settlement =
  | { readonly kind: 'settled'; readonly transaction: string }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly transaction: string;
      readonly transient: boolean;
    }
  | { readonly kind: 'unknown'; readonly reason: string; readonly transaction: string };

/** Another service that checks permits and hands them to the chain: it may be slow, dead, or wrong. */
export interface Facilitator {
  /** The request for a permit, in its own version or in the one that the facilitator speaks. */
  requestFor(permit: Permit, resource: string): FacilitatorRequest;
  verify(request: FacilitatorRequest, payer: string): Promise<Verification>;
  /** May be repeated with the same request: the chain takes an authorization once. */
  settle(request: FacilitatorRequest, ms?: number): Promise<Settlement>;
  /** Asks which versions it speaks; without an answer nothing changes. */
  learn(): Promise<void>;
}

export interface FacilitatorTimes {
  readonly verifyMs: number;
  readonly settleMs: number;
}
const standardTimes: FacilitatorTimes = { verifyMs: 10_000, settleMs: 60_000 };

interface Parts {
  readonly terms: Terms;
  readonly fetch: Fetch;
  readonly log: Logger;
  /** `Authorization` header, if it wants one. */
  readonly authorization: string | undefined;
  readonly times?: FacilitatorTimes;
}

const maxBytes = 64 * 1024;
const maxRedirects = 3;

export const createFacilitator = ({
  terms,
  fetch,
  log,
  authorization,
  times = standardTimes,
}: Parts): Facilitator => {
  let spoken: ReadonlySet<PermitVersion> = new Set();

  /** One exchange within its time. @throws what `fetch` throws. */
  const ask = async (path: string, body: object | undefined, ms: number): Promise<Answer> => {
    using deadline = new Deadline(ms);
    const home = new URL(`${terms.facilitator}${path}`);
    let url = home;
    for (let left = maxRedirects; ; left--) {
      const headers = {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(authorization !== undefined && url.origin === home.origin && { authorization }),
      };
      const { answer, next } = await fetch(
        {
          url: url.href,
          headers,
          maxBytes,
          ...(body && { method: 'POST' as const, body: JSON.stringify(body) }),
        },
        deadline.signal,
        async (response) => ({
          answer: { status: response.status, body: toJson(await readBytes(response)) },
          next: isRedirect(response.status) ? URL.parse(response.headers.location ?? '', url) : null,
        }),
      );
      if (next === null || left === 0) return answer;
      url = next;
    }
  };

  /** The same; undefined where it fails. */
  const tryAsk = async (path: string, body: object, ms: number): Promise<Answer | undefined> => {
    try {
      return await ask(path, body, ms);
    } catch (error) {
      log.warn({ err: error, path }, 'the payment facilitator did not answer');
      return undefined;
    }
  };

  return {
    requestFor: (permit, resource) => {
      const other = permit.version === 1 ? 2 : 1;
      const translate = spoken.has(other) && !spoken.has(permit.version);
      return requests[translate ? other : permit.version](terms, permit, resource);
    },

    verify: async (request, payer) => {
      const answer = await tryAsk('/verify', request, times.verifyMs);
      const { data } = verifyAnswer.safeParse(answer?.body);
      if (data === undefined) return { kind: 'unavailable', reason: 'facilitator_unavailable' };
      const reason = reasonOf(data.invalidReason);
      const isBroken = answer === undefined || answer.status >= 500;
      const isOpen = isBroken || isUnknown(reason) || isTrouble(reason);
      if (!data.isValid) return { kind: isOpen ? 'unavailable' : 'invalid', reason };
      // An answer about another payer, or success with an error status, cannot be relied upon.
      const isSame = data.payer == null || data.payer.toLowerCase() === payer;
      if (isSame && answer?.status === 200) return { kind: 'valid' };
      log.error({ status: answer?.status }, 'the payment facilitator contradicts itself');
      return { kind: 'unavailable', reason: 'facilitator_unavailable' };
    },

    settle: async (request, ms = times.settleMs) => {
      const answer = await tryAsk('/settle', request, Math.min(ms, times.settleMs));
      const { data } = settleAnswer.safeParse(answer?.body);
      const transaction = /^0x[0-9a-f]{64}$/i.exec(data?.transaction ?? '')?.[0] ?? '';
      const unknown = (reason: string) => ({ kind: 'unknown', reason, transaction }) as const;
      if (answer === undefined || data === undefined) return unknown('settlement_unconfirmed');
      if (data.success)
        return answer.status === 200 && transaction !== ''
          ? { kind: 'settled', transaction }
          : unknown('settlement_unconfirmed');
      const reason = reasonOf(data.errorReason);
      if (/pending/.test(reason)) return unknown('settlement_pending');
      if (isUnknown(reason) || answer.status >= 500) return unknown('settlement_unconfirmed');
      return { kind: 'failed', reason, transaction, transient: transaction === '' && isTransient(reason) };
    },

    learn: async () => {
      try {
        const { body } = await ask('/supported', undefined, times.verifyMs);
        const { data } = supportedAnswer.safeParse(body);
        const ours = data?.kinds.filter(
          ({ scheme, network }) => scheme === 'exact' && [terms.network, terms.caip2].includes(network),
        );
        spoken = new Set(
          ours?.map(({ x402Version }) => x402Version).filter((version) => version === 1 || version === 2),
        );
        if (ours?.length === 0)
          log.warn({ network: terms.network }, 'the payment facilitator does not list this network');
      } catch (error) {
        log.warn({ err: error }, 'the payment facilitator does not say what it supports');
      }
    },
  };
};

interface Answer {
  readonly status: number;
  /** Undefined for what is not JSON. */
  readonly body: unknown;
}

const isRedirect = (status: number) => status === 307 || status === 308;

const toJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const text = z.string().nullish();
const verifyAnswer = z.object({ isValid: z.boolean(), invalidReason: text, payer: text });
const settleAnswer = z.object({ success: z.boolean(), errorReason: text, transaction: text });
const supportedAnswer = z.object({
  kinds: z.array(z.object({ x402Version: z.number(), scheme: z.string(), network: z.string() })),
});

/** The signature covers the authorization alone, so a permit may be put into the envelope of either version. */
const requests: Readonly<
  Record<PermitVersion, (terms: Terms, permit: Permit, resource: string) => FacilitatorRequest>
> = {
  1: (terms, { signature, authorization }, resource) => ({
    x402Version: 1,
    paymentPayload: {
      x402Version: 1,
      scheme: 'exact',
      network: terms.network,
      payload: { signature, authorization },
    },
    paymentRequirements: requirementsV1(terms, resource),
  }),
  2: (terms, { signature, authorization }, resource) => ({
    x402Version: 2,
    paymentPayload: {
      x402Version: 2,
      resource: resourceV2(resource),
      accepted: requirementsV2(terms),
      payload: { signature, authorization },
    },
    paymentRequirements: requirementsV2(terms),
  }),
};
