import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Findings } from '../../test/support/detectors/examine.ts';
import { faultsOf, honest } from '../../test/support/detectors/judge.ts';
import { type DetectorSite, startDetectorSite } from '../../test/support/detectors/site.ts';
import { file, html } from '../../test/support/site.ts';
import { type Measure, nothing } from '../harness.ts';
import { install } from '../install.ts';
import { httpSubject, isMissing, peerSubject, type Subject } from '../subjects.ts';

/** What fpscanner may find: true of gannet's browser, and said by it everywhere alike. */
const honestRules: readonly string[] = ['hasSwiftshaderRenderer', 'hasUTCTimezone'];

const scan = `
  import Scanner from '/fpscanner.js';
  const { fastBotDetectionDetails } = await new Scanner().collectFingerprint({ encrypt: false });
  const place = document.createElement('pre');
  place.id = 'findings';
  place.textContent = JSON.stringify(fastBotDetectionDetails);
  document.body.append(place);`;

const rules = z.record(z.string(), z.object({ detected: z.boolean() }));

/** The build of fpscanner for browsers; undefined, and a line that says why, where it cannot be had. */
const fpscannerFile = async (): Promise<string | undefined> => {
  const installed = await install('fpscanner', { dependencies: { fpscanner: '1.0.2' } });
  if ('folder' in installed) return join(installed.folder, 'node_modules/fpscanner/dist/fpScanner.es.js');
  console.error(`fpscanner: ${installed.missing}`);
  return undefined;
};

/** What pages can find out: two published detectors and our own comparison of scopes. */
export const measureDetectors: Measure = async () => {
  const scanner = await fpscannerFile();
  await using site = await startDetectorSite(
    scanner === undefined
      ? {}
      : {
          '/fpscanner': html('Scan', `<script type="module">${scan}</script>`),
          '/fpscanner.js': file('text/javascript', readFileSync(scanner, 'utf8')),
        },
  );
  await using gannet = await httpSubject('gannet');
  const playwright = await peerSubject('playwright');
  const examined: Awaited<ReturnType<typeof examine>>[] = [];
  examined.push(await examine(gannet, site, scanner !== undefined));
  if (!isMissing(playwright)) {
    await using other = playwright;
    examined.push(await examine(other, site, scanner !== undefined));
  }
  const [ours] = examined;
  if (ours === undefined) throw new Error('nothing was examined');
  return {
    title: 'Detectors: what a page can tell of its visitor',
    rows: examined.map(({ name, findings, detected, faults }) => ({
      visitor: name,
      BotD: findings.botd.bot ? `bot (${findings.botd.botKind})` : 'not a bot',
      fpscanner: scanner === undefined ? 'not installed' : detected.join(', ') || 'nothing',
      'own probe': `${faults.length} of ${new Set(faults).size} kinds`,
    })),
    musts: [
      nothing('verdict of BotD', ours.findings.botd.bot ? ['bot'] : []),
      nothing(
        'dishonest or odd to fpscanner',
        scanner === undefined
          ? ['not installed']
          : ours.detected.filter((name) => !honestRules.includes(name)),
      ),
      nothing(
        'contradictions',
        ours.faults.filter((name) => honest[name] === undefined),
      ),
    ],
    notes: [
      ...ours.faults.map((name) => `gannet: ${name}: ${honest[name] ?? 'to be mended'}`),
      ...examined.slice(1).map(({ name, faults }) => `${name}: ${[...new Set(faults)].join('; ')}`),
    ],
  };
};

const examine = async (subject: Subject, site: DetectorSite, withScanner: boolean) => {
  const read = async (path: string): Promise<unknown> => {
    site.requests.length = 0;
    const { text } = await subject.visit(site.origin + path, {
      waitForSelector: '#findings',
      wholePage: true,
    });
    return JSON.parse(jsonIn(text));
  };
  const findings = (await read('/examine')) as Findings;
  const faults = faultsOf(findings, site.requests).map(({ name }) => name);
  const found = withScanner ? rules.parse(await read('/fpscanner')) : {};
  const detected = Object.entries(found).flatMap(([name, rule]) => (rule.detected ? [name] : []));
  return { name: subject.name, findings, faults, detected };
};

/** From a code block of Markdown, or from the element in HTML. */
const jsonIn = (text: string): string => {
  const inMarkdown = /^```\n(\{.*\})\n```$/m.exec(text)?.[1];
  if (inMarkdown !== undefined) return inMarkdown;
  const inHtml = /<pre id="findings">(.*?)<\/pre>/s.exec(text)?.[1];
  if (inHtml === undefined) throw new Error(`no findings in: ${text.slice(0, 500)}`);
  return inHtml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
};
