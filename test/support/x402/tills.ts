import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Several processes that serve one database, as behind a load balancer. */
export const startTills = async (count: number, environment: Record<string, string | undefined>) => {
  const tills = await Promise.all(Array.from({ length: count }, () => startTill(environment)));
  return {
    urls: tills.map(({ url }) => url),
    /** How often they have worked in all. */
    works: async () =>
      (await Promise.all(tills.map(({ works }) => works()))).reduce((sum, works) => sum + works, 0),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(tills.map(({ stop }) => stop()));
    },
  };
};

const startTill = async (environment: Record<string, string | undefined>) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'till.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('a till has ended');
    return value;
  };
  return {
    url: await read(),
    works: async () => {
      child.stdin.write('?');
      return Number(await read());
    },
    // Ends with its input, so it does not outlive a test that is killed either.
    stop: async () => {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
};
