import type { Config } from '../../config.ts';
import type { Environment } from '../run.ts';

/** What a check found. */
export interface Finding {
  readonly state: 'ok' | 'warning' | 'broken';
  readonly says: string;
  /** What to do about it, in one sentence; of what is not ok. */
  readonly fix?: string;
}

/** What the checks are told. */
export interface Context {
  readonly environment: Environment;
  readonly config: Config;
  /** A page of the internet that stands for all others. */
  readonly probe: URL;
}

/** One thing that must be right. A check that throws has found something broken. */
export interface Check {
  readonly name: string;
  readonly run: (context: Context) => Finding | Promise<Finding>;
}

export const ok = (says: string): Finding => ({ state: 'ok', says });
export const warning = (says: string, fix: string): Finding => ({ state: 'warning', says, fix });
export const broken = (says: string, fix: string): Finding => ({ state: 'broken', says, fix });

/** `1.5 GB` */
export const inBytes = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
