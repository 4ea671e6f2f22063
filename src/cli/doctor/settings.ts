import { createTerms } from '../../access/terms.ts';
import { type Config, readConfig, settings } from '../../config.ts';
import { nearest } from '../../contract/near.ts';
import { type Environment, reasonOf } from '../run.ts';
import { clientVariables } from '../service.ts';
import { broken, type Finding, ok, warning } from './finding.ts';

/** The settings: without valid ones nothing else can be looked at. */

/** Ours that are neither settings of the service nor of the command line: the launcher and `gannet init` set them. */
const others = ['GANNET_LAUNCHER_PID', 'GANNET_PUBLISHED_PORT'];

export const checkSettings = (environment: Environment): { finding: Finding; config: Config | undefined } => {
  try {
    const config = readConfig(environment);
    createTerms(config);
    return { finding: unknownFinding(environment), config };
  } catch (error) {
    return {
      finding: broken(reasonOf(error), 'Correct it; docs/configuration.md lists every setting.'),
      config: undefined,
    };
  }
};

const unknownFinding = (environment: Environment): Finding => {
  const known = [
    ...Object.values(settings).map(({ variable }) => variable),
    ...Object.keys(clientVariables),
    ...others,
  ];
  const given = Object.keys(environment).filter((name) => name.startsWith('GANNET_'));
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length === 0) {
    const count = given.filter((name) => !others.includes(name)).length;
    return ok(count === 0 ? 'none given: defaults' : `${count} given, all valid`);
  }
  const told = unknown.map((name) => {
    const near = nearest(name, known, 6);
    return near === undefined ? name : `${name} (${near}?)`;
  });
  return warning(
    `no such setting: ${told.join(', ')}`,
    'Correct or remove it; docs/configuration.md lists every setting.',
  );
};
