import type { Connection } from '../devtools/cdp.ts';

/** One browser and the connection to it: a process of ours, or one that runs elsewhere. */
export interface Browser {
  readonly connection: Connection;
  readonly version: string;
  /** For the log: which one it is and how it runs. */
  readonly label: Readonly<Record<string, unknown>>;
  /** Its main process, when it is one of ours. */
  readonly pid: number | undefined;
  /** Settles when it is gone and, if it is ours, its profile is removed. */
  readonly exited: Promise<void>;
  /** Asks it to close, then kills it; of a browser that is not ours, only our contexts are closed. */
  close(): Promise<void>;
  kill(): void;
}
