import { expect, test } from 'vitest';
import { markOfScripts } from './scripts.ts';

const page = (...scripts: string[]) => `<title>A</title><p>Text</p>${scripts.join('<p>More</p>')}`;
const mark = markOfScripts(page('<script src="/a.js"></script>', '<script>b("</p>")</script>'));

test.each([
  ['other text', `<h1>Other</h1>${page('<script src="/a.js"></script>', '<script>b("</p>")</script>')}`],
  [
    'other data',
    page(
      '<script src=/a.js async></script>',
      '<script type="application/json">{}</script><script>b("</p>")</script>',
    ),
  ],
])('pages with the same scripts have the same mark: %s', (_, html) => {
  expect(markOfScripts(html)).toBe(mark);
});

test.each([
  ['another address', page('<script src="/a.js?2"></script>', '<script>b("</p>")</script>')],
  ['other code', page('<script src="/a.js"></script>', '<script>b("</p>", 1)</script>')],
  ['one more', page('<script src="/a.js"></script>', '<script>b("</p>")</script>', '<SCRIPT>c()</SCRIPT>')],
  ['one less', page('<script src="/a.js"></script>')],
  ['none', page()],
  ['one without an end', `${page('<script src="/a.js"></script>', '<script>b("</p>")')}<p>More</p>`],
])('others have another: %s', (_, html) => {
  expect(markOfScripts(html)).not.toBe(mark);
});
