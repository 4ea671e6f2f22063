import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Logger } from '../log.ts';
import type { Backend } from './backend.ts';
import { createMcpServer } from './server.ts';
import { toolNames } from './tools.ts';

interface Parts {
  readonly open: (permit: unknown) => Promise<Backend>;
  readonly log: Logger;
  /** Aborted when the process is told to stop. */
  readonly signal: AbortSignal;
}

/** MCP over stdin and stdout, for whoever started this process: until stdin ends, or the signal. */
export const serveOverStdio = async ({ open, log, signal }: Parts): Promise<void> => {
  const over = once(process.stdin, 'close', { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  const connection = serveStdio(
    () => createMcpServer({ listed: toolNames, open: (_, permit) => open(permit), log }),
    { onerror: (err) => log.debug({ err }, 'protocol error') },
  );
  await over;
  await connection.close();
};
