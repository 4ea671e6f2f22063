import { settings } from './config/settings.ts';

/** The settings of the service as the environment has them, which nothing else reads. */

export class SettingError extends Error {
  override readonly name = 'SettingError';
}

/** By the names of the table. */
export type Config = { readonly [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['read']> };

/** @throws SettingError naming the variable and what is wrong with it. Values are never repeated: they may be secret. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config =>
  Object.fromEntries(
    Object.entries(settings).map(([name, { variable, fallback, read }]) => {
      const given = environment[variable]?.trim();
      try {
        return [name, read(given === undefined || given === '' ? fallback : given)];
      } catch (error) {
        throw new SettingError(`${variable} ${error instanceof Error ? error.message : String(error)}`);
      }
    }),
  ) as Config;
