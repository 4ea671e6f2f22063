import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { drawPoints } from '../plot.ts';

/**
 * Draws how good the main content is against how long it takes, from the results that `bench/quality/content.ts` wrote.
 * `node bench/quality/plot.ts` writes docs/images/quality.svg. Up and to the left is better.
 */
const root = join(import.meta.dirname, '../..');

const results = z.object({
  content: z.object({
    systems: z.array(
      z.object({
        name: z.string(),
        milliseconds: z.number(),
        scores: z.record(z.string(), z.object({ f1: z.number() })),
      }),
    ),
  }),
});

const measure = 'wcxb-dev, words';
const { content } = results.parse(JSON.parse(readFileSync(join(root, 'bench/results/quality.json'), 'utf8')));
const points = content.systems.map(({ name, milliseconds, scores }) => ({
  name,
  ms: milliseconds,
  f1: scores[measure]?.f1 ?? 0,
}));

drawPoints(
  'images/quality.svg',
  {
    title: 'Main content of saved pages: how right, after how long',
    subtitle: 'parsing included; up and to the left is better',
    x: 'milliseconds a page',
    y: 'word F1',
    logX: true,
  },
  points.map(({ name, ms, f1 }) => ({ name: `${name} ${f1.toFixed(3)}`, x: ms, y: f1 })),
);
