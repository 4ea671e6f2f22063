import { browserPath } from '../chromium.ts';
import { loader } from '../peers/peer.ts';
import { type PagePeerName, pagePeers } from '../peers.ts';
import { answerVisits } from './answer.ts';

/** A peer that shows pages: its name and the folder of its packages are the arguments. */
const [name = '', folder = ''] = process.argv.slice(2);
const reader = await pagePeers[name as PagePeerName].open({
  load: loader(folder),
  folder,
  browser: browserPath(),
});
answerVisits(({ url, ...options }) => reader.read(url, options), reader.close);
