import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { raceSignal } from '../deadline.ts';
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

/**
 * MCP over stdin and stdout, for whoever started this process: until stdin ends, or the signal.
 * @throws Error when stdin is not read to its end: a message was larger than the library takes.
 */
export const serveOverStdio = async ({ open, log, signal }: Parts): Promise<void> => {
  const transport = new StdioServerTransport();
  let fault: Error | undefined;
  const connection = serveStdio(
    () => createMcpServer({ listed: toolNames, open: (_, permit) => open(permit), log }),
    {
      transport,
      onerror: (err) => {
        fault = err;
        log.debug({ err }, 'protocol error');
      },
    },
  );
  const { onclose } = transport;
  const over = new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  await raceSignal(over, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  await connection.close();
  const { readableEnded, destroyed } = process.stdin;
  if (!signal.aborted && !readableEnded && !destroyed)
    throw new Error(`the connection cannot go on: ${fault?.message}`, { cause: fault });
};
