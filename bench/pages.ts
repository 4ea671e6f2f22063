/**
 * Pages of the kinds that the web is made of, by their number: the same for the same number, another for others. Every
 * page holds words of its own at its beginning and its end, so that an answer can be told to be complete.
 */

/** A page of a kind. */
export interface Made {
  readonly html: string;
  /** What it asks for when it runs, by path. */
  readonly data?: Readonly<Record<string, { readonly json: string; readonly afterMs: number }>>;
  /** Words that a complete answer holds. */
  readonly holds: readonly string[];
}

const vocabulary =
  'gannet herring cliff colony island current feather shallow season weather northern plunge shoal chalk harbour migration breeding vessel horizon remote survey estimate observer record decade'.split(
    ' ',
  );

export const tokenOf = (n: number): string => `token${n}x`;

export const paragraph = (n: number, part: number): string => {
  const words = Array.from({ length: 90 }, (_, k) => {
    const at = (n * 7919 + part * 104_729 + k * k * 31 + k * 17) % vocabulary.length;
    return `${vocabulary[at]}${k % 13 === 12 ? '.' : ''}`;
  });
  return `<p>${words.join(' ')} in survey ${n}-${part}.</p>`;
};

const styles = '<link rel="stylesheet" href="/style.css"><link rel="icon" href="data:,">';
/** As most sites have them: they change nothing that is read, but that has to be found out. */
const scripts =
  '<script>window.dataLayer=[];</script><script src="/menu.js" defer></script><script src="/count.js" async></script>';

const documentOf = (title: string, head: string, body: string): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${styles}${head}</head><body>${body}</body></html>`;

const menu = (linkOf: (k: number) => string): string =>
  `<header><nav><ul>${Array.from({ length: 30 }, (_, k) => `<li><a href="${linkOf(k)}">Section ${k}</a></li>`).join('')}</ul></nav></header>`;

const footer = '<footer><p>All about gannets.</p></footer>';

/** Where the menu and the list beside an article lead. */
export interface Links {
  readonly menu: (k: number) => string;
  readonly more: readonly { readonly href: string; readonly text: string }[];
}

/** About 15 KB of HTML with a style sheet, four images and, with scripts, three of those. */
export const articlePage = (n: number, links: Links, withScripts: boolean): Made => {
  const sections = Array.from(
    { length: 8 },
    (_, part) =>
      `<h2>Part ${part}</h2>${part < 4 ? `<figure><img src="/image-${part}.svg" alt=""></figure>` : ''}${paragraph(n, part)}${paragraph(n, part + 100)}`,
  );
  const more = links.more.map(({ href, text }) => `<li><a href="${href}">${text}</a></li>`).join('');
  const body = `${menu(links.menu)}<main><article><h1>Article ${n} ${tokenOf(n)}</h1><p class="by">By an observer</p>${sections.join('\n')}<p>It ends with end${n}x.</p></article>
<aside><h2>More</h2><ul>${more}</ul></aside></main>${footer}`;
  return {
    html: documentOf(`Article ${n}`, withScripts ? scripts : '', body),
    holds: [tokenOf(n), `end${n}x`],
  };
};

/** Empty until its script has asked for its data twice: at once, and a moment after the load event. */
export const appPage = (n: number): Made => {
  const first = `<h1>App ${n} first${n}x</h1>${paragraph(n, 1)}${paragraph(n, 2)}`;
  const late = `<h2>Later</h2>${paragraph(n, 3)}<p>It ends with late${n}x.</p>`;
  const script = `<script type="module">
const show = async (part) => {
  const answer = await fetch('/data/${n}/' + part);
  document.getElementById('app').insertAdjacentHTML('beforeend', (await answer.json()).html);
};
await show('first');
addEventListener('load', () => setTimeout(() => show('late'), 120));
if (document.readyState === 'complete') setTimeout(() => show('late'), 120);
</script>`;
  return {
    html: documentOf(`App ${n}`, script, '<main id="app"></main>'),
    data: {
      [`/data/${n}/first`]: { json: JSON.stringify({ html: first }), afterMs: 30 },
      [`/data/${n}/late`]: { json: JSON.stringify({ html: late }), afterMs: 60 },
    },
    holds: [`first${n}x`, `late${n}x`],
  };
};

/** With its data as JSON-LD and a table of properties. */
export const productPage = (n: number): Made => {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: `Bird feeder ${n} ${tokenOf(n)}`,
    sku: `F-${n}`,
    offers: { '@type': 'Offer', price: `${(n % 90) + 9}.50`, priceCurrency: 'EUR' },
  };
  const rows = Array.from(
    { length: 14 },
    (_, k) => `<tr><th>Property ${k}</th><td>value ${n}-${k}</td></tr>`,
  );
  const others = Array.from(
    { length: 12 },
    (_, k) =>
      `<li><a href="/product/${n + k + 1}"><img src="/image-${k % 4}.svg" alt=""> Feeder ${n + k + 1}</a></li>`,
  );
  const body = `${menu((k) => `/product/${k}`)}<main><h1>${data.name}</h1><img src="/image-0.svg" alt="">
<p class="price">€${data.offers.price}</p><button>Add to cart</button>${paragraph(n, 1)}${paragraph(n, 2)}${paragraph(n, 3)}
<table>${rows.join('')}</table><p>It ends with end${n}x.</p></main><aside><h2>Others bought</h2><ul>${others.join('')}</ul></aside>${footer}`;
  const head = `${scripts}<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  return { html: documentOf(`Feeder ${n}`, head, body), holds: [tokenOf(n), `end${n}x`] };
};

/** Sixty rows of six cells, some of which span. */
export const tablePage = (n: number): Made => {
  const rows = Array.from({ length: 60 }, (_, y) =>
    y % 12 === 0
      ? `<tr><th rowspan="2">Colony ${n}-${y}</th><td colspan="5">counted by boat and from the cliff</td></tr>`
      : `<tr>${y % 12 === 1 ? '' : `<th>Year ${1900 + y}</th>`}${Array.from({ length: 5 }, (_, x) => `<td>${(n * 31 + y * 7 + x) % 997}</td>`).join('')}</tr>`,
  );
  const body = `${menu((k) => `/table/${k}`)}<main><h1>Counts ${n} ${tokenOf(n)}</h1>${paragraph(n, 1)}${paragraph(n, 2)}
<table><caption>Counts</caption><thead><tr><th>Place</th><th>a</th><th>b</th><th>c</th><th>d</th><th>e</th></tr></thead><tbody>${rows.join('')}
<tr><th>All</th><td colspan="5">end${n}x</td></tr></tbody></table>${paragraph(n, 3)}</main>${footer}`;
  return { html: documentOf(`Counts ${n}`, scripts, body), holds: [tokenOf(n), `end${n}x`] };
};

/** Plain paragraphs of about so many bytes. */
export const pageOfSize = (n: number, bytes: number): Made => {
  const one = paragraph(n, 1).length;
  const count = Math.max(1, Math.round((bytes - 500) / one));
  const text = Array.from({ length: count }, (_, part) => paragraph(n, part)).join('\n');
  const body = `<main><h1>Long ${n} ${tokenOf(n)}</h1>${text}<p>It ends with end${n}x.</p></main>`;
  return { html: documentOf(`Long ${n}`, '', body), holds: [tokenOf(n), `end${n}x`] };
};

/** What all of these pages ask for, by path. */
export const pageFiles: Readonly<Record<string, { readonly type: string; readonly body: string }>> = {
  '/style.css': {
    type: 'text/css',
    body: `body{font:16px/1.6 sans-serif;margin:0}nav ul{display:flex;flex-wrap:wrap}nav li{margin:4px}
main{display:grid;grid-template-columns:3fr 1fr;gap:24px}article p{text-align:justify}figure img{width:100%;height:120px}
footer{border-top:1px solid #ccc}.open{display:block}`,
  },
  '/menu.js': {
    type: 'text/javascript',
    body: `document.addEventListener('DOMContentLoaded', () => {
  document.documentElement.classList.add('js');
  for (const heading of document.querySelectorAll('h2')) heading.id = heading.textContent.toLowerCase().replace(/ /g, '-');
  document.querySelector('nav').addEventListener('click', () => document.querySelector('nav ul').classList.toggle('open'));
});`,
  },
  '/count.js': { type: 'text/javascript', body: "navigator.sendBeacon('/seen', location.pathname);" },
  '/seen': { type: 'text/plain', body: '' },
  ...Object.fromEntries(
    [0, 1, 2, 3].map((n) => [
      `/image-${n}.svg`,
      {
        type: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>',
      },
    ]),
  ),
};
