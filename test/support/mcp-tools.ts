import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect } from 'vitest';
import { newClient, type Revision, textsOf } from './mcp.ts';
import { html, type Site, startSite } from './site.ts';

/** A small site, and clients that use every tool on it. */

const sentence =
  'Gannets dive from thirty metres and enter the sea like arrows, which few other birds can do. ';
const article = (title: string, more = '') =>
  html(title, `<main><h1>${title}</h1>${`<p>${sentence.repeat(3)}</p>`.repeat(4)}${more}</main>`);

export const startBirds = (): Promise<Site> =>
  startSite({
    '/': article('Gannets', '<p><a href="/second">Second</a></p>'),
    '/second': article('Second'),
    '/prices': html(
      'Prices',
      '<table><tr><th>Bird</th><th>Price</th></tr><tr><td>Gannet</td><td>5</td></tr></table>',
    ),
    '/never': () => undefined,
  });

export const main = join(import.meta.dirname, '../../src/main.ts');

/** A client whose server is a process that it starts; what is on stdout and not of the protocol fails it. */
export const connectStdio = async (
  args: string[],
  environment: Record<string, string>,
  revision?: Revision,
) => {
  const client = newClient(revision);
  const faults: Error[] = [];
  // The client forgets a call with its answer, and then minds the progress that came right before it.
  client.onerror = (error) => {
    if (!error.message.includes('progress')) faults.push(error);
  };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, 'mcp', ...args],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      ...environment,
    },
    stderr: 'pipe',
  });
  await client.connect(transport);
  return Object.assign(client, {
    faults,
    [Symbol.asyncDispose]: () => client.close(),
  });
};

export interface Job {
  readonly job_id: string;
}

/** Calls every tool, and looks at what comes. */
export const useAllTools = async (client: Client, origin: string): Promise<void> => {
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(7);
  // The first call may start a browser, on a machine that is busy.
  const timeout = 180_000;
  const call = async (name: string, given: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: given }, { timeout });
    expect(result.isError, textsOf(result).join('\n')).not.toBe(true);
    return result;
  };
  const url = `${origin}/`;

  const page = await call('scrape', { url });
  expect(textsOf(page)[0]).toContain('# Gannets\n\nGannets dive from thirty metres');
  const shot = await call('scrape', { url, output: 'screenshot', options: { full_page: false } });
  expect(shot.content[0]).toMatchObject({
    type: 'image',
    mimeType: 'image/png',
    data: expect.stringMatching(/^iVBOR/),
  });
  const pdf = await call('scrape', { url, output: 'pdf' });
  expect(pdf.content[0]).toMatchObject({
    type: 'resource',
    resource: { uri: url, mimeType: 'application/pdf', blob: expect.stringMatching(/^JVBER/) },
  });
  const table = await call('scrape', { url: `${origin}/prices`, output: 'csv' });
  expect(textsOf(table)[0]).toContain('Gannet,5');

  const data = await call('extract', { url, selectors: { heading: 'h1' } });
  expect(data.structuredContent).toMatchObject({ data: { heading: 'Gannets' } });
  const links = await call('map', { url });
  expect(links.structuredContent).toMatchObject({
    links: expect.arrayContaining([{ url: `${origin}/second`, source: 'link' }]),
  });

  const started = await call('crawl_start', { start_url: url, options: { delay_ms: 0 } });
  const { job_id } = started.structuredContent as unknown as Job;
  const told: number[] = [];
  const ended = await client.callTool(
    { name: 'crawl_status', arguments: { job_id, wait_ms: 60_000 } },
    { timeout, onprogress: ({ progress }) => told.push(progress) },
  );
  expect(ended.structuredContent).toMatchObject({ status: 'completed', result_count: 2 });
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  const whole = textsOf(await call('crawl_results', { job_id }));
  expect(whole).toHaveLength(3);
  expect(whole[0]).toContain(`Page 1: ${url} (HTTP 200)`);
  expect(whole[2]).toBe(`Job ${job_id} is completed: 2 results so far.`);
  const parts: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const given = { job_id, max_characters: 1000, ...(cursor !== undefined && { cursor }) };
    const texts = textsOf(await call('crawl_results', given));
    parts.push(...texts.slice(0, -1));
    cursor = /cursor "([^"]+)"/.exec(texts.at(-1) ?? '')?.[1];
    if (cursor === undefined) break;
  }
  const bodies = (texts: readonly string[]) =>
    texts.map((text) => text.slice(text.indexOf('\n')).replaceAll(/\s/g, '')).join('');
  expect(parts.length).toBeGreaterThan(2);
  expect(bodies(parts)).toBe(bodies(whole.slice(0, -1)));

  const long = await call('crawl_start', { urls: [`${origin}/never`], options: { delay_ms: 0 } });
  const canceled = await call('crawl_cancel', { job_id: (long.structuredContent as unknown as Job).job_id });
  expect(canceled.structuredContent).toMatchObject({ status: 'canceled' });
};
