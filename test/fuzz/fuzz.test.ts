import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPermitHeader } from '../../src/access/permit.ts';
import { createTerms } from '../../src/access/terms.ts';
import { readConfig } from '../../src/config.ts';
import { parseKeyRequest } from '../../src/contract/api-keys.ts';
import { parseCrawl } from '../../src/contract/crawl.ts';
import { commonErrors } from '../../src/contract/endpoint.ts';
import { type ErrorCode, errors, ServiceError } from '../../src/contract/error.ts';
import { parseExtract } from '../../src/contract/extract.ts';
import { parseMap } from '../../src/contract/map.ts';
import { endpointTable } from '../../src/contract/routes.ts';
import { parseScrape } from '../../src/contract/scrape.ts';
import { parseWebhookTest } from '../../src/contract/webhook.ts';
import { readPattern } from '../../src/crawl/patterns.ts';
import { parseRobots } from '../../src/crawl/robots-rules.ts';
import { createSitemapParser } from '../../src/crawl/sitemap-parser.ts';
import { parseHtml } from '../../src/document/tree/parse.ts';
import { isElement, walk } from '../../src/document/tree/tree.ts';
import { extract } from '../../src/extract/extraction.ts';
import { createConvertFile } from '../../src/file/convert.ts';
import { isPublic } from '../../src/net/address.ts';
import { ConnectError } from '../../src/net/connect-error.ts';
import { createGuard } from '../../src/net/guard.ts';
import { readAuthority, readTarget } from '../../src/net/target.ts';
import { runTask } from '../../src/output/worker.ts';
import { urlKey } from '../../src/url.ts';
import { type Api, key, startApi } from '../support/api.ts';
import { cpuMs } from '../support/cpu.ts';
import { makeDocx, makePdf, makeXlsx, wordParagraph } from '../support/files.ts';
import { damaged, htmlTrees, linesOf, mutated, piecesOf } from '../support/mutations.ts';
import { snapshotOf } from '../support/snapshot.ts';
import { authorize, encode, envelope1, envelope2, payTo } from '../support/x402/permits.ts';

/**
 * Whatever comes in, from callers, pages or the network: an answer or a refusal that is documented, soon. Together more
 * than 10 000 cases; `npm run fuzz -- 100` does a hundred times as many, each time others.
 */
const times = Number(process.env.FUZZ_TIMES ?? 1);
let cases = 0;
/** Every property with so many cases. @param runs of an ordinary run. */
const holds = async <T>(
  runs: number,
  input: fc.Arbitrary<T>,
  property: (value: T) => unknown,
): Promise<void> => {
  const counted = fc.asyncProperty(input, async (value) => {
    cases++;
    await property(value);
  });
  await fc.assert(counted, { numRuns: Math.ceil(runs * times) });
};
const patience = 60_000 * Math.max(1, times);

/** Refusals are the table's; anything else that is thrown fails the property. */
const refusedOr = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(errors[error.code].status).toBeLessThan(500);
    return undefined;
  }
};

const url = 'https://example.com/a';
const page = {
  timeout_ms: 5000,
  headers: { 'X-A': 'b' },
  cookies: [{ name: 'a', value: 'b' }],
  locale: 'de-DE',
};
const examples = {
  scrape: [
    { url, ...page, actions: [{ type: 'click', selector: 'a' }], options: { links: true } },
    {
      url,
      output: 'screenshot',
      options: { format: 'jpeg', width: 390, height: 844 },
      proxy_url: 'http://u:p@h:1',
    },
    { url, output: 'csv', options: {}, javascript: '1', wait_for_selector: 'p', timezone: 'Europe/Berlin' },
  ],
  extract: [
    {
      url,
      ...page,
      selectors: { a: { selector: 'h1', type: 'list', fields: { b: 'i' } } },
      options: { timeout: 5000 },
    },
    {
      url,
      schema: { type: 'object', properties: { a: { type: ['string', 'null'], anyOf: [{ $ref: '#/x' }] } } },
    },
    { url, xpaths: { a: '//h1' } },
  ],
  crawlCreate: [
    { start_url: url, mode: 'link', depth: 2, options: { include_patterns: ['/a/**', '^b$'], delay_ms: 0 } },
    { urls: [url], callback_url: url, webhook_secret: 's', webhook_events: ['crawl.page'] },
    { start_url: url, mode: 'pattern', url_pattern: '/x/(a|b)*/', max_pages: 5 },
  ],
  map: [{ url, limit: 5, include_patterns: ['*'], timeout_ms: 2000 }],
  webhookTest: [{ url, secret: 's', event: 'a.b', data: { a: [null, 1.5] } }],
  keyCreate: [
    { owner: 'ada', name: 'a b', scopes: ['page:read'], tier: 'free', expires_at: '2100-01-01T00:00:00Z' },
  ],
} as const;
/** Of MCP, in the forms of its revisions. */
const messages = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    },
  },
  {
    jsonrpc: '2.0',
    id: 'b',
    method: 'tools/call',
    params: {
      name: 'scrape',
      arguments: { url, max_characters: 1000, cursor: '1.00000000' },
      _meta: { progressToken: 1, 'x402/payment': {} },
    },
  },
  [
    { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } },
  ],
];

describe('the HTTP door', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const expectDocumented = async (name: keyof typeof endpointTable, response: Response) => {
    const text = await response.text();
    if (response.ok) return;
    const { error } = JSON.parse(text).detail as { error: ErrorCode };
    const endpoint = endpointTable[name];
    expect([...endpoint.errors, ...commonErrors(endpoint)], text).toContain(error);
    expect(errors[error].status).toBe(response.status);
    expect(response.status, text).toBeLessThan(500);
  };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

  test.each(['scrape', 'extract', 'crawlCreate', 'map'] as const)(
    'bodies of %s',
    (name) =>
      holds(250, mutated(examples[name]), async (body) => {
        const { path, method } = endpointTable[name];
        await expectDocumented(
          name,
          await api.fetch(path, { method, headers, body: JSON.stringify(body) ?? '' }),
        );
      }),
    patience,
  );

  test(
    'messages to MCP',
    () =>
      holds(250, mutated(messages), async (message) => {
        const response = await api.fetch('/mcp', {
          method: 'POST',
          headers: { ...headers, accept: 'application/json, text/event-stream', 'mcp-session-id': 'a' },
          body: JSON.stringify(message) ?? '',
          // An answer that does not end is a failure with its message.
          signal: AbortSignal.timeout(10_000),
        });
        const text = await response.text();
        expect(response.status, text).toBeLessThan(500);
        expect(text).not.toContain('internal_error');
      }),
    patience,
  );

  test(
    'addresses and queries',
    () => {
      const names = ['crawlList', 'crawlResults', 'crawlEvents', 'webhookLogs'] as const;
      const query = fc.array(
        fc.tuple(
          fc.constantFrom('limit', 'offset', 'format', 'last_event_id', '__proto__'),
          fc.oneof(fc.string(), fc.integer().map(String)),
        ),
        { maxLength: 4 },
      );
      return holds(
        300,
        fc.tuple(fc.constantFrom(...names), fc.string(), query),
        async ([name, id, pairs]) => {
          const path = endpointTable[name].path.replace('{job_id}', encodeURIComponent(id) || 'x');
          const response = await api.fetch(`${path}?${new URLSearchParams(pairs)}`, { headers });
          if (response.status === 404) await response.text();
          else await expectDocumented(name, response);
        },
      );
    },
    patience,
  );

  test(
    'headers',
    () => {
      const names = [
        'authorization',
        'x-payment',
        'payment-signature',
        'x-forwarded-for',
        'forwarded',
        'x-request-id',
        'content-type',
        'idempotency-key',
        'last-event-id',
        'origin',
        'accept-encoding',
      ];
      // What fetch itself takes for a header.
      const text = fc.string({ unit: 'binary-ascii' }).map((value) => value.replaceAll(/[^\x20-\x7e]/g, ''));
      return holds(300, fc.dictionary(fc.constantFrom(...names), text, { maxKeys: 5 }), async (given) => {
        const body = JSON.stringify({ url });
        await expectDocumented(
          'scrape',
          await api.fetch('/v1/scrape', { method: 'POST', headers: { ...headers, ...given }, body }),
        );
      });
    },
    patience,
  );
});

describe('what callers send', () => {
  const readers = {
    scrape: parseScrape,
    extract: parseExtract,
    crawlCreate: parseCrawl,
    map: parseMap,
    webhookTest: parseWebhookTest,
    keyCreate: parseKeyRequest,
  } as const;
  test.each(Object.keys(readers) as (keyof typeof readers)[])(
    'a body of %s is read or refused',
    (name) => holds(700, mutated(examples[name]), (body) => void refusedOr(() => readers[name](body))),
    patience,
  );

  test(
    'permits',
    () => {
      const terms = createTerms(
        readConfig({
          GANNET_X402_PAY_TO: payTo,
          GANNET_X402_FACILITATOR: 'https://f.example',
          GANNET_X402_NETWORK: 'base-sepolia',
        }),
      );
      if (terms === undefined) throw new Error('there are no terms');
      const payload = { signature: `0x${'12'.repeat(65)}`, authorization: authorize(payTo) };
      const permits = mutated([envelope1(payload), envelope2(payload)]).map((permit) =>
        encode(permit ?? null),
      );
      return holds(
        800,
        fc.oneof({ weight: 5, arbitrary: permits }, fc.base64String(), fc.string()),
        (header) => void refusedOr(() => readPermitHeader(header, terms, url)),
      );
    },
    patience,
  );

  test(
    'patterns match in time',
    () => {
      const pattern = fc.oneof(
        piecesOf(
          '*',
          '**',
          '/',
          '(',
          ')',
          '[',
          ']',
          '+',
          '{2,9}',
          '|',
          '\\',
          '^',
          '$',
          'a',
          '?',
          '(?=',
          '.*',
        ),
        fc.string(),
      );
      return holds(700, fc.tuple(pattern, fc.webUrl()), ([text, address]) => {
        const matches = refusedOr(() => readPattern(text, 'x'));
        const startedAt = cpuMs();
        matches?.(address);
        matches?.(`https://example.com/${'a'.repeat(5000)}`);
        expect(cpuMs() - startedAt).toBeLessThan(5000);
      });
    },
    patience,
  );
});

describe('addresses', () => {
  const part = [
    'http://',
    '//',
    '@',
    ':',
    '%',
    '.',
    '[',
    ']',
    '::',
    'ffff:',
    '127',
    '0x7f',
    '1',
    '。',
    '１',
    '/',
    '\\',
    '?',
    '#',
    '\t',
    'localhost',
    'xn--',
    'ß',
  ];
  const text = fc.oneof(piecesOf(...part), fc.webUrl(), fc.ipV4Extended(), fc.ipV6(), fc.string());
  const guard = createGuard({ allow: [], resolve: async () => ['10.0.0.1'] });

  test(
    'nothing resolves to what is not public',
    () =>
      holds(2500, text, async (host) => {
        const signal = new AbortController().signal;
        const found = await guard.resolve(host, 80, signal).catch((error: unknown) => {
          if (error instanceof ConnectError) return [];
          throw error;
        });
        for (const { address } of found) expect(isPublic(address), `${host} → ${address}`).toBe(true);
      }),
    patience,
  );

  test(
    'what a browser asks a proxy for has a host and a port, or is refused',
    () =>
      holds(1000, text, (line) => {
        for (const target of [readTarget(line), readAuthority(line)])
          if (target !== undefined) expect(URL.canParse(`http://${target.host}/`)).toBe(true);
        if (URL.canParse(line)) expect(typeof urlKey(line)).toBe('string');
      }),
    patience,
  );
});

describe('what the web sends', () => {
  test(
    'robots.txt',
    () =>
      holds(
        800,
        fc.tuple(
          linesOf('User-agent: ', 'Disallow: ', 'Allow: ', 'Crawl-delay: ', 'Sitemap: '),
          fc.webPath(),
        ),
        ([text, path]) => {
          const { allows, crawlDelayMs } = parseRobots(
            Buffer.from(text),
            'gannet',
            'https://example.com/robots.txt',
          );
          expect(typeof allows(`https://example.com${path}`)).toBe('boolean');
          expect(crawlDelayMs).toBeGreaterThanOrEqual(0);
          expect(crawlDelayMs).toBeLessThanOrEqual(120_000);
        },
      ),
    patience,
  );

  test(
    'sitemaps',
    () => {
      const text = piecesOf(
        '<urlset>',
        '</urlset>',
        '<sitemapindex>',
        '<sitemap>',
        '<url>',
        '<loc>',
        'https://example.com/a',
        '</loc>',
        '</url>',
        '<![CDATA[',
        ']]>',
        '<!--',
        '-->',
        '<!DOCTYPE x [',
        '<!ENTITY a "&a;&a;">',
        ']>',
        '&a;',
        '&#x;',
        '<?xml',
        '?>',
      );
      return holds(800, fc.tuple(text, fc.integer({ min: 1, max: 20 })), ([xml, size]) => {
        const parser = createSitemapParser('https://example.com/sitemap.xml', 100);
        for (let at = 0; at < xml.length; at += size) parser.write(xml.slice(at, at + size));
        const entries = parser.end();
        for (const address of [...(entries?.pages ?? []), ...(entries?.sitemaps ?? [])])
          expect(address).toMatch(/^https?:/);
      });
    },
    patience,
  );

  test(
    'HTML trees become Markdown, HTML and CSV',
    () =>
      holds(300, htmlTrees, (html) => {
        for (const output of ['markdown', 'html', 'csv'] as const) {
          const { request } = parseScrape({ url: 'https://example.com/', output });
          if (request.output !== output) throw new Error('another output');
          const outcome = runTask({ snapshot: snapshotOf(html), output, options: request.options });
          if ('refused' in outcome) expect(errors[outcome.refused.code]).toBeDefined();
          else if ('html' in outcome.rendered.data) expect(dangersIn(outcome.rendered.data.html)).toEqual([]);
        }
      }),
    patience,
  );

  test(
    'HTML trees are extracted from',
    () =>
      holds(200, htmlTrees, (html) => {
        const properties = {
          title: { type: 'string' },
          price: { type: 'number' },
          tags: { type: 'array', items: { type: 'string' } },
        };
        extract(snapshotOf(html), { method: 'schema', schema: { properties } });
        extract(snapshotOf(html), {
          method: 'css_selector',
          selectors: { a: 'h1, td > b', b: { selector: 'li', type: 'list' } },
        });
      }),
    patience,
  );

  test(
    'files',
    () => {
      const convert = createConvertFile({ threads: 2, limits: { memoryMb: 256, ms: 10_000 } });
      const files = [
        ['pdf', makePdf([[{ text: 'Gannets', x: 72, y: 700 }]])],
        ['docx', makeDocx(wordParagraph('Gannets'))],
        ['xlsx', makeXlsx({ Birds: [['Gannet', 1]] })],
      ] as const;
      const input = fc
        .constantFrom(...files)
        .chain(([kind, bytes]) => fc.tuple(fc.constant(kind), damaged([bytes])));
      return holds(8, input, async ([kind, bytes]) => {
        const reading = convert({ kind, bytes, name: `a.${kind}` }, new AbortController().signal);
        await reading.catch((error: unknown) => {
          if (!(error instanceof ServiceError)) throw error;
        });
      });
    },
    patience,
  );
});

const addresses = new Set(['href', 'src', 'cite', 'action', 'formaction', 'data', 'xlink:href']);

/** Elements and attributes that run something. */
const dangersIn = (html: string): string[] => {
  const found: string[] = [];
  walk(parseHtml(html), (node) => {
    if (!isElement(node)) return false;
    if (['script', 'iframe', 'object', 'embed'].includes(node.tagName)) found.push(node.tagName);
    for (const { name, value } of node.attrs)
      if (name.startsWith('on') || (addresses.has(name) && /^\s*javascript:/i.test(value)))
        found.push(`${name}=${value}`);
    return true;
  });
  return found;
};

test('these were more than ten thousand', () => {
  expect(cases).toBeGreaterThanOrEqual(10_000 * times);
});
