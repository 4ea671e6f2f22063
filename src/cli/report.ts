import { SettingError } from '../config.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Runs a command; what goes wrong is one sentence for the operator. */
export const reported = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(`gannet: ${text}\n`);
    process.exitCode = error instanceof SettingError ? 2 : 1;
  }
};
