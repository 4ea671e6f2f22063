import type { GannetErrorCode } from '../../client/src/index.ts';
import type { errors } from '../contract/error.ts';

/** How a command ends, for scripts: each code with what it means. `docs/cli.md` lists them. */
export const exitCodes = {
  ok: { code: 0, meaning: 'It is done.' },
  failed: { code: 1, meaning: 'Something else went wrong; for `doctor`, something is broken.' },
  usage: { code: 2, meaning: 'The command, a value or a setting is wrong: the same call will fail again.' },
  page: { code: 3, meaning: 'The page, or the receiver of a webhook, could not be reached or read.' },
  timeout: { code: 4, meaning: 'The page did not arrive in time.' },
  refused: { code: 5, meaning: 'The key, its scopes or the payment do not open this.' },
  notFound: { code: 6, meaning: 'There is no such job or delivery, or it has ended already.' },
  busy: { code: 7, meaning: 'Too many requests, or the service is busy or stopping: try again later.' },
  unreachable: { code: 8, meaning: 'The server that `--server` names does not answer.' },
  interrupted: { code: 130, meaning: 'Ctrl-C.' },
} as const satisfies Record<string, { code: number; meaning: string }>;

type ExitName = keyof typeof exitCodes;

const byStatus: Readonly<Record<number, ExitName>> = {
  400: 'usage',
  401: 'refused',
  402: 'refused',
  403: 'refused',
  404: 'notFound',
  408: 'busy',
  409: 'notFound',
  413: 'usage',
  415: 'usage',
  429: 'busy',
  500: 'page',
  502: 'page',
  503: 'busy',
  504: 'timeout',
};

/** Where the status of an error says less than its code does. */
const byCode: Readonly<Record<string, ExitName>> = {
  connection_failed: 'page',
  idempotency_conflict: 'usage',
  internal_error: 'failed',
  payment_unavailable: 'refused',
  payment_unconfirmed: 'refused',
  // What happens on the side of a client.
  network_error: 'unreachable',
  unexpected_answer: 'unreachable',
  client_timeout: 'timeout',
} satisfies Partial<Record<keyof typeof errors | GannetErrorCode, ExitName>>;

/** The exit code for an error. @param code in the words of the contract. @param status of HTTP, if there was an answer. */
export const exitCodeOf = (code: string, status: number | undefined): number =>
  exitCodes[byCode[code] ?? byStatus[status ?? 0] ?? 'failed'].code;
