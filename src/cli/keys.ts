import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CreatedKey, KeyAdmin } from '../access/keys.ts';
import { readScope } from '../config/readers.ts';
import { type ApiKey, scopes, type Tier, tiers } from '../contract/access.ts';
import { keyView } from '../contract/api-keys.ts';
import { withControl } from './control.ts';
import { oneOf } from './flags.ts';
import { type Environment, reasonOf, reported } from './run.ts';
import { type Columns, table, time, toJson } from './table.ts';

const idMeaning = 'of the key, as gannet keys list shows it';

/**
 * `gannet keys`: create, list, revoke and rotate API keys. A new key is the first line of stdout, so that
 * `KEY=$(gannet keys create)` works; what is said about it goes to stderr.
 */
export const addKeys = (program: Command, environment: Environment): void => {
  const keys = program.command('keys').description('create, list, revoke and rotate API keys');
  const run = (work: (admin: KeyAdmin) => Promise<void>) =>
    reported(() => withControl(environment, ({ keys }) => work(keys)));

  keys
    .command('create')
    .description('make a key; it is shown only once')
    .option('--owner <name>', 'who the key, its jobs and its logs belong to', 'default')
    .option('--name <text>', 'a note to tell keys apart')
    .option('--scopes <list>', `comma-separated, of ${scopes.join(' ')} (default: scrape:read)`, readScopes)
    .option('--tier <name>', `${tiers.join(', ')} (default: standard)`, oneOf(tiers))
    .option('--expires <duration>', 'when the key ends: 30d, 12h, …; never if not given', readDuration)
    .option('--json', 'one JSON object on stdout')
    .action(({ expires, json, ...request }: CreateOptions) =>
      run(async (admin) => {
        const expiresAt = expires === undefined ? null : new Date(Date.now() + 1000 * expires);
        printCreated(await admin.create({ ...request, expiresAt }), json);
      }),
    );

  keys
    .command('list')
    .description('show all keys, newest first')
    .option('--json', 'a JSON array on stdout')
    .action(({ json }: Json) =>
      run(async (admin) => {
        const list = await admin.list();
        process.stdout.write(json ? toJson(list.map(keyView)) : table(columns, list));
      }),
    );

  keys
    .command('revoke')
    .argument('<id>', idMeaning)
    .description('end a key at once')
    .option('--json', 'one JSON object on stdout')
    .action((id: string, { json }: Json) =>
      run(async (admin) => {
        const revoked = await admin.revoke(id);
        if (json) process.stdout.write(toJson(keyView(revoked)));
        else process.stderr.write(`Key ${revoked.id} of ${revoked.owner} is revoked.\n`);
      }),
    );

  keys
    .command('rotate')
    .argument('<id>', idMeaning)
    .description('make a key with the same rights and end the old one')
    .addOption(
      new Option('--grace <duration>', 'how long the old key still works: 0s, 1h, 7d, …')
        .argParser(readDuration)
        .default(3600, '1h'),
    )
    .option('--json', 'one JSON object on stdout')
    .action((id: string, { grace, json }: Json & { grace: number }) =>
      run(async (admin) => printCreated(await admin.rotate(id, grace), json)),
    );
};

interface Json {
  readonly json?: true;
}

interface CreateOptions extends Json {
  readonly owner: string;
  readonly name?: string;
  readonly scopes?: ReturnType<typeof readScopes>;
  readonly tier?: Tier;
  /** Seconds. */
  readonly expires?: number;
}

const readScopes = (text: string) => {
  try {
    return text.split(',').map((name) => readScope(name.trim()));
  } catch (error) {
    throw new InvalidArgumentError(`It ${reasonOf(error)}.`);
  }
};

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const maxSeconds = 50 * 365 * 86_400;

/** `30d` → seconds; units s, m, h, d and w, up to fifty years. */
const readDuration = (text: string): number => {
  const [, number, unit = ''] = /^(\d{1,10})([smhdw])$/.exec(text) ?? [];
  const seconds = Number(number) * (secondsOf[unit] ?? Number.NaN);
  if (!(seconds <= maxSeconds))
    throw new InvalidArgumentError('Write a duration such as 90s, 15m, 12h, 30d or 4w.');
  return seconds;
};

const printCreated = ({ key, record }: CreatedKey, json: boolean | undefined): void => {
  process.stdout.write(json ? toJson({ key, ...keyView(record) }) : `${key}\n`);
  process.stderr.write(
    `Key ${record.id} of ${record.owner}: scopes ${record.scopes.join(',')}, tier ${record.tier}, `,
  );
  process.stderr.write(`${record.expiresAt === null ? 'no end' : `ends ${time(record.expiresAt)}`}.\n`);
  process.stderr.write('Keep it now: only its digest is stored, it cannot be shown again.\n');
};

const columns: Columns<ApiKey> = {
  ID: ({ id }) => id,
  OWNER: ({ owner }) => owner,
  NAME: ({ name }) => name ?? '-',
  SCOPES: (key) => key.scopes.join(','),
  TIER: ({ tier }) => tier,
  CREATED: ({ createdAt }) => time(createdAt),
  'LAST USED': ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : time(lastUsedAt)),
  STATE: (key) => stateOf(key),
};

const stateOf = ({ revokedAt, expiresAt }: ApiKey): string => {
  if (revokedAt !== null) return `revoked ${time(revokedAt)}`;
  if (expiresAt === null) return 'active';
  return `${expiresAt.getTime() > Date.now() ? 'ends' : 'ended'} ${time(expiresAt)}`;
};
