import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Deadline } from '../../src/deadline.ts';
import { evaluateXPaths } from '../../src/extract/xpath.ts';
import { pageRequest, startBrowser } from '../support/browser.ts';
import { html, type Site, startSite } from '../support/site.ts';

/** Expressions give what Chromium gives for them in the page's own world. */

const folder = join(import.meta.dirname, '../pages');
const golden = 'article blocks code forum headings hidden images links lists tables words'.split(' ');
const page = (name: string) => readFileSync(join(folder, name, 'page.html'), 'utf8');
const pages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(golden.map((name) => [`/${name}`, page(name)])),
  '/own': html(
    'Own',
    '<h1 id="x">A <b>b</b></h1><p>1</p><p>2</p><p lang="de">3</p><svg><title>t</title></svg><!-- note -->',
  ),
};

const expressions = [
  '//h1',
  '//h1/text()',
  '//p',
  '(//p)[1]',
  '(//p)[last()]',
  '//p[2]',
  '//a/@href',
  '//a[@href][1]',
  '//img/@src',
  '//*[@id]',
  '//*[@class]/@class',
  '//li',
  '//ul/li[1]',
  '//ul/li[position() < 3]',
  '//table//tr',
  '//td | //th',
  '//h1 | //h2 | //h3',
  '//h2/following-sibling::p[1]',
  '//p/preceding-sibling::*[1]',
  '//li/ancestor::*',
  '//*[contains(., "the")]',
  '//*[starts-with(name(), "h")]',
  '//a[contains(@href, "http")]',
  '//p[string-length(normalize-space()) > 20]',
  '//*[not(*)]',
  '//body/*',
  '/html/head/title',
  '/',
  '//comment()',
  '//text()[normalize-space()]',
  'count(//*)',
  'count(//p) > 1',
  'string(//h1)',
  'normalize-space(//body)',
  'sum(//li[number(.) = number(.)])',
  'concat(name(//h1), ":", string(//h1/@id))',
  'boolean(//nothing)',
  'number("7.5") * 2',
  'translate(string(//h1), "abc", "ABC")',
  'substring-before(string(//title), " ")',
];

let site: Site;
let browser: Awaited<ReturnType<typeof startBrowser>>;
beforeAll(async () => {
  site = await startSite(pages);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

/** In the page's own world, node by node, in document order. */
const native = (all: readonly string[]) =>
  all.map((expression) => {
    const result = document.evaluate(expression, document, null, XPathResult.ANY_TYPE, null);
    if (result.resultType === XPathResult.STRING_TYPE) return { value: result.stringValue };
    if (result.resultType === XPathResult.BOOLEAN_TYPE) return { value: result.booleanValue };
    if (result.resultType === XPathResult.NUMBER_TYPE) return { value: result.numberValue };
    const found: Node[] = [];
    for (let node = result.iterateNext(); node; node = result.iterateNext()) found.push(node);
    const orderOf = (a: Node, b: Node) =>
      a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
    return {
      nodes: found
        .sort(orderOf)
        .map((node) => (node === document ? document.documentElement : node).textContent),
    };
  });

test('there are forty expressions and twelve pages', () => {
  expect(new Set(expressions).size).toBe(40);
  expect(Object.keys(pages)).toHaveLength(12);
});

test.each(Object.keys(pages))('%s', async (path) => {
  using deadline = new Deadline(30_000);
  const request = pageRequest(`${site.origin}${path}`, {
    asText: false,
    planFor: () => ({ from: 'browser', why: 'asked' }),
  });
  const { value } = await browser.visit(
    request,
    async (live) => {
      const ours = await evaluateXPaths(
        live,
        Object.fromEntries(expressions.map((expression) => [expression, expression])),
      );
      const { result } = await live.send('Runtime.evaluate', {
        expression: `(${native})(${JSON.stringify(expressions)})`,
        returnByValue: true,
      });
      return { ours, theirs: result.value as ReturnType<typeof native> };
    },
    deadline,
  );
  for (const [index, expression] of expressions.entries()) {
    const answer = value?.ours[expression];
    const plain = answer && 'nodes' in answer ? { nodes: answer.nodes.map(({ text }) => text) } : answer;
    expect(plain, expression).toEqual(value?.theirs[index]);
  }
});
