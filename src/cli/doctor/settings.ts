import { createTerms } from '../../access/terms.ts';
import { type Config, readConfig } from '../../config.ts';
import { type Environment, reasonOf } from '../run.ts';
import { notSettings, ourVariables, unknownSettings } from '../settings.ts';
import { broken, type Finding, ok, warning } from './finding.ts';

/** The settings: without valid ones nothing else can be looked at. */

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
  const unknown = unknownSettings(environment);
  if (unknown.length === 0) {
    const count = ourVariables(environment).filter((name) => !notSettings.includes(name)).length;
    return ok(count === 0 ? 'none given: defaults' : `${count} given, all valid`);
  }
  return warning(
    `no such setting: ${unknown.join(', ')}`,
    'Correct or remove it; docs/configuration.md lists every setting.',
  );
};
