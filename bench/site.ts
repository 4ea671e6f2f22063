import { crc32, deflateSync } from 'node:zlib';
import { file, html, type Page, type Site, startSite } from '../test/support/site.ts';

/** The pages that are measured, on loopback. Each name also stands in the text that a complete answer holds. */
export const pages = {
  /** 4 KB that need no script. */
  plain: { path: '/plain', holds: ['plain-end'] },
  /** 4 KB and one small script, which changes nothing that is read. */
  simple: { path: '/simple', holds: ['simple-end'] },
  /** 300 KB of HTML and 30 sub-resources. */
  realistic: { path: '/realistic', holds: ['realistic-end'] },
  /** Empty until a request that the load event does not wait for has been answered. */
  late: { path: '/late', holds: ['late-end'] },
} as const;

export type PageName = keyof typeof pages;

const words =
  'Gannets nest in large colonies on cliffs and islands, and fly far over the open sea to find shoals of fish. ' +
  'A diving bird folds its wings just before it meets the water, at up to a hundred kilometres an hour. ';

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `<p>${index + 1}. ${words}</p>`).join('\n');

const simplePage = (name: string, head: string) =>
  html(
    name,
    `<nav><a href="/">Home</a> <a href="/plain">Plain</a></nav><main><h1>${name}</h1>${paragraphs(16)}<p>${name}-end</p></main>`,
    head,
  );

/** Of all resources 29: 3 styles, 8 scripts, 13 images, 3 fonts, 2 requests for data; the icon makes 30. */
const realisticPage = (): string => {
  const styles = [1, 2, 3].map((n) => `<link rel="stylesheet" href="/style-${n}.css">`);
  const scripts = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `<script src="/script-${n}.js" defer></script>`);
  const images = Array.from(
    { length: 13 },
    (_, n) => `<figure><img src="/image-${n + 1}.png" width="160" height="120" alt=""></figure>`,
  );
  const sections = images.map(
    (image, n) =>
      `<section class="s${n}"><h2>Part ${n + 1}</h2>${image}<div class="grid">${cards(n)}</div></section>`,
  );
  const data = `<div id="data-1"></div><div id="data-2"></div><script>
    for (const n of [1, 2]) fetch('/data-' + n + '.json').then((r) => r.json()).then((d) => { document.getElementById('data-' + n).textContent = d.text; });
  </script>`;
  return html(
    'Realistic',
    `<main class="f1"><h1>Realistic</h1>${sections.join('\n')}${data}<p>realistic-end</p></main>`,
    [...styles, ...scripts].join(''),
  );
};

const cards = (section: number) =>
  Array.from(
    { length: 60 },
    (_, n) =>
      `<article class="card c${n % 7}" data-id="${section}-${n}"><h3><a href="/item/${section}/${n}">Bird ${n}</a></h3><p class="f2">${words}</p></article>`,
  ).join('\n');

const style = (n: number) => {
  const font = `@font-face{font-family:f${n};src:url(/font-${n}.ttf)}.f${n},.f${n} h2{font-family:f${n},sans-serif}`;
  const rules = Array.from(
    { length: 300 },
    (_, i) =>
      `.card.c${i % 7} .x${i}-${n}>a:hover{color:#${(i * 7919 + 4096).toString(16).slice(-3)};margin:${i % 9}px}`,
  );
  return [font, '.grid{display:grid;grid-template-columns:repeat(3,1fr)}', ...rules].join('\n');
};

/** About 30 KB to parse, and a little work. */
const script = (n: number) => {
  const parts = Array.from(
    { length: 250 },
    (_, i) =>
      `function f${n}_${i}(a,b){var c=a*${i}+b;for(var i=0;i<3;i++){c=(c*31+i)%65521}return c>${i}?c-b:c+b}`,
  );
  return `(function(){${parts.join('\n')}\nvar s=0;for(var i=0;i<20000;i++){s=f${n}_7(s,i)}window.r${n}=s;document.querySelectorAll('.card').forEach(function(e){e.dataset.seen=${n}})})()`;
};

const png = (seed: number): Buffer => {
  const [width, height] = [160, 120];
  const pixels = Buffer.alloc((width * 3 + 1) * height);
  for (let i = 0; i < pixels.length; i++) pixels[i] = i % (width * 3 + 1) === 0 ? 0 : (i * seed * 31) >> 3;
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
};

const numbered = (count: number, path: (n: number) => string, page: (n: number) => Page) =>
  Array.from({ length: count }, (_, index) => [path(index + 1), page(index + 1)] as const);

const after =
  (ms: number, type: string, body: string): Page =>
  (_request, response) =>
    setTimeout(() => response.writeHead(200, { 'content-type': type }).end(body), ms);

const latePage = html(
  'Late',
  `<main id="root"></main><script>addEventListener('load',()=>fetch('/late.json').then((r)=>r.json()).then((d)=>{document.getElementById('root').innerHTML=d.html}))</script>`,
);

export const startBenchSite = (): Promise<Site> =>
  startSite({
    [pages.plain.path]: simplePage('plain', ''),
    [pages.simple.path]: simplePage(
      'simple',
      `<script>document.documentElement.className='js';addEventListener('load',function(){window.loadedAt=performance.now()})</script>`,
    ),
    [pages.realistic.path]: realisticPage(),
    [pages.late.path]: latePage,
    '/late.json': after(
      150,
      'application/json',
      JSON.stringify({ html: `${paragraphs(12)}<p>late-end</p>` }),
    ),
    '/favicon.ico': file('image/png', png(99)),
    ...Object.fromEntries([
      ...numbered(
        3,
        (n) => `/style-${n}.css`,
        (n) => file('text/css', style(n)),
      ),
      ...numbered(
        8,
        (n) => `/script-${n}.js`,
        (n) => file('text/javascript', script(n)),
      ),
      ...numbered(
        13,
        (n) => `/image-${n}.png`,
        (n) => file('image/png', png(n)),
      ),
      // Not a font: it is asked for and read all the same.
      ...numbered(
        3,
        (n) => `/font-${n}.ttf`,
        (n) => file('font/ttf', Buffer.alloc(20_000, n)),
      ),
      ...numbered(
        2,
        (n) => `/data-${n}.json`,
        (n) => file('application/json', JSON.stringify({ text: `data ${n} ${words}` })),
      ),
    ]),
  });
