import { serialize } from 'parse5';
import type { Data, Options } from '../contract/scrape.ts';
import { readContent } from '../document/content.ts';
import type { Page } from '../document/page.ts';
import { nameButtons } from '../document/roles/buttons.ts';
import { signIn } from '../document/roles/signs.ts';
import { imageSource, isOverlooked } from '../document/tree/images.ts';
import { isWebUrl, linkTarget, readLinks, resolveUrl } from '../document/tree/links.ts';
import { isBlock } from '../document/tree/measure.ts';
import { parseHtml } from '../document/tree/parse.ts';
import type { ChildNode, Element } from '../document/tree/tree.ts';
import { ancestors, attr, firstNode, hasAttr, isElement, isText } from '../document/tree/tree.ts';
import { formula, isTypeset } from './markdown/math.ts';
import { mediaLabel, mediaSource, playerIn } from './markdown/media.ts';
import { ignore, noneIncluded, type Tell } from './warnings.ts';

/**
 * The content of the page as sanitised HTML: elements and attributes that are not on the lists below are gone, so
 * nothing in it runs, tracks or styles. Links and images are absolute. Sanitising the result changes nothing.
 * @throws ServiceError `invalid_request` for a selector that is none.
 */
export const renderHtml = (page: Page, options: Options['html'], tell: Tell = ignore): Data['html'] => {
  const roots = readContent(page, options);
  if (options.include_selectors.length > 0 && roots.length === 0) tell(noneIncluded);
  for (const root of roots) nameButtons(root);
  const { base } = page;
  const links = options.links ? { links: readLinks(roots, base) } : {};
  const html = settled(write(roots, base));
  return { html, format: 'html', size_bytes: Buffer.byteLength(html), ...links };
};

const allowed = new Set(
  `a abbr address article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em
  figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark menu nav ol p picture pre q
  rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr`.split(
    /\s+/,
  ),
);

/** Gone with all that is inside; every other element that is not allowed gives way to its content. */
const removed = new Set(
  `script style template noscript iframe frame frameset object embed applet svg canvas button input select
  textarea option optgroup datalist output progress meter map area head title base link meta noembed noframes
  portal source track param`.split(/\s+/),
);

/** Elements that HTML has no longer, by those that mean the same. */
const meant: Readonly<Record<string, string>> = { strike: 's', tt: 'code', acronym: 'abbr', dir: 'ul' };

const everywhere = ['id', 'class', 'title', 'lang', 'dir', 'role', 'itemscope', 'itemtype', 'itemprop'];
const cell = ['colspan', 'rowspan', 'headers', 'scope', 'align'];
const attributes: Readonly<Record<string, readonly string[]>> = {
  a: ['rel', 'hreflang'],
  col: ['span'],
  colgroup: ['span'],
  del: ['datetime'],
  details: ['open'],
  img: ['alt', 'width', 'height'],
  ins: ['datetime'],
  li: ['value'],
  ol: ['start', 'reversed', 'type'],
  td: cell,
  th: [...cell, 'abbr'],
  time: ['datetime'],
};

/** Addresses, made absolute; one that leads nowhere takes its attribute with it. */
const addresses: Readonly<Record<string, string>> = {
  a: 'href',
  blockquote: 'cite',
  q: 'cite',
  del: 'cite',
  ins: 'cite',
};

const escapeText = (text: string) =>
  text.replace(/[&<>\u00a0]/g, (c) =>
    c === '&' ? '&amp;' : c === '<' ? '&lt;' : c === '>' ? '&gt;' : '&nbsp;',
  );
const escapeValue = (text: string) => escapeText(text).replaceAll('"', '&quot;');

const voids = new Set(['br', 'col', 'hr', 'img', 'wbr']);

/** Markup of what may stay. Steps are kept on a stack of their own, for pages nest deep. */
const write = (roots: readonly Element[], base: string): string => {
  const parts: string[] = [];
  const steps: (ChildNode | string)[] = [...roots].reverse();
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (typeof step === 'string') parts.push(step);
    else if (isText(step)) parts.push(escapeText(step.value));
    else if (isElement(step)) {
      const replacement = replacementOf(step, base);
      if (replacement !== undefined) {
        parts.push(replacement);
        continue;
      }
      const tagName = allowed.has(step.tagName) ? step.tagName : standIn(step);
      const tag =
        tagName === step.tagName ? openTag(step, base) : tagName === undefined ? '' : `<${tagName}>`;
      if (tag === undefined) continue;
      parts.push(tag, signOf(step));
      if (tagName !== undefined && !voids.has(tagName)) steps.push(`</${tagName}>`);
      for (let index = step.childNodes.length - 1; index >= 0; index--) {
        const child = step.childNodes[index];
        if (child !== undefined) steps.push(child);
      }
    }
  }
  return parts.join('');
};

/** The tick or cross of a cell that shows nothing else: drawings are gone. What leads on or is pressed acts. */
const signOf = (cell: Element): string => {
  if (cell.tagName !== 'td' && cell.tagName !== 'th') return '';
  const isOther = (node: ChildNode) =>
    isText(node) ? node.value.trim() !== '' : isElement(node) && otherwise.has(node.tagName);
  return firstNode(cell, isOther) === undefined ? escapeText(signIn(cell)) : '';
};
const otherwise = new Set('a button img table'.split(' '));

/** What is written instead of an element and all that is inside. */
const replacementOf = (element: Element, base: string): string | undefined => {
  if (isClosed(element)) return '';
  const isRead = !removed.has(element.tagName) || element.tagName === 'iframe';
  return isRead ? (formulaCode(element) ?? mediaLink(element, base)) : '';
};

const isClosed = (element: Element): boolean => element.tagName === 'dialog' && !hasAttr(element, 'open');

/** A formula is written as its source: markup of other namespaces is read in ways that nobody can foresee. */
const formulaCode = (element: Element): string | undefined => {
  const isMath = element.tagName === 'math';
  if (!isMath && !isTypeset(element)) return undefined;
  const tex = formula(element)?.tex ?? '';
  if (tex !== '') return `<code>${escapeText(tex)}</code>`;
  return isMath ? '' : undefined;
};

/** What plays elsewhere is a link to it, as in Markdown. */
const mediaLink = (element: Element, base: string): string | undefined => {
  const isFrame = element.tagName === 'iframe' || hasAttr(element, 'data-gn-frame');
  const isMedia = element.tagName === 'audio' || element.tagName === 'video';
  if (!isFrame && !isMedia) return undefined;
  const player = isFrame ? playerIn(element, base) : undefined;
  // The document of a frame may stand in its place.
  if (player === undefined && element.tagName === 'div') return undefined;
  const url = isFrame ? player?.url : mediaSource(element, base);
  const isLinked = ancestors(element).some(({ tagName }) => tagName === 'a');
  if (url === undefined || !isWebUrl(url) || isLinked) return '';
  const link = `<a href="${escapeValue(url)}">${escapeText(player?.label ?? mediaLabel(element))}</a>`;
  return element.tagName === 'div' ? `<div>${link}</div>` : link;
};

/** What means the same as an element that is not allowed, or keeps a block apart from its neighbours. */
const standIn = (element: Element): string | undefined => {
  const { tagName } = element;
  if (Object.hasOwn(meant, tagName)) return meant[tagName];
  if (!isBlock(element) || tagName === 'body' || tagName === 'html') return undefined;
  return preformatted.has(tagName) ? 'pre' : 'div';
};

const preformatted = new Set(['listing', 'plaintext', 'xmp']);

/** Undefined for a picture that shows nothing. */
const openTag = (element: Element, base: string): string | undefined => {
  const { tagName } = element;
  const own = Object.hasOwn(attributes, tagName) ? (attributes[tagName] ?? []) : [];
  let tag = `<${tagName}`;
  const add = (name: string, value: string) => {
    tag += ` ${name}="${escapeValue(value)}"`;
  };
  if (tagName === 'img') {
    const source = imageSource(element, base) ?? inlineImage(element);
    if (source === undefined || isOverlooked(element, source)) return undefined;
    add('src', source);
  }
  const address = Object.hasOwn(addresses, tagName) ? addresses[tagName] : undefined;
  const given = address === undefined ? undefined : attr(element, address);
  const url = given === undefined ? undefined : (tagName === 'a' ? linkTarget : resolveUrl)(given, base);
  if (address !== undefined && url !== undefined) add(address, url);
  const seen = new Set<string>();
  for (const { name, value } of element.attrs)
    if ((everywhere.includes(name) || own.includes(name)) && !seen.has(name)) {
      seen.add(name);
      add(name, value);
    }
  return `${tag}>`;
};

/** Pictures that are part of the page's own text; the shortest are placeholders and trackers. */
const inlineImage = (image: Element): string | undefined => {
  const source = (attr(image, 'src') ?? '').replace(/\s+/g, '');
  return source.length > 300 && /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/=]+$/i.test(source)
    ? source
    : undefined;
};

/** Reading the markup anew may move what stood where HTML does not allow it; a few rounds and it stays. */
const settled = (html: string): string => {
  let current = html.trim();
  for (let round = 0; round < 3; round++) {
    const body = parseHtml(current)
      .childNodes.filter(isElement)
      .flatMap(({ childNodes }) => childNodes);
    const next = body
      .filter(isElement)
      .filter(({ tagName }) => tagName === 'body')
      .map((element) => serialize(element))
      .join('')
      .trim();
    if (next === current) break;
    current = next;
  }
  return current;
};
