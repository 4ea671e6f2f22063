import type { Nodes } from 'mdast';
import { z } from 'zod';
import { renderText } from '../../src/output/text.ts';
import { markdownOptions, readCorpus, snapshotOf } from './corpus.ts';
import { betterHere } from './differences.ts';
import { saveResults } from './results.ts';
import { readMarkdown } from './structure.ts';

/**
 * Pages made to be hard, against the Markdown that somebody else holds to be right.
 * `node bench/quality/pages.ts [id]`: with an id, both are printed.
 */
const page = z.object({
  id: z.string(),
  url: z.string(),
  html: z.string(),
  truth: z.object({ markdown: z.string() }),
});

/** What is written differently and means the same: one form for it. */
const meaning = (node: Nodes): string => {
  // A caption is a paragraph, whether it is set in italics or not.
  const [only, ...others] = node.type === 'paragraph' ? node.children : [];
  if (node.type === 'paragraph' && only?.type === 'emphasis' && others.length === 0)
    return meaning({ ...node, children: only.children });
  const inside = 'children' in node ? (node.children as Nodes[]).map(meaning) : [];
  switch (node.type) {
    case 'root':
    case 'blockquote':
    case 'footnoteDefinition':
      return `<${node.type}>${inside.join('\n')}</${node.type}>`;
    case 'paragraph':
    case 'tableCell':
      return `<${node.type}>${squeeze(inside.join(''))}</>`;
    case 'heading':
      return `<h${node.depth}>${squeeze(inside.join(''))}</>`;
    case 'list':
      return `<${node.ordered ? `ol ${node.start}` : 'ul'}>${inside.join('\n')}</>`;
    case 'listItem':
      return `<li ${node.checked ?? ''}>${inside.join('\n')}</>`;
    case 'code':
      return `<code ${node.lang ?? ''}>${node.value.trim()}</>`;
    case 'table':
      return `<table>${inside.join('\n')}</>`;
    case 'tableRow':
      return inside.join('|');
    case 'break':
      return '\n';
    case 'link':
      return `[${squeeze(inside.join(''))}](${withoutSlash(node.url)})`;
    case 'image':
      return `![${node.alt ?? ''}](${node.url})`;
    case 'inlineCode':
      return `\`${node.value.trim()}\``;
    case 'footnoteReference':
      return '[^]';
    case 'emphasis':
    case 'strong': {
      // Bold italics are italic bold.
      const [inner, ...rest] = node.children;
      const both = rest.length === 0 && (inner?.type === 'strong' || inner?.type === 'emphasis');
      const name = both ? 'strong emphasis' : node.type;
      return `<${name}>${both ? inner.children.map(meaning).join('') : inside.join('')}</>`;
    }
    case 'delete':
      return `<delete>${inside.join('')}</>`;
    default:
      return 'value' in node ? node.value : inside.join('');
  }
};

const squeeze = (text: string): string =>
  text
    .replace(/[^\S\n]*\n\s*/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
const withoutSlash = (url: string): string => url.replace(/\/$/, '');

const withoutFront = (markdown: string): string => markdown.replace(/^```json\n[\s\S]*?\n```\n?/, '').trim();
/** Without the first heading of the page: there it is a field of its own, or of the second level; here of the first. */
const withoutTitle = (markdown: string, title: string): string => {
  const [line = '', ...lines] = markdown.split('\n');
  const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.join(' ');
  return /^##? /.test(line) && words(line) === words(title) ? lines.join('\n') : markdown;
};

/** Addresses on the page's own host begin at its root: the host is one that the saved page was given. */
const withoutHost = (markdown: string, id: string): string =>
  [id, id.replace(/^[a-z]+--/, '')].reduce(
    (text, host) =>
      text.replace(new RegExp(`https?://${host.replaceAll('.', '\\.')}(?:\\.example)?/`, 'gi'), '/'),
    markdown,
  );

/** Some pages say where they come from. */
const addressIn = (html: string): string | undefined => /^\s*<!-- \{"url": ?"([^"]+)"/m.exec(html)?.[1];

const formOf = (markdown: string): string => meaning(readMarkdown(markdown)).replace(/\s+/g, ' ');

const [only] = process.argv.slice(2);
const different: string[] = [];
const pages = readCorpus('markdown', page);
for (const { id, url, html, truth } of pages) {
  if (only !== undefined && !id.includes(only)) continue;
  const { markdown } = renderText(snapshotOf(html, addressIn(html) ?? url), 'markdown', markdownOptions).data;
  const [title = ''] = markdown.startsWith('# ') ? markdown.split('\n') : [];
  const wanted = withoutHost(withoutTitle(withoutFront(truth.markdown), title), id);
  const given = withoutHost(withoutTitle(markdown, title), id);
  if (formOf(wanted) !== formOf(given)) different.push(id);
  if (only !== undefined)
    console.log(
      `${html}\n=== wanted\n${wanted}\n=== given\n${given}\n=== ${formOf(wanted) === formOf(given)}`,
    );
}
const counted = only === undefined ? pages.length : pages.filter(({ id }) => id.includes(only)).length;
console.log(`${counted - different.length} of ${counted} equal; not:`);
for (const id of different) console.log(`${id}${id in betterHere ? `: ${betterHere[id]}` : ''}`);
const reasoned = Object.keys(betterHere);
const stale = only === undefined ? reasoned.filter((id) => !different.includes(id)) : [];
if (stale.length > 0) throw new Error(`equal now, so no reason is needed: ${stale.join(', ')}`);
if (only === undefined)
  saveResults('pages', {
    pages: pages.length,
    equal: pages.length - different.length,
    better: reasoned,
    different: different.filter((id) => !reasoned.includes(id)),
  });
