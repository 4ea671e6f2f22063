import { measureCompleteness } from './compare/completeness.ts';
import { measureContent } from './compare/content.ts';
import { measureCrawl } from './compare/crawl.ts';
import { measureGrowthOfCost } from './compare/growth.ts';
import { measureMemory } from './compare/memory.ts';
import { measurePictures } from './compare/pictures.ts';
import { measureProfile } from './compare/profile.ts';
import { measureApi, measureCache } from './compare/requests.ts';
import { measureScrape } from './compare/scrape.ts';
import { measureStart } from './compare/start.ts';
import { measureFair } from './crawl/fair.ts';
import { runParts } from './harness.ts';
import { drawPictures } from './plots.ts';

/**
 * gannet beside its peers: `npm run bench -- [part …] [--quick] [--only cells] [--rounds n]`. bench/README.md says what each part
 * means. Ends with 1 when something is not as it must be.
 */
const { quick } = await runParts('bench', {
  scrape: measureScrape,
  completeness: measureCompleteness,
  pictures: measurePictures,
  cache: measureCache,
  api: measureApi,
  crawl: measureCrawl,
  crawls: measureFair,
  start: measureStart,
  memory: measureMemory,
  growth: measureGrowthOfCost,
  content: measureContent,
  profile: measureProfile,
});
if (!quick) drawPictures();
