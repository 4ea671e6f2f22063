import { type Block, type Blocks, textOf } from './blocks.ts';

/** Headings above chosen text, and above those of its parts. */
export const sectionHeadings = (
  { all }: Blocks,
  chosen: ReadonlySet<Block>,
  chances: Float32Array,
): Block[] => {
  const found: Block[] = [];
  /** What was chosen next below. */
  let below: Block | undefined;
  for (const block of all.toReversed()) {
    if (chosen.has(block)) below = block;
    else if (block.level > 0) {
      below =
        below !== undefined && (chances[block.index] ?? 0) >= leastOver(block, below) ? block : undefined;
      if (below !== undefined) found.push(block);
    }
  }
  return found;
};

/** How likely a heading has to be to stay above what was chosen below. Less likely ones stand over what was chosen by mistake. */
const leastOver = (heading: Block, below: Block): number => {
  const between = below.index - heading.index - 1;
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
