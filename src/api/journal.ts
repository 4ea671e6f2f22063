import type { Usage } from '../access/usage.ts';
import { ServiceError } from '../contract/error.ts';
import { endpointTable } from '../contract/routes.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Exchange } from './exchange.ts';

export type Journal = ReturnType<typeof createJournal>;

interface Parts {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly usage: Pick<Usage, 'note'>;
}

/** What the operator learns of each answer: a log line and two metrics. Never a URL, body or header. */
export const createJournal = ({ log, metrics, usage }: Parts) => ({
  ended({ id, started, endpoint, response, caller, failure, page }: Exchange): void {
    const ms = performance.now() - started;
    const status = response.writableFinished ? response.statusCode : 'aborted';
    const row = endpoint ?? 'unknown';
    metrics.requests.inc({ endpoint: row, status });
    metrics.requestSeconds.observe({ endpoint: row }, ms / 1000);
    if (caller !== undefined && !uncounted.has(row))
      usage.note({
        owner: caller.kind === 'key' ? caller.owner : undefined,
        endpoint: row,
        isError: failure !== undefined || status === 'aborted',
        ms,
        page: failure && isPaged(row) ? { outcome: failure.code, cached: false } : page,
      });
    // Probes and scrapers of metrics ask every few seconds.
    const level = endpoint !== undefined && endpointTable[endpoint].auth === 'none' ? 'debug' : 'info';
    const line = { request_id: id, endpoint: row, status, ms: Math.round(ms) };
    log[level]({ ...line, owner: caller?.owner, error: failure?.code }, 'answered');
  },

  /** A refusal written to a bare connection. */
  refused(id: string, { status, code }: ServiceError): void {
    metrics.requests.inc({ endpoint: 'unknown', status });
    log.info({ request_id: id, endpoint: 'unknown', status, error: code }, 'refused');
  },

  /** Logs what was thrown, as far as the caller is not told all of it. */
  failed({ id, endpoint }: Exchange, thrown: unknown): void {
    const line = { request_id: id, endpoint, err: thrown };
    if (!(thrown instanceof ServiceError)) log.error(line, 'unexpected failure');
    else if (thrown.cause !== undefined) log.info(line, 'failure');
  },
});

/** Left out of the usage: what a dashboard asks for every few seconds, and streams that last as long as somebody watches. */
const uncounted = new Set<string>(['crawlEvents', 'usage', 'usageAll', 'payments', 'system']);

/** Endpoints whose usage counts outcomes of pages. */
const isPaged = (row: string) => row === 'scrape' || row === 'extract';
