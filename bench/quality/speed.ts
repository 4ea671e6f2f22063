import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { parse } from 'parse5';
import { z } from 'zod';
import { renderText } from '../../src/output/text.ts';
import { markdownOptions, readCorpus, snapshotOf } from './corpus.ts';

/**
 * How long the conversion takes. `node bench/quality/speed.ts`: saved pages against parse5's own parsing of them, and
 * pages made to be slow. Times are of this machine; the ratio is not.
 */

const mustRatio = 2.5;
const mustMs = 1000;

const page = z.object({ url: z.string().nullish(), html: z.string() });

/** Milliseconds of processor time: what else the machine does is not in it. */
const timed = (work: () => unknown): number => {
  const started = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1000;
};

const convert = (html: string, url = 'https://example.com/'): unknown =>
  renderText(snapshotOf(html, url), 'markdown', markdownOptions);

const repeated = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join('');

/** Pages that a hostile or careless site serves, each built when its turn comes. */
const worstPages: Readonly<Record<string, () => string>> = {
  '20 000 nested divs': () => `${'<div>'.repeat(20_000)}text`,
  '20 000 nested spans': () => `<p>${'<span>'.repeat(20_000)}text`,
  '20 000 nested bold': () => `<p>${'<b>'.repeat(20_000)}text`,
  '20 000 nested lists': () => `${'<ul><li>'.repeat(20_000)}text`,
  '20 000 nested quotes': () => `${'<blockquote>'.repeat(20_000)}text`,
  '20 000 nested tables': () => `${'<table><tr><td>'.repeat(20_000)}text`,
  '5 MB of paragraphs': () =>
    repeated(25_000, (n) => `<p>Paragraph ${n} ${'with many words '.repeat(12)}</p>`),
  '5 MB in one paragraph': () => `<p>${'some words, and more * of them. '.repeat(160_000)}</p>`,
  '5 MB without a space': () => `<p>${'a'.repeat(5_000_000)}</p>`,
  '5 MB of signs': () => `<p>${'*_[]`'.repeat(1_000_000)}</p>`,
  '50 000 siblings': () => repeated(50_000, (n) => `<div>item ${n}</div>`),
  '50 000 links': () => repeated(50_000, (n) => `<a href="/${n}">link ${n}</a> `),
  '50 000 list items': () => `<ul>${repeated(50_000, (n) => `<li>item ${n}</li>`)}</ul>`,
  '50 000 headings': () => repeated(50_000, (n) => `<h2>heading ${n}</h2>`),
  '50 000 pictures': () => `<p>${repeated(50_000, (n) => `<img src="/${n}.png" alt="picture ${n}">`)}</p>`,
  'table of 100 000 cells': () =>
    `<table>${repeated(1000, (y) => `<tr>${repeated(100, (x) => `<td>${y}.${x}</td>`)}</tr>`)}</table>`,
  'table of endless spans': () =>
    `<table>${repeated(200, () => '<tr><td colspan=1000 rowspan=65534>x</td></tr>')}</table>`,
  'table of 100 000 rows': () => `<table>${repeated(100_000, (y) => `<tr><td>${y}</td></tr>`)}</table>`,
  '400 000 inline elements': () => `<p>${repeated(400_000, () => '<i>a</i> ')}</p>`,
  '400 000 bold and plain': () => `<p>${repeated(200_000, () => '<b>a</b><i>b</i>')}</p>`,
  '400 000 line breaks': () => `<p>${'a<br>'.repeat(400_000)}</p>`,
  '50 000 lines of code': () =>
    `<pre><code>${repeated(50_000, (n) => `<span class="line"><span>let x = ${n};</span></span>\n`)}</code></pre>`,
  '10 000 footnotes': () =>
    `<p>${repeated(10_000, (n) => `<sup><a href="#fn${n}">${n % 1000}</a></sup> `)}</p><ol>${repeated(10_000, (n) => `<li id="fn${n}">note ${n}</li>`)}</ol>`,
  '50 000 definitions': () => `<dl>${repeated(50_000, (n) => `<dt>${n}</dt><dd>meaning</dd>`)}</dl>`,
  '50 000 counted definitions': () => `<dl>${repeated(50_000, () => '<dt>(a)</dt><dd>meaning</dd>')}</dl>`,
  'cell of 20 000 buttons': () =>
    `<table><tr><td>${repeated(20_000, (n) => `<button><div>${n}</div></button>`)}</td></tr></table>`,
  '50 000 dialogs': () => repeated(50_000, (n) => `<div role="dialog"><p>dialog ${n}</p></div>`),
  '20 000 nested dialogs': () => `${'<div class="modal">text'.repeat(20_000)}text`,
  '50 000 labels of other goods': () => repeated(50_000, () => '<h3>You may also like</h3>'),
  '20 000 nested labels of other goods': () => `${'<div><h3>You may also like</h3>'.repeat(20_000)}text`,
  '20 000 nested tables of changes': () =>
    `${'<table class="diff"><tr><td class="blob-code addition">'.repeat(20_000)}text`,
  '20 000 nested tables of equations': () => `${'<table class="equation"><tr><td>'.repeat(20_000)}text`,
  '10 000 formulas': () =>
    `<p>${repeated(10_000, (n) => `<math><msup><mi>x</mi><mn>${n}</mn></msup></math> `)}</p>`,
  '20 000 nested formula parts': () => `<p><math>${'<mrow>'.repeat(20_000)}<mi>x</mi></math></p>`,
  '1 MB of attributes': () => `<p ${repeated(50_000, (n) => `a${n}="${n}" `)}>text</p>`,
  '1 MB class name': () => `<p class="${'ad share nav '.repeat(80_000)}">text</p>`,
  '1 MB class name of underscores': () => `<p class="${'_'.repeat(1_000_000)}">text</p>`,
};

/** Pages timed as one: processor time is told in steps of up to 4 ms, longer than parsing most of them takes. */
const together = 10;

/** parse5 on a thread of its own: what the conversion does with parts of it does not slow it down there. */
const parserTime = async (thread: Worker, pages: readonly string[]): Promise<number> => {
  thread.postMessage(pages);
  const [ms] = await once(thread, 'message');
  return z.number().parse(ms);
};
const parseForOthers = (): void => {
  parentPort?.on('message', (pages: readonly string[]) =>
    parentPort?.postMessage(timed(() => pages.map((html) => parse(html, { scriptingEnabled: false })))),
  );
};

const scoreCorpus = async (share: number): Promise<boolean> => {
  const pages = readCorpus('wcxb-dev', page, share);
  const own: number[] = [];
  const parser: number[] = [];
  const thread = new Worker(new URL(import.meta.url));
  const first = pages.slice(0, 200).map(({ html }) => html);
  await parserTime(thread, first);
  for (const html of first) convert(html);
  for (let from = 0; from < pages.length; from += together) {
    const some = pages.slice(from, from + together);
    // In turns, the better of two: what else the machine does hits both alike.
    const times: number[] = [];
    const others: number[] = [];
    for (let turn = 0; turn < 2; turn++) {
      others.push(
        await parserTime(
          thread,
          some.map(({ html }) => html),
        ),
      );
      times.push(timed(() => some.map(({ html, url }) => convert(html, url || undefined))));
    }
    parser.push(Math.min(...others));
    own.push(Math.min(...times));
  }
  await thread.terminate();
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const mean = (values: readonly number[]) => (sum(values) / pages.length).toFixed(1);
  const ratio = sum(own) / sum(parser);
  console.log(
    `${pages.length} saved pages: ${mean(own)} ms a page to Markdown, parse5 alone ${mean(parser)} ms, ratio ${ratio.toFixed(2)} (must be <= ${mustRatio}) ${ratio <= mustRatio ? 'pass' : 'FAIL'}`,
  );
  return ratio <= mustRatio;
};

const scoreWorstPages = (only: string | undefined): boolean => {
  let good = true;
  for (const [name, build] of Object.entries(worstPages)) {
    if (only !== undefined && !name.includes(only)) continue;
    const html = build();
    const own = Math.min(...[0, 1].map(() => timed(() => convert(html))));
    const parser = timed(() => parse(html, { scriptingEnabled: false }));
    const pass = own <= mustMs;
    good &&= pass;
    console.log(
      `${name.padEnd(28)} ${own.toFixed(0).padStart(6)} ms, parse5 alone ${parser.toFixed(0).padStart(5)} ms ${pass ? 'pass' : 'FAIL'}`,
    );
  }
  return good;
};

if (isMainThread) {
  const [share = '0.2', only] = process.argv.slice(2);
  const results = [only === undefined ? await scoreCorpus(Number(share)) : true, scoreWorstPages(only)];
  process.exitCode = results.every(Boolean) ? 0 : 1;
} else parseForOthers();
