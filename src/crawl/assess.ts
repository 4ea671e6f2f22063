import type { CrawlRequest, SkipReason } from '../contract/crawl.ts';
import type { ResultMetadata } from '../contract/crawl-results.ts';
import type { Retrieved } from '../engine/retrieve.ts';
import type { FinishedPage, FrontierUrl } from '../store/frontier.ts';
import { sha256 } from '../text.ts';
import { isSameSite, likelyKey, withoutWay } from '../url.ts';
import type { Copies } from './copies.ts';
import type { Fetched, FetchedNothing, FetchedPage } from './fetch-page.ts';
import { type Candidate, type Frontier, hashOf, idOf } from './frontier.ts';
import type { Intake } from './intake.ts';
import type { Entry } from './recorder.ts';
import type { Scope } from './scope.ts';

/** Decides what a fetched page is to its job (a result, a copy of one, or nothing) and which of its links are followed. */

interface Parts {
  readonly request: Pick<CrawlRequest, 'mode'>;
  readonly scope: Scope;
  readonly frontier: Frontier;
  readonly intake: Intake;
  readonly copies: Pick<Copies, 'learn'>;
  /** Of the results that are stored. */
  readonly texts: readonly Buffer[];
}

/**
 * What is to be written down of it, one after the other: the links of a page are looked at some at a time, for the patterns of a
 * caller may take long.
 */
export type Assess = (entry: FrontierUrl, fetched: Fetched) => Generator<Entry>;

type Page = Omit<FinishedPage, 'resultNo'>;

/** Links of one page that are looked at. */
const mostLinks = 10_000;
/** Of these, before what has come of them is written down. */
const linksAtOnce = 100;

const noPages = /^(?:image\/|application\/(?:(?:rss|atom|rdf)\+xml|feed\+json)$)/;
/** What holds not a word of its own: pictures whose address did not tell, and feeds, which repeat pages and lead to them. */
const isNoPage = ({ contentType, isFeed }: Retrieved): boolean => isFeed || noPages.test(contentType);

export const createAssess = ({
  request: { mode },
  scope,
  frontier,
  intake,
  copies,
  texts: stored,
}: Parts): Assess => {
  const texts = new Set(stored.map(idOf));
  /** Of a site where one page has too many links, all may. */
  let isCutTold = false;
  const drop = ({ seq, url, parentUrl }: FrontierUrl, reason: SkipReason): Entry => ({
    dropped: [seq],
    skipped: intake.skip(url, reason, parentUrl),
  });
  // An index can name tens of thousands of places on a few pages.
  const followed = ({ status, links }: Retrieved): readonly string[] =>
    status >= 400 || (mode !== 'link' && mode !== 'pattern') ? [] : links.slice(0, mostLinks);
  /** Yields what comes of its first links, so that it is written down before what they lead to. @returns what comes of the last. */
  const linksOf = function* ({ depth }: FrontierUrl, page: Retrieved): Generator<Entry, Entry> {
    const { links, url } = page;
    const leads = followed(page);
    if (leads.length === 0) return {};
    const looked: Candidate[] = leads.map((link) => ({ url: link, depth: depth + 1, parentUrl: url }));
    const next = () => {
      const { led, ...taken } = intake.offer(looked.splice(0, linksAtOnce));
      looked.push(...led);
      return taken;
    };
    let taken = next();
    for (; looked.length > 0; taken = next()) yield taken;
    if (links.length <= mostLinks || frontier.isFull() || isCutTold) return taken;
    isCutTold = true;
    return {
      ...taken,
      warnings: [`${url}: links to ${links.length} addresses: the first ${mostLinks} are looked at`],
    };
  };

  /** The entry whose page this is, after redirects; undefined when that one has its own visit. */
  const ownerOf = (entry: FrontierUrl, finalHash: Buffer): FrontierUrl | undefined => {
    if (finalHash.equals(entry.urlHash)) return entry;
    if (frontier.knows(finalHash)) return frontier.adopt(finalHash);
    frontier.claim(finalHash);
    return entry;
  };

  const assessPage = function* (entry: FrontierUrl, fetched: FetchedPage): Generator<Entry, Entry> {
    const { page } = fetched;
    const isAsked = mode === 'batch';
    const isStart = isStartPage(entry);
    const refusal = scope.judgeFinal(page.url, isStart);
    if (refusal !== undefined)
      return { ...drop(entry, refusal), ...(isStart && { warnings: [elsewhere(entry.url, page.url)] }) };
    const finalHash = hashOf(withoutWay(page.url));
    // By way of the one that was asked for it may be nearer than by its own.
    const nearer = isAsked ? undefined : frontier.bringNearer(finalHash, entry);
    const owner = isAsked ? entry : ownerOf(entry, finalHash);
    const hashes = [entry.urlHash, finalHash];
    if (!isAsked) frontier.arrive(hashes, (owner ?? entry).depth, followed(page));
    if (owner === undefined)
      return merged(
        { ...drop(entry, 'duplicate'), ...(nearer && { nearer: [nearer] }) },
        yield* linksOf(entry, page),
      );
    // Pages that are not there often look the same, and each is one to tell of.
    const textHashes = page.status < 400 ? textHashesOf(page) : [];
    const follow = yield* linksOf(owner, page);
    const leave = (reason: SkipReason) =>
      merged(drop(entry, reason), owner === entry ? {} : drop(owner, reason));
    if (!isAsked && !isStart && isNoPage(page)) return merged(leave('type'), follow);
    // Its links may still be others: the pages of a list that name the first as their canonical one.
    const telling = isSaidByLinks(page) ? textHashes.slice(0, 1) : textHashes;
    const isCopy = !isAsked && telling.some((hash) => texts.has(idOf(hash)));
    if (page.status < 400) copies.learn(page.url, isCopy);
    if (isCopy) return merged(leave('duplicate'), follow);
    if (!scope.isWanted(page.url)) return merged(leave('pattern'), follow);
    for (const hash of textHashes) texts.add(idOf(hash));
    const result: Entry = {
      page: {
        ...resultOf(owner, fetched),
        finalHash: finalHash.equals(owner.urlHash) ? null : finalHash,
        textHash: textHashes[0] ?? null,
      },
    };
    return merged(merged(result, follow), owner === entry ? {} : drop(entry, 'duplicate'));
  };

  const assessNone = (entry: FrontierUrl, fetched: Exclude<Fetched, { kind: 'page' }>): Entry => {
    if (fetched.kind === 'copy') return drop(entry, 'duplicate');
    // It was to be read for its links only: that it could not be is nothing that the job has to tell.
    if (entry.depth > 0 && !scope.isWanted(entry.url)) return drop(entry, 'pattern');
    if (fetched.kind === 'forbidden') return drop(entry, 'robots');
    if (fetched.kind === 'file' && mode !== 'batch')
      return {
        ...drop(entry, 'type'),
        ...(isStartPage(entry) && { warnings: [`${entry.url}: ${fetched.error}`] }),
      };
    return { page: failureOf(entry, fetched) };
  };

  return function* (entry, fetched) {
    yield fetched.kind === 'page' ? yield* assessPage(entry, fetched) : assessNone(entry, fetched);
  };
};

const isStartPage = ({ depth, parentUrl }: FrontierUrl): boolean => depth === 0 && parentUrl === null;

const elsewhere = (from: string, to: string) => `${from}: leads to another site, ${to}: begin there`;

/** What the page says is its address, if it may say so: another site's it is not. If it does not, parameters are none of it. */
const identityOf = (page: Retrieved): string => likelyKey(canonicalOf(page) ?? withoutQuery(page.url));

const canonicalOf = ({ url, metadata: { canonical_url } }: Retrieved): string | undefined =>
  canonical_url !== null && isSameSite(url, canonical_url) ? canonical_url : undefined;

const withoutQuery = (url: string): string => url.split('?', 1)[0] ?? url;

const merged = (one: Entry, other: Entry): Entry => ({
  ...one,
  ...other,
  dropped: [...(one.dropped ?? []), ...(other.dropped ?? [])],
  found: [...(one.found ?? []), ...(other.found ?? [])],
  nearer: [...(one.nearer ?? []), ...(other.nearer ?? [])],
  skipped: [...(one.skipped ?? []), ...(other.skipped ?? [])],
  unskipped: [...(one.unskipped ?? []), ...(other.unskipped ?? [])],
});

const resultOf = (
  { seq, url, depth, parentUrl }: FrontierUrl,
  { page, attempts, durationMs }: FetchedPage,
): Omit<Page, 'finalHash' | 'textHash'> => {
  const isError = page.status >= 400;
  const metadata: ResultMetadata = {
    ...page.metadata,
    final_url: page.url,
    content_type: page.contentType,
    outcome: page.outcome,
    depth,
    parent_url: parentUrl,
    attempts,
    duration_ms: durationMs,
    content_hash: page.digests.markdown,
    engine: page.engine,
  };
  return {
    seq,
    url,
    state: isError ? 'failed' : 'done',
    status: page.status,
    markdown: page.markdown,
    data: page.data,
    metadata,
    error: isError ? `http_${page.status}: The site answered with status ${page.status}.` : null,
  };
};

const failureOf = (
  { seq, url, depth, parentUrl }: FrontierUrl,
  { error, attempts, durationMs }: FetchedNothing,
): Page => ({
  seq,
  url,
  finalHash: null,
  state: 'failed',
  status: 0,
  markdown: '',
  data: null,
  metadata: { depth, parent_url: parentUrl, attempts, duration_ms: durationMs },
  error,
  textHash: null,
});

/**
 * The words of a page, its title and the address that it says is its own: two pages that agree in all are one. The title tells pages
 * apart of which only what they share was taken for content.
 * @returns with where its links lead, and without; none for a page with too few words to tell.
 */
const textHashesOf = (page: Retrieved): readonly Buffer[] => {
  const { words, unlinked } = page.digests;
  if (words === null) return [];
  const about = [identityOf(page), page.metadata.title ?? ''];
  return [words, unlinked].map((text) => sha256([...about, text].join('\n')));
};

/**
 * Whether where its links lead is what a page says. It is not where the page names its address, and another names the same, nor where
 * a parameter of it is in links to other pages, too: it says who visits, as a session does, and is in all that he follows.
 */
const isSaidByLinks = (page: Retrieved): boolean => canonicalOf(page) === undefined && !handsOn(page);

const handsOn = ({ url, links }: Retrieved): boolean => {
  const { pathname, search } = new URL(url);
  const parameters = search
    .slice(1)
    .split('&')
    .map((parameter) => `${parameter.split('=', 1)[0]}=`);
  return (
    search !== '' &&
    links.some(
      (link) => parameters.some((name) => link.includes(name)) && new URL(link).pathname !== pathname,
    )
  );
};
