import { once } from 'node:events';
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { type ErrorCode, errors, ServiceError } from '../contract/error.ts';
import { type LedgerEntry, paymentStates } from '../contract/ledger.ts';
import type { Logger } from '../log.ts';
import { type KeyAdmin, newKey } from './keys.ts';
import { type Ledger, ledgerQuery } from './ledger.ts';

/**
 * The embedded database can be open in one process only. While the service has it, the commands `keys` and `payments` ask the
 * service, through a Unix socket in the data folder that only the same user may open. A connection carries one request and
 * one answer, each a line of JSON.
 */

const requestLine = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('create'), request: newKey }),
  z.object({ operation: z.literal('list') }),
  z.object({ operation: z.literal('revoke'), id: z.string() }),
  z.object({ operation: z.literal('rotate'), id: z.string(), graceSeconds: z.int32().nonnegative() }),
  z.object({ operation: z.literal('payments'), query: ledgerQuery }),
]);

const answerLine = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error: z.string(),
    code: z.enum(Object.keys(errors) as ErrorCode[]).optional(),
  }),
]);

const date = z.coerce.date();
const record = z.object({
  id: z.string(),
  owner: z.string(),
  name: z.string().nullable(),
  scopes: z.array(z.string()),
  tier: z.string(),
  createdAt: date,
  lastUsedAt: date.nullable(),
  expiresAt: date.nullable(),
  revokedAt: date.nullable(),
});
const createdKey = z.object({ key: z.string(), record });
const payment: z.ZodType<LedgerEntry> = z.object({
  network: z.string(),
  asset: z.string(),
  payer: z.string(),
  nonce: z.string(),
  amount: z.string(),
  validBefore: date,
  state: z.enum(paymentStates),
  transaction: z.string().nullable(),
  reason: z.string().nullable(),
  endpoint: z.string(),
  requestId: z.string(),
  createdAt: date,
  updatedAt: date,
});

/** What an operator may do on a running service. */
export interface Control {
  readonly keys: KeyAdmin;
  readonly ledger: Ledger;
}

const idleMs = 10_000;
const maxRequest = 64 * 1024;
const maxAnswer = 64 * 1024 * 1024;

interface Parts extends Control {
  readonly dataDir: string;
  readonly log: Logger;
}

/** Answers requests until closed. Only for the process that has locked the data folder: a socket left behind is replaced. */
export const serveControl = async ({
  dataDir,
  log,
  ...control
}: Parts): Promise<{ close(): Promise<void> }> => {
  const path = socketPath(dataDir);
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket.setTimeout(idleMs, () => socket.destroy()));
    socket.on('close', () => open.delete(socket));
    socket.on('error', (error) => log.debug({ err: error }, 'a control connection broke'));
    serve(socket, control).catch((error: unknown) =>
      log.warn({ err: error }, 'a control request was not answered'),
    );
  });

  await rm(path, { force: true });
  await throughShortPath(path, async (short) => {
    // Binding happens inside this call, so nobody else can open the socket before it is closed to them.
    const mask = process.umask(0o177);
    server.listen(short);
    process.umask(mask);
    await once(server, 'listening');
  });
  await chmod(path, 0o600);
  server.unref();

  return {
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await rm(path, { force: true });
    },
  };
};

const serve = async (socket: Socket, control: Control): Promise<void> => {
  let answer: z.input<typeof answerLine>;
  try {
    const request = requestLine.parse(JSON.parse(await readAll(socket, maxRequest)));
    answer = { ok: true, result: await perform(control, request) };
  } catch (error) {
    answer = { ok: false, ...told(error) };
  }
  socket.end(`${JSON.stringify(answer)}\n`);
};

/** An error as a sentence for the operator, and the code that decides how the command exits. */
const told = (error: unknown): Omit<Extract<z.input<typeof answerLine>, { ok: false }>, 'ok'> => {
  if (error instanceof ServiceError) return { error: error.message, code: error.code };
  if (error instanceof z.ZodError)
    return { error: error.issues.map(({ message }) => message).join('; '), code: 'invalid_request' };
  return { error: error instanceof Error ? error.message : String(error) };
};

const thrown = ({ error, code }: ReturnType<typeof told>): Error =>
  code === undefined ? new Error(error) : new ServiceError(code, { message: error });

const perform = ({ keys, ledger }: Control, request: z.infer<typeof requestLine>): Promise<unknown> => {
  switch (request.operation) {
    case 'create':
      return keys.create(request.request);
    case 'list':
      return keys.list();
    case 'revoke':
      return keys.revoke(request.id);
    case 'rotate':
      return keys.rotate(request.id, request.graceSeconds);
    case 'payments':
      return ledger.list(request.query);
  }
};

/** The running service, or undefined when none runs on this folder. */
export const connectControl = async (dataDir: string): Promise<Control | undefined> => {
  const path = socketPath(dataDir);
  const ask = async <T>(request: z.input<typeof requestLine>, result: z.ZodType<T>): Promise<T> => {
    const socket = await connect(path);
    socket.setTimeout(idleMs, () => socket.destroy(new Error('the running gannet does not answer')));
    socket.end(`${JSON.stringify(request)}\n`);
    const answer = answerLine.parse(JSON.parse(await readAll(socket, maxAnswer)));
    if (!answer.ok) throw thrown(answer);
    return result.parse(answer.result);
  };

  try {
    (await connect(path)).destroy();
  } catch (error) {
    // No socket, or one that a killed process left behind.
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ECONNREFUSED'].includes(String(error.code)))
      return undefined;
    throw error;
  }
  return {
    keys: {
      create: (request) => ask({ operation: 'create', request }, createdKey),
      list: () => ask({ operation: 'list' }, z.array(record)),
      revoke: (id) => ask({ operation: 'revoke', id }, record),
      rotate: (id, graceSeconds) => ask({ operation: 'rotate', id, graceSeconds }, createdKey),
    },
    ledger: { list: (query) => ask({ operation: 'payments', query }, z.array(payment)) },
  };
};

const socketPath = (dataDir: string): string => join(dataDir, 'control.sock');

const connect = (path: string): Promise<Socket> =>
  throughShortPath(path, async (short) => {
    const socket = createConnection(short);
    await once(socket, 'connect');
    return socket;
  });

const readAll = async (socket: Socket, limit: number): Promise<string> => {
  let text = '';
  for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.length > limit) throw new Error('a control message is too long');
  }
  return text;
};

/** What every system takes as a socket's address: macOS ends at 103 bytes, Linux at 107. */
const maxPath = 103;

/**
 * A longer path is reached through a link to its folder, in a private temporary folder: both sides agree on the place in the
 * data folder, whatever their TMPDIR, and nothing stays behind.
 */
const throughShortPath = async <T>(path: string, use: (path: string) => Promise<T>): Promise<T> => {
  if (Buffer.byteLength(path) <= maxPath) return use(path);
  const folder = await mkdtemp(join(tmpdir(), 'gannet-'));
  try {
    const link = join(folder, 'data');
    await symlink(dirname(path), link);
    return await use(join(link, basename(path)));
  } finally {
    await rm(folder, { recursive: true });
  }
};
