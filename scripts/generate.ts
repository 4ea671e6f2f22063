import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adviceFor } from '../dashboard/src/advice.ts';
import { settings } from '../src/config/settings.ts';
import { type ErrorCode, errors } from '../src/contract/error.ts';
import { openapiDocument } from '../src/contract/openapi.ts';
import { version } from '../src/version.ts';
import { commandLinePage } from './cli-page.ts';
import { clientTypes } from './client-types.ts';

/**
 * Writes the files that are made from the code: `node scripts/generate.ts`.
 * With `--check` it writes nothing and fails when one of them is out of date.
 */

const root = join(import.meta.dirname, '..');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

const configuration = () => `# Configuration

Settings are environment variables. An empty one counts as not set; a wrong one ends the start with a sentence,
and one that begins with \`GANNET_\` and is none is told of in the log.

${table(
  ['Variable', 'Default', 'Meaning'],
  Object.values(settings).map(({ variable, fallback, help }) => [
    `\`${variable}\``,
    fallback === '' ? '' : `\`${fallback}\``,
    help,
  ]),
)}
`;

const errorList = () => `# Errors

An error answer has a JSON body \`{"detail": {"error": "…", "message": "…"}}\` and the header \`X-Request-ID\`, by which
the operator finds it in the log. \`detail\` may also hold \`reason\` (why, in one word), \`issues\` (which fields are
wrong), \`retry_after\` (seconds, the same as the header \`Retry-After\`), \`blocked_by\` (whose wall it was, for the reason
\`blocked\`) and \`attempts\` (how each attempt at the page ended). On endpoints that can be paid for it always
holds \`url\` and \`payment_charged: false\`.

A field that means nothing here is no error: the answer has \`warnings\`, a list of sentences such as \`unknown field
time_out_ms, did you mean timeout_ms?\`. So it has for a field that is given more than once, of which the last counts, for
the query of a list, and for a query where the fields belong into the body. Answers that are lines or events have no place
for it: they have \`Warning\` headers, as in \`Warning: 299 gannet "unknown field limt, did you mean limit?"\`.

${table(
  ['Status', '`detail.error`', 'Try again', 'Message', 'What to do'],
  Object.entries(errors)
    .map(([code, { status, retryable, message }]) => ({
      code: code as ErrorCode,
      status,
      retryable,
      message,
    }))
    .toSorted((a, b) => a.status - b.status)
    .map(({ code, status, retryable, message }) => [
      String(status),
      `\`${code}\``,
      retryable ? 'yes' : 'no',
      message,
      adviceFor({ error: code }),
    ]),
)}
`;

/** As a client reads them. */
const readSchemas = () => JSON.parse(JSON.stringify(openapiDocument(version))).components.schemas;

/** Path of each generated file, and what belongs in it. */
const generated: Readonly<Record<string, () => string>> = {
  'openapi.json': () => `${JSON.stringify(openapiDocument(version), null, 2)}\n`,
  'docs/configuration.md': configuration,
  'docs/errors.md': errorList,
  'docs/cli.md': () => commandLinePage(table),
  'client/src/contract.ts': () => clientTypes(readSchemas()),
};

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
};

/** Files that differ from what the code says. */
export const outdated = (): string[] =>
  Object.entries(generated)
    .filter(([path, make]) => read(join(root, path)) !== make())
    .map(([path]) => path);

if (import.meta.main) {
  const differing = outdated();
  if (!process.argv.includes('--check'))
    for (const path of differing) writeFileSync(join(root, path), generated[path]?.() ?? '');
  else if (differing.length > 0) {
    console.error(`out of date: ${differing.join(', ')} (run: node scripts/generate.ts)`);
    process.exitCode = 1;
  }
}
