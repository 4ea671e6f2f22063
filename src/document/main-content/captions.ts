import { type Block, type Blocks, textOf } from './blocks.ts';
import { isLink } from './ends.ts';
import { share } from './page-features.ts';
import { type Region, regionAround } from './region.ts';

export const isCaption = (region: Region): boolean =>
  regionAround(region, ({ tag }) => tag === 'figcaption') !== undefined;

/** As likely as not, a caption goes with its picture. */
export const leastCaptionChance = 0.4;
/** On a short page that says more than who took it, once all else is there. */
export const leastShortCaptionChance = 0.1;
/** That of chosen code or a table is told by more than a picture. */
const leastTitleChance = 0.1;

/** What is said below a picture that stays, as it stands among chosen text, and below text in a figure. */
export const captions = (
  { all, regions }: Blocks,
  chosen: ReadonlySet<Block>,
  chances: Float32Array,
  leastCaption: number,
): Block[] => {
  const first = all.findIndex((block) => chosen.has(block));
  const last = all.findLastIndex((block) => chosen.has(block));
  /** Pages of pictures have thousands of captions in one element. */
  const known = new Map<Region, boolean>();
  const isKept = (around: Region): boolean => {
    const kept = known.get(around) ?? shareOf(all.slice(around.first, around.last + 1), chosen) >= 0.5;
    known.set(around, kept);
    return kept;
  };
  const figcaptions = regions.filter(({ tag }) => tag === 'figcaption');
  return figcaptions.flatMap((region) => {
    const isTitle = hasText(all, region, chosen);
    const around = isTitle ? undefined : textAround(region);
    const isAmongText =
      around !== undefined && region.first >= first && region.last <= last && isKept(around);
    if (!isTitle && !isAmongText) return [];
    const least = isTitle ? leastTitleChance : leastCaption;
    return all
      .slice(region.first, region.last + 1)
      .filter((block) => (!isLink(block) || isCredit(block)) && (chances[block.index] ?? 0) >= least);
  });
};

/** Who took a picture, though all that is said of it is a link. */
export const isCredit = (block: Block): boolean =>
  /^(?:photo|image|picture|credit|source|foto|bild|crédit|©)|\b(?:via|getty|reuters|afp|unsplash|wikimedia|flickr|CC[ -]BY|CC0|public domain)\b/i.test(
    textOf(block),
  );

/** Whether what is beside a caption in its figure is text that was chosen. */
const hasText = (all: readonly Block[], caption: Region, chosen: ReadonlySet<Block>): boolean => {
  const { parent, first, last } = caption;
  if (parent?.tag !== 'figure') return false;
  const beside = [all[first - 1], all[last + 1]];
  return beside.some(
    (block) => block && block.index >= parent.first && block.index <= parent.last && chosen.has(block),
  );
};

/** The nearest element that has more than captions. */
const textAround = ({ parent }: Region): Region | undefined => {
  let around = parent;
  while (around !== undefined && around.blocks === around.captions) around = around.parent;
  return around;
};

const shareOf = (blocks: readonly Block[], chosen: ReadonlySet<Block>): number => {
  let all = 0;
  let kept = 0;
  for (const block of blocks) {
    all += block.characters;
    if (chosen.has(block)) kept += block.characters;
  }
  return share(kept, all);
};
