import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Every address of a name in lower case without a trailing dot. @throws Error when it has none. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

interface Options {
  /** Name servers, as in `127.0.0.1:53`; the system's own when absent. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
}

/**
 * How long to wait for IPv4 or IPv6 addresses once there are some of the other kind: some routers drop questions for IPv6
 * addresses, which would be asked again for half a minute.
 */
const otherMs = 1000;

/**
 * Hosts file, then name servers. Not `dns.lookup`: that takes a thread for as long as a name server keeps silent, and
 * the process has two for it. A page with six such names held up every other look-up for 30 s.
 */
export const createResolve =
  ({ servers, hostsFile = '/etc/hosts' }: Options = {}): Resolve =>
  async (name, signal) => {
    // RFC 6761: never asked of anybody.
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1'];
    const listed = addressesIn(await readHosts(hostsFile), name);
    if (listed.length > 0) return listed;

    signal.throwIfAborted();
    const resolver = new Resolver();
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    let timer: NodeJS.Timeout | undefined;
    const lastCall = () => {
      timer ??= setTimeout(cancel, otherMs);
    };
    try {
      const questions = [resolver.resolve4(name), resolver.resolve6(name)];
      for (const question of questions) question.then(lastCall, () => undefined);
      const answers = await Promise.allSettled(questions);
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
      if (found.length === 0) throw refusals[0] ?? new Error('no address');
      return found;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    }
  };

const readHosts = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
};

/** `addressesIn('10.0.0.5 shop shop.local # ours', 'shop')` → `['10.0.0.5']` */
const addressesIn = (hosts: string, name: string): string[] =>
  hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) !== 0 && names.some((listed) => listed.toLowerCase() === name) ? [address] : [];
  });
