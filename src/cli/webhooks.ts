import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { type DeliveryRecord, parseWebhookTest, webhookTestRequest } from '../contract/webhook.ts';
import { parseQuery, windowQuery } from '../contract/window.ts';
import { readWebhook } from '../webhook/verify.ts';
import { addFlags } from './flags.ts';
import { type Environment, interruptible, reasonOf, reported, UsageError, writeOut } from './run.ts';
import { addServerOptions, type ServerOptions, serverOf, withService } from './service.ts';
import { type Columns, table } from './table.ts';

interface Common extends ServerOptions {
  readonly json?: true;
}

/** `gannet webhooks`: send one, see what became of them, send one again, check a signature. */
export const addWebhooks = (program: Command, environment: Environment): void => {
  const webhooks = program.command('webhooks').description('test, list, send again and verify webhooks');
  addTest(webhooks, environment);
  addLogs(webhooks, environment);
  addResend(webhooks, environment);
  addVerify(webhooks, environment);
};

const addTest = (webhooks: Command, environment: Environment): void => {
  const command = webhooks
    .command('test')
    .argument('<url>', 'the receiver')
    .description('send one signed webhook now, and say what the receiver answered')
    .option('--json', 'the whole answer on one line');
  const flags = addFlags(command, { webhooks: webhookTestRequest }, ['url']);
  addServerOptions(command).action((url: string, options: Common) =>
    interruptible(async (signal) => {
      const { secret = environment.GANNET_WEBHOOK_SECRET, ...given } = flags.body(command);
      if (secret === undefined) throw new UsageError('say the secret: --secret, or GANNET_WEBHOOK_SECRET');
      const body = { ...given, secret, url };
      flags.check(() => parseWebhookTest(body));
      const answer = await withService({ ...options, needs: 'webhooks' }, environment, (service) =>
        service.webhooks.test(body, signal),
      );
      if (options.json) await writeOut(`${JSON.stringify(answer)}\n`);
      else process.stderr.write(`${answer.message} ${url} answered ${answer.delivery.response_status}.\n`);
    }),
  );
};

const addLogs = (webhooks: Command, environment: Environment): void => {
  const command = webhooks
    .command('logs')
    .description('show deliveries, newest first')
    .option('--limit <number>', 'how many at most', '20')
    .option('--offset <number>', 'how many to leave out', '0')
    .option('--json', 'a JSON array on one line');
  addServerOptions(command).action((options: Common & { limit: string; offset: string }) =>
    interruptible(async () => {
      needServer(options, environment);
      const { limit, offset } = options;
      const { request: window } = parseQuery(windowQuery, new URLSearchParams({ limit, offset }));
      const { deliveries } = await withService({ ...options, needs: 'pages' }, environment, (service) =>
        service.webhooks.logs(window),
      );
      await writeOut(options.json ? `${JSON.stringify(deliveries)}\n` : table(columns, deliveries));
    }),
  );
};

const addResend = (webhooks: Command, environment: Environment): void => {
  const command = webhooks
    .command('resend')
    .argument('<delivery-id>', 'as gannet webhooks logs shows it')
    .description('deliver a webhook again, with attempts as at first')
    .option('--json', 'the delivery on one line');
  addServerOptions(command).action((id: string, options: Common) =>
    interruptible(async () => {
      needServer(options, environment);
      const delivery = await withService({ ...options, needs: 'pages' }, environment, (service) =>
        service.webhooks.resend(id),
      );
      if (options.json) await writeOut(`${JSON.stringify(delivery)}\n`);
      else process.stderr.write(`${delivery.event} is sent to ${delivery.callback_url} again.\n`);
    }),
  );
};

/** The log is a service's own. @throws UsageError when none is named. */
const needServer = (options: Common, environment: Environment): void => {
  if (serverOf(options, environment) === undefined)
    throw new UsageError('a service keeps this: name it with --server or GANNET_SERVER');
};

const addVerify = (webhooks: Command, environment: Environment): void => {
  webhooks
    .command('verify')
    .argument('[file]', 'the body as it arrived; stdin when not given')
    .description('check the signature of a webhook; the exit code is 0 if it is genuine')
    .option('--secret <secret>', 'what it is signed with (GANNET_WEBHOOK_SECRET)')
    .option('--signature <text>', 'the header X-Service-Signature; the one in the body when not given')
    .action((file: string | undefined, options: { secret?: string; signature?: string }) =>
      reported(async () => {
        const secret = options.secret ?? environment.GANNET_WEBHOOK_SECRET;
        if (secret === undefined) throw new UsageError('say the secret: --secret, or GANNET_WEBHOOK_SECRET');
        const body = readBody(file);
        const payload = await readWebhook(body, options.signature ?? signatureIn(body), secret);
        if (payload === undefined)
          throw new Error('this webhook is not signed with that secret: do not believe it.');
        process.stderr.write(`${payload.event} is genuine.\n`);
      }),
    );
};

const readBody = (file: string | undefined): string => {
  try {
    return readFileSync(file ?? 0, 'utf8');
  } catch (error) {
    throw new UsageError(`the webhook cannot be read: ${reasonOf(error)}`);
  }
};

/** Its own, not one within its data. @returns undefined where the body is no JSON, or has none. */
const signatureIn = (body: string): string | undefined => {
  try {
    const { signature } = Object(JSON.parse(body));
    return typeof signature === 'string' ? signature : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const columns: Columns<DeliveryRecord> = {
  CREATED: ({ created_at }) => `${created_at.slice(0, 19).replace('T', ' ')}Z`,
  STATUS: ({ status }) => status,
  EVENT: ({ event }) => event,
  ATTEMPTS: ({ attempts, max_attempts }) => `${attempts}/${max_attempts}`,
  ANSWER: ({ response_status, error }) => String(response_status ?? error ?? '-'),
  RECEIVER: ({ callback_url }) => callback_url,
  DELIVERY: ({ delivery_id }) => delivery_id,
};
