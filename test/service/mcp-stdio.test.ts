import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { textsOf } from '../support/mcp.ts';
import { connectStdio, main, startBirds, useAllTools } from '../support/mcp-tools.ts';

/** `gannet mcp` without a server: the engine in the process that an application starts. */

const reach = { GANNET_ALLOW_NETWORKS: '127.0.0.0/8' };
/** What an application leaves of its own environment, and what makes the starts of tests short. */
const bare = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };

test('without a server, every tool works in the process itself', async () => {
  await using site = await startBirds();
  await using client = await connectStdio([], reach);
  await useAllTools(client, site.origin);
  expect(client.faults).toEqual([]);
});

test('a process whose stdin ends leaves nothing behind', async () => {
  await using site = await startBirds();
  const temporary = mkdtempSync(join(tmpdir(), 'gannet-test-'));
  // The browser runs as another user.
  chmodSync(temporary, 0o777);
  // Of a process that was killed: there is none with that id.
  mkdirSync(join(temporary, 'gannet-mcp-999999999-x'));
  const child = spawn(process.execPath, [main, 'mcp'], {
    env: { ...bare, TMPDIR: temporary, ...reach },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const answer = async () => JSON.parse((await lines.next()).value ?? 'null');
    const clientInfo = { name: 'test', version: '1' };
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    });
    expect(await answer()).toMatchObject({ id: 1, result: { protocolVersion: '2025-11-25' } });
    send({ method: 'notifications/initialized' });
    send({
      id: 2,
      method: 'tools/call',
      params: { name: 'scrape', arguments: { url: `${site.origin}/`, timeout_ms: 120_000 } },
    });
    expect(await answer()).toMatchObject({ id: 2, result: { content: [{ type: 'text' }, {}] } });
    const own = `gannet-mcp-${child.pid}-`;
    const folder = readdirSync(temporary).find((name) => name.startsWith(own)) ?? '';
    expect(readdirSync(join(temporary, folder)), 'a database that no page needs').toEqual([]);
    child.stdin.end();
    const [code] = await once(child, 'exit');
    expect([code, readdirSync(temporary)]).toEqual([0, []]);
  } finally {
    child.kill('SIGKILL');
    rmSync(temporary, { recursive: true, force: true });
  }
});

test('a message that is too large ends the process, which says why', async () => {
  const child = spawn(process.execPath, [main, 'mcp'], {
    env: bare,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  // It ends before it has read everything.
  child.stdin.on('error', () => undefined);
  child.stdin.write('x'.repeat(11_000_000));
  let said = '';
  child.stderr.on('data', (data) => (said += data));
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(said).toMatch(/^gannet: the connection cannot go on: .* exceeded maximum size of 10485760 bytes\n$/);
});

test('what cannot start says why with the first call', async () => {
  await using client = await connectStdio([], { GANNET_BROWSER: '/nowhere/chromium' });
  expect((await client.listTools()).tools).toHaveLength(7);
  const result = await client.callTool({ name: 'scrape', arguments: { url: 'https://example.com/' } });
  expect(textsOf(result)[0]).toContain('gannet could not start: GANNET_BROWSER names no Chromium');
});

test.each([
  ['a setting that is wrong', [], { GANNET_PORT: 'x' }, 'gannet: GANNET_PORT'],
  ['a server that is no address', ['--server', 'here'], {}, 'gannet: --server takes'],
] as const)('%s ends the start, with nothing on stdout', async (_, args, environment, words) => {
  const child = spawn(process.execPath, [main, 'mcp', ...args], {
    env: { ...bare, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => (said.stdout += data));
  child.stderr.on('data', (data) => (said.stderr += data));
  const [code] = await once(child, 'close');
  expect([code, said.stdout]).toEqual([2, '']);
  expect(said.stderr).toContain(words);
});
