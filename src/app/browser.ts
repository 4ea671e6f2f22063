import { findBrowser } from '../browser/process/find.ts';
import { createFleet, type Fleet } from '../browser/process/fleet.ts';
import { growFleet } from '../browser/process/growth.ts';
import { removeStaleProfiles } from '../browser/process/launch.ts';
import { startLocal } from '../browser/process/local.ts';
import { connectRemote } from '../browser/process/remote.ts';
import { createSupervisor, localLimits } from '../browser/process/supervisor.ts';
import { type Config, SettingError } from '../config.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Network } from './network.ts';

interface Parts {
  readonly config: Config;
  readonly network: Network;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * The browsers of this machine, or those that run elsewhere. @param closing what is to be closed.
 * @throws SettingError where there is none.
 */
export const openBrowser = (parts: Parts, closing: AsyncDisposableStack): Promise<Fleet> =>
  parts.config.browsers.length === 0 ? openLocal(parts, closing) : openRemote(parts, closing);

const openLocal = async ({ config, network, log, metrics }: Parts, closing: AsyncDisposableStack) => {
  const { sandbox, timezone } = config;
  const { egress, entrance } = network;
  const binary = findBrowser(config.browser, config.searchPath);
  if (binary === undefined)
    throw new SettingError(
      'GANNET_BROWSER names no Chromium, and none is installed: install the package chromium.',
    );
  removeStaleProfiles();
  const sink = await egress.sink();
  closing.defer(() => sink.close());
  const start = () =>
    createSupervisor({
      start: () => startLocal({ binary, sandbox, timezone, sinkUrl: sink.url, entrance, log }),
      limits: localLimits(config.browserMemory),
      mustStart: true,
      log,
      metrics,
    });
  const fleet = createFleet({ whenNone: 'wait', start });
  closing.defer(fleet.close);
  closing.defer(await growFleet({ fleet, start, most: config.browserProcesses, log }));
  return fleet;
};

const openRemote = async (
  { config, network: { entrance }, log, metrics }: Parts,
  closing: AsyncDisposableStack,
) => {
  const fleet = createFleet({ whenNone: 'fail' });
  closing.defer(fleet.close);
  const start = (endpoint: Config['browsers'][number]) =>
    createSupervisor({
      start: () => connectRemote(endpoint, entrance),
      limits: undefined,
      mustStart: false,
      log,
      metrics,
    });
  for (const member of await Promise.all(config.browsers.map(start))) fleet.add(member);
  return fleet;
};
