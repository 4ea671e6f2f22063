import { headingTags } from '../tree/measure.ts';
import { type Block, type Blocks, textOf } from './blocks.ts';
import { type Region, regionAround } from './region.ts';

/** Headings above chosen text, and above those of its parts. */
export const sectionHeadings = (
  { all }: Blocks,
  chosen: ReadonlySet<Block>,
  chances: Float32Array,
): Block[] => {
  const found: Block[] = [];
  /** What was chosen next below. */
  let below: Block | undefined;
  /** Blocks since then that are no text of a heading, though they stand in it. */
  let passed = 0;
  for (const block of all.toReversed()) {
    if (chosen.has(block)) {
      below = block;
      passed = 0;
    } else if (isBesideHeading(block, all)) passed++;
    else if (block.level > 0) {
      const least = below === undefined ? Infinity : leastOver(block, below, passed);
      below = (chances[block.index] ?? 0) >= least ? block : undefined;
      passed = 0;
      if (below !== undefined) found.push(block);
    }
  }
  return found;
};

/** Whether it is a button, or a sign, in a heading that begins with words: `Ingredients 1x 2x 3x`. What is all one button is the heading. */
export const isBesideHeading = (
  { level, region, index, from, to }: Block,
  all: readonly Block[],
): boolean => {
  if (level === 0) return false;
  const heading = regionAround(region, ({ tag }) => headingTags.has(tag));
  const first = heading === undefined ? undefined : all[heading.first];
  if (first === undefined || first.index === index || isOnButton(first.region)) return false;
  return from === to || isOnButton(region);
};

const isOnButton = (region: Region): boolean =>
  regionAround(region, ({ tag }) => tag === 'button') !== undefined;

/** How likely a heading has to be to stay above what was chosen below. Less likely ones stand over what was chosen by mistake. */
const leastOver = (heading: Block, below: Block, passed: number): number => {
  const between = below.index - heading.index - 1 - passed;
  if (between > farthest) return Infinity;
  const isOver = below.level === 0 || below.level > heading.level;
  if (between > 0) return isOver ? leastApartChance : Infinity;
  if (namesQuestions.test(textOf(heading))) return 0;
  if (!isOver) return Infinity;
  return below.level === 0 ? leastChance : leastOfPartsChance;
};

/** Most blocks between a heading and its text: an author, a date, who took the picture. */
const farthest = 3;
const leastChance = 0.1;
/** Right above the heading of a part. */
const leastOfPartsChance = 0.2;
/** Further above, as leads and dates part it from its text. */
const leastApartChance = 0.3;

/** What stands above questions that were chosen is no invitation to ask. */
const namesQuestions =
  /^\s*(?:faqs?|q ?& ?a|frequently asked questions|(?:häufige|häufig gestellte) fragen|questions fréquentes|foire aux questions|preguntas frecuentes|domande frequenti|perguntas frequentes|veelgestelde vragen|часто задаваемые вопросы|الأسئلة الشائعة|よくある(?:ご)?質問|常见问题|常見問題|자주 묻는 질문)(?!\p{L})/iu;
