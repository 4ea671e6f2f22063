import { ancestors, attr, type Element, elements } from '../tree/tree.ts';
import type { Block, Blocks } from './blocks.ts';
import type { Region } from './region.ts';

/** Neighbours alike, from which on they are the entries of a list. */
const fewest = 3;
/** What holds more is no entry. */
const mostBlocks = 40;
const decoration = /\b(?:arrow|avatar|icon)\b/i;

/**
 * The pictures of what kept links lead to, in the same entries of lists, with the elements around them: what else is said there, such as
 * a badge, tells nothing about them.
 */
export const entryPictures = ({ kinds }: Blocks, chosen: ReadonlySet<Block>): ReadonlySet<Element> => {
  const leads = new Map<Region, Set<string>>();
  for (const { link, region } of chosen) {
    const to = link && attr(link, 'href');
    if (!to) continue;
    for (let entry: Region | undefined = region; entry !== undefined; entry = entry.parent) {
      if (entry.blocks > mostBlocks) break;
      if ((kinds.get(entry.kind) ?? 0) < fewest) continue;
      const known = leads.get(entry);
      if (known === undefined) leads.set(entry, new Set([to]));
      else known.add(to);
    }
  }
  const found = new Set<Element>();
  for (const [{ element }, known] of leads)
    for (const link of elements(element)) {
      if (link.tagName !== 'a' || !known.has(attr(link, 'href') ?? '')) continue;
      const picture = elements(link).find(({ tagName }) => tagName === 'img');
      if (picture === undefined || decoration.test(attr(picture, 'alt') ?? '')) continue;
      for (const part of [picture, ...ancestors(picture)]) {
        if (part === element) break;
        found.add(part);
      }
    }
  return found;
};
