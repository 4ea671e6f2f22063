import { compileSelector } from '../tree/select.ts';
import type { Block, Blocks } from './blocks.ts';
import { regionAround } from './region.ts';

/** Where programs put the documentation that they make of source code: Doxygen, Haddock and gi-docgen. */
const isOfSource = compileSelector(
  '.header:has(> .headertitle) + .contents, #package-header ~ #content > #interface, section#main.content:has(.docblock)',
  'source-docs',
);

/** What was left out of such documentation: signatures, parameters and types look like no text, and are what it is for. */
export const ofSource = ({ all }: Blocks, chosen: ReadonlySet<Block>): Block[] => {
  const last = all.findLast((block) => chosen.has(block));
  const whole = last && regionAround(last.region, ({ element }) => isOfSource(element));
  if (whole === undefined) return [];
  return all
    .slice(whole.first, whole.last + 1)
    .filter((block) => !chosen.has(block) && block.to !== block.from);
};
