import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** MCP clients as hosts have them. */

/** Revisions that clients speak: the newest, which has no handshake, and one with `initialize`. */
export const revisions = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof revisions)[number];

interface Given {
  readonly key?: string;
  readonly revision?: Revision;
  readonly headers?: Readonly<Record<string, string>>;
}

export const newClient = (revision: Revision = '2026-07-28'): Client =>
  new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' } },
  );

/** A client over HTTP. */
export const connect = async (base: string, { key, revision, headers = {} }: Given = {}) => {
  const client = newClient(revision);
  const transport = new StreamableHTTPClientTransport(new URL(`${base}/mcp`), {
    requestInit: { headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers } },
  });
  await client.connect(transport);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
};

interface ToolResult {
  readonly content: readonly { readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

/** One call, by a client of its own. */
export const callTool = async (
  { url, key }: { readonly url: string; readonly key: string },
  name: string,
  given: Record<string, unknown>,
): Promise<ToolResult> => {
  await using client = await connect(url, { key });
  return (await client.callTool({ name, arguments: given })) as ToolResult;
};

/** The texts of a result. */
export const textsOf = ({ content }: { content?: readonly object[] }): string[] =>
  (content ?? []).flatMap((block) => ('text' in block && typeof block.text === 'string' ? [block.text] : []));
