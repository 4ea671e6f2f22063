import { DomUtils, Parser, parseDocument } from 'htmlparser2';
import { escapeHtml } from '../tree/escape.ts';
import { wordsOfMarkup } from '../tree/text.ts';
import { squeeze } from '../tree/tree.ts';
import { absolute } from './feed-content.ts';
import { type FeedEntry, type FeedPage, maxEntries, paragraphs, toPage } from './feed-page.ts';

/** Feeds as pages: RSS 0.9x to 2.0, RSS 1.0 (RDF) and Atom (RFC 4287). */

type Parent = Parameters<typeof DomUtils.getChildren>[0];
type Node = ReturnType<typeof DomUtils.getChildren>[number];
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

const isTag = (node: Node): node is Element => 'attribs' in node;

/** @param address that links resolve against. @returns undefined when the XML is no feed. */
export const feedPage = (xml: string, address: string): FeedPage | undefined => {
  if (!feedRoot.test(rootOf(xml).replace(/^.+:(?=feed$)/, ''))) return undefined;
  const document = parseDocument(xml, { xmlMode: true });
  const root = DomUtils.getChildren(document).find(isTag);
  if (root === undefined) return undefined;
  dropAtomPrefix(root);
  if (!feedRoot.test(root.name)) return undefined;
  const isAtom = root.name === 'feed';
  const channel = isAtom ? root : (childOf(root, 'channel') ?? root);
  const entries = DomUtils.getElementsByTagName(isAtom ? 'entry' : 'item', root, true, maxEntries + 1);
  return toPage({
    title: textOf(channel, 'title'),
    description: textOf(channel, 'description', 'subtitle'),
    language: textOf(channel, 'language', 'dc:language') || (root.attribs['xml:lang'] ?? ''),
    authors: authorsOf(channel, ['author', 'dc:creator', 'itunes:author', 'managingEditor']),
    entries: entries.map((entry) => readEntry(entry, address)),
  });
};

const feedRoot = /^(?:rss|rdf:rdf|feed)$/i;

/** The name of the first element: a tree of what is no feed would be made for nothing. */
const rootOf = (xml: string): string => {
  let root = '';
  const parser = new Parser(
    {
      onopentagname: (name) => {
        root = name;
        parser.pause();
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  return root;
};

/** `<a:feed xmlns:a="…/Atom">` is `<feed>`. */
const dropAtomPrefix = (root: Element): void => {
  const prefix = /^(.+:)feed$/.exec(root.name)?.[1];
  if (prefix === undefined || root.attribs[`xmlns:${prefix.slice(0, -1)}`] !== atomNamespace) return;
  for (const element of [root, ...DomUtils.getElementsByTagName(() => true, root)])
    if (element.name.startsWith(prefix)) element.name = element.name.slice(prefix.length);
};

const atomNamespace = 'http://www.w3.org/2005/Atom';

const readEntry = (entry: Element, address: string): FeedEntry => {
  const link = linkOf(entry, address);
  return {
    title: textOf(entry, 'title'),
    link,
    date: textOf(entry, 'pubDate', 'published', 'updated', 'dc:date'),
    authors: authorsOf(entry, ['author', 'dc:creator', 'itunes:author']),
    // What it says was written for its own page, where feeds do not say otherwise.
    ...contentOf(entry, link || address),
    files: filesOf(entry, address),
  };
};

/** Atom has elements for their names; RSS has `ada@example.com (Ada Park)`, or the names alone. */
const authorsOf = (entry: Element, kinds: readonly string[]): string =>
  kinds
    .map((kind) =>
      childrenOf(entry, kind)
        .map((author) => (childOf(author, 'name') === undefined ? plainText(author) : textOf(author, 'name')))
        .map((name) => squeeze(name).replace(/^[^\s@]+@\S+ \((.+)\)$/, '$1'))
        .filter((name) => name !== '')
        .join(', '),
    )
    .find((names) => names !== '') ?? '';

/** As HTML, of the first that says something: what stands in a feed as text is markup there. */
const contentOf = (entry: Element, address: string): Pick<FeedEntry, 'content' | 'base'> => {
  for (const name of ['content:encoded', 'content', 'summary', 'description', 'itunes:summary']) {
    const holder = childOf(entry, name);
    const html = holder === undefined ? '' : htmlOf(holder);
    if (holder !== undefined && saysSomething(html)) return { content: html, base: baseOf(holder, address) };
  }
  return { content: mediaText(entry), base: address };
};

/** Feeds of films and sounds say what these are about beside them (Media RSS), as text unless they say otherwise. */
const mediaText = (entry: Element): string => {
  const holders = [entry, ...childrenOf(entry, 'media:group'), ...childrenOf(entry, 'media:content')];
  const said = holders.map((holder) => childOf(holder, 'media:description')).find((found) => found);
  if (said === undefined) return '';
  const text = DomUtils.textContent(said);
  return said.attribs.type === 'html' ? text : paragraphs(text);
};

const htmlOf = (holder: Element): string => {
  const { type = '' } = holder.attribs;
  if (type === 'xhtml') return DomUtils.getInnerHTML(holder);
  const text = DomUtils.textContent(holder);
  return withLines(type === 'text' ? escapeHtml(text) : text);
};

/** What holds no element is text, and was written in lines. */
const withLines = (html: string): string =>
  html.includes('<') || !html.trim().includes('\n')
    ? html
    : html
        .trim()
        .split(/\n\s*\n/)
        .map((part) => `<p>${part.trim().replaceAll('\n', '<br>')}</p>`)
        .join('');

const media = new Set(['img', 'video', 'audio', 'iframe', 'object', 'embed']);

const saysSomething = (html: string): boolean => {
  let says = false;
  const parser = new Parser({
    ontext: (text) => {
      says ||= text.trim() !== '';
    },
    onopentagname: (name) => {
      says ||= media.has(name);
    },
  });
  parser.end(html);
  return says;
};

const linkOf = (entry: Element, address: string): string => {
  const links = childrenOf(entry, 'link').filter(({ attribs }) => attribs.rel !== 'enclosure');
  const link = links.find(({ attribs }) => (attribs.rel ?? 'alternate') === 'alternate') ?? links[0];
  const said = link === undefined ? '' : (link.attribs.href ?? DomUtils.textContent(link)).trim();
  if (link !== undefined && said !== '') return absolute(said, baseOf(link, address));
  const guid = childOf(entry, 'guid');
  const id = guid === undefined ? '' : DomUtils.textContent(guid).trim();
  return guid?.attribs.isPermaLink !== 'false' && /^https?:\/\//i.test(id) ? id : '';
};

const filesOf = (entry: Element, address: string): string[] =>
  [
    ...childrenOf(entry, 'enclosure').map((file) => absolute(file.attribs.url ?? '', baseOf(file, address))),
    ...childrenOf(entry, 'link')
      .filter(({ attribs }) => attribs.rel === 'enclosure')
      .map((file) => absolute(file.attribs.href ?? '', baseOf(file, address))),
  ].filter((file) => file !== '');

/** By `xml:base` of the element and of those around it. */
const baseOf = (element: Element, address: string): string => {
  const said: string[] = [];
  for (let node: Node | null = element; node !== null; node = node.parent)
    if (isTag(node) && node.attribs['xml:base'] !== undefined) said.unshift(node.attribs['xml:base']);
  return said.reduce((base, reference) => absolute(reference, base) || base, address);
};

const isNamed = (node: Node, name: string): node is Element => isTag(node) && node.name === name;

const childrenOf = (parent: Parent, name: string): Element[] =>
  DomUtils.getChildren(parent).filter((node): node is Element => isNamed(node, name));

const childOf = (parent: Parent, name: string): Element | undefined =>
  DomUtils.getChildren(parent).find((node): node is Element => isNamed(node, name));

/** Of the first child of one of the names that says something. */
const textOf = (parent: Parent, ...names: readonly string[]): string => {
  for (const name of names) {
    const child = childOf(parent, name);
    const text = child === undefined ? '' : squeeze(plainText(child));
    if (text !== '') return text;
  }
  return '';
};

/** Of Atom's `type="html"` the text is markup, and of RSS it may be. */
const plainText = (element: Element): string => {
  const text = DomUtils.textContent(element);
  if (element.attribs.type === 'html') return DomUtils.textContent(parseDocument(text));
  return element.attribs.type === undefined ? wordsOfMarkup(text) : text;
};
