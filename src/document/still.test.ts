import { expect, test } from 'vitest';
import { cpuMs } from '../../test/support/cpu.ts';
import { aliveBy, baseOf, showsContent } from './still.ts';

test.each([
  '<p>Text</p><a href="javascript:go()">a</a>',
  '<script type="application/ld+json">{"on load=": 1}</script>',
  '<script type="speculationrules">{}</script><script type=text/x-template><b></b></script>',
  '<a onclick="go()" onmouseover="hint()">a</a>',
  '<form onsubmit="return check()">',
  '<style>p{color:red}@media print{nav{display:none}}@media (width<9px){a{x:y}b{visibility:hidden}}</style>',
  '<p>The meta element refreshes; iframes and scripts are described.</p>',
])('still: %s', (html) => {
  expect(aliveBy(html)).toBeUndefined();
});

test.each([
  ['script', '<script>a()</script>'],
  ['script', '<SCRIPT\nSRC=a.js></SCRIPT>'],
  ['script', '<script type=module src=a.js>'],
  ['script', '<script type="text/javascript; charset=utf-8">'],
  ['script', '<script type="">'],
  ['script', `<script data-x='type="application/json"'>`],
  ['script', '<script data-type="application/json">'],
  ['script', '<script type="text/javascript" type="application/json">'],
  ['script', '<svg><script/href=x></svg>'],
  ['script', '<p><script'],
  ['handler', '<body onload="start()">'],
  ['handler', '<img src=x onerror=go()>'],
  ['handler', '<svg/onload=go()>'],
  ['handler', '<input autofocus ONFOCUS = go()>'],
  ['frame', '<IFRAME src=/inner></IFRAME>'],
  ['frame', '<frameset cols=*><frame src=a></frameset>'],
  ['frame', '<object data=x.svg></object>'],
  ['refresh', `<meta content="0;url=/b" HTTP-EQUIV='refresh'>`],
  ['shadow_root', '<div><template shadowrootmode="open">x</template></div>'],
  ['hidden_by_style', '<style>.trap{display: none}</style>'],
  ['hidden_by_style', '<style>@media print{a{}} .x { visibility:hidden }'],
  ['large', 'x'.repeat(15_000_001)],
])('%s: %.60s', (reason, html) => {
  expect(aliveBy(html)).toBe(reason);
});

const words = 'Gannets dive from thirty metres and enter the sea. '.repeat(10);

test.each([
  [true, `<title>x</title><p>${words}</p><script src=a.js></script>`],
  [false, '<div id=root></div><script src=a.js></script>'],
  [
    false,
    `<script>${words}</script><noscript>${words}</noscript><template>${words}</template><!-- ${words} > -->`,
  ],
  [false, `<p>${words}</p><meta http-equiv=refresh content=1>`],
  [false, `<p>${words}</p><script>document.write("more")</script>`],
  [false, `<p>${words}</p><div aria-busy="true"></div>`],
  [false, `<p>${words}</p><div id="challenge-running"></div>`],
  [false, `<style>${words}`],
])('shows content: %s (%#)', (shows, html) => {
  expect(showsContent(html)).toBe(shows);
});

test.each([
  '<script ',
  '<script "',
  '<style>',
  '<meta ',
  '<base ',
  '<!--',
  '<noscript>',
  ' onload',
  '<',
  '@media{',
])('a megabyte of %j is looked through at once', (part) => {
  const html = part.repeat(1_000_000 / part.length);
  const started = cpuMs();
  aliveBy(html.replace(/^<script/, '<scrip'));
  showsContent(html);
  baseOf(html, 'http://example.com/');
  expect(cpuMs() - started).toBeLessThan(2000);
});

test.each([
  ['http://example.com/a/b', '<base href="/x/">', 'http://example.com/x/'],
  ['http://example.com/a/b', '<base target=_blank><base href=c/>', 'http://example.com/a/c/'],
  ['http://example.com/a/b', '<p>', 'http://example.com/a/b'],
  ['http://example.com/a/b', '<base href="http://[">', 'http://example.com/a/b'],
])('base of %s with %s', (url, html, base) => {
  expect(baseOf(html, url)).toBe(base);
});

test.each([
  ['<meta http-equiv=', ' '],
  ['<style>', '@media'],
  ['<style>', '@media a{b{c}'],
  ['<style>@media{', 'a{b}'],
  ['<script ', 'a = '],
  ['', ' onx '],
])('a million characters of %s%s take no time', (start, unit) => {
  const html = start + unit.repeat(1_000_000 / unit.length);
  const startedAt = cpuMs();
  aliveBy(html);
  showsContent(html);
  baseOf(html, 'https://example.com/');
  expect(cpuMs() - startedAt).toBeLessThan(1500);
});
