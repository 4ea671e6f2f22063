import { expect, test, vi } from 'vitest';
import { cpuMs } from '../../test/support/cpu.ts';
import { readPage } from '../document/page.ts';
import { renderMarkdown } from './markdown/markdown.ts';

/** Pages made to be slow: what they say is read, in time. */

const options = { only_main_content: false, include_selectors: [], exclude_selectors: [], links: false };
const gap = '\n'.repeat(150_000);

/** Generous: what it guards against takes minutes on a busy machine. */
const inTime = 10_000;

test.each([
  ['empty lines in a block of code', `<pre>one${gap}two</pre>`, `\`\`\`\none${gap}two\n\`\`\``],
  [
    'empty lines in code of a numbered table',
    `<table class="highlighttable"><tr><td class="linenos">1</td><td><pre>one${gap}two\n</pre></td></tr></table>`,
    `\`\`\`\none${gap}two\n\`\`\``,
  ],
  ['notes in notes that say nothing', `<p>one</p>${'<div class="admonition note">'.repeat(200)}`, 'one'],
  ['line breaks in code within a line', `<p><code>one${gap}two</code></p>`, '`one two`'],
  [
    'a long text in a formula',
    `<p><math><mtext>${'-'.repeat(50_000)}x</mtext></math></p>`,
    `$${'-'.repeat(50_000)}x$`,
  ],
  ['a long line to write on', `<h2>${'_'.repeat(300_000)}</h2>`, `## ${'\\_'.repeat(300_000)}`],
  ['formulas that do not end', `<p>${'\\('.repeat(400_000)}</p>`, '\\\\('.repeat(400_000)],
  ['bold in bold', `<p>${'<b>a'.repeat(290)}</p>`, `**${'a'.repeat(290)}**`],
  ['signs in bold', `<p>a<b>${'…'.repeat(300_000)}b</b>c</p>`, `a${'…'.repeat(300_000)}**b**c`],
  ['an id of many names', `<p id="${'a-'.repeat(200_000)}">one</p>`, 'one'],
  [
    "letters in the place of somebody's picture",
    `<div class="avatar">${'<span>AB</span>'.repeat(30_000)}</div>`,
    Array.from({ length: 30_000 }, () => 'AB').join(' '),
  ],
  ['a long text on a button', `<p>one</p><button>${'ask '.repeat(50_000)}</button><p>two</p>`, 'one\n\ntwo'],
  [
    'pictures for readers without scripts',
    '<noscript><img src="/a.png" alt="A"></noscript>'.repeat(30_000),
    Array.from({ length: 30_000 }, () => '![A](https://example.com/a.png)').join(''),
  ],
])('%s', (_, html, markdown) => {
  const begun = cpuMs();
  const rendered = renderMarkdown(readPage(html, 'https://example.com/'), options).markdown;
  expect(cpuMs() - begun).toBeLessThan(inTime);
  expect(rendered.length).toBe(markdown.length);
  expect(rendered === markdown).toBe(true);
});

test('what stands in elements in elements is looked at for typed lists once, and written in its order', () => {
  const numbers = Array.from({ length: 400 }, (_, index) => index);
  const page = readPage(numbers.map((number) => `<div>word ${number}`).join(''), 'https://example.com/');
  const tested = vi.spyOn(RegExp.prototype, 'test');
  const { markdown } = renderMarkdown(page, options);
  const looks = tested.mock.calls.filter(([text]) => text === 'word 399').length;
  tested.mockRestore();
  expect(looks).toBeLessThan(20);
  expect(markdown).toBe(numbers.map((number) => `word ${number}`).join('\n\n'));
});

test('a list that was typed into several elements is one all the same', () => {
  const html = '<div><p>one</p><p>two</p></div><div><div>- three</div><p>- four</p></div><p>five</p>';
  const { markdown } = renderMarkdown(readPage(html, 'https://example.com/'), options);
  expect(markdown).toBe('one\n\ntwo\n\n- three\n- four\n\nfive');
});
