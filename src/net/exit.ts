import { Deadline } from '../deadline.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { ConnectError, type Reason } from './connect-error.ts';
import type { Guard } from './guard.ts';
import type { ProxyPool, ProxyTraits } from './proxies.ts';
import { createConnect, type Route, straight, through, type Upstream } from './routes.ts';
import { createTally, type Limits, type Tally } from './tally.ts';
import type { Target } from './target.ts';

export interface ExitParts {
  readonly guard: Guard;
  readonly proxies: ProxyPool;
  readonly limits: Limits;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The way out for one page: straight or through upstream proxies, within its budget. */
export interface Exit {
  readonly tally: Tally;
  /**
   * Connects by the only route, or by each upstream in turn until one works.
   * @param tryRoute makes the connection; when it throws a ConnectError the next upstream is tried. `isLast`: there is none.
   * `doubt` is to be called when what is returned may be the proxy's own failure, for want of anything better.
   * @throws ConnectError, or the signal's reason.
   */
  connect<T>(target: Target, signal: AbortSignal, tryRoute: TryRoute<T>): Promise<T>;
  /** The operator's proxy that the next connection will be tried through. */
  readonly proxyInLine: ProxyTraits | undefined;
  /** The operator's proxy that the last connection to the host went through. */
  proxyFor(host: string): ProxyTraits | undefined;
  /** Notes why a request failed. */
  failed(host: string, error: unknown): void;
}

export type TryRoute<T> = (route: Route, isLast: boolean, doubt: () => void) => Promise<T>;

/** Upstreams that are tried for a connection: more would only make the page late. */
const maxUpstreams = 3;
/** With an upstream the proxy does the look-up that counts; ours must not hold it up. */
const lookUpMs = 2000;
/** The host may be at fault, or the proxy: it shows when another proxy does better. */
const unclear: ReadonlySet<Reason> = new Set([
  'proxy_busy',
  'proxy_failed',
  'bad_response',
  'no_tls',
  'invalid_certificate',
  'timed_out',
]);

/** @param upstreams in the order to be tried; none: straight. */
export const createExit = (parts: ExitParts, upstreams: readonly Upstream[]): Exit => {
  const { guard, proxies, log, metrics } = parts;
  const tally = createTally(parts.limits, metrics);
  const connect = createConnect(guard, tally.track);
  const direct = straight(connect);
  const servedBy = new Map<string, Upstream>();
  const traitsOf = (upstream: Upstream | undefined) =>
    upstream === undefined ? undefined : proxies.traitsOf(upstream);
  let detours = upstreams.map((upstream) => ({ upstream, route: through(upstream, connect) }));

  /**
   * Refuses what is known here not to be public. A name that is unknown here may be known to the proxy: what that one
   * reaches from its place in the network is for its owner to limit.
   */
  const vet = async ({ host, port }: Target, signal: AbortSignal): Promise<void> => {
    using limit = new Deadline(lookUpMs, signal);
    try {
      await guard.resolve(host, port, limit.signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!limit.signal.aborted && !(error instanceof ConnectError && error.reason === 'dns')) throw error;
    }
  };

  const connectByDetour = async <T>(
    target: Target,
    signal: AbortSignal,
    tryRoute: TryRoute<T>,
  ): Promise<T> => {
    await vet(target, signal);
    const suspects: Upstream[] = [];
    let failure: unknown;
    const tried = detours.slice(0, maxUpstreams);
    for (const detour of tried) {
      const { upstream, route } = detour;
      const startedAt = performance.now();
      let isDoubtful = false;
      const doubt = () => {
        isDoubtful = true;
      };
      try {
        const made = await tryRoute(route, detour === tried.at(-1), doubt);
        servedBy.set(target.host, upstream);
        if (isDoubtful) return made;
        proxies.report(upstream, true, performance.now() - startedAt);
        for (const suspect of suspects) proxies.report(suspect, false);
        return made;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ConnectError)) throw error;
        failure = error;
        if (unclear.has(error.reason)) suspects.push(upstream);
        else {
          proxies.report(upstream, false);
          // The page's next connections begin with one that works.
          detours = [...detours.filter((other) => other !== detour), detour];
        }
      }
    }
    throw failure;
  };

  return {
    tally,
    connect: async (target, signal, tryRoute) => {
      const made = await (detours.length === 0
        ? tryRoute(direct, true, () => undefined)
        : connectByDetour(target, signal, tryRoute));
      metrics.egress.inc({ outcome: 'ok' });
      return made;
    },
    get proxyInLine() {
      return traitsOf(detours[0]?.upstream);
    },
    proxyFor: (host) => traitsOf(servedBy.get(host)),
    failed: (host, error) => {
      if (!(error instanceof ConnectError)) {
        log.error({ host, err: error }, 'the way out failed');
        return;
      }
      metrics.egress.inc({ outcome: error.outcome });
      tally.failed(host, error.reason);
      const cause = error.cause instanceof Error ? error.cause.message : undefined;
      log.debug({ host, reason: error.reason, cause }, 'no connection');
    },
  };
};
