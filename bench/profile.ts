import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** CPU profiles as Node.js writes them with `--cpu-prof`, one file for each thread. */
const profile = z.object({
  nodes: z.array(
    z.object({
      id: z.int(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.int() }),
      children: z.array(z.int()).optional(),
    }),
  ),
  samples: z.array(z.int()),
  timeDeltas: z.array(z.int()),
});
type Profile = z.infer<typeof profile>;
type Frame = Profile['nodes'][number]['callFrame'];

/** What a function took, in milliseconds. */
export interface Spent {
  readonly where: string;
  /** In itself. */
  readonly self: number;
  /** In itself and all that it called. */
  readonly total: number;
}

export interface ThreadProfile {
  /** 0 for the main thread. */
  readonly thread: number;
  readonly busyMs: number;
  readonly functions: readonly Spent[];
}

const root = join(import.meta.dirname, '..');
/** No work: waiting, and what is not JavaScript at all. */
const idle = new Set(['(idle)', '(program)', '(root)']);

/** Where the time went, thread by thread, the busiest function first. */
export const readProfiles = (folder: string): ThreadProfile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => {
      // CPU.<date>.<time>.<pid>.<thread>.<number>.cpuprofile
      const thread = Number(name.split('.')[4] ?? 0);
      return { thread, ...spentIn(profile.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))) };
    })
    .toSorted((one, other) => one.thread - other.thread);

const whereOf = ({ functionName, url, lineNumber }: Frame): string => {
  const file = url.startsWith('file://') ? relative(root, fileURLToPath(url)) : url;
  const name = functionName || '(anonymous)';
  return file === '' ? name : `${name} ${file}:${lineNumber + 1}`;
};

const spentIn = ({ nodes, samples, timeDeltas }: Profile): Omit<ThreadProfile, 'thread'> => {
  const own = new Map<number, number>();
  for (const [at, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + (timeDeltas[at] ?? 0) / 1000);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const called = new Set(nodes.flatMap(({ children = [] }) => children));
  const spent = new Map<string, { self: number; total: number }>();
  let busyMs = 0;
  /** Depth first; a function that calls itself counts once. @returns the time of the node and all below. */
  const visit = (id: number, above: ReadonlySet<string>): number => {
    const node = byId.get(id);
    if (node === undefined) return 0;
    const where = whereOf(node.callFrame);
    const self = idle.has(where) ? 0 : (own.get(id) ?? 0);
    const inside = new Set(above).add(where);
    const total = self + (node.children ?? []).reduce((sum, child) => sum + visit(child, inside), 0);
    const known = spent.get(where) ?? { self: 0, total: 0 };
    spent.set(where, { self: known.self + self, total: known.total + (above.has(where) ? 0 : total) });
    busyMs += self;
    return total;
  };
  for (const { id } of nodes) if (!called.has(id)) visit(id, new Set());
  const functions = [...spent]
    .filter(([where]) => !idle.has(where))
    .map(([where, times]) => ({ where, ...times }))
    .toSorted((one, other) => other.self - one.self);
  return { busyMs, functions };
};
