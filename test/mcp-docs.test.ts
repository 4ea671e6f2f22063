import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { key, startApi } from './support/api.ts';

/** What docs/mcp.md tells users to write into the files of their applications, used as those would. */

const root = join(import.meta.dirname, '..');
const markdown = readFileSync(join(root, 'docs/mcp.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, text = '']) => text,
  );

const strings = z.record(z.string(), z.string());
const server = z.union([
  z.strictObject({ type: z.literal('http').optional(), url: z.url(), headers: strings }),
  z.strictObject({ serverUrl: z.url(), headers: strings }),
  z.strictObject({ command: z.literal('node'), args: z.array(z.string()), env: strings.optional() }),
]);
const servers = z.strictObject({ gannet: server });
const file = z.union([
  z.strictObject({ mcpServers: servers }),
  z.strictObject({
    servers,
    inputs: z.array(
      z.strictObject({
        type: z.literal('promptString'),
        id: z.string(),
        description: z.string(),
        password: z.literal(true),
      }),
    ),
  }),
]);

/** The one server that a file names, with an address, a key and a folder of ours. */
const serverOf = (text: string, base: string) => {
  const here = text
    .replaceAll('http://127.0.0.1:8080', base)
    .replaceAll(/svc_live_…|\$\{input:gannet-key\}/g, key)
    .replaceAll('/path/to/gannet', root);
  const config = file.parse(JSON.parse(here));
  return ('mcpServers' in config ? config.mcpServers : config.servers).gannet;
};

const transportOf = (given: z.infer<typeof server>) => {
  if ('command' in given) {
    // What the launcher sets up is there already: it would only look for it.
    const [launcher = '', ...args] = given.args;
    expect(existsSync(launcher)).toBe(true);
    return new StdioClientTransport({
      command: process.execPath,
      args,
      cwd: root,
      env: { ...given.env, PATH: process.env.PATH ?? '' },
      stderr: 'pipe',
    });
  }
  const url = 'url' in given ? given.url : given.serverUrl;
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: given.headers } });
};

const listed = async (text: string, base: string) => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transportOf(serverOf(text, base)));
  try {
    return (await client.listTools()).tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
};

/** The tools that the table names. */
const documented = [...markdown.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);

test('every file for an application reaches the tools that the table names', async () => {
  await using api = await startApi();
  const files = blocks('json');
  expect(files).toHaveLength(6);
  for (const text of files) expect(await listed(text, api.base), text).toEqual(documented);
});

test('the files of Codex say the same', () => {
  const [http = '', stdio = ''] = blocks('toml');
  expect(http).toBe(
    '[mcp_servers.gannet]\nurl = "http://127.0.0.1:8080/mcp"\nbearer_token_env_var = "GANNET_KEY"\n',
  );
  const [, args = ''] = /^args = (.*)$/m.exec(stdio) ?? [];
  expect(blocks('json').at(-2)).toContain(`"args": ${args}`);
});
