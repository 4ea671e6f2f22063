import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPage } from '../document/page.ts';
import { parseHtml } from '../document/tree/parse.ts';
import { attr, elements } from '../document/tree/tree.ts';
import { renderHtml } from './html.ts';

const whole = { only_main_content: false, include_selectors: [], exclude_selectors: [], links: false };
const sanitize = (html: string) => renderHtml(readPage(html, 'https://example.com/a/'), whole).html;

const forbidden =
  /^(?:script|style|iframe|object|embed|svg|math|form|input|button|base|meta|link|template|noscript)$/;

/** What could run, send or style in a document. */
const dangers = (html: string): string[] =>
  elements(parseHtml(html)).flatMap(({ tagName, attrs }) => [
    ...(forbidden.test(tagName) ? [tagName] : []),
    ...attrs
      .filter(
        ({ name, value }) =>
          /^(?:on|style$|srcdoc$|ping$|data-|formaction|srcset)/.test(name) ||
          /^[\s\p{Cc}]*(?:javascript|vbscript|data):/iu.test(value),
      )
      .filter(({ value }) => !value.startsWith('data:image/'))
      .map(({ name }) => `${tagName}[${name}]`),
  ]);

const payloads = [
  '<img src=x onerror=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg/onload=alert(1)>',
  '<math><mi//xlink:href="data:x,<script>alert(4)</script>">',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href="  &#14; javascript:alert(1)">x</a>',
  '<a href=javas\u0000cript:alert(1)>x</a>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<img src=x onerror=alert(1)>"></iframe>',
  '<form><button formaction=javascript:alert(1)>x</button></form>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<template><script>alert(1)</script></template>',
  '<xmp><p title="</xmp><svg/onload=alert(1)>">',
  '<textarea></textarea><img src=x onerror=alert(1)></textarea>',
  '<p id="&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;">x</p>',
  '<base href="javascript:/"><a href="x">x</a>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<isindex action=j&Tab;a&Tab;vas&Tab;c&Tab;r&Tab;ipt:alert(1) type=image>',
  '<details open ontoggle=alert(1)>x</details>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<x onclick=alert(1)>click</x><plaintext><script>alert(1)</script>',
];

test.each(payloads)('is harmless: %s', (payload) => {
  const html = sanitize(payload);
  expect(dangers(html)).toEqual([]);
  expect(sanitize(html)).toBe(html);
});

describe('any markup', () => {
  const tag = fc.constantFrom(
    ...'a b p div span table tr td th ul li ol h1 h2 svg math mi mtext dialog video style script pre code form font select option button details template noscript iframe blockquote dl dt dd img br x-y center title textarea ruby rt'.split(
      ' ',
    ),
  );
  const attribute = fc.constantFrom(
    '',
    ' href=/x',
    ' href="javascript:x"',
    ' onclick=x',
    ' id=i',
    ' class="c ad"',
    ' style="x"',
    ' colspan=3',
    ' rowspan=0',
    ' src=i.png',
    ' hidden',
    ' open',
    ' class="katex"',
    ' title="a&quot;b"',
  );
  const piece = fc.oneof(
    fc.tuple(tag, attribute).map(([name, given]) => `<${name}${given}>`),
    tag.map((name) => `</${name}>`),
    fc.constantFrom(
      'text',
      ' ',
      '\n',
      '&lt;',
      '&amp;amp;',
      '<!-- x -->',
      '<![CDATA[x]]>',
      '\u00a0',
      '*_`#|[]()',
      '<',
    ),
  );
  const soup = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

  test('comes out harmless, and the same when sanitised again', () => {
    fc.assert(
      fc.property(soup, (html) => {
        const once = sanitize(html);
        expect(dangers(once)).toEqual([]);
        expect(sanitize(once)).toBe(once);
      }),
      { numRuns: 400 },
    );
  });
});

test('links and pictures are absolute; trackers, share buttons and tracking attributes are gone', () => {
  const html = sanitize(
    '<p><a href="b" ping="/p" data-track="1">b</a><img src="i.png" width="9"><img src="/t.gif" width=1 height=1></p><div class="share-buttons">Share</div>',
  );
  expect(html).toBe(
    '<p><a href="https://example.com/a/b">b</a><img src="https://example.com/a/i.png" width="9"></p>',
  );
});

test.each([
  [
    '<p>The roots are <math><mi>x</mi><mo>=</mo><mn>3</mn></math> as shown.</p>',
    '<p>The roots are <code>x = 3</code> as shown.</p>',
  ],
  [
    '<p>So <span class="katex"><span><math><mi>a</mi><annotation encoding="application/x-tex">a &amp; b</annotation></math></span><span>ab</span></span>.</p>',
    '<p>So <code>a &amp; b</code>.</p>',
  ],
  [
    '<p>We are here.</p><dialog open><h2>Notice</h2><p>The office is closed.</p></dialog><dialog>Log in</dialog>',
    '<p>We are here.</p><div><h2>Notice</h2><p>The office is closed.</p></div>',
  ],
  [
    '<p>See <video><source src="v.mp4">No player</video>, <audio src="//b.example/&quot;a.mp3"></audio>.</p>',
    '<p>See <a href="https://example.com/a/v.mp4">Video</a>, <a href="https://b.example/%22a.mp3">Audio</a>.</p>',
  ],
  [
    '<p>See <video src="javascript:alert(1)"></video><audio src="mailto:a@b.example"></audio>it.</p>',
    '<p>See it.</p>',
  ],
])('formulas, open dialogs and players keep what they say: %s', (given, expected) => {
  const html = sanitize(given);
  expect(html).toBe(expected);
  expect(sanitize(html)).toBe(html);
});

test.each([
  [
    '<p>Was <strike>$9</strike>, see <tt>x</tt> of the <acronym title="World">W</acronym></p><dir><li>a</li></dir>',
    '<p>Was <s>$9</s>, see <code>x</code> of the <abbr>W</abbr></p><ul><li>a</li></ul>',
  ],
  [
    '<p>Watch</p><iframe src="//www.youtube.com/embed/abc?rel=0" title="How &lt;it> works"></iframe><iframe src="/ad"></iframe>',
    '<p>Watch</p><a href="https://www.youtube.com/watch?v=abc">How &lt;it&gt; works</a>',
  ],
  [
    '<div data-gn-frame="https://player.vimeo.com/video/7"><p>Play</p></div><div data-gn-frame="/map"><p>A map</p></div>',
    '<div><a href="https://vimeo.com/7">Video</a></div><div><p>A map</p></div>',
  ],
  [
    '<h3><button aria-expanded="false">Fees</button></h3><p>None.</p><button>Print</button>',
    '<h3><span>Fees</span></h3><p>None.</p>',
  ],
])(
  'what HTML has no longer, headings that fold and players in frames, keep what they mean: %s',
  (given, expected) => {
    const html = sanitize(given);
    expect(html).toBe(expected);
    expect(sanitize(html)).toBe(html);
  },
);

test('size is counted in UTF-8 bytes', () => {
  const { html, size_bytes } = renderHtml(readPage('<p>é😀</p>', 'https://example.com/'), whole);
  expect(html).toBe('<p>é😀</p>');
  expect(size_bytes).toBe(13);
  expect(elements(parseHtml(html)).some((element) => attr(element, 'style'))).toBe(false);
});
