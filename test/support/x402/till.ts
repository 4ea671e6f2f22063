import { createLog } from '../../../src/log.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { startShop } from './shop.ts';

/**
 * A process of its own with the API and real access over one PostgreSQL database, told what to do by its environment.
 * Says where it listens on the first line of stdout, and how often it has worked at the end of each line it is sent.
 */
const { DATABASE_URL: url, FACILITATOR = '', RATE_IP = 'off', RATE_TIERS = 'off' } = process.env;
const database = await openDatabase({ url, dataDir: '', log: createLog('silent') });
const shop = await startShop({
  database,
  facilitator: FACILITATOR,
  environment: { GANNET_RATE_IP: RATE_IP, GANNET_RATE_TIERS: RATE_TIERS },
  // As long as a page takes: the others are to come in between.
  work: () => new Promise((resolve) => setTimeout(resolve, 50)),
});
process.stdout.write(`${shop.api.base}\n`);
process.stdin.on('data', () => process.stdout.write(`${shop.works}\n`));
process.stdin.on('end', () => process.exit());
