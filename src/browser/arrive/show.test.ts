import { expect, test } from 'vitest';
import { mayLeadOn } from './show.ts';

test.each([
  '<meta http-equiv="refresh" content="0; url=/next">',
  '<META HTTP-EQUIV=Refresh content=3>',
  '<script>window.location = "/next"</script>',
  '<script>top.location.href="/next"</script>',
  '<script>location.replace("/next")</script>',
  '<script>location["href"] = "/next"</script>',
  '<script>location.pathname = "/next"</script>',
  '<body onload="document.forms[0].submit()">',
])('leads on: %s', (page) => {
  expect(mayLeadOn({}, Buffer.from(page))).toBe(true);
});

test('leads on by a header', () => {
  const responseHeaders = [{ name: 'Refresh', value: '0; url=/next' }];
  expect(mayLeadOn({ responseHeaders }, Buffer.from(''))).toBe(true);
});

test.each([
  '<script>if (location.href == "/") count()</script>',
  '<p>Its location: the harbour.</p>',
  '<script src="/app.js"></script>',
  '<input type="submit">',
  `${' '.repeat(100_000)}<script>location = "/next"</script>`,
])('leads nowhere as far as is known: %#', (page) => {
  expect(mayLeadOn({}, Buffer.from(page))).toBe(false);
});
