import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.ts';
import { file, html, type Site, startSite } from '../support/site.ts';

const prose = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      `<p>Paragraph ${index + 1}: gannets dive from thirty metres, fold their wings at the last moment and enter the sea like arrows, which few other birds can do.</p>`,
  ).join('');

const article = html(
  'Diving birds',
  `<nav><a href="/home">Home</a> <a href="/about">About us</a></nav>
   <main><article><h1>Diving birds</h1>${prose(6)}
   <h2>Numbers</h2><table><tr><th>Bird</th><th>Depth</th></tr><tr><td>Gannet</td><td>22 m</td></tr></table>
   <p>Read <a href="/more?x=1">more</a> or look: <img src="/gannet.png" alt="A gannet"></p>
   <pre><code class="language-js">const depth = 22;</code></pre></article></main>
   <footer>Copyright nobody</footer><script>document.title = document.title</script>`,
  '<meta name="description" content="How gannets dive"><link rel="canonical" href="/canonical"><style>p{color:#123}</style>',
);

const tables = html(
  'Tables',
  `<table id="a"><tr><th rowspan="2">Name</th><th colspan="2">Size</th></tr><tr><td>w</td><td>h, "q"</td></tr></table>
   <table class="b"><tr><td>one</td><td>two</td></tr></table>`,
);

// 3000 px tall, red at the top and blue at the bottom, one image that only media loading brings.
const tall = html(
  'Tall',
  '<div style="height:1500px;background:#f00"></div><div style="height:1500px;background:#00f"></div><img src="/gannet.png" width="40" height="40">',
  '<style>body{margin:0}</style>',
);

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let site: Site;
let service: Service;
beforeAll(async () => {
  site = await startSite({
    '/article': article,
    '/tables': tables,
    '/tall': tall,
    '/gannet.png': file('image/png', pixel),
    '/data.json': file('application/json', '{"bird":"gannet","depth":22}'),
    '/notes.txt': file('text/plain; charset=utf-8', 'Plain * notes\nsecond line'),
    '/rows.csv': file('text/csv', 'bird,depth\ngannet,22\n'),
    '/feed': file(
      'application/rss+xml',
      `<?xml version="1.0"?><rss version="2.0"><channel><title>Seabirds</title>
       <item><title>Gannets</title><link>http://example.com/gannets</link></item></channel></rss>`,
    ),
    '/app.zip': file('application/zip', Buffer.alloc(1000)),
    '/latin1': file(
      'text/html; charset=iso-8859-1',
      Buffer.from(html('Größe', '<h1>Größe</h1><p>Übergröße für Möwen</p>'), 'latin1'),
    ),
    '/undeclared': file(
      'text/html',
      Buffer.from('<title>caf\xe9</title><p>Un caf\xe9 noir pour les mouettes et les fous</p>', 'latin1'),
    ),
    '/sjis': file(
      'text/html',
      Buffer.concat([
        Buffer.from('<html><head><meta charset="shift_jis"></head><body><p>'),
        Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]),
        Buffer.from('</p></body></html>'),
      ]),
    ),
    '/utf16': file(
      'text/html',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<p>möwe und gannet</p>', 'utf16le')]),
    ),
  });
  service = await startService();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const scrape = async (path: string, more: Record<string, unknown> = {}) => {
  const answer = await service.scrape({ url: `${site.origin}${path}`, ...more });
  expect(answer.body.detail, JSON.stringify(answer.body.detail)).toBeUndefined();
  expect(answer.status).toBe(200);
  return answer.body;
};

describe('markdown', () => {
  test('is the default and holds the article as ATX headings, tables, code and absolute links', async () => {
    const body = await scrape('/article');
    expect(body).toMatchObject({
      status: 200,
      url: `${site.origin}/article`,
      output: 'markdown',
      payment: null,
    });
    expect(body.execution_time_ms).toBeGreaterThan(0);
    const { title, markdown, character_count } = body.data;
    expect(title).toBe('Diving birds');
    expect(character_count).toBe(markdown.length);
    expect(markdown).toContain('# Diving birds');
    expect(markdown).toContain('## Numbers');
    expect(markdown).toMatch(/\| Bird +\| Depth +\|\n\| -+ +\| -+ +\|\n\| Gannet +\| 22 m +\|/);
    expect(markdown).toContain('```js\nconst depth = 22;\n```');
    expect(markdown).toContain(`[more](${site.origin}/more?x=1)`);
    expect(markdown).toContain(`![A gannet](${site.origin}/gannet.png)`);
    expect(markdown).not.toMatch(/About us|Copyright|color:#123/);
  });

  test('only_main_content false keeps the whole page; selectors and links work', async () => {
    const whole = await scrape('/article', { options: { only_main_content: false, links: true } });
    expect(whole.data.markdown).toContain('About us');
    expect(whole.data.links).toContainEqual({ url: `${site.origin}/about`, text: 'About us' });
    const part = await scrape('/article', { options: { include_selectors: ['h2', 'table'] } });
    expect(part.data.markdown).not.toContain('Paragraph 1');
    const without = await scrape('/article', { options: { exclude_selectors: ['table'] } });
    expect(without.data.markdown).not.toContain('22 m');
  });

  test('metadata tells what the page says of itself and how it was fetched', async () => {
    const { metadata } = await scrape('/article');
    expect(metadata).toMatchObject({
      final_url: `${site.origin}/article`,
      status_code: 200,
      content_type: 'text/html',
      title: 'Diving birds',
      description: 'How gannets dive',
      language: 'en',
      canonical_url: `${site.origin}/canonical`,
      engine: 'browser',
    });
    expect(metadata.wait.ended_by).toMatch(/quiet|static/);
  });

  test.each([
    ['/latin1', 'Übergröße für Möwen'],
    ['/undeclared', 'Un café noir'],
    ['/sjis', '日本語'],
    ['/utf16', 'möwe und gannet'],
  ])('decodes %s as browsers do', async (path, text) => {
    expect((await scrape(path)).data.markdown).toContain(text);
  });

  test('text files are content too', async () => {
    expect((await scrape('/data.json')).data.markdown).toMatch(/```json\n[\s\S]*"gannet"/);
    expect((await scrape('/notes.txt')).data.markdown).toContain('Plain * notes\nsecond line');
    expect((await scrape('/rows.csv')).data.markdown).toMatch(/\| gannet +\| 22 +\|/);
    expect((await scrape('/gannet.png')).data.markdown).toContain(`](${site.origin}/gannet.png)`);
  });

  test.each([
    ['/feed', 'application/rss+xml'],
    ['/rows.csv', 'text/csv'],
    ['/data.json', 'application/json'],
  ])('%s is the same where something is done on it before it is read', async (path, type) => {
    const alone = await scrape(path);
    expect(alone.metadata.content_type).toBe(type);
    for (const more of [
      { wait_for_selector: 'body' },
      { javascript: '1' },
      { actions: [{ type: 'scroll' }] },
    ])
      expect(await scrape(path, more)).toMatchObject({
        data: { markdown: alone.data.markdown },
        metadata: { content_type: type },
      });
  });

  test('a file that is neither page nor text is refused in plain words', async () => {
    const { status, body } = await service.scrape({ url: `${site.origin}/app.zip` });
    expect(status).toBe(500);
    expect(body.detail).toMatchObject({
      error: 'scrape_failed',
      reason: 'unsupported_content_type',
      payment_charged: false,
    });
    expect(site.countOf('/app.zip')).toBe(1);
  });
});

test('html is sanitised and measured in bytes', async () => {
  const { data } = await scrape('/article', { output: 'html' });
  expect(data.format).toBe('html');
  expect(data.size_bytes).toBe(Buffer.byteLength(data.html));
  expect(data.html).toContain('<h1>Diving birds</h1>');
  expect(data.html).not.toMatch(/<script|<style|About us/);
});

describe('csv', () => {
  test('expands spans and quotes', async () => {
    const { data } = await scrape('/tables', { output: 'csv' });
    expect(data).toMatchObject({ format: 'csv', table_count: 2 });
    expect(data.tables[0]).toBe('Name,Size,Size\r\nName,w,"h, ""q"""');
    expect(data.data).toContain(data.tables[1]);
  });

  test('table_selector chooses', async () => {
    const { data } = await scrape('/tables', { output: 'csv', options: { table_selector: 'table.b' } });
    expect(data.tables).toEqual(['one,two']);
  });
});

/** Width and height of a PNG or JPEG. */
const sizeOf = (bytes: Buffer): { width: number; height: number } => {
  if (bytes.readUInt32BE(0) === 0x89504e47)
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt8(at + 1);
    if (marker >= 0xc0 && marker <= 0xc3)
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  throw new Error('no picture');
};

describe('screenshot', () => {
  test('is a PNG of the whole page by default, media loaded', async () => {
    const before = site.countOf('/gannet.png');
    const { data } = await scrape('/tall', { output: 'screenshot' });
    const bytes = Buffer.from(data.data, 'base64');
    expect(data).toMatchObject({ format: 'png', size_bytes: bytes.length });
    expect(sizeOf(bytes).height).toBeGreaterThanOrEqual(3040);
    expect(site.countOf('/gannet.png')).toBeGreaterThan(before);
  });

  test('full_page false shows the viewport asked for', async () => {
    const { data } = await scrape('/tall', {
      output: 'screenshot',
      options: { full_page: false, width: 800, height: 600 },
    });
    expect(sizeOf(Buffer.from(data.data, 'base64'))).toEqual({ width: 800, height: 600 });
  });

  test('a JPEG shows the viewport, and quality makes it smaller', async () => {
    const options = { format: 'jpeg', full_page: true, width: 640, height: 480 };
    const fine = (await scrape('/tall', { output: 'screenshot', options })).data;
    const coarse = (await scrape('/tall', { output: 'screenshot', options: { ...options, quality: 1 } }))
      .data;
    expect(fine.format).toBe('jpeg');
    expect(sizeOf(Buffer.from(fine.data, 'base64'))).toEqual({ width: 640, height: 480 });
    expect(coarse.size_bytes).toBeLessThan(fine.size_bytes);
  });
});

describe('pdf', () => {
  const boxOf = (data: { data: string }) =>
    /MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/
      .exec(Buffer.from(data.data, 'base64').toString('latin1'))
      ?.slice(1)
      .map(Number);

  test('is A4 by default', async () => {
    const { data } = await scrape('/article', { output: 'pdf' });
    const bytes = Buffer.from(data.data, 'base64');
    expect(data).toMatchObject({ format: 'pdf', size_bytes: bytes.length });
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const [width = 0, height = 0] = boxOf(data) ?? [];
    expect(Math.abs(width - 595)).toBeLessThan(2);
    expect(Math.abs(height - 842)).toBeLessThan(2);
  });

  test('takes format, landscape, scale, margin and background', async () => {
    const options = {
      format: 'letter',
      landscape: true,
      scale: 0.5,
      print_background: false,
      margin: { top: 72, left: 36 },
    };
    const [width = 0, height = 0] = boxOf((await scrape('/article', { output: 'pdf', options })).data) ?? [];
    expect([Math.round(width), Math.round(height)]).toEqual([792, 612]);
  });

  test("margins that leave no room are the request's fault", async () => {
    const { status, body } = await service.scrape({
      url: `${site.origin}/article`,
      output: 'pdf',
      options: { margin: { left: 400, right: 400 } },
    });
    expect(status).toBe(400);
    expect(body.detail).toMatchObject({ error: 'invalid_request', issues: [{ path: 'options.margin' }] });
  });
});
