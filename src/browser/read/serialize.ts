import type { DomReaders } from './dom.ts';
import type { Gaps } from './gaps.ts';
import type { Generated } from './generated.ts';
import type { Marks } from './marks.ts';
import type { Markup } from './markup.ts';
import type { Pieces } from './pieces.ts';

/** Writes the live document as HTML: scripts and styles left out, open shadow roots flattened in, hidden elements marked. */

/**
 * A place in the markup where more may be shown than script can reach: a closed shadow root, or a frame of another origin.
 * From where to where what script sees of it stands, in UTF-16 code units.
 */
export interface Hole {
  readonly start: number;
  readonly end: number;
}

/** The markup of one root. An inner hole comes before the one around it. */
export interface Tree {
  readonly html: string;
  readonly holes: readonly Hole[];
}

export interface Serialized {
  /** Of the document, or of each root that was given. */
  readonly trees: readonly Tree[];
  readonly title: string;
  readonly url: string;
  readonly baseUrl: string;
  /** Addresses of the document's scripts, the first hundred. */
  readonly scripts: readonly string[];
  /** The page is longer than is read. */
  readonly cut: boolean;
}

export interface Extent {
  /** In characters; a text of control characters takes six times as much on its way to us. */
  readonly maxLength: number;
  /** Only what stands in the document's body. */
  readonly asFrame: boolean;
}

/** Where the elements behind the holes of the last call are kept: the page does not see this world's globals. */
export interface HolesWorld {
  gannetHoles?: Element[];
}

interface Around {
  readonly hidden: boolean;
  /** Every space counts as it is. */
  readonly verbatim: boolean;
  readonly inFrame: boolean;
  /** Of the document, where it is not the page's. */
  readonly base: string | undefined;
}

interface Parts {
  readonly dom: DomReaders;
  readonly marks: Marks;
  readonly markup: Markup;
  readonly hasGapBefore: Gaps;
  readonly generatedIn: Generated;
  readonly pieces: Pieces;
}

/** An element whose content may have to be replaced. */
interface Host {
  readonly element: Element;
  readonly start: number;
  isHole: boolean;
}

interface Step {
  /** Null for the end of an element. */
  readonly node: Node | null;
  readonly close: string;
  /** Followed by its siblings. */
  readonly inRun: boolean;
  readonly around: Around;
  /** The element around the node, or the one that ends. */
  readonly host: Host | undefined;
}

/**
 * Writes the document, or the roots given, as HTML. Self-contained: runs in the page's isolated world, iteratively, for
 * a page may be 200 000 elements deep.
 */
export const serialize = (
  { dom, marks, markup, hasGapBefore, generatedIn, pieces }: Parts,
  { maxLength, asFrame }: Extent,
  ...roots: Node[]
): Serialized => {
  const hiddenMark = ' data-gn-hidden=""';
  const words = (text: string) => new Set(text.split(' '));
  const voids = words('area base br col embed hr img input link meta param source track wbr');
  const dropped = words('style template noscript noembed noframes');

  let parts: string[] = [];
  let holes: Hole[] = [];
  let length = 0;
  let total = 0;
  const push = (text: string) => {
    total += text.length;
    if (total > maxLength) return;
    length += text.length;
    parts.push(text);
  };

  const stack: Step[] = [];
  const visitRun = (node: Node | null, around: Around, host?: Host) => {
    if (node) stack.push({ node, close: '', inRun: true, around, host });
  };
  const visitEach = (nodes: readonly Node[], around: Around) => {
    for (const node of nodes.toReversed())
      stack.push({ node, close: '', inRun: false, around, host: undefined });
  };
  const endWith = (close: string, around: Around, host?: Host) =>
    stack.push({ node: null, close, inRun: false, around, host });

  const held: Element[] = [];
  const maxHeld = 500;
  const finish = ({ close, host }: Step) => {
    if (host?.isHole && held.length < maxHeld) {
      holes.push({ start: host.start, end: length });
      held.push(host.element);
    }
    push(close);
  };

  const mayHost = words(
    'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span',
  );
  const isEmpty = (element: Element) => {
    const child = dom.firstChild(element);
    if (child === null) return true;
    return dom.nodeType(child) !== 1 && dom.nextSibling(child) === null && !dom.nodeValue(child)?.trim();
  };
  const isLargerThan = (element: Element, width: number, height: number) => {
    const box = dom.boxOf.call(element);
    return box.width >= width && box.height >= height;
  };
  /** A closed shadow root cannot be asked for; that one may be there is known now, or by a child that is astray. */
  const suspect = (element: Element, name: string): Host | undefined => {
    const isCustom = name.includes('-');
    if (!isCustom && !mayHost.has(name)) return undefined;
    const isHole =
      (isCustom && Element.prototype.matches.call(element, ':defined')) ||
      (isEmpty(element) && isLargerThan(element, 8, 8));
    return { element, start: length, isHole };
  };

  const open = (element: Element, { around, host: parent }: Step) => {
    const ownName = dom.localName(element);
    const name = ownName.toLowerCase();
    if (name === 'script') return push(markup.scriptOf(element, around.inFrame));
    if (dropped.has(name)) return;
    const sight = around.hidden ? 'shown' : marks.sightOf(element, name);
    if (sight === 'astray' && parent) parent.isHole = true;
    const mark = sight === 'shown' ? '' : hiddenMark;
    const within = withinOf(around, mark !== '', name);
    if (!mark && isLaidOut(around) && hasGapBefore(element)) push(' ');
    const isInstead = name === 'object' && showsContents(element);
    if (frameReaders.has(name) && dom.isHtml(element) && !isInstead)
      return isPlugin(element, name) ? undefined : openFrame(element, mark, within);
    const isInLine = isInstead || pieces.isPiece(element, name);
    const tagName = isInLine ? 'span' : (markup.nameOf(name) ?? ownName);
    const isSeen = !within.hidden && marks.hasBox(name);
    push(`${markup.openTag(element, tagName, around.base, isSeen)}${mark}>`);
    const whole = within.verbatim ? undefined : pieces.wholeOf(element);
    if (whole !== undefined) push(`${markup.escapeText(whole)}</${tagName}>`);
    else if (!voids.has(name)) enter(element, `</${tagName}>`, within);
  };

  const spaced = words('pre textarea code kbd svg math select');
  const withinOf = (around: Around, isHidden: boolean, name: string): Around => {
    const hidden = around.hidden || isHidden;
    const verbatim = around.verbatim || spaced.has(name);
    return hidden === around.hidden && verbatim === around.verbatim
      ? around
      : { ...around, hidden, verbatim };
  };
  const isLaidOut = ({ hidden, verbatim }: Around) => !hidden && !verbatim;

  const assignedNodes = HTMLSlotElement.prototype.assignedNodes;
  const enter = (element: Element, close: string, around: Around) => {
    const name = dom.localName(element);
    const root = dom.shadowRoot(element);
    const nodes = root ? [root] : name === 'slot' && dom.isHtml(element) ? assignedNodes.call(element) : [];
    const [before, after] = isLaidOut(around) ? generatedIn(element) : ['', ''];
    push(markup.escapeText(before));
    const host = root || around.hidden ? undefined : suspect(element, name);
    endWith(markup.escapeText(after) + close, around, host);
    if (nodes.length > 0) visitEach(nodes, around);
    else visitRun(dom.firstChild(element), around, host);
  };

  /** How each kind of frame tells its document and its address. What an `embed` shows no script can reach. */
  const framed = {
    iframe: [HTMLIFrameElement.prototype, 'src'],
    frame: [HTMLFrameElement.prototype, 'src'],
    object: [HTMLObjectElement.prototype, 'data'],
    embed: [HTMLEmbedElement.prototype, 'src'],
  } as const;
  const readersOf = ([prototype, address]: (typeof framed)[keyof typeof framed]) => ({
    inner: dom.getter<Document | null | undefined>(prototype, 'contentDocument'),
    source: dom.getter<string>(prototype, address),
  });
  const frameReaders = new Map(Object.entries(framed).map(([name, of]) => [name, readersOf(of)]));
  /** Pictures, films and files are shown by the same elements. */
  const isPlugin = (element: Element, name: string) =>
    (name === 'object' || name === 'embed') && !/^$|html/i.test(attributeOf(element, 'type') ?? '');
  const { createRange } = Document.prototype;
  const { selectNodeContents, getClientRects } = Range.prototype;
  /** An object whose data did not come shows what stands in it instead. */
  const showsContents = (element: Element) => {
    const range = createRange.call(document);
    selectNodeContents.call(range, element);
    return getClientRects.call(range).length > 0;
  };
  /** A frame of the same origin is part of what a reader sees: its body takes the frame's place. */
  const openFrame = (frame: Element, mark: string, around: Around) => {
    const readers = frameReaders.get(dom.localName(frame));
    const inner = readers?.inner(frame) ?? null;
    const source = markup.escapeValue(readers?.source(frame) ?? '');
    const title = markup.escapeValue(attributeOf(frame, 'title') ?? '');
    const body = inner && (dom.body(inner) ?? dom.documentElement(inner));
    const hidden = around.hidden || (body !== null && isHiddenBody(body));
    push(
      `<div data-gn-frame="${source}"${title && ` title="${title}"`}${hidden && !around.hidden ? hiddenMark : mark}>`,
    );
    const isHole = inner === null && !hidden && isLargerThan(frame, 100, 50);
    endWith('</div>', around, { element: frame, start: length, isHole });
    if (body) visitBody(body, { hidden, verbatim: false, inFrame: true, base: markup.ownBase(body) });
  };
  const attributeOf = dom.attribute;
  const isHiddenBody = (body: Element) => {
    const root = dom.parentElement(body);
    const isHidden = (element: Element, name: string) => marks.sightOf(element, name) === 'hidden';
    return isHidden(body, 'body') || (root !== null && isHidden(root, 'html'));
  };
  /** A frameset is its frames. */
  const visitBody = (body: Element, around: Around) =>
    dom.localName(body) === 'frameset' ? visitEach([body], around) : visitRun(dom.firstChild(body), around);

  const writeText = (node: Node, around: Around) => {
    const { hidden } = around;
    if (isLaidOut(around) && hasGapBefore(node)) push(' ');
    const text = dom.nodeValue(node);
    const parent = hidden || !/\S/.test(text) ? null : dom.parentElement(node);
    const isSizeless = parent !== null && marks.isSizeless(parent, dom.localName(parent));
    push(isSizeless ? `<span${hiddenMark}>${markup.escapeText(text)}</span>` : markup.escapeText(text));
  };

  const visit = (step: Step) => {
    const { node, inRun, around, host } = step;
    if (node === null) return finish(step);
    if (inRun) visitRun(dom.nextSibling(node), around, host);
    const type = dom.nodeType(node);
    if (type === 1) open(node as Element, step);
    else if (type === 3 || type === 4) writeText(node, around);
    else if (type === 9 || type === 11) visitRun(dom.firstChild(node), around);
    else if (type === 10) push('<!DOCTYPE html>');
  };

  const write = (root: Node): Tree => {
    parts = [];
    holes = [];
    length = 0;
    stack.length = 0;
    const around = { hidden: false, verbatim: false, inFrame: asFrame, base: markup.ownBase(root) };
    const body = asFrame && root === document ? (dom.body(document) ?? dom.documentElement(document)) : null;
    if (body) visitBody(body, around);
    else visitEach([root], around);
    for (let step = stack.pop(); step && total <= maxLength; step = stack.pop()) visit(step);
    // Halves of characters would be replaced on their way to us, and what follows them moved.
    return { html: parts.join('').toWellFormed(), holes };
  };

  const scriptsOf = dom.getter<HTMLCollectionOf<HTMLScriptElement>>(Document.prototype, 'scripts');
  const sourceOf = dom.getter<string>(HTMLScriptElement.prototype, 'src');
  const scripts = Array.from(scriptsOf(document))
    .slice(0, 100)
    .map((script) => (script instanceof HTMLScriptElement ? sourceOf(script).slice(0, 500) : ''))
    .filter((address) => address !== '');

  const trees = (roots.length > 0 ? roots : [document]).map(write);
  (globalThis as typeof globalThis & HolesWorld).gannetHoles = held;
  return {
    trees,
    title: dom
      .title(document)
      .slice(0, 1000)
      .replace(/[\uD800-\uDBFF]$/, ''),
    url: location.href,
    baseUrl: dom.baseUrl(document),
    scripts,
    cut: total > maxLength,
  };
};
