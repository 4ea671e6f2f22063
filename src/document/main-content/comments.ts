import type { Block } from './blocks.ts';
import { createNamed } from './named.ts';
import type { PageFacts } from './page-features.ts';
import { charactersOf } from './sums.ts';

/** In characters: a text of this length stands for itself. */
const longText = 1000;
/** What is shorter than this share of the comments was written to start them. */
const leastShare = 0.15;

/** What readers say below a text. Where people talk with each other, or of a product, that is a part of the page. */
export const comments = (
  kept: readonly Block[],
  { types, isTalk }: Pick<PageFacts, 'types' | 'isTalk'>,
): readonly Block[] => {
  if (isTalk || types.some((type) => /Product/i.test(type))) return [];
  const isComment = createNamed(commentNames, likelyComment);
  const first = kept.findIndex(({ region }) => isComment(region));
  if (first === -1) return [];
  const found = kept.filter(({ region }) => isComment(region));
  const text = charactersOf(kept.slice(0, first).filter(({ isProse }) => isProse));
  return text >= longText && text >= leastShare * charactersOf(found) ? found : [];
};

const likelyComment = /omm?ent|respond|disqus|replies/i;
const commentNames =
  / (?:comments?|commentlist|respond|disqus|replies|kommentare?|commentaires?|comentarios?) /;
