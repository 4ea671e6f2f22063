import type { Block, Blocks } from './blocks.ts';
import { describe } from './features.ts';
import { type Model, rate } from './model.ts';
import type { PageFacts } from './page-features.ts';

/** Most blocks of a page that are judged one by one; a page of more has many that are alike: as many of all, and of looks. */
const mostJudged = 2000;

/** The chance of each block of a page that it is main content, 0 to 1. */
export const judge = (blocks: Blocks, facts: PageFacts, model: Model): Float32Array => {
  const { all } = blocks;
  const step = Math.ceil(all.length / mostJudged);
  const judged = step <= 1 ? all : sample(all, step);
  const rated = rate(model, describe(blocks, facts, model.lexicon, judged));
  return judged === all ? rated : spread(all, judged, rated);
};

/** Every so many, and the first of each look: below a table of thousands of cells there is one footer. */
const sample = (all: readonly Block[], step: number): readonly Block[] => {
  const looks = new Set<number>();
  return all.filter(({ index, runs, region: { look } }) => {
    const isFirst = looks.size < mostJudged && !looks.has(look);
    if (isFirst) looks.add(look);
    return isFirst || (index % step === 0 && runs === 1);
  });
};

/** The others get what the last block that looks like them got; where there is none, what the last one got. */
const spread = (all: readonly Block[], judged: readonly Block[], rated: Float32Array): Float32Array => {
  const chances = new Float32Array(all.length);
  const known = new Map<number, number>();
  let next = 0;
  let last = 0;
  for (const block of all) {
    if (judged[next] === block) {
      last = rated[next++] ?? 0;
      known.set(block.region.look, last);
    }
    chances[block.index] = known.get(block.region.look) ?? last;
  }
  return chances;
};
