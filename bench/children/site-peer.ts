import { browserPath } from '../chromium.ts';
import { loader } from '../peers/peer.ts';
import { type SitePeerName, sitePeers } from '../peers.ts';
import type { Told } from './told.ts';

/** A peer that crawls sites: its name, the folder of its packages, where to begin and how many pages at once. */
const [name = '', folder = '', start = '', parallel = ''] = process.argv.slice(2);
const place = { load: loader(folder), folder, browser: browserPath() };

process.once('message', async () => {
  const told = await sitePeers[name as SitePeerName].crawl(place, { start, parallel: Number(parallel) });
  process.send?.(told satisfies Told);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
