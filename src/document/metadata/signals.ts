import { attr, type Element } from '../tree/tree.ts';
import { type Entity, textsOf, valuesOf } from './entity.ts';
import type { Meta } from './meta.ts';
import type { ByTag } from './structured.ts';

/** Everything a page says of itself, gathered in one pass over its elements. */
export interface Signals {
  readonly base: string;
  readonly documentTitle: string;
  readonly meta: Meta;
  /** Main things of the page as linked data: JSON-LD first, then microdata, then RDFa. */
  readonly things: readonly Entity[];
  /** What organisations and sites are called in the page's data. */
  readonly organisations: readonly string[];
  /** What the page and those above it are called on the way to it. */
  readonly crumbs: readonly string[];
  /** Every element, in document order. */
  readonly all: readonly Element[];
  readonly tagged: ByTag;
  /** As `isForumPage` says. */
  readonly isForum: boolean;
}

/** The texts of properties among the page's things: articles and products before the page as such. */
export const properties = ({ things }: Signals, ...names: string[]): string[] => {
  const ranked = [...things].sort((a, b) => Number(isWebPage(a)) - Number(isWebPage(b)));
  return names.flatMap((name) => ranked.flatMap((thing) => textsOf(valuesOf(thing, name))));
};

/** The first of them. */
export const property = (signals: Signals, ...names: string[]): string | undefined =>
  properties(signals, ...names)[0];

const isWebPage = ({ types }: Entity) => types.some((type) => type.endsWith('Page'));

const writing = /(?:Article|Posting|Report|Thesis|Question|Recipe|Book)$/;

/** Whether it is something that somebody wrote at some time: its author and date are those of the page. */
export const isWriting = ({ types }: Entity): boolean =>
  types.some((type) => writing.test(type) && type !== 'JobPosting');

/** How many writings a page may describe without being a list of them. */
const fewWritings = 2;

/** The writing that the page is: the one of its title, where it describes many. */
export const mainWritings = ({ things, documentTitle, meta }: Signals): Entity[] => {
  const writings = things.filter(isWriting);
  const titles = [documentTitle, meta.first('og:title') ?? ''].map((title) => title.toLowerCase());
  const named = writings.filter((thing) =>
    textsOf([...valuesOf(thing, 'headline'), ...valuesOf(thing, 'name')]).some(
      (name) => name.length > 3 && titles.some((title) => title.includes(name.toLowerCase())),
    ),
  );
  if (named.length > 0) return named;
  return writings.length <= fewWritings ? writings : [];
};

/**
 * Whether a page is something that somebody wrote: only then is its author looked for in its text. Nothing says so of a
 * `page`, and nothing denies it.
 */
export type PageKind = 'article' | 'forum' | 'page' | 'other';

/** A thing for sale, a list, an application: nobody signs these. */
const unsigned =
  /^(?:Product|ProductGroup|ItemList|CollectionPage|SearchResultsPage|SoftwareApplication|WebApplication|JobPosting|\w*Event|Hotel|Restaurant|OfferCatalog)$/;

export const kindOf = ({ things, meta, base, isForum, tagged }: Signals): PageKind => {
  const { pathname: path = '' } = URL.parse(base) ?? {};
  if (isForum || things.some(({ types }) => types.includes('DiscussionForumPosting'))) return 'forum';
  if (
    things.some(isWriting) ||
    meta.first('article:published_time', 'citation_title', 'parsely-pub-date') !== undefined
  )
    return 'article';
  if (things.some(({ types }) => types.some((type) => unsigned.test(type)))) return 'other';
  if (/product|profile/.test(meta.first('og:type') ?? '')) return 'other';
  if (path === '/') return 'other';
  const isWritten =
    meta.first('og:type') === 'article' || writtenPath.test(path) || tagged('body').some(isPost);
  return isWritten ? 'article' : 'page';
};

/** WordPress and Drupal name the kind of page on its body. */
const isPost = (body: Element): boolean => postClasses.test(attr(body, 'class') ?? '');
const postClasses = /(?:^|\s)(?:single-post|page-node-type-(?:article|blog(?:-post)?|news))(?:\s|$)/;

/**
 * Whether a page is for people to talk with each other, by its address or the software that made it: its generator says so, or
 * the elements it is known by.
 */
export const isForumPage = (url: string, meta: Meta, all: readonly Element[]): boolean =>
  isForumAddress(url) ||
  forumSoftware.test(meta.first('generator') ?? '') ||
  all.some((element) => {
    const { tagName } = element;
    const id = attr(element, 'id');
    if (id === undefined && tagName !== 'body') return tagName === 'shreddit-app';
    return forumParts.has(id ?? '') || forumClasses.test(attr(element, 'class') ?? '');
  });

/** Reddit's, which says in its attributes who wrote the page, and when. */
export const postTag = 'shreddit-post';

const forumSoftware =
  /discourse|xenforo|vbulletin|phpbb|flarum|nodebb|simple machines|invision|mybb|vanilla|lemmy|mastodon/i;
/** XenForo, phpBB, vBulletin, MyBB, SMF, Vanilla, Flarum, Hacker News, Mastodon. */
const forumParts = new Set(
  'XF phpbb vbulletin_html vb-page-body posts_container forumposts vanilla_discussion_index flarum-content hnmain mastodon'.split(
    ' ',
  ),
);
/** Invision, NodeBB, Flarum, Lemmy, Lobsters, Reddit: on the body or a part that has an id. */
const forumClasses =
  /(?:^|\s)(?:ipsApp|template-topic|App--discussion|lemmy-site|comment_folder_button|comments-page)(?:\s|$)/;
/** Where sites keep what they write. */
const writtenPath =
  /\/[\w-]*\b(?:blogs?|news|articles?|story|stories|posts?|magazine|journal|guides?|learn|resources|insights|library)\b[\w-]*\/.|\/(?:19|20)\d\d\//i;
const forumPath =
  /\/(?:(?:threads?|topic|viewtopic|showthread|showtopic|t|d\/\d+|forums?|discussions?|questions|comments|community)\b|topics\/[^/]*\d{3}|index\.php\?topic=)/i;
/** Bugs, issues and changes to code: `/owls/nest/issues/12`, for a magazine has issues as well; and archives of mailing lists. */
const trackerPath =
  /^\/[^/]+\/[^/]+\/(?:issues|pulls?)\/\d+\/?(?:$|\?)|\/-\/(?:issues|merge_requests|work_items)\/\d|\/show_bug\.cgi|\/browse\/[A-Z][A-Z\d]+-\d+\/?$|\/pipermail\/.+\/\d+\.html|\/archives\/list\/./i;
/** Whether an address is of a site where people talk with each other. */
const isForumAddress = (url: string): boolean => {
  const { pathname = '', search = '', hostname = '' } = URL.parse(url) ?? {};
  return forumPath.test(pathname + search) || trackerPath.test(pathname + search) || forumHost.test(hostname);
};

const forumHost = /^(?:www\.)?(?:forums?|community|discuss(?:ions?)?|boards?|answers)\./i;
