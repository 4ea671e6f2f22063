import { expect, test } from 'vitest';
import { readPage } from './page.ts';

const isTalk = (html: string, url = 'https://example.com/bikes/812'): boolean => readPage(html, url).isTalk;

test('people talk with each other where the address, the data or the software of a page says so', () => {
  expect(isTalk('<p>Hello', 'https://example.com/threads/bridge.12')).toBe(true);
  expect(isTalk('<script type="application/ld+json">{"@type":"QAPage"}</script><p>Hello')).toBe(true);
  expect(isTalk('<p>Hello')).toBe(false);
});

test.each([
  '<meta name="generator" content="Discourse 3.3.0">',
  '<html id="XF"><p>Hello',
  '<body id="phpbb" class="nojs section-viewtopic ltr">',
  '<body class="ipsApp ipsApp_front">',
  '<body class="page-topic template-topic">',
  '<div id="app" class="App affix App--discussion">',
  '<center><table id="hnmain"><tr><td>Hello</table></center>',
  '<shreddit-app><p>Hello</shreddit-app>',
])('%s is software for talking', (html) => {
  expect(isTalk(html)).toBe(true);
});
