import { type Logger, pino } from 'pino';
import { createOutput } from './log/output.ts';

export type { Logger };

/**
 * Structured log on stderr, one JSON object a line. Secrets are removed by name here and by pattern in `redact`:
 * no key, permit, password or webhook secret is ever written. @param write takes the lines instead.
 */
export const createLog = (level: string, write?: (line: string) => void): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretPaths, censor: '[redacted]' },
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        streamWrite: redact,
      },
    },
    write === undefined ? createOutput(2) : { write },
  );

const secretPaths = [
  'authorization',
  'headers.authorization',
  'headers.cookie',
  'headers["x-payment"]',
  'headers["payment-signature"]',
  'signature',
  'secret',
  'key',
];

/** Removes API keys, user:password in URLs and bearer tokens from a line of text. */
export const redact = (line: string): string =>
  line
    .replace(/svc_live_[0-9a-f]{6,}/gi, 'svc_live_[redacted]')
    .replace(/:\/\/[^\s/@"\\]+@/g, '://[redacted]@')
    .replace(/(bearer\s+)[^\s"\\]+/gi, '$1[redacted]');
