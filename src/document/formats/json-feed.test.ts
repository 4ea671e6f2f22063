import { expect, test } from 'vitest';
import { scrapeRequests } from '../../contract/scrape.ts';
import { renderText } from '../../output/text.ts';

const read = (html: string) => {
  const url = 'https://example.com/feed.json';
  const snapshot = {
    url,
    status: 200,
    headers: {},
    contentType: 'application/feed+json',
    title: '',
    baseUrl: url,
  };
  const escaped = html.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const options = scrapeRequests.markdown.shape.options.parse({});
  return renderText({ ...snapshot, html: `<pre>${escaped}</pre>` }, 'markdown', options);
};

test('a JSON Feed is a page', () => {
  const { data, metadata } = read(
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Sea & sky',
      description: 'Of birds',
      language: 'de',
      items: [
        {
          id: '1',
          url: 'https://blog.example/1/',
          title: 'First',
          content_html: '<p>Long <b>text</b>, <a href="x">more</a><script>alert(1)</script></p>',
          date_published: '2024-05-03T10:00:00Z',
          authors: [{ name: 'Ada Park' }, { name: 'Bo Lin' }],
        },
        {
          id: 2,
          content_text: 'a < b\n\nc',
          attachments: [{ url: 'https://example.com/a.mp3' }],
          title: null,
        },
        'no item',
      ],
    }),
  );
  expect(data.markdown).toBe(
    [
      '# Sea & sky',
      'Of birds',
      '## [First](https://blog.example/1/)',
      '2024-05-03T10:00:00Z, Ada Park, Bo Lin',
      'Long **text**, [more](https://blog.example/1/x)',
      'a < b',
      'c',
      '[https://example.com/a.mp3](https://example.com/a.mp3)',
    ].join('\n\n'),
  );
  expect(metadata).toMatchObject({ title: 'Sea & sky', description: 'Of birds', language: 'de' });
});

test.each([
  '{"version":"1"}',
  '{"version":"https://jsonfeed.org/version/1","items":5}',
  '"jsonfeed.org/version/',
])('other JSON stays JSON: %s', (json) => {
  expect(read(json).data.markdown).toMatch(/^```json\n/);
});
