import type { PhrasingContent } from 'mdast';
import { imageSource, isTracker } from '../document/images.ts';
import { resolveUrl } from '../document/links.ts';
import { isBlock } from '../document/measure.ts';
import type { ChildNode, Element } from '../document/tree.ts';
import {
  attr,
  childElements,
  collapsedText,
  elements,
  isElement,
  isText,
  rawText,
} from '../document/tree.ts';
import { type Formula, formula } from './markdown-math.ts';
import { type Notes, plainSigns } from './markdown-notes.ts';
import { tidy } from './markdown-tidy.ts';

/** Where inline content stands: what may not be nested, and what a line break is there. */
export interface Inline {
  readonly base: string;
  readonly inHeading?: boolean;
  readonly inCell?: boolean;
  readonly inLink?: boolean;
  readonly inStrong?: boolean;
  readonly inEmphasis?: boolean;
  readonly inDeleted?: boolean;
  readonly notes: Notes;
}

/** Inline content of `nodes`, tidied; empty if there is nothing to see. */
export const phrasing = (nodes: readonly ChildNode[], place: Inline): PhrasingContent[] =>
  tidy(inline(nodes, place));

const inline = (nodes: readonly ChildNode[], place: Inline): PhrasingContent[] =>
  nodes.flatMap((node) => {
    if (isText(node)) return text(node.value);
    if (!isElement(node)) return [];
    const rule = Object.hasOwn(rules, node.tagName) ? rules[node.tagName] : undefined;
    if (rule !== undefined) return rule(node, place);
    const inside = inline(node.childNodes, place);
    return isBlock(node) ? [lineBreak(place), ...inside, lineBreak(place)] : inside;
  });

type Rule = (element: Element, place: Inline) => PhrasingContent[];

const text = (value: string): PhrasingContent[] => (value === '' ? [] : [{ type: 'text', value }]);
const children: Rule = (element, place) => inline(element.childNodes, place);
const nothing: Rule = () => [];

/** In a table cell a line break is `<br>`; in a heading it is a space. */
const lineBreak = ({ inHeading, inCell }: Inline): PhrasingContent =>
  inCell ? { type: 'html', value: '<br>' } : inHeading ? { type: 'text', value: ' ' } : { type: 'break' };

const strong: Rule = (element, place) =>
  place.inStrong || place.inHeading
    ? children(element, place)
    : [{ type: 'strong', children: inline(element.childNodes, { ...place, inStrong: true }) }];

const emphasis: Rule = (element, place) =>
  place.inEmphasis
    ? children(element, place)
    : [{ type: 'emphasis', children: inline(element.childNodes, { ...place, inEmphasis: true }) }];

const deleted: Rule = (element, place) =>
  place.inDeleted
    ? children(element, place)
    : [{ type: 'delete', children: inline(element.childNodes, { ...place, inDeleted: true }) }];

/** Code keeps its link when the link is all of it, as in references of an API. */
const code: Rule = (element, place) => {
  const value = rawText(element).replace(/\s+/g, ' ').trim();
  if (value === '') return [];
  const link = elements(element).find(({ tagName }) => tagName === 'a');
  const url =
    link === undefined || place.inLink ? undefined : resolveUrl(attr(link, 'href') ?? '', place.base);
  const whole = link !== undefined && collapsedText(link) === value;
  return url !== undefined && whole
    ? [{ type: 'link', url, children: [{ type: 'inlineCode', value }] }]
    : [{ type: 'inlineCode', value }];
};

/** What a link to its own heading shows. */
const anchorSign = /^[#¶§🔗⚓*\s]*$/u;
const anchorWords = /^(?:permalink|link|anchor|copy link|direct link.*|link to this.*)$/i;

const link: Rule = (element, place) => {
  const href = attr(element, 'href');
  const isFragment = href?.trim().startsWith('#') ?? false;
  if (place.notes.isReturn(element)) return [];
  const label = place.notes.labelOf(element);
  if (label !== undefined) return [{ type: 'footnoteReference', identifier: label, label }];
  const shown = plainSigns(collapsedText(element));
  const hasPicture = elements(element).some(({ tagName }) => tagName === 'img');
  if ((isFragment || place.inHeading) && !hasPicture && anchorSign.test(shown)) return [];
  if (place.inHeading && isFragment && anchorWords.test(shown)) return [];
  const url = href === undefined || href.trim() === '' ? undefined : resolveUrl(href, place.base);
  // A heading that links to itself is a heading.
  if (url === undefined || place.inLink || (isFragment && place.inHeading)) return children(element, place);
  const inside = tidyKeepingSpace(inline(element.childNodes, { ...place, inLink: true }));
  const named =
    inside.length > 0 ? inside : text((attr(element, 'aria-label') ?? attr(element, 'title') ?? '').trim());
  return named.length === 0 ? [] : [{ type: 'link', url, children: named }];
};

/** A link around blocks holds their line breaks; within its brackets they are spaces. */
const tidyKeepingSpace = (nodes: PhrasingContent[]): PhrasingContent[] => {
  const flat = nodes.map(
    (node): PhrasingContent => (node.type === 'break' ? { type: 'text', value: ' ' } : node),
  );
  return flat.every((node) => node.type === 'text' && node.value.trim() === '') ? [] : flat;
};

const image: Rule = (element, place) => {
  const alt = (attr(element, 'alt') ?? '').replace(/\s+/g, ' ').trim();
  const classes = attr(element, 'class') ?? '';
  if (/(?:^|[\s-])(?:tex|latex|math(?:-fallback)?)(?:[\s-]|$)/i.test(classes) && alt !== '')
    return math(element, place);
  if (/(?:^|\s)(?:emoji|wp-smiley|smiley)(?:\s|$)/i.test(classes) && alt !== '') return text(alt);
  const url = imageSource(element, place.base);
  return url === undefined || isTracker(element, url) ? [] : [{ type: 'image', url, alt }];
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

/** Elements of mathematics typesetters that hold the formula twice: as markup and as drawn. */
const span: Rule = (element, place) => {
  const typeset = /(?:^|\s)(?:katex|katex-display|MathJax|MathJax_Display|mwe-math-element)(?:\s|$)/.test(
    attr(element, 'class') ?? '',
  );
  return typeset ? math(element, place) : children(element, place);
};

const ruby: Rule = (element, place) => {
  const hasParentheses = childElements(element).some(({ tagName }) => tagName === 'rp');
  return element.childNodes.flatMap((node) => {
    const isReading = isElement(node) && (node.tagName === 'rt' || node.tagName === 'rtc');
    const inside = isElement(node) && isReading ? children(node, place) : inline([node], place);
    return isReading && !hasParentheses ? [...text('('), ...inside, ...text(')')] : inside;
  });
};

/** A power reads as one: `x^2`. Other raised text (ordinals, notes) stands on the line. */
const raised: Rule = (element, place) =>
  /^[\d+−-]+$/.test(rawText(element).trim()) && childElements(element).length === 0
    ? [...text('^'), ...children(element, place)]
    : children(element, place);

/** Buttons act on the page; where a heading or a summary is one, its words are content. */
const button: Rule = (element, place) => (place.inHeading ? children(element, place) : []);

/** Media play elsewhere: a link leads there. */
const media: Rule = (element, place) => {
  const source = [element, ...elements(element)].map((node) => attr(node, 'src')).find((src) => src);
  const url = source === undefined || place.inLink ? undefined : resolveUrl(source, place.base);
  return url === undefined
    ? []
    : [{ type: 'link', url, children: text(element.tagName === 'audio' ? 'Audio' : 'Video') }];
};

const players =
  /^https:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com\/embed\/|player\.vimeo\.com\/video\/)([\w-]+)/;

/** A player in a frame becomes a link to the video's page. @returns undefined if the frame holds something else. */
export const embeddedVideo = (
  address: string | undefined,
  title: string | undefined,
): PhrasingContent | undefined => {
  const [matched, id] = players.exec(address ?? '') ?? [];
  if (matched === undefined || id === undefined) return undefined;
  const url = matched.includes('vimeo') ? `https://vimeo.com/${id}` : `https://www.youtube.com/watch?v=${id}`;
  return { type: 'link', url, children: text(title?.trim() || 'Video') };
};

const frame: Rule = (element, place) => {
  const source = attr(element, 'data-gn-frame') ?? attr(element, 'data-src') ?? attr(element, 'src');
  const url = source === undefined || place.inLink ? undefined : resolveUrl(source, place.base);
  const video = embeddedVideo(url, attr(element, 'title'));
  return video === undefined ? [] : [video];
};

const rules: Readonly<Record<string, Rule>> = {
  a: link,
  audio: media,
  b: strong,
  br: (_, place) => [lineBreak(place)],
  button,
  cite: emphasis,
  code,
  del: deleted,
  em: emphasis,
  frame,
  i: emphasis,
  iframe: frame,
  img: image,
  input: nothing,
  kbd: code,
  math,
  'mjx-container': math,
  noscript: children,
  pre: code,
  q: (element, place) => [...text('“'), ...children(element, place), ...text('”')],
  rp: children,
  ruby,
  s: deleted,
  samp: code,
  script: math,
  span,
  strike: deleted,
  strong,
  sup: raised,
  svg: nothing,
  td: (element, place) => [...text(' '), ...children(element, place), ...text(' ')],
  th: (element, place) => [...text(' '), ...children(element, place), ...text(' ')],
  tt: code,
  var: emphasis,
  video: media,
  wbr: nothing,
};
