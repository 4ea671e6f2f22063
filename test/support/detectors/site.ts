import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { file, html, type Page, type Site, startSite } from '../site.ts';
import { examineWindow, type Findings, nativePaths } from './examine.ts';
import { collectFacts } from './facts.ts';
import { collectFromScopes } from './scopes.ts';
import { layTraps, workerHasLogged } from './trap.ts';

/** A site that examines whoever visits it: `/examine` writes its findings into itself, `/trap` sounds alarms. */
export interface DetectorSite extends Site {
  /** What the traps caught so far. */
  readonly alarms: string[];
}

const script = (body: string): Page => file('text/javascript', body);
const words = 'Gannets dive from thirty metres and enter the sea like arrows. '.repeat(10);

const examine = `
  import agent from '/botd.js';
  const nativePaths = ${JSON.stringify(nativePaths)};
  const examineWindow = ${examineWindow};
  const collectFromScopes = ${collectFromScopes};
  const place = document.createElement('pre');
  try {
    const botd = await (await agent.load({ monitoring: false })).detect();
    await fetch('/facts.js?by=fetch');
    const scopes = await collectFromScopes();
    const checks = await examineWindow(nativePaths);
    place.textContent = JSON.stringify({ scopes, checks, botd });
  } catch (error) {
    place.textContent = String(error.stack);
  }
  place.id = 'findings';
  document.body.append(place);`;

/** Its build for browsers lies beside the one that Node.js finds. */
const botd = new URL('botd.esm.js', import.meta.resolve('@fingerprintjs/botd'));

/** Asked for by the first document, sent with what it loads. */
const hints =
  'sec-ch-ua-arch, sec-ch-ua-bitness, sec-ch-ua-full-version-list, sec-ch-ua-model, sec-ch-ua-platform-version';

const pages = (): Record<string, Page> => ({
  '/examine': (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'accept-ch': hints })
      .end(
        html(
          'Examined',
          `<h1>Examined</h1><p>${words}</p><script type="module" src="/examine.js"></script>`,
          facts,
        ),
      ),
  '/examine.js': script(examine),
  '/facts.js': script(`var collectFacts = ${collectFacts}`),
  '/botd.js': script(readFileSync(botd, 'utf8')),
  '/frame': html('Frame', '', facts),
  '/worker.js': script(`importScripts('/facts.js'); collectFacts().then(postMessage)`),
  '/shared.js': script(
    `importScripts('/facts.js'); onconnect = ({ ports: [port] }) => collectFacts().then((facts) => port.postMessage(facts))`,
  ),
  '/service.js': script(
    `importScripts('/facts.js'); onmessage = ({ ports: [port] }) => collectFacts().then((facts) => port.postMessage(facts))`,
  ),
  '/trap': html(
    'Trap',
    `<p id="words">${words}</p><script src="/logged.js"></script>`,
    `<script>(${layTraps})()</script>`,
  ),
});

const facts = '<script src="/facts.js"></script>';

/** @param more further pages, by path. */
export const startDetectorSite = async (more: Readonly<Record<string, Page>> = {}): Promise<DetectorSite> => {
  const alarms: string[] = [];
  const sounded = new EventEmitter();
  const site = await startSite({
    ...pages(),
    '/alarm': async (request, response) => {
      alarms.push(await text(request));
      response.end();
      sounded.emit('alarm');
    },
    // Holds the page up until its worker has logged, too.
    '/logged.js': async (_request, response) => {
      while (!alarms.includes(workerHasLogged)) await once(sounded, 'alarm');
      response.writeHead(200, { 'content-type': 'text/javascript' }).end();
    },
    ...more,
  });
  return Object.assign(site, { alarms });
};

/** Asks for `/examine` until its findings are there; they come back as a code block. */
export const examinationOf = (origin: string) => ({
  url: `${origin}/examine`,
  wait_for_selector: '#findings',
  options: { only_main_content: false },
  bypass_cache: true,
});

/** @throws Error when the Markdown holds no findings. */
export const findingsIn = (markdown: string): Findings => {
  const [, json] = /^```\n(\{.*\})\n```$/m.exec(markdown) ?? [];
  if (json === undefined) throw new Error(`no findings in: ${markdown.slice(0, 1000)}`);
  return JSON.parse(json);
};
