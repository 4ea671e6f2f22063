import { once } from 'node:events';
import { createServer } from 'node:http';
import { createTerms } from '../../access/terms.ts';
import { listen } from '../../api/listen.ts';
import type { Config } from '../../config.ts';
import { Deadline } from '../../deadline.ts';
import { createLog } from '../../log.ts';
import { createMetrics } from '../../metrics.ts';
import { ConnectError } from '../../net/connect-error.ts';
import { createFetch, type FetchRequest, readBytes } from '../../net/fetch.ts';
import { createGuard } from '../../net/guard.ts';
import { createProxyPool } from '../../net/proxies.ts';
import type { Upstream } from '../../net/routes.ts';
import { reasonOf } from '../run.ts';
import { skewFinding } from './clock.ts';
import { broken, type Check, type Context, type Finding, ok, warning } from './finding.ts';

/** The port to listen on, and the ways out: as the service would take them, through its guard. */

const patienceMs = 10_000;
const maxBytes = 1_000_000;

export const networkChecks: readonly Check[] = [
  { name: 'port', run: ({ config }) => portFinding(config) },
  {
    name: 'names',
    run: async ({ config, probe }) => {
      using deadline = new Deadline(patienceMs);
      const port = Number(probe.port || (probe.protocol === 'https:' ? 443 : 80));
      try {
        await createGuard({ allow: config.allowNetworks }).resolve(probe.hostname, port, deadline.signal);
        return ok(`${probe.hostname} is found`);
      } catch (error) {
        return error instanceof ConnectError && error.reason !== 'dns'
          ? broken(
              `${probe.hostname} leads to an address that the guard refuses`,
              'Use a name server that answers with public addresses, or another --probe.',
            )
          : broken(
              `${probe.hostname} is not found: names are not looked up here`,
              'Check /etc/resolv.conf, or the DNS settings of the container.',
            );
      }
    },
  },
  {
    name: 'internet',
    run: async ({ config, probe }) => {
      try {
        const { status } = await ask(config, { url: probe.href }, []);
        return ok(`${probe.host} answers ${status}`);
      } catch (error) {
        return warning(
          `${probe.host} cannot be reached: ${wordsFor(error)}`,
          'Let this machine reach the web, or name proxies in GANNET_PROXIES.',
        );
      }
    },
  },
  {
    name: 'clock',
    run: async ({ config, probe }) => {
      try {
        const { date } = await ask(config, { url: probe.href }, []);
        return date === undefined
          ? ok(`${probe.host} does not say the time`)
          : skewFinding(Date.parse(date), probe.host);
      } catch {
        // That it cannot be reached is the finding of another check.
        return ok('not compared: nobody could be asked');
      }
    },
  },
  { name: 'proxies', run: proxiesFinding },
  { name: 'payments', run: ({ config }) => paymentsFinding(config) },
];

interface Asked {
  readonly status: number;
  readonly date: string | undefined;
  readonly body: string;
}

const ask = async (
  config: Config,
  request: Pick<FetchRequest, 'url' | 'headers'>,
  through: readonly Upstream[],
): Promise<Asked> => {
  const log = createLog('silent');
  const guard = createGuard({ allow: config.allowNetworks });
  const fetch = createFetch({
    guard,
    proxies: createProxyPool([]),
    log,
    metrics: createMetrics(),
    upstreams: () => through,
  });
  using deadline = new Deadline(patienceMs);
  return await fetch({ ...request, maxBytes }, deadline.signal, async (answer) => ({
    status: answer.status,
    date: answer.headers.date,
    body: (await readBytes(answer)).toString(),
  }));
};

const words: Readonly<Record<string, string>> = {
  dns: 'its name is not found',
  unreachable: 'nobody answers there',
  timed_out: 'it does not answer in time',
  no_tls: 'it speaks no TLS',
  invalid_certificate: 'its certificate is not accepted',
  bad_response: 'what it answers is no HTTP',
  proxy_denied: 'it does not accept the credentials',
  proxy_failed: 'it could not reach the page',
  proxy_busy: 'it has too much to do',
  refused_address: 'the guard refuses its address',
};

const wordsFor = (error: unknown): string => {
  if (!(error instanceof ConnectError)) return reasonOf(error);
  // Why a proxy could not be reached.
  const { reason } = error.cause instanceof ConnectError ? error.cause : error;
  return words[reason] ?? reason;
};

const portFinding = async (config: Config): Promise<Finding> => {
  const { host, port } = config;
  const server = createServer();
  try {
    await listen(server, host, port);
    server.close();
    await once(server, 'close');
    return ok(port === 0 ? `a free one on ${host}` : `${port} on ${host} is free`);
  } catch (error) {
    const at = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
    if (await isGannet(`http://${at.includes(':') ? `[${at}]` : at}:${port}/health`))
      return ok(`${port} on ${host}: gannet listens there`);
    return broken(reasonOf(error), 'End the other program, or set GANNET_PORT to another port.');
  }
};

const isGannet = async (url: string): Promise<boolean> => {
  try {
    const answer: unknown = await (await fetch(url, { signal: AbortSignal.timeout(2000) })).json();
    return typeof answer === 'object' && answer !== null && 'browser_active' in answer;
  } catch {
    // Whatever it is, it does not speak as gannet does.
    return false;
  }
};

async function proxiesFinding({ config, probe }: Context): Promise<Finding> {
  const { proxies } = config;
  if (proxies.length === 0) return ok('none');
  const tried = await Promise.all(
    proxies.map(async (upstream, index) => {
      try {
        await ask(config, { url: probe.href }, [upstream]);
        return undefined;
      } catch (error) {
        // Not its address: that may hold a password.
        return `proxy ${index + 1} of ${proxies.length}: ${wordsFor(error)}`;
      }
    }),
  );
  const failed = tried.filter((sentence) => sentence !== undefined);
  if (failed.length === 0) return ok(`${proxies.length} of ${proxies.length} work`);
  const fix = 'Start the proxy, or correct its host, port and credentials in GANNET_PROXIES.';
  return failed.length < proxies.length ? warning(failed.join('; '), fix) : broken(failed.join('; '), fix);
}

const paymentsFinding = async (config: Config): Promise<Finding> => {
  const terms = createTerms(config);
  if (terms === undefined) return ok('off');
  const headers = {
    ...(config.x402Authorization !== undefined && { authorization: config.x402Authorization }),
  };
  try {
    const { status, body } = await ask(config, { url: `${terms.facilitator}/supported`, headers }, []);
    const { kinds } = JSON.parse(body) as { kinds?: { network?: string }[] };
    if (status !== 200 || !Array.isArray(kinds)) throw new Error(`it answers ${status}`);
    return kinds.some(({ network }) => network === terms.network || network === terms.caip2)
      ? ok(`on: ${terms.priceUsd} USD a request on ${terms.network}, the facilitator takes it`)
      : broken(
          `the facilitator does not take payments on ${terms.network}`,
          'Set GANNET_X402_NETWORK to a network that it lists at /supported, or use another facilitator.',
        );
  } catch (error) {
    return broken(
      `the facilitator cannot be used: ${wordsFor(error)}`,
      'Check GANNET_X402_FACILITATOR and GANNET_X402_AUTHORIZATION, and that this machine may reach it.',
    );
  }
};
