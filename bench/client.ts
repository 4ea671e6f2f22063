import { Agent, request } from 'node:http';
import type { Service } from '../test/support/service.ts';
import { cpuBetween, cpuTimeOf } from './processes.ts';

/** A request as it goes over the wire. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** The key of the service where none is given. */
  readonly key?: string;
  /** The status that must come. */
  readonly status: number;
}

export interface Calls {
  readonly latencies: readonly number[];
  readonly perSecond: number;
  /** CPU milliseconds of the service's process for each. */
  readonly cpu: number;
}

/** Asks so many times at once for so long, on connections kept open; `node:http` takes less of the machine than `fetch`. */
export const callFor = async (
  service: Pick<Service, 'url' | 'key' | 'pid'>,
  call: Call,
  { atOnce, ms }: { readonly atOnce: number; readonly ms: number },
): Promise<Calls> => {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const payload = call.body === undefined ? undefined : JSON.stringify(call.body);
  const headers = {
    authorization: `Bearer ${call.key ?? service.key}`,
    ...(payload !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
    }),
  };
  const once = () =>
    new Promise<number>((resolve, reject) => {
      const startedAt = performance.now();
      const sent = request(
        `${service.url}${call.path}`,
        { method: call.method, agent, headers },
        (answer) => {
          answer.resume();
          answer.on('end', () => {
            if (answer.statusCode === call.status) resolve(performance.now() - startedAt);
            else reject(new Error(`${call.method} ${call.path}: ${answer.statusCode}`));
          });
        },
      );
      sent.on('error', reject);
      sent.end(payload);
    });
  const latencies: number[] = [];
  const before = cpuTimeOf(service.pid);
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() - startedAt < ms) latencies.push(await once());
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const { node } = cpuBetween(before, cpuTimeOf(service.pid));
  agent.destroy();
  return { latencies, perSecond: latencies.length / seconds, cpu: node / latencies.length };
};
