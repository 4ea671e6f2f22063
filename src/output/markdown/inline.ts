import type { PhrasingContent } from 'mdast';
import { isAnchor, leadsToItself, leadsWithin } from '../../document/metadata/anchors.ts';
import { imageSource, isOverlooked } from '../../document/tree/images.ts';
import { linkTarget } from '../../document/tree/links.ts';
import { isBlock } from '../../document/tree/measure.ts';
import { shownText } from '../../document/tree/text.ts';
import type { ChildNode, Element } from '../../document/tree/tree.ts';
import {
  ancestors,
  attr,
  childElements,
  collapsedText,
  elements,
  isElement,
  isText,
  rawText,
  squeeze,
} from '../../document/tree/tree.ts';
import { classWords } from '../../document/tree/words.ts';
import type { Tell } from '../warnings.ts';
import { codeBlock, hasLines } from './code.ts';
import { withEquationNumber } from './equations.ts';
import { boxOfLine, fieldText } from './fields.ts';
import { type Formula, formula, formulasIn, isFormula, isTypeset, withoutDrawings } from './math.ts';
import { mediaLabel, mediaSource, playerLink } from './media.ts';
import type { Notes } from './notes.ts';
import { loweredText, raisedText } from './raised.ts';
import { tidy } from './tidy.ts';

/** Where inline content stands: what may not be nested, and what a line break is there. */
export interface Inline {
  readonly base: string;
  readonly inHeading?: boolean;
  readonly inCell?: boolean;
  readonly inLink?: boolean;
  /** Elements of emphasis around. */
  readonly marked?: ReadonlySet<string>;
  readonly notes: Notes;
  readonly tell: Tell;
}

/** Inline content of `nodes`, tidied; empty if there is nothing to see. */
export const phrasing = (nodes: readonly ChildNode[], place: Inline): PhrasingContent[] => {
  const found = withEquationNumber(withoutNoteBrackets(tidy(inline(nodes, place))));
  return found.length === 1 ? found : found.map(withinSentence);
};

/** Marks of notes have brackets of their own: `[[^1], [^2]]` is `[^1], [^2]`. */
const withoutNoteBrackets = (nodes: PhrasingContent[]): PhrasingContent[] => {
  if (!nodes.some(isNoteMark)) return nodes;
  const bare = [...nodes];
  bare.forEach((before, index) => {
    if (before.type !== 'text' || !before.value.endsWith('[') || !isNoteMark(bare[index + 1])) return;
    let end = index + 2;
    while (isNoteMark(bare[end]) || (isBetweenNotes(bare[end]) && isNoteMark(bare[end + 1]))) end++;
    const after = bare[end];
    if (after?.type !== 'text' || !after.value.startsWith(']')) return;
    bare[index] = { ...before, value: before.value.slice(0, -1) };
    bare[end] = { ...after, value: after.value.slice(1) };
  });
  return bare.filter((node) => node.type !== 'text' || node.value !== '');
};

const isNoteMark = (node: PhrasingContent | undefined): boolean => node?.type === 'footnoteReference';

const isBetweenNotes = (node: PhrasingContent | undefined): boolean =>
  node?.type === 'text' && /^[\s,;–-]+$/.test(node.value);

/** A formula of a line of its own that stands among words. */
const withinSentence = (node: PhrasingContent): PhrasingContent => {
  const tex = displayedTex(node);
  return tex === undefined ? node : { type: 'html', value: `$${tex}$` };
};

/** The formula that is meant for a line of its own. */
export const displayedTex = (node: PhrasingContent | undefined): string | undefined =>
  node?.type === 'html' ? /^\$\$([\s\S]+)\$\$$/.exec(node.value)?.[1] : undefined;

/** Added to what is `found`, not handed up from level to level: elements nest 512 deep around thousands. */
const inline = (
  nodes: readonly ChildNode[],
  place: Inline,
  found: PhrasingContent[] = [],
): PhrasingContent[] => {
  for (const node of withoutDrawings(nodes)) {
    if (isText(node)) appendText(node.value, place, found);
    else if (isElement(node)) appendElement(node, place, found);
  }
  return found;
};

const appendText = (value: string, place: Inline, found: PhrasingContent[]): void => {
  const pieces = formulasIn(value);
  if (pieces === undefined) found.push({ type: 'text', value });
  else
    for (const piece of pieces)
      if (typeof piece === 'string') found.push({ type: 'text', value: piece });
      else for (const part of formulaText(piece, place)) found.push(part);
};

const appendElement = (element: Element, place: Inline, found: PhrasingContent[]): void => {
  if (place.notes.isMarker(element)) return;
  const label = place.notes.labelOf(element);
  const rule = rules.get(element.tagName);
  if (label !== undefined) found.push({ type: 'footnoteReference', identifier: label, label });
  else if (rule !== undefined) for (const part of rule(element, place, found)) found.push(part);
  else {
    const isApart = isBlock(element);
    if (isApart) found.push(lineBreak(place));
    inline(element.childNodes, place, found);
    if (isApart) found.push(lineBreak(place));
  }
};

/** @param found what stands before in the element around. */
type Rule = (element: Element, place: Inline, found?: PhrasingContent[]) => PhrasingContent[];

const text = (value: string): PhrasingContent[] => (value === '' ? [] : [{ type: 'text', value }]);
const children: Rule = (element, place) => inline(element.childNodes, place);
const nothing: Rule = () => [];

/** In a table cell a line break is `<br>`; in a heading it is a space. */
const lineBreak = ({ inHeading, inCell }: Inline): PhrasingContent =>
  inCell ? { type: 'html', value: '<br>' } : inHeading ? { type: 'text', value: ' ' } : { type: 'break' };

const none: ReadonlySet<string> = new Set();

/**
 * Different elements that mean one thing are one mark: `<b><strong>` is bold once. An element in itself is meant, where it can
 * be written: what is struck out is so once, and bold around a link is not bold again within.
 */
const marked =
  (type: 'strong' | 'emphasis' | 'delete', same: ReadonlySet<string>): Rule =>
  (element, place) => {
    const { marked: around = none } = place;
    const mayRepeat = type === 'emphasis' || (type === 'strong' && !place.inLink);
    const isSaid = [...around].some((name) => same.has(name) && !(mayRepeat && name === element.tagName));
    if (isSaid || (type === 'strong' && place.inHeading)) return children(element, place);
    const inside = inline(element.childNodes, { ...place, marked: new Set([...around, element.tagName]) });
    return [{ type, children: inside }];
  };

const bold = new Set(['b', 'strong']);
const italic = new Set(['i', 'em', 'cite', 'var']);
const struck = new Set(['del', 's', 'strike']);
const strong = marked('strong', bold);
const emphasis = marked('emphasis', italic);
const deleted = marked('delete', struck);
const allMarks: ReadonlySet<string> = new Set([...bold, ...italic]);

/** The content of an element that is bold or italic as a whole: captions, terms. */
export const plain = (element: Element, place: Inline): PhrasingContent[] =>
  phrasing(element.childNodes, { ...place, marked: allMarks });

/** A title is in italics. A whole reference, which has its own, and a number or year that leads to one, are not. */
const cite: Rule = (element, place) =>
  / (?:citation|ltx cite|reference) /.test(classWords(element))
    ? children(element, place)
    : emphasis(element, place);

/** Code keeps its link when the link is all of it, as in references of an API. */
const code: Rule = (element, place) => {
  // Line breaks at the ends come from the markup's layout, single spaces are the author's.
  const value = (hasLines(element) ? (codeBlock(element)?.value ?? '') : rawText(element))
    .replace(/\s+/g, (gap) => (/[\n\r]/.test(gap) ? '\n' : ' '))
    .replace(/^\n|\n$/g, '')
    .replaceAll('\n', ' ');
  if (value.trim() === '') return [];
  const link = elements(element).find(({ tagName }) => tagName === 'a');
  const url =
    link === undefined || place.inLink ? undefined : linkTarget(attr(link, 'href') ?? '', place.base);
  const whole = link !== undefined && collapsedText(link) === value.trim();
  return url !== undefined && whole
    ? [{ type: 'link', url, children: [{ type: 'inlineCode', value: value.trim() }] }]
    : [{ type: 'inlineCode', value }];
};

const trimmed = (node: PhrasingContent): PhrasingContent =>
  node.type === 'inlineCode' ? { ...node, value: node.value.trim() } : node;

/** In a table cell each line is code by itself. In a heading it stands apart, as the block that it is. */
const preformatted: Rule = (element, place) => {
  const lines = place.inCell ? (codeBlock(element)?.value.split('\n') ?? []) : [];
  if (lines.length < 2) {
    const apart: PhrasingContent = { type: 'text', value: ' ' };
    return [apart, ...code(element, place).map(trimmed), apart];
  }
  const written = lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .flatMap((value): PhrasingContent[] => [{ type: 'inlineCode', value }, lineBreak(place)]);
  return [lineBreak(place), ...written];
};

/** Where a link leads. `#` alone is what scripts wait for. */
export const targetOf = (link: Element, base: string): string | undefined => {
  const href = attr(link, 'href');
  return href === undefined || /^\s*#[!0]?\s*$/.test(href) ? undefined : linkTarget(href, base);
};

const link: Rule = (element, place) => {
  if (place.notes.isReturn(element) || isAnchor(element, place.inHeading ?? false)) return [];
  const url = targetOf(element, place.base);
  // A heading that links to itself, or to its page, is a heading; so is what is defined, or the number of a table.
  const isOwn =
    leadsToItself(element) || (place.inHeading && (leadsWithin(element) || isPage(url, place.base)));
  if (url === undefined || place.inLink || isOwn) return children(element, place);
  const inside = tidyKeepingSpace(inline(element.childNodes, { ...place, inLink: true }), element);
  const named =
    inside.length > 0 ? inside : text((attr(element, 'aria-label') ?? attr(element, 'title') ?? '').trim());
  // What runs the example beside it is a button.
  if (inside.length === 0 && / test arrow /.test(classWords(element))) return [];
  // What opens a picture that is shown already leads nowhere.
  if (named.every(isPicture) && isPage(url, place.base)) return named;
  return named.length === 0 ? [] : [{ type: 'link', url, title: titleOf(element), children: named }];
};

const isPicture = (node: PhrasingContent): boolean =>
  node.type === 'image' || (node.type === 'text' && node.value.trim() === '');

/** Whether an address is that of the page, whatever place on it. */
const isPage = (url: string | undefined, base: string): boolean =>
  url !== undefined && url.replace(/#.*/, '') === base.replace(/#.*/, '');

/** What a title adds; often it repeats the text. */
const titleOf = (element: Element): string | null => {
  const title = squeeze(attr(element, 'title') ?? '');
  const isNew = title !== '' && !squeeze(shownText(element)).includes(title);
  return isNew ? title : null;
};

/** A link around blocks holds their line breaks, which are spaces within its brackets; those of a line of verse are its own. */
const tidyKeepingSpace = (nodes: PhrasingContent[], link: Element): PhrasingContent[] => {
  const isVerse =
    !nodes.some(({ type }) => type === 'break') ||
    elements(link).every((inner) => inner.tagName === 'br' || !isBlock(inner));
  const flat = isVerse
    ? nodes
    : nodes.map((node): PhrasingContent => (node.type === 'break' ? { type: 'text', value: ' ' } : node));
  return flat.every((node) => node.type === 'text' && node.value.trim() === '') ? [] : flat;
};

const image: Rule = (element, place) => {
  const alt = (attr(element, 'alt') ?? '').replace(/\s+/g, ' ').trim();
  const classes = attr(element, 'class') ?? '';
  const isNamedMath = /(?:^|[\s-])(?:tex|latex|math(?:-fallback)?)(?:[\s-]|$)/i.test(classes);
  const drawn = (isNamedMath && alt !== '') || isFormula(alt) ? formula(element) : undefined;
  if (drawn !== undefined) return formulaText({ ...drawn, display: isAlone(element) }, place);
  const url = imageSource(element, place.base);
  if (isEmoji.test(alt) || (alt !== '' && (isSmiley.test(classes) || ofSmiley.test(url ?? ''))))
    return text(alt);
  return url === undefined || isOverlooked(element, url)
    ? []
    : [{ type: 'image', url, alt, title: titleOf(element) }];
};

const isSmiley = /(?:^|\s)(?:emoji|(?:wp-)?smiley|smilies?|emoticon)(?:\s|$)/i;
const ofSmiley = /\/(?:emojis?|emoticons|smileys|smilies)\//i;
const isEmoji = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\ufe0f])+$/u;

/** Whether a picture is all that its paragraph shows. */
const isAlone = (picture: Element): boolean => {
  const block = ancestors(picture).find(isBlock);
  return (
    block !== undefined &&
    collapsedText(block) === '' &&
    elements(block).filter(({ tagName }) => tagName === 'img').length === 1
  );
};

/** A bar would end a table's cell. */
const formulaText = ({ tex, display }: Formula, { inCell }: Inline): PhrasingContent[] => {
  const value = display ? `$$${tex}$$` : `$${tex}$`;
  return [{ type: 'html', value: inCell ? value.replaceAll('|', '\\|') : value }];
};

const math: Rule = (element, place) => {
  const found = formula(element);
  return found === undefined ? children(element, place) : formulaText(found, place);
};

const span: Rule = (element, place) => (isTypeset(element) ? math(element, place) : children(element, place));

const ruby: Rule = (element, place) => {
  const hasParentheses = childElements(element).some(({ tagName }) => tagName === 'rp');
  return element.childNodes.flatMap((node) => {
    const isReading = isElement(node) && (node.tagName === 'rt' || node.tagName === 'rtc');
    const inside = isElement(node) && isReading ? children(node, place) : inline([node], place);
    return isReading && !hasParentheses ? [...text('('), ...inside, ...text(')')] : inside;
  });
};

const raised: Rule = (element, place, found = []) => {
  const written = raisedText(element, found);
  return written === undefined ? children(element, place) : spaced(element, written);
};

/** With the space that an element has behind its words: numbers of verses do. */
const spaced = (element: Element, written: string): PhrasingContent[] =>
  text(/\s$/.test(rawText(element)) ? `${written} ` : written);

const lowered: Rule = (element, place, found = []) => {
  const written = loweredText(element, found);
  return written === undefined ? children(element, place) : spaced(element, written);
};

const field: Rule = (element, { inCell }) => text(boxOfLine(element) ?? fieldText(element, inCell ?? false));

/** Media play elsewhere: a link leads there. */
const media: Rule = (element, place) => {
  const url = place.inLink ? undefined : mediaSource(element, place.base);
  return url === undefined ? [] : [{ type: 'link', url, children: text(mediaLabel(element)) }];
};

const frame: Rule = (element, place) => (place.inLink ? [] : playerLink(element, place.base));

const rules: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    a: link,
    audio: media,
    b: strong,
    br: (_, place) => [lineBreak(place)],
    button: nothing,
    cite,
    code,
    del: deleted,
    em: emphasis,
    frame,
    i: emphasis,
    iframe: frame,
    img: image,
    input: field,
    kbd: code,
    math,
    'mjx-container': math,
    noscript: children,
    pre: preformatted,
    q: (element, place) => [...text('“'), ...children(element, place), ...text('”')],
    rp: children,
    ruby,
    s: deleted,
    samp: code,
    script: math,
    select: field,
    span,
    strike: deleted,
    strong,
    sub: lowered,
    sup: raised,
    svg: nothing,
    td: (element, place) => [...text(' '), ...children(element, place), ...text(' ')],
    th: (element, place) => [...text(' '), ...children(element, place), ...text(' ')],
    textarea: field,
    tt: code,
    var: emphasis,
    video: media,
    wbr: nothing,
  } satisfies Record<string, Rule>),
);
