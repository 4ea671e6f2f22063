import { DomUtils, parseDocument } from 'htmlparser2';
import { escapeHtml } from './escape.ts';

/** Feeds as pages: RSS 0.9x to 2.0, RSS 1.0 (RDF) and Atom (RFC 4287). */

type Parent = Parameters<typeof DomUtils.getChildren>[0];
type Node = ReturnType<typeof DomUtils.getChildren>[number];
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

const isTag = (node: Node): node is Element => 'attribs' in node;

/** Longer feeds end here. */
const maxEntries = 1000;

/** @returns the feed as an HTML document; undefined when the XML is none. */
export const feedPage = (xml: string): string | undefined => {
  const document = parseDocument(xml, { xmlMode: true });
  const root = DomUtils.getChildren(document).find(isTag);
  if (root === undefined || !/^(?:rss|rdf:rdf|feed)$/i.test(root.name)) return undefined;
  const isAtom = root.name === 'feed';
  const channel = isAtom ? root : (childOf(root, 'channel') ?? root);
  const entries = DomUtils.getElementsByTagName(isAtom ? 'entry' : 'item', root, true, maxEntries);
  const title = escapeHtml(textOf(channel, 'title'));
  const description = textOf(channel, 'description', 'subtitle');
  const language = textOf(channel, 'language', 'dc:language') || (root.attribs['xml:lang'] ?? '');
  return [
    `<!DOCTYPE html><html lang="${escapeHtml(language)}"><head><title>${title}</title>`,
    `<meta name="description" content="${escapeHtml(description)}"></head><body data-gn-whole><main><h1>${title}</h1>`,
    `<p>${escapeHtml(description)}</p>${entries.map(entryHtml).join('')}</main></body></html>`,
  ].join('');
};

const entryHtml = (entry: Element): string => {
  const title = escapeHtml(textOf(entry, 'title'));
  const link = linkOf(entry);
  const date = textOf(entry, 'pubDate', 'published', 'updated', 'dc:date');
  const author = textOf(childOf(entry, 'author') ?? entry, 'name', 'dc:creator', 'author');
  const by = [date, author].filter((text) => text !== '').map(escapeHtml);
  const heading = link === '' ? title : `<a href="${escapeHtml(link)}">${title || escapeHtml(link)}</a>`;
  return `<section><h2>${heading}</h2><p>${by.join(', ')}</p><div>${contentOf(entry)}</div></section>`;
};

/** As HTML: what stands in a feed as text is markup there. */
const contentOf = (entry: Element): string => {
  const holder =
    childOf(entry, 'content:encoded') ??
    childOf(entry, 'content') ??
    childOf(entry, 'summary') ??
    childOf(entry, 'description');
  if (holder === undefined) return '';
  const { type = '' } = holder.attribs;
  if (type === 'xhtml') return DomUtils.getInnerHTML(holder);
  const text = DomUtils.textContent(holder);
  return type === 'text' ? escapeHtml(text) : text;
};

const linkOf = (entry: Element): string => {
  const links = DomUtils.getChildren(entry).filter((node): node is Element => isNamed(node, 'link'));
  const link = links.find(({ attribs }) => (attribs.rel ?? 'alternate') === 'alternate') ?? links[0];
  return link === undefined ? '' : (link.attribs.href ?? DomUtils.textContent(link)).trim();
};

const isNamed = (node: Node, name: string): node is Element => isTag(node) && node.name === name;

const childOf = (parent: Parent, name: string): Element | undefined =>
  DomUtils.getChildren(parent).find((node): node is Element => isNamed(node, name));

/** Of the first child of one of the names that says something. */
const textOf = (parent: Parent, ...names: readonly string[]): string => {
  for (const name of names) {
    const child = childOf(parent, name);
    const text = child === undefined ? '' : plainText(child).replace(/\s+/g, ' ').trim();
    if (text !== '') return text;
  }
  return '';
};

/** Of Atom's `type="html"` the text is markup. */
const plainText = (element: Element): string => {
  const text = DomUtils.textContent(element);
  return element.attribs.type === 'html' ? DomUtils.textContent(parseDocument(text)) : text;
};
