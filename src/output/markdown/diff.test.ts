import { expect, test } from 'vitest';
import { readPage } from '../../document/page.ts';
import { renderMarkdown } from './markdown.ts';

const options = { only_main_content: false, include_selectors: [], exclude_selectors: [], links: false };
const render = (html: string) => renderMarkdown(readPage(html, 'https://example.com/a/'), options).markdown;
const changed = '```diff\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n```';

test.each([
  [
    'by an attribute',
    `<table class="diff-table"><tr><td class="blob-num" colspan=2></td><td class="blob-code blob-code-hunk">@@ -1,2 +1,2 @@</td></tr>
    <tr><td class="blob-num" data-line-number=1></td><td class="blob-num" data-line-number=1></td><td class="blob-code"><span data-code-marker=" ">a</span></td></tr>
    <tr><td class="blob-num" data-line-number=2></td><td class="blob-num"></td><td class="blob-code"><span data-code-marker="-">b</span></td></tr>
    <tr><td class="blob-num"></td><td class="blob-num" data-line-number=2></td><td class="blob-code"><span data-code-marker="+">c</span></td></tr></table>`,
  ],
  [
    'by names',
    `<table class="code diff-wrap-lines"><tr><td class="diff-line-num"></td><td class="line_content match">@@ -1,2 +1,2 @@</td></tr>
    <tr class="line_holder"><td class="old_line diff-line-num"><a>1</a></td><td class="line_content">a</td></tr>
    <tr class="line_holder old"><td class="old_line diff-line-num"><a>2</a></td><td class="line_content old">b</td></tr>
    <tr class="line_holder new"><td class="new_line diff-line-num"><a>2</a></td><td class="line_content new">c</td></tr></table>`,
  ],
  [
    'in a cell of their own, the old beside the new',
    `<div class="diff-file-body"><table class="chroma"><tr class="tag-code"><td class="lines-num"></td><td class="lines-code">@@ -1,2 +1,2 @@</td></tr>
    <tr class="same-code"><td class="lines-type-marker lines-type-marker-old"><span data-type-marker=""></span></td><td class="lines-code lines-code-old"><code>a</code></td><td class="lines-type-marker"><span data-type-marker=""></span></td><td class="lines-code lines-code-new"><code>a</code></td></tr>
    <tr class="del-code"><td class="lines-type-marker"><span data-type-marker="-"></span></td><td class="lines-code lines-code-old"><code>b</code></td><td class="lines-type-marker"><span data-type-marker="+"></span></td><td class="lines-code lines-code-new"><code>c</code></td></tr></table></div>`,
  ],
  [
    'beside the code',
    `<table class="d2h-diff-table"><tr><td class="d2h-code-linenumber"></td><td class="d2h-info"><div>@@ -1,2 +1,2 @@</div></td></tr>
    <tr><td class="d2h-code-linenumber"><div>1</div></td><td class="d2h-cntx"><div><span class="d2h-code-line-prefix"> </span><span>a</span></div></td></tr>
    <tr><td class="d2h-code-linenumber"><div>2</div></td><td class="d2h-del"><div><span class="d2h-code-line-prefix">-</span><span>b</span></div></td></tr>
    <tr><td class="d2h-code-linenumber"><div>2</div></td><td class="d2h-ins"><div><span class="d2h-code-line-prefix">+</span><span>c</span></div></td></tr></table>`,
  ],
])('lines of a table of changes have their signs: %s', (_, html) => {
  expect(render(html)).toBe(changed);
});

test('a table of changes in prose is a table', () => {
  const prose =
    '<table class="diff"><tr><td class="diff-marker">−</td><td class="diff-deletedline">old</td></tr></table>';
  expect(render(prose)).not.toContain('```');
});

test('changed lines of a block have the signs that a style sheet draws', () => {
  const line = (names: string, code: string) => `<span class="line${names}"><span>${code}</span></span>`;
  const lines = [line('', 'a'), line(' diff remove', 'b'), line(' diff add', 'c')].join('\n');
  expect(render(`<pre class="language-js"><code>${lines}</code></pre>`)).toBe('```diff js\n a\n-b\n+c\n```');
  const parts = (names: string, code: string) =>
    `<div class="ec-line${names}"><div class="gutter"><div class="ln">1</div></div><div class="code">${code}</div></div>`;
  for (const also of ['', ' highlight'])
    expect(
      render(
        `<pre><code>${parts('', 'a')}${parts(`${also} del`, 'b')}${parts(`${also} ins`, 'c')}</code></pre>`,
      ),
    ).toBe('```diff\n a\n-b\n+c\n```');
});
