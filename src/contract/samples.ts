import type { Endpoint } from './endpoint.ts';
import { examples } from './examples.ts';
import type { EndpointName } from './routes.ts';

/**
 * Each endpoint called from a shell, from TypeScript and from Python: whole programs, run as they stand by
 * `test/programs.test.ts`.
 */

const base = 'http://127.0.0.1:8080';
/** An id that the reader puts his own for. */
export const sampleId = '019a5a3e-7d6b-7c11-9c5e-0f5d3a1b2c4d';

/** What a sample sends. */
interface SampleCall extends Pick<Endpoint, 'method' | 'auth'> {
  /** Whether the answer is a protocol's own. */
  readonly protocol: boolean;
  readonly url: string;
  readonly body: unknown;
}

export interface Sample {
  /** As Redoc and others read it from `x-codeSamples`. */
  readonly lang: 'Shell' | 'TypeScript' | 'Python';
  readonly label: string;
  readonly source: string;
}

export const samplesOf = (name: EndpointName, endpoint: Endpoint): Sample[] => {
  const [example] = Object.values(examples[name]?.request ?? {});
  const url = base + endpoint.path.replace(/\{\w+\}/, sampleId);
  const { method, auth, response } = endpoint;
  const call = { method, auth, protocol: response.protocol ?? false, url, body: example?.value };
  return [
    { lang: 'Shell', label: 'curl', source: curl(call) },
    { lang: 'TypeScript', label: 'TypeScript', source: typescript(name, call) },
    { lang: 'Python', label: 'Python, requests', source: pythonRequests(call) },
    { lang: 'Python', label: 'Python, standard library', source: pythonStandard(call) },
  ];
};

/** What a caller of a protocol's own endpoint must be able to read. */
const accepted = 'application/json, text/event-stream';

const curl = ({ method, auth, protocol, url, body }: SampleCall): string => {
  const lines = [
    `curl -sS ${url}`,
    // A body makes it a POST.
    ...(method === 'GET' || body !== undefined ? [] : [`-X ${method}`]),
    ...(auth === 'none' ? [] : ['-H "Authorization: Bearer $GANNET_KEY"']),
    ...(protocol ? [`-H "Accept: ${accepted}"`] : []),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return lines.join(' \\\n  ');
};

/** As one word of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

type Show = (body: string) => readonly string[];

/** What the SDK does for an endpoint; the others are asked with `fetch`. */
const sdkCalls: { readonly [N in EndpointName]?: Show } = {
  scrape: (body) => [`const { data } = await gannet.scrape(${body});`, 'console.log(data.markdown);'],
  extract: (body) => [`const { data } = await gannet.extract(${body});`, 'console.log(data);'],
  map: (body) => [
    `const { links } = await gannet.map(${body});`,
    'for (const { url } of links) console.log(url);',
  ],
  crawlCreate: (body) => [
    `const job = await gannet.crawl.start(${body});`,
    'for await (const result of gannet.crawl.results(job.job_id)) console.log(result.url, result.status);',
  ],
  crawlList: () => ['for await (const job of gannet.crawl.list()) console.log(job.job_id, job.status);'],
  crawlStatus: () => [`console.log(await gannet.crawl.get('${sampleId}'));`],
  crawlCancel: () => [`await gannet.crawl.cancel('${sampleId}');`],
  crawlResults: () => [
    `const { results } = await gannet.crawl.results('${sampleId}');`,
    'for (const { url, markdown } of results) console.log(url, markdown.length);',
  ],
  crawlErrors: () => [`console.log(await gannet.crawl.errors('${sampleId}'));`],
  crawlEvents: () => [
    `for await (const { event, data } of gannet.crawl.events('${sampleId}')) console.log(event, data);`,
  ],
  webhookTest: (body) => [
    `const { delivery } = await gannet.webhooks.test(${body});`,
    'console.log(delivery.response_status);',
  ],
  webhookLogs: () => ['for await (const one of gannet.webhooks.logs()) console.log(one.event, one.status);'],
  webhookDelivery: () => [`console.log(await gannet.webhooks.get('${sampleId}'));`],
  webhookResend: () => [`console.log(await gannet.webhooks.resend('${sampleId}'));`],
  keyCreate: (body) => [`const { key } = await gannet.keys.create(${body});`, 'console.log(key);'],
  keyList: () => ['for await (const key of gannet.keys.list()) console.log(key.id, key.name);'],
  keyRevoke: () => [`await gannet.keys.revoke('${sampleId}');`],
  usage: () => ['console.log((await gannet.usage()).totals);'],
  usageAll: () => ['console.log((await gannet.usage({ all: true })).totals);'],
  payments: () => ['console.log((await gannet.payments()).payments);'],
  system: () => ['console.log(await gannet.system());'],
  health: () => ['console.log(await gannet.health());'],
  pricing: () => ['console.log(await gannet.pricing());'],
  proxyStatus: () => ['console.log(await gannet.proxyStatus());'],
};

const typescript = (name: EndpointName, call: SampleCall): string => {
  const show = sdkCalls[name];
  if (show === undefined) return fetched(call);
  const { auth, body } = call;
  const options = auth === 'none' ? `url: '${base}'` : `url: '${base}', apiKey: process.env.GANNET_KEY`;
  return [
    "import { createClient } from 'gannet-client';",
    '',
    `const gannet = createClient({ ${options} });`,
    ...show(literal(body, javascript)),
  ].join('\n');
};

/** What the SDK has no call for. */
const fetched = ({ method, auth, protocol, url, body }: SampleCall): string => {
  const headers = [
    ...(auth === 'none' ? [] : ["    Authorization: 'Bearer ' + process.env.GANNET_KEY,"]),
    ...(body === undefined ? [] : ["    'Content-Type': 'application/json',"]),
    ...(protocol ? [`    Accept: '${accepted}',`] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body, javascript, '  ')}),`]),
  ];
  return [
    options.length === 0
      ? `const response = await fetch('${url}');`
      : [`const response = await fetch('${url}', {`, ...options, '});'].join('\n'),
    'console.log(await response.text());',
  ].join('\n');
};

const pythonRequests = ({ method, auth, protocol, url, body }: SampleCall): string => {
  const headers = [
    ...(auth === 'none' ? [] : [`"Authorization": f"Bearer {os.environ['GANNET_KEY']}"`]),
    ...(protocol ? [`"Accept": "${accepted}"`] : []),
  ];
  return [
    ...(auth === 'none' ? [] : ['import os', '']),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    "${url}",`,
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(body === undefined ? [] : [`    json=${literal(body, python, '    ')},`]),
    '    timeout=150,',
    ')',
    'response.raise_for_status()',
    'print(response.text)',
  ].join('\n');
};

const pythonStandard = ({ method, auth, protocol, url, body }: SampleCall): string => {
  const headers = [
    ...(auth === 'none' ? [] : [`        "Authorization": f"Bearer {os.environ['GANNET_KEY']}",`]),
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
    ...(protocol ? [`        "Accept": "${accepted}",`] : []),
  ];
  return [
    ...(body === undefined ? [] : ['import json']),
    ...(auth === 'none' ? [] : ['import os']),
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    "${url}",`,
    `    method="${method}",`,
    ...(headers.length === 0 ? [] : ['    headers={', ...headers, '    },']),
    ...(body === undefined ? [] : [`    data=json.dumps(${literal(body, python, '    ')}).encode(),`]),
    ')',
    'with urlopen(request, timeout=150) as response:',
    '    print(response.read().decode())',
  ].join('\n');
};

/** How a language writes what JSON writes. */
interface Dialect {
  readonly key: (name: string) => string;
  readonly scalar: (value: unknown) => string;
  readonly indent: string;
  /** Between the braces of an object on one line. */
  readonly padding: string;
}

const javascript: Dialect = {
  key: (name) => (/^[a-z_$][\w$]*$/i.test(name) ? name : single(name)),
  scalar: (value) => (typeof value === 'string' ? single(value) : JSON.stringify(value)),
  indent: '  ',
  padding: ' ',
};

const single = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const python: Dialect = {
  key: (name) => JSON.stringify(name),
  scalar: (value) => pythonWords.get(value) ?? JSON.stringify(value),
  indent: '    ',
  padding: '',
};
const pythonWords = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

const widest = 90;

/** A value as source text, on one line where it fits. @param margin what stands before its lines but the first. */
const literal = (value: unknown, dialect: Dialect, margin = ''): string => {
  if (typeof value !== 'object' || value === null) return dialect.scalar(value);
  const inner = margin + dialect.indent;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((entry) => literal(entry, dialect, inner))
    : Object.entries(value).map(([name, entry]) => `${dialect.key(name)}: ${literal(entry, dialect, inner)}`);
  const [open, close, padding] = isList ? ['[', ']', ''] : ['{', '}', dialect.padding];
  const flat = `${open}${padding}${parts.join(', ')}${padding}${close}`;
  if (parts.length === 0) return `${open}${close}`;
  if (!flat.includes('\n') && margin.length + flat.length <= widest) return flat;
  return `${open}\n${parts.map((part) => `${inner}${part},`).join('\n')}\n${margin}${close}`;
};
