import { isLoopback } from '../net/entrance.ts';

/** Where the service listens, and why not where it was told to. */
export interface Exposure {
  readonly host: string;
  /** A sentence for the operator. */
  readonly because?: string;
}

interface Asked {
  /** GANNET_HOST. */
  readonly host: string;
  /** Whether there is a key that works now. */
  readonly hasKey: boolean;
  /** Whether requests without a key may pay for themselves. */
  readonly takesPayments: boolean;
}

/** A service that nobody may use is not shown to the network: without keys and payments it keeps to this machine. */
export const exposureOf = ({ host, hasKey, takesPayments }: Asked): Exposure =>
  hasKey || takesPayments || isOwn(host)
    ? { host }
    : {
        host: '127.0.0.1',
        because: `GANNET_HOST ${host} is not used, since no API key works: it listens on this machine only. Make a key (gannet keys create), then start it again.`,
      };

/** @param host a name or an address, as GANNET_HOST has it. @returns whether only this machine reaches it. */
export const isOwn = (host: string): boolean => host === 'localhost' || isLoopback(host);
