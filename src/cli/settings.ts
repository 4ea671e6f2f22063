import { settings } from '../config/settings.ts';
import { nearest } from '../contract/near.ts';
import type { Environment } from './run.ts';
import { clientVariables } from './service.ts';

/** Ours that are neither settings of the service nor of the command line: the launcher and `gannet init` set them. */
export const notSettings: readonly string[] = ['GANNET_LAUNCHER_PID', 'GANNET_PUBLISHED_PORT'];

/** Names of the variables that are meant for us. */
export const ourVariables = (environment: Environment): string[] =>
  Object.keys(environment).filter((name) => name.startsWith('GANNET_'));

/** Those that nothing reads, each with what may be meant: `GANNET_PROT (GANNET_PORT?)`. */
export const unknownSettings = (environment: Environment): string[] => {
  const known = [
    ...Object.values(settings).map(({ variable }) => variable),
    ...Object.keys(clientVariables),
    ...notSettings,
  ];
  return ourVariables(environment)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = nearest(name, known, 6);
      return near === undefined ? name : `${name} (${near}?)`;
    });
};
