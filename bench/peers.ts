import { browserless } from './peers/browserless.ts';
import { crawleePages, crawleeSites } from './peers/crawlee.ts';
import { defuddle } from './peers/defuddle.ts';
import { mdream } from './peers/mdream.ts';
import type { PagePeer, SitePeer, TextPeer } from './peers/peer.ts';
import { playwright } from './peers/playwright.ts';
import { puppeteer } from './peers/puppeteer.ts';
import { readability } from './peers/readability.ts';
import { scrapy } from './peers/scrapy.ts';
import { spider } from './peers/spider.ts';
import { wget } from './peers/wget.ts';

/** What gannet is measured against, by what it does. */
export const pagePeers = {
  playwright,
  puppeteer,
  browserless,
  crawlee: crawleePages,
} as const satisfies Record<string, PagePeer>;

export const sitePeers = {
  crawlee: crawleeSites,
  scrapy,
  spider,
  wget,
} as const satisfies Record<string, SitePeer>;

export const textPeers = { readability, defuddle, mdream } as const satisfies Record<string, TextPeer>;

export type PagePeerName = keyof typeof pagePeers;
export type SitePeerName = keyof typeof sitePeers;
