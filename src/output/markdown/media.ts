import type { PhrasingContent } from 'mdast';
import { resolveUrl } from '../../document/tree/links.ts';
import { attr, type Element, elements } from '../../document/tree/tree.ts';

/** Audio, video, and the players of others in frames: what a link to them leads to, and says. */

/** The absolute address of what a player plays. */
export const mediaSource = (element: Element, base: string): string | undefined => {
  const source = [element, ...elements(element)].map((node) => attr(node, 'src')).find((src) => src);
  return source === undefined ? undefined : resolveUrl(source, base);
};

export const mediaLabel = ({ tagName }: Element): string => (tagName === 'audio' ? 'Audio' : 'Video');

const players =
  /^https:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com\/embed\/|player\.vimeo\.com\/video\/)([\w-]+)/;

/** The page of a video whose player is in a frame; undefined if the frame holds something else. */
export const playerIn = (frame: Element, base: string): { url: string; label: string } | undefined => {
  const source = attr(frame, 'data-gn-frame') ?? attr(frame, 'data-src') ?? attr(frame, 'src');
  const [matched, id] = players.exec(resolveUrl(source ?? '', base) ?? '') ?? [];
  if (matched === undefined || id === undefined) return undefined;
  const url = matched.includes('vimeo') ? `https://vimeo.com/${id}` : `https://www.youtube.com/watch?v=${id}`;
  return { url, label: attr(frame, 'title')?.trim() || 'Video' };
};

/** A player in a frame becomes a link to the video's page. */
export const playerLink = (frame: Element, base: string): PhrasingContent[] => {
  const player = playerIn(frame, base);
  return player === undefined
    ? []
    : [{ type: 'link', url: player.url, children: [{ type: 'text', value: player.label }] }];
};
