import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createTestFetch } from '../../test/support/fetch.ts';
import { file, type Page, redirect, type Site, startSite } from '../../test/support/site.ts';
import { answering, startPeer } from '../../test/support/wire.ts';
import { type AtPace, createSitemaps, type Obtained, type SitemapNews } from './sitemap.ts';

const never = new AbortController().signal;
const fetch = createTestFetch();
const urlset = (...paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>${path}</loc></url>`).join('')}</urlset>`;
const index = (...paths: string[]) =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>${path}</loc></sitemap>`).join('')}</sitemapindex>`;
const xml = (text: string) => file('application/xml', text);

let site: Site | undefined;
afterEach(() => site?.[Symbol.asyncDispose]());

type Limits = Parameters<typeof createSitemaps>[0]['limits'];

const read = async (
  pages: Record<string, Page>,
  limits: Limits = {},
  starts = ['/sitemap.xml'],
  mostRestMs?: number,
) => {
  const web = await startSite(pages);
  site = web;
  const news: SitemapNews[] = [];
  const addresses = starts.map((path) => new URL(path, web.origin).href);
  for await (const each of createSitemaps({ fetch, limits: { pause: 1, ...limits } })(addresses, never, {
    ...(mostRestMs !== undefined && { mostRestMs }),
  }))
    news.push(each);
  const path = (url: string) => url.replace(web.origin, '');
  return {
    pages: news.flatMap((each) => (each.kind === 'page' ? [path(each.url)] : [])),
    problems: news.flatMap((each) => (each.kind === 'problem' ? [`${path(each.url)} ${each.message}`] : [])),
  };
};

test('indexes within indexes, packed files and lists, in the order of the documents', async () => {
  const found = await read({
    '/sitemap.xml': xml(index('/one.xml.gz', '/more.xml', '/last.txt')),
    '/one.xml.gz': file('application/gzip', gzipSync(urlset('/1', '/2'))),
    '/more.xml': xml(index('/three')),
    '/three': file('application/octet-stream', gzipSync(urlset('/3'))),
    '/last.txt': (_, response) => response.end(`http://127.0.0.1:${site?.port}/4\n`),
  });
  expect(found).toEqual({ pages: ['/1', '/2', '/3', '/4'], problems: [] });
});

test('packed for the way, and packed as a file, at once', async () => {
  const twice: Page = (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(gzipSync(urlset('/1'))));
  expect(await read({ '/sitemap.xml': twice })).toEqual({ pages: ['/1'], problems: [] });
});

test.each([
  ['padding', Buffer.alloc(512)],
  ['a line feed', Buffer.from('\n')],
  ['what a server ends each answer with', Buffer.from('<!-- served in 0.3 s -->')],
])('packed in several members, with %s behind them', async (_, junk) => {
  const packed = Buffer.concat([
    ...[urlset('/1').slice(0, 60), urlset('/1').slice(60)].map((part) => gzipSync(part)),
    junk,
  ]);
  const found = await read({
    '/sitemap.xml': xml(index('/file.gz', '/coded')),
    '/file.gz': file('application/gzip', packed),
    '/coded': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
  });
  expect(found).toEqual({ pages: ['/1', '/1'], problems: [] });
});

test('each is read once: circles end', async () => {
  const found = await read({
    '/sitemap.xml': xml(index('/sitemap.xml', '/a.xml?utm_source=x', '/a.xml')),
    '/a.xml': xml(index('/sitemap.xml#x', '/b.xml')),
    '/b.xml': xml(urlset('/1')),
  });
  expect(found).toEqual({ pages: ['/1'], problems: [] });
  expect(site?.hits).toHaveLength(3);
});

test('what cannot be read does not keep the others from being read', async () => {
  await using broken = await startPeer(answering('nonsense', 'end'));
  const packed = gzipSync(urlset('/cut', ...Array.from({ length: 9999 }, (_, each) => `/${each}`)));
  const found = await read({
    '/sitemap.xml': xml(
      index('/missing', '/html', broken.origin, 'http://10.0.0.1/', '/cut.gz', '/not.gz', '/empty', '/good'),
    ),
    '/html': '<!doctype html><h1>Not a sitemap</h1>',
    '/cut.gz': file('application/gzip', packed.subarray(0, packed.length / 2)),
    '/not.gz': file('application/gzip', Buffer.from([0x1f, 0x8b, 1, 2, 3, 4])),
    '/empty': xml(''),
    '/good': xml(urlset('/1')),
  });
  expect(found.problems).toEqual([
    '/missing The sitemap was answered with status 404.',
    '/html The answer is not a sitemap.',
    `${broken.origin}/ The sitemap could not be reached.`,
    'http://10.0.0.1/ The sitemap could not be reached.',
    '/cut.gz The sitemap broke off.',
    '/not.gz The sitemap broke off.',
    '/empty The answer is not a sitemap.',
  ]);
  expect(found.pages.at(0)).toBe('/cut');
  expect(found.pages.at(-1)).toBe('/1');
  expect(found.pages.length).toBeGreaterThan(1000);
});

/** Hangs up on the first requests. */
const dropping = (times: number): Page => {
  let left = times;
  return (request, response) => {
    if (left-- > 0) request.destroy();
    else response.end(urlset('/1'));
  };
};

/** Answers with each status once, and then with a sitemap. */
const failing = (...answers: [status: number, retryAfter?: string][]): Page => {
  const left = [...answers];
  return (_, response) => {
    const [status, retryAfter] = left.shift() ?? [200];
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    response.end(status === 200 ? urlset('/1') : '');
  };
};

test.each([
  ['503 once', failing([503, '0']), 2],
  ['429 and 500', failing([429], [500]), 3],
  ['a connection that ends', dropping(2), 3],
])('what passes is waited for: %s', async (_, page, times) => {
  expect(await read({ '/sitemap.xml': page })).toEqual({ pages: ['/1'], problems: [] });
  expect(site?.hits).toHaveLength(times);
});

test.each([
  ['three times at most', failing([503], [502], [503]), 3, 503],
  ['once where the site wants to be left alone for too long', failing([503, '2']), 1, 503],
  ['once where that helps nothing', failing([404]), 1, 404],
])('a sitemap is asked for %s', async (_, page, times, status) => {
  const found = await read({ '/sitemap.xml': page }, {}, ['/sitemap.xml'], 1000);
  expect(found.problems).toEqual([`/sitemap.xml The sitemap was answered with status ${status}.`]);
  expect(site?.hits).toHaveLength(times);
});

test.each<[string, Page, Obtained, number?]>([
  ['answers', xml(urlset('/1')), {}],
  ['is not there', failing([404]), {}],
  ['fails', failing([500], [500], [500]), { inTrouble: true, restMs: 0 }],
  ['asks for a rest', failing([503, '9']), { inTrouble: true, restMs: 9000 }],
  ['hangs up', dropping(3), { inTrouble: true, restMs: 0 }],
  ['does not answer', () => undefined, { inTrouble: true }, 200],
])('who keeps the pace is told that a host %s', async (_, page, told, patience = 5000) => {
  site = await startSite({ '/sitemap.xml': page });
  const readSitemaps = createSitemaps({ fetch, limits: { patience, pause: 1 } });
  const answers: Obtained[] = [];
  const atPace: AtPace = async (_url, ask) => {
    const answer = await ask();
    answers.push(answer);
    return answer;
  };
  const starts = [`${site.origin}/sitemap.xml`];
  const news = readSitemaps(starts, never, { atPace, mostRestMs: 1000 });
  while (!(await news.next()).done);
  const { inTrouble, restMs } = answers.at(-1) ?? {};
  expect({ inTrouble, restMs }).toEqual(told);
});

test('Retry-After is obeyed', async () => {
  const started = performance.now();
  expect((await read({ '/sitemap.xml': failing([503, '1']) })).pages).toEqual(['/1']);
  expect(performance.now() - started).toBeGreaterThanOrEqual(990);
});

test('redirects are followed; addresses are relative to where they lead', async () => {
  const found = await read({
    '/sitemap.xml': redirect('/maps/main.xml'),
    '/maps/main.xml': xml(urlset('1')),
  });
  expect(found.pages).toEqual(['/maps/1']);
});

test('other encodings', async () => {
  const declared = `<?xml version="1.0" encoding="ISO-8859-1"?>${urlset('/ü')}`;
  expect(
    (await read({ '/sitemap.xml': file('application/xml', Buffer.from(declared, 'latin1')) })).pages,
  ).toEqual(['/%C3%BC']);
  await site?.[Symbol.asyncDispose]();
  const wide = Buffer.from(`\ufeff${urlset('/ü')}`, 'utf16le');
  expect((await read({ '/sitemap.xml': file('application/xml', wide) })).pages).toEqual(['/%C3%BC']);
  await site?.[Symbol.asyncDispose]();
  const unsafe = file('application/xml; charset=iso-2022-kr', urlset('/1'));
  expect((await read({ '/sitemap.xml': unsafe })).problems).toEqual([
    '/sitemap.xml The answer is not a sitemap.',
  ]);
});

test.each([
  ['UTF-8 that says it is UTF-16', 'utf8'],
  ['UTF-16 without a byte order mark', 'utf16le'],
] as const)('%s', async (_, encoding) => {
  const text = `<?xml version="1.0" encoding="utf-16"?>${urlset('/ü')}`;
  const found = await read({ '/sitemap.xml': file('application/xml', Buffer.from(text, encoding)) });
  expect(found).toEqual({ pages: ['/%C3%BC'], problems: [] });
});

test('big-endian UTF-16 without a byte order mark', async () => {
  const wide = Buffer.from(urlset('/ü'), 'utf16le').swap16();
  expect((await read({ '/sitemap.xml': file('application/xml', wide) })).pages).toEqual(['/%C3%BC']);
});

test('no more than 50 000 addresses', async () => {
  const many = Array.from({ length: 30_000 }, (_, each) => `/${each}`);
  const found = await read({
    '/sitemap.xml': xml(index('/a', '/b', '/c')),
    '/a': xml(urlset(...many)),
    '/b': xml(urlset(...many)),
    '/c': xml(urlset(...many)),
  });
  expect(found.pages).toHaveLength(50_000);
  expect(site?.countOf('/c')).toBe(0);
  expect(found.problems).toEqual(['/b There are more than 50000 addresses.']);
});

test.each([
  ['as many', ['/1', '/2'], ['/3'], []],
  ['one more in a sitemap', ['/1', '/2'], ['/3', '/4'], ['/b There are more than 3 addresses.']],
  ['another sitemap', ['/1', '/2', '/3'], ['/4'], ['/a There are more than 3 addresses.']],
])('that some addresses are left out is told: %s', async (_, a, b, problems) => {
  const pages = { '/sitemap.xml': xml(index('/a', '/b')), '/a': xml(urlset(...a)), '/b': xml(urlset(...b)) };
  expect(await read(pages, { urls: 3 })).toEqual({ pages: ['/1', '/2', '/3'], problems });
});

test('a document is read as far as its limit, unpacked', async () => {
  const bomb = gzipSync(
    `${urlset('/1').replace('</urlset>', '')}${' '.repeat(3_000_000)}<url><loc>/2</loc></url></urlset>`,
  );
  const found = await read({ '/sitemap.xml': file('application/gzip', bomb) }, { bytes: 1_000_000 });
  expect(found).toEqual({
    pages: ['/1'],
    problems: ['/sitemap.xml The sitemap is larger than 1000000 bytes.'],
  });
});

test('what may not be asked for is told, and the others are read', async () => {
  site = await startSite({ '/a': xml(index('/b', '/c')), '/b': xml(urlset('/1')), '/c': xml(urlset('/2')) });
  const { origin, hits } = site;
  const refusalOf = async (url: string) => (url === `${origin}/b` ? 'It is forbidden.' : undefined);
  const news: SitemapNews[] = [];
  for await (const each of createSitemaps({ fetch })([`${origin}/a`], never, { refusalOf })) news.push(each);
  expect(news).toEqual([
    { kind: 'problem', url: `${origin}/b`, message: 'It is forbidden.' },
    { kind: 'page', url: `${origin}/2`, sitemap: `${origin}/c` },
  ]);
  expect(hits).toEqual(['GET /a', 'GET /c']);
});

test('that there is none where it was looked for first is told apart from one that did not come', async () => {
  site = await startSite({
    '/gone': failing([404]),
    '/html': '<h1>Home</h1>',
    '/late': failing([503, '9999']),
    '/index': xml(index('/gone/too')),
  });
  const { origin } = site;
  const absent: string[] = [];
  const starts = ['/gone', '/html', '/late', '/index'].map((path) => origin + path);
  for await (const each of createSitemaps({ fetch })(starts, never, { mostRestMs: 1000 }))
    if (each.kind === 'problem' && each.isAbsent) absent.push(each.url);
  expect(absent).toEqual([`${origin}/gone`, `${origin}/html`]);
});

test('depth and number of documents have limits', async () => {
  const chain = Object.fromEntries(
    Array.from({ length: 9 }, (_, each) => [`/${each}`, xml(index(`/${each + 1}`))]),
  );
  const deep = await read(chain, { depth: 3 }, ['/0']);
  expect(deep.problems).toEqual(['/3 Sitemaps nest deeper than 3 levels.']);
  expect(site?.hits).toHaveLength(4);
  await site?.[Symbol.asyncDispose]();

  const many = Array.from({ length: 9 }, (_, each) => `/${each}`);
  const wide = await read({ '/sitemap.xml': xml(index(...many)) }, { documents: 4 });
  expect(wide.problems.at(-1)).toBe('/3 There are more than 4 sitemaps.');
  expect(site?.hits).toHaveLength(4);
});

test('one that does not come is given up', async () => {
  const found = await read({ '/sitemap.xml': () => undefined }, { patience: 50 });
  expect(found.problems).toEqual(['/sitemap.xml The sitemap did not arrive in time.']);
});

test('who has enough stops the reading, and the signal does', async () => {
  await using web = await startSite({
    '/a': xml(urlset('/1', '/2')),
    '/b': xml(urlset('/3')),
    '/c': () => undefined,
  });
  site = undefined;
  const readSitemaps = createSitemaps({ fetch });
  for await (const news of readSitemaps([`${web.origin}/a`, `${web.origin}/b`], never)) {
    expect(news).toMatchObject({ kind: 'page' });
    break;
  }
  expect(web.hits).toEqual(['GET /a']);

  const controller = new AbortController();
  const reading = readSitemaps([`${web.origin}/c`], controller.signal).next();
  await expect.poll(() => web.countOf('/c'), { timeout: 20_000 }).toBe(1);
  controller.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
});
