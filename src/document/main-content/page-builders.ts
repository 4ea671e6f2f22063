import { attr } from '../tree/tree.ts';
import type { Block, Blocks } from './blocks.ts';
import { isLink } from './ends.ts';
import { type Region, regionAround } from './region.ts';

/** What people wrote with an editor of pages is likely enough, whatever it is: header and footer are not in there. */
const leastWrittenChance = 0.02;
/** In characters. What is longer is judged by what it says. */
const longestWritten = 10_000;

/** What was left out of a page that was put together with an editor of pages. */
export const written = ({ all }: Blocks, chosen: ReadonlySet<Block>, chances: Float32Array): Block[] => {
  const first = all.find((block) => chosen.has(block));
  const whole = first && regionAround(first.region, isWritten);
  if (first === undefined || whole === undefined || whole.characters > longestWritten) return [];
  return all
    .slice(first.index, whole.last + 1)
    .filter(
      (block) =>
        !chosen.has(block) &&
        block.to !== block.from &&
        !leadsAway(block) &&
        (chances[block.index] ?? 0) >= leastWrittenChance,
    );
};

/** Not what only unfolds the answer below it. */
const leadsAway = (block: Block): boolean =>
  isLink(block) && block.link !== undefined && /^[^#]/.test(attr(block.link, 'href')?.trim() ?? '');

/** Where Elementor, Divi, Wix and Squarespace put what was written of a page. */
const isWritten = ({ element }: Region): boolean =>
  /^wp-(?:page|post)$/.test(attr(element, 'data-elementor-type') ?? '') ||
  /^(?:et-boc|PAGES_CONTAINER)$/.test(attr(element, 'id') ?? '') ||
  attr(element, 'data-content-field') === 'main-content';
