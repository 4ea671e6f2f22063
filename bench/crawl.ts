import { measureFair } from './crawl/fair.ts';
import { measureJob } from './crawl/job.ts';
import { measureKillsEmbedded, measureKillsPostgres } from './crawl/kills.ts';
import { measureWeb } from './crawl/web.ts';
import { runParts } from './harness.ts';

/**
 * What crawls find, what they cost, and what they survive: `node bench/crawl.ts [part …] [--quick]`. bench/README.md says
 * what each part means. Ends with 1 when something is not as it must be.
 */
await runParts('crawl', {
  web: measureWeb,
  job: measureJob,
  fair: measureFair,
  kills: measureKillsEmbedded,
  'kills-postgres': measureKillsPostgres,
});
