import type { List, ListItem, Paragraph, PhrasingContent, RootContent } from 'mdast';

/**
 * Carousels have their pictures again as thumbnails, and again for wide windows: each stays where it is first. So does a
 * picture without words that adorns part after part. One that says something where it stands, as the stars of a rating
 * do, stays wherever it is.
 */
export const withoutRepeatedPictures = <T extends RootContent>(
  blocks: readonly T[],
  seen: Set<string> = new Set(),
): T[] =>
  blocks.filter((block, index) => {
    if (block.type === 'list') return keepsItems(block, seen);
    const isInRow = [blocks[index - 1], blocks[index + 1]].some((other) => other && showsPictures(other));
    return block.type !== 'paragraph' || keepsPictures(block, isInRow, seen);
  });

/** Takes out what was seen before. @returns whether something is left. */
const keepsPictures = (block: Paragraph, isInRow: boolean, seen: Set<string>): boolean => {
  if (!showsPictures(block)) return true;
  const isRow = isInRow || block.children.filter((node) => pictureOf(node) !== undefined).length > 1;
  block.children = block.children.filter((node) => {
    const picture = pictureOf(node);
    if (picture === undefined) return true;
    const isRepeated = seen.has(picture.address) && (isRow || picture.alt === '');
    seen.add(picture.address);
    return !isRepeated;
  });
  return block.children.some((node) => pictureOf(node) !== undefined);
};

const keepsItems = (list: List, seen: Set<string>): boolean => {
  const entries = list.children.filter(
    ({ children }) => children.some(isGallery) && !children.every(showsPictures),
  );
  if (entries.length >= fewestGalleries)
    for (const entry of entries)
      entry.children = entry.children.flatMap((block) => (isGallery(block) ? firstOf(block) : block));
  const isRow = list.children.length > 1 && showsPictures(list);
  list.children = list.children.filter((item) => {
    const [only, ...others] = item.children;
    if (only === undefined) return true;
    if (isRow && only.type === 'paragraph' && others.length === 0) return keepsPictures(only, isRow, seen);
    item.children = withoutRepeatedPictures(item.children, seen);
    return item.children.length > 0;
  });
  return list.children.length > 0;
};

/** Where so many entries of a list have a gallery each, it is the choice of a shop: one picture shows what an entry is. */
const fewestGalleries = 3;

/** Pictures that lead nowhere, or to one place: such as lead to several are buttons. */
const isGallery = (block: RootContent): block is List =>
  block.type === 'list' && showsPictures(block) && leadsOf(block).size < 2;

const leadsOf = (list: List): ReadonlySet<string> =>
  new Set(
    list.children
      .flatMap(({ children }) => children)
      .flatMap((block) => (block.type === 'paragraph' ? block.children : []))
      .flatMap((node) => (isSpace(node) ? [] : [node.type === 'link' ? node.url : ''])),
  );

const firstOf = ({ children }: List): ListItem['children'] => children[0]?.children ?? [];

/** Whether a block is pictures and nothing else. */
const showsPictures = (block: RootContent): boolean => {
  if (block.type === 'list')
    return block.children.every(({ children }) => children.length > 0 && children.every(showsPictures));
  if (block.type !== 'paragraph') return false;
  return block.children.every((node) => pictureOf(node) !== undefined || isSpace(node));
};

const isSpace = (node: PhrasingContent): boolean =>
  node.type === 'break' || (node.type === 'text' && node.value.trim() === '');

interface Picture {
  /** Without the size that is asked for; with where the picture leads. */
  readonly address: string;
  readonly alt: string;
}

/** A picture, alone or as all of a link. */
const pictureOf = (node: PhrasingContent): Picture | undefined => {
  if (node.type === 'image') return { address: node.url.replace(size, ''), alt: node.alt ?? '' };
  if (node.type !== 'link' || node.children.length > 1) return undefined;
  const inside = node.children[0] && pictureOf(node.children[0]);
  return inside && { ...inside, address: `${inside.address} ${node.url}` };
};

const size = /(?<=[?&])(?:w|width|h|height|q|quality|dpr)=[\d.]+(?:&|$)/g;
