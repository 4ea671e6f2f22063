import type { Block, Blocks } from './blocks.ts';
import { describe } from './features.ts';
import { type Model, rate } from './model.ts';
import type { PageFacts } from './page-features.ts';

/** Most blocks of a page that are judged one by one; a page of more has many that are alike. */
const mostJudged = 2000;

/** The chance of each block of a page that it is main content, 0 to 1. */
export const judge = (blocks: Blocks, facts: PageFacts, model: Model): Float32Array => {
  const { all } = blocks;
  const step = Math.ceil(all.length / mostJudged);
  const judged = step <= 1 ? all : all.filter(({ index }) => index % step === 0);
  const rated = rate(model, describe(blocks, facts, model.lexicon, judged));
  return judged === all ? rated : spread(all, judged, rated);
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
