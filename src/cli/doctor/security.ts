import { existsSync, statSync } from 'node:fs';
import { connectControl } from '../../access/control.ts';
import { exposureOf, isOwn } from '../../access/exposure.ts';
import { createTerms } from '../../access/terms.ts';
import type { Config } from '../../config.ts';
import type { ApiKey } from '../../contract/access.ts';
import { listKeys } from '../../store/keys.ts';
import { schemaState } from '../../store/migrate.ts';
import { browserChecks } from './browser.ts';
import { withDatabase } from './database.ts';
import { type Check, type Context, ok, warning } from './finding.ts';

/** `gannet doctor --security`: the state of each protection (SECURITY.md says what they are for). */

export const securityChecks: readonly Check[] = [
  {
    name: 'listens on',
    run: async ({ config }) => {
      const hasKey = (await activeKeys(config)) !== 0;
      const { host, because } = exposureOf({
        host: config.host,
        hasKey,
        takesPayments: createTerms(config) !== undefined,
      });
      const says = `${host}, port ${config.port}`;
      if (because !== undefined)
        return warning(`${says}: no API key works`, 'Make a key: gannet keys create.');
      if (isOwn(host)) return ok(`${says}: this machine only`);
      return config.publicUrl?.startsWith('https:')
        ? ok(`${says}: the network; clients come by ${config.publicUrl}`)
        : warning(
            `${says}: the network, without TLS`,
            'Put a reverse proxy with TLS in front, listen on 127.0.0.1 behind it, and set GANNET_PUBLIC_URL.',
          );
    },
  },
  {
    name: 'keys',
    run: async ({ config }) => {
      const count = await activeKeys(config);
      if (count === undefined) return ok('none yet: the first start makes one and shows it once');
      return count === 0
        ? warning('none that works', 'Make one: gannet keys create.')
        : ok(`${count} active`);
    },
  },
  {
    name: 'guard',
    run: ({ config: { allowNetworks } }) =>
      allowNetworks.length === 0
        ? ok('public addresses only')
        : warning(
            `pages may also reach ${allowNetworks.map(({ address, prefix }) => `${address}/${prefix}`).join(', ')}`,
            'Remove GANNET_ALLOW_NETWORKS where strangers use this service.',
          ),
  },
  ...browserChecks.filter(({ name }) => name === 'sandbox'),
  {
    name: 'account',
    run: () => {
      const uid = process.getuid?.();
      return uid === 0
        ? warning('gannet runs as root, its browser as user 65534', 'Run it as a user of its own.')
        : ok(uid === undefined ? 'no user ids here' : `user ${uid}`);
    },
  },
  { name: 'data folder', run: folderFinding },
  {
    name: 'client addresses',
    run: ({ config: { trustProxy, host } }) => {
      if (trustProxy.length > 0)
        return ok(
          `X-Forwarded-For counts from ${trustProxy.map(({ address, prefix }) => `${address}/${prefix}`).join(', ')}`,
        );
      return isOwn(host)
        ? warning(
            'X-Forwarded-For does not count: behind a reverse proxy all clients share one limit',
            'Name the reverse proxy in GANNET_TRUST_PROXY, if there is one.',
          )
        : ok('those of the connections');
    },
  },
  {
    name: 'rate limits',
    run: ({ config: { rateIp, rateTiers } }) => {
      const tiers = Object.entries(rateTiers).map(([tier, quota]) => `${tier} ${quota ?? 'off'}`);
      const says = `an address ${rateIp ?? 'off'}, keys ${tiers.length === 0 ? 'off' : tiers.join(', ')} a minute`;
      return rateIp === undefined || tiers.length === 0
        ? warning(says, 'Set GANNET_RATE_IP and GANNET_RATE_TIERS to numbers, or leave them out.')
        : ok(says);
    },
  },
  {
    name: 'page budgets',
    run: ({ config: { pageBytes, pageRequests, pageHosts } }) =>
      ok(`${pageBytes} bytes, ${pageRequests} requests, ${pageHosts} hosts a page`),
  },
  {
    name: 'payments',
    run: ({ config }) => {
      const terms = createTerms(config);
      if (terms === undefined) return ok('off');
      const uncertain = config.x402Uncertain === 'deliver' ? 'delivered' : 'withheld';
      return ok(`on, ${terms.network}; what is in doubt is ${uncertain}`);
    },
  },
  {
    name: 'metrics',
    run: ({ config }) =>
      isOwn(config.host)
        ? ok('/metrics and /health need no key: this machine only')
        : warning(
            '/metrics and /health need no key: the network reads them',
            'Let the reverse proxy pass on /v1 and /health only.',
          ),
  },
];

/** @returns undefined when there is no database yet. */
const activeKeys = async (config: Config): Promise<number | undefined> => {
  const control = config.databaseUrl === undefined ? await connectControl(config.dataDir) : undefined;
  const keys = control
    ? await control.keys.list()
    : await withDatabase(config, async (database) => {
        const { version } = await schemaState(database);
        return version === 0 ? undefined : listKeys(database);
      });
  const stored = keys?.filter(isActive).length;
  return stored === undefined && config.apiKeys.length > 0 ? config.apiKeys.length : stored;
};

const isActive = ({ revokedAt, expiresAt }: ApiKey): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt.getTime() > Date.now());

function folderFinding({ config: { dataDir } }: Context) {
  if (!existsSync(dataDir)) return ok('not made yet; it will be open to its owner only');
  const others = statSync(dataDir).mode & 0o077;
  return others === 0
    ? ok('open to its owner only')
    : warning(`others may enter ${dataDir}`, `Close it to them: chmod 700 ${dataDir}`);
}
