import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { openFilesOf } from '../../test/support/service.ts';
import { memoryOf } from '../processes.ts';
import type { Keeper } from './keeper.ts';
import type { Tally } from './load.ts';

/** Memory of the service's own process, by how many requests it has answered. */
export interface Watch {
  stop(): Growth;
}

/** MB for each 1000 requests after warm-up, and at both ends; NaN where a process lived too briefly to tell. */
export interface Slope {
  readonly per1000: number;
  readonly first: number;
  readonly last: number;
}

export interface Growth {
  /** What the main thread holds on to, all garbage collected: objects, and buffers outside of the heap. */
  readonly held: Slope;
  /** What the system has given to the process, shared pages by their share. */
  readonly resident: Slope;
  /** Requests that the slopes were measured over. */
  readonly requests: number;
  readonly files: readonly [number, number];
}

interface Sample {
  readonly starts: number;
  readonly requests: number;
  readonly held: number;
  readonly resident: number;
  readonly files: number;
}

const everyMs = 5000;
/** Samples that make one point: the least of them, since what is under way at a moment is no growth. */
const perPoint = 6;
/** Of the time of a process. */
const warmUp = 0.25;

const collected = z.object({ pid: z.int(), heap: z.number(), external: z.number() });

/** @param path where the service writes what is left after a collection (bench/children/collected.ts). */
export const watchMemory = (keeper: Keeper, tally: Tally, path: string, dataDir: string): Watch => {
  const samples: Sample[] = [];
  const timer = setInterval(() => {
    if (!keeper.isUp) return;
    const { pid } = keeper.service;
    const resident = memoryOf(pid);
    const held = heldBy(pid, path);
    // It has ended meanwhile, or only just begun.
    if (resident === 0 || held === undefined) return;
    const { starts } = keeper;
    samples.push({ starts, requests: tally.asked, held, resident, files: openFilesOf(pid, dataDir) });
  }, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      return growthOf(samples);
    },
  };
};

const heldBy = (pid: number, path: string): number | undefined => {
  try {
    const found = collected.parse(JSON.parse(readFileSync(path, 'utf8')));
    return found.pid === pid ? (found.heap + found.external) / 1e6 : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Of the process that lived longest. */
const growthOf = (samples: readonly Sample[]): Growth => {
  const lives = Map.groupBy(samples, ({ starts }) => starts);
  const longest = [...lives.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
  const warm = longest.slice(Math.floor(longest.length * warmUp));
  const first = warm[0];
  const last = warm.at(-1);
  return {
    held: slopeOf(warm, ({ held }) => held),
    resident: slopeOf(warm, ({ resident }) => resident),
    requests: (last?.requests ?? 0) - (first?.requests ?? 0),
    files: [first?.files ?? Number.NaN, last?.files ?? Number.NaN],
  };
};

/** The median of the slopes between all pairs of points (Theil and Sen): an odd one does not count. */
const slopeOf = (samples: readonly Sample[], of: (sample: Sample) => number): Slope => {
  const points: { readonly requests: number; readonly mb: number }[] = [];
  for (let at = 0; at + perPoint <= samples.length; at += perPoint) {
    const [least] = samples.slice(at, at + perPoint).toSorted((one, other) => of(one) - of(other));
    if (least) points.push({ requests: least.requests, mb: of(least) });
  }
  const slopes = points.flatMap((one, at) =>
    points
      .slice(at + 1)
      .filter(({ requests }) => requests > one.requests)
      .map(({ requests, mb }) => (1000 * (mb - one.mb)) / (requests - one.requests)),
  );
  return {
    per1000: slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? Number.NaN,
    first: points[0]?.mb ?? Number.NaN,
    last: points.at(-1)?.mb ?? Number.NaN,
  };
};
