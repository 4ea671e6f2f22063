import { withoutCredentials } from '../../net/credentials.ts';
import { ProtocolError, type Snapshot } from '../../page.ts';
import type { Session } from '../devtools/cdp.ts';
import type { MainResponse } from '../tab/activity.ts';
import type { InWorld, World } from '../tab/world.ts';
import { isThin } from '../wait/ask.ts';
import { probeIn } from '../wait/probe.ts';
import { domReaders } from './dom.ts';
import { type Attach, createFrameReader, type FrameReader } from './frames.ts';
import { createGaps } from './gaps.ts';
import { createGenerated } from './generated.ts';
import { createMarks } from './marks.ts';
import { createMarkup } from './markup.ts';
import { lookBehind, releaseNodes } from './nodes.ts';
import { createPieces } from './pieces.ts';
import { type Extent, type Hole, type Serialized, serialize, type Tree } from './serialize.ts';

/** The snapshot: the live document as HTML, put together from its frames and closed shadow roots. */

/** Longer pages are cut, in characters. */
const maxPage = 30_000_000;
const maxFrame = 2_000_000;
/** Closed shadow roots inside closed shadow roots, and frames inside frames. */
const maxNesting = 8;

/** The page to read: its session, and the way to frames in other processes. */
interface Source {
  readonly session: Session;
  readonly inWorld: InWorld;
  readonly attach: Attach;
  /** `performance.now()` until which frames may be waited for. */
  readonly until: number;
}

/** Reads the live document as plain data, with all that a reader sees in its shadow roots and frames. */
export const takeSnapshot = async (
  source: Source,
  { status, headers, mimeType: contentType }: MainResponse,
): Promise<{ snapshot: Snapshot; cut: boolean }> => {
  const { html, title, url, baseUrl, scripts, cut } = await readShown(source, 3);
  const page = { url, status, headers, contentType, html, title, scripts };
  return { snapshot: { ...page, baseUrl: withoutCredentials(baseUrl) }, cut };
};

/** A page that goes on to another document in this moment is stopped: that one is read. */
const readShown = async (source: Source, more: number): ReturnType<typeof readPage> => {
  try {
    return await readPage(source);
  } catch (error) {
    if (!(error instanceof ProtocolError) || more === 0) throw error;
    await source.session.send('Page.stopLoading');
    return readShown(source, more - 1);
  }
};

/** How long frames are given to have what they ask for, in milliseconds. */
const longestIdleMs = {
  /** In a page that shows much: as long as the page's own data. */
  ordinary: 1500,
  /** In one that shows little itself: a frame may be what it is for. */
  bare: 4000,
};
/** The most that it may be of the time that is left. */
const idleShare = 0.25;

const readPage = ({ inWorld, attach, until }: Source) =>
  inWorld(async (world) => {
    const extent = { maxLength: maxPage, asFrame: false, baseUrl: undefined };
    const { trees, ...page } = await serializeIn(world, extent);
    const hasHoles = trees.some(({ holes }) => holes.length > 0);
    const isBare = hasHoles && isThin(await probeIn(world));
    const left = Math.max(0, until - performance.now());
    const idleMs = Math.min(longestIdleMs[isBare ? 'bare' : 'ordinary'], left * idleShare);
    // Made now: its time runs.
    const frames = createFrameReader(attach, { idleMs, isBare });
    const [html = ''] = await complete(
      { world, extent: { ...extent, baseUrl: page.baseUrl }, frames },
      trees,
      0,
    );
    return { ...page, html };
  });

/** Where trees were read. */
interface Place {
  readonly world: World;
  readonly extent: PageExtent;
  readonly frames: FrameReader;
}

interface PageExtent extends Extent {
  /** Addresses that do not resolve against this are made absolute; undefined for the page's own. */
  readonly baseUrl: string | undefined;
}

/** The parts travel as one text: what runs in the page can import nothing. */
export const serializer = `function (extent, ...roots) {
  const dom = (${domReaders})();
  const marks = (${createMarks})(dom);
  const markup = (${createMarkup})(dom, marks, extent.baseUrl ?? dom.baseUrl(document));
  const hasGapBefore = (${createGaps})(dom);
  const generatedIn = (${createGenerated})(dom);
  const pieces = (${createPieces})(dom);
  return (${serialize})({ dom, marks, markup, hasGapBefore, generatedIn, pieces }, extent, ...roots);
}`;

const serializeIn = (world: World, extent: PageExtent, roots: readonly string[] = []): Promise<Serialized> =>
  world.call(serializer, [{ value: extent }, ...roots.map((objectId) => ({ objectId }))]);

/** Fills the holes of trees with what closed shadow roots and other origins' frames show. */
const complete = async (place: Place, trees: readonly Tree[], nesting: number): Promise<string[]> => {
  const { world, extent, frames } = place;
  if (nesting >= maxNesting || trees.every(({ holes }) => holes.length === 0))
    return trees.map(({ html }) => html);
  const found = await lookBehind(world);
  const roots = found.flatMap(({ root }) => root ?? []);
  const inside = roots.length === 0 ? [] : (await serializeIn(world, extent, roots)).trees;
  const readFrame = (id: string) =>
    frames.read(world.session, id, async (frameWorld) => {
      const frameExtent = { ...extent, maxLength: maxFrame, asFrame: true };
      const { trees: body } = await serializeIn(frameWorld, frameExtent);
      return complete({ ...place, world: frameWorld, extent: frameExtent }, body, nesting + 1);
    });
  const [closed, framed] = await Promise.all([
    complete(place, inside, nesting + 1),
    Promise.all(found.map(({ frame }) => (frame === undefined ? undefined : readFrame(frame)))),
  ]);
  releaseNodes(world);
  const contents = found.map(({ root }, index) => (root === undefined ? framed[index]?.[0] : closed.shift()));
  return trees.map(({ html, holes }) => fill(html, holes, contents.splice(0, holes.length)));
};

/** Puts contents in place of what stands in the holes; where there is none, that stays. */
const fill = (html: string, holes: readonly Hole[], contents: readonly (string | undefined)[]): string => {
  const filled = holes
    .flatMap(({ start, end }, index) => {
      const content = contents[index];
      return content === undefined ? [] : [{ start, end, content }];
    })
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: string[] = [];
  let position = 0;
  for (const { start, end, content } of filled) {
    // What was filled already holds this one, too.
    if (start < position) continue;
    parts.push(html.slice(position, start), content);
    position = end;
  }
  return parts.join('') + html.slice(position);
};
