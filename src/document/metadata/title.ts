import { withoutUnseen } from '../tree/text.ts';
import { attr, hasWord, isText, squeeze } from '../tree/tree.ts';
import { keyOf } from '../tree/words.ts';
import { headingsOf, headingText } from './headings.ts';
import { kindOf, type PageKind, type Signals } from './signals.ts';
import { isToCome, mentionsIn, type SiteNames, siteNamesIn, type TitleFeature } from './title-mentions.ts';
import { titleWeights } from './title-weights.ts';

/**
 * Finds the title of a page: every heading, declared name and part of a name is a candidate, and the one wins that most
 * speaks for. What speaks for and against a candidate is a table of weights, learned from saved pages (bench/quality).
 */
export const readTitle = (signals: Signals, site: string | null): string => {
  let best = signals.documentTitle;
  // Catalogued under the same name, as files are by their properties.
  const catalogued = keyOf(signals.meta.first('dcterms.title') ?? '');
  if (catalogued !== '' && catalogued === keyOf(best)) return best;
  const { main } = headingsOf(signals);
  // A page that has such a heading, too, is called so.
  if (isToCome(best) && main !== undefined && keyOf(headingText(main)) === keyOf(best)) return best;
  const issue = issueTitle(signals, main === undefined ? '' : headingText(main));
  if (issue !== undefined) return issue;
  const scored = titleCandidates(signals, site).map(({ text, features }) => ({
    text,
    score: features.reduce((sum, [name, value]) => sum + titleWeights[name] * value, 0),
  }));
  const top = Math.max(...scored.map(({ score }) => score));
  const contenders = scored.filter(({ score }) => score >= top - Math.abs(titleWeights.unseen));
  // All the text of a page is looked through only where that decides.
  if (contenders.length <= 1) return contenders[0]?.text ?? best;
  const isUnseen = unseenOn(signals);
  let most = Number.NEGATIVE_INFINITY;
  for (const { text, score } of contenders) {
    const sum = isUnseen(text) ? score + titleWeights.unseen : score;
    if (sum > most) [best, most] = [text, sum];
  }
  return best;
};

/**
 * What an issue or a preprint is called, by its address and number: `Fix it · Issue #12 · owls / nest`, `12 – Fix it` and
 * `[NEST-12] Fix it` have more around it.
 */
const issueTitle = ({ base, documentTitle }: Signals, heading: string): string | undefined => {
  const number = issueNumber.exec(base)?.slice(1).find(Boolean);
  if (number === undefined || !documentTitle.includes(number)) return undefined;
  const own = number.replace('.', '\\.');
  const rest = documentTitle.replace(
    new RegExp(`^(?:(?:(?:bug|issue|ticket) )?#?${own}\\s?[–—:-]|\\[${own}\\])\\s`, 'i'),
    '',
  );
  const title = heading.replace(new RegExp(`\\s*\\(?[#!]${own}\\)?$`), '');
  if (title !== '' && rest.startsWith(title)) return title;
  return rest === documentTitle ? undefined : rest;
};
const issueNumber =
  /\/(?:issues|pull|pulls|merge_requests|work_items)\/(\d{1,12})(?:$|[/?#])|\/show_bug\.cgi\?id=(\d{1,12})|\/browse\/([A-Z][A-Z\d]{1,20}-\d{1,12})(?:$|[/?#])|\/abs\/(\d{4}\.\d{4,5})/;

export interface TitleCandidate {
  readonly text: string;
  /** All but `unseen`, which `unseenOn` tells. */
  readonly features: readonly Feature[];
}

/** What is so of a candidate, and how much: 1 if it is so or not. */
type Feature = readonly [TitleFeature, number];

const those = (flags: readonly (readonly [TitleFeature, boolean])[]): Feature[] =>
  flags.filter(([, holds]) => holds).map(([name]) => [name, 1]);

export const titleCandidates = (signals: Signals, site: string | null): TitleCandidate[] => {
  const names = siteNamesIn(signals, site);
  const path = URL.parse(signals.base)?.pathname ?? '';
  const isHome = homePath.test(path);
  const mentions = mentionsIn(signals, names, isHome);
  const places = new Map<string, { text: string; places: Set<TitleFeature> }>();
  for (const { text, place } of mentions) {
    const key = keyOf(text);
    const known = places.get(key) ?? { text, places: new Set() };
    known.places.add(place);
    places.set(key, known);
  }
  const kind = kindOf(signals);
  /** The name of the site alone says nothing of a page of it. */
  const tellingOf = (name: string): string => {
    const key = keyOf(name);
    return !isHome && key === names.own ? '' : key;
  };
  const heading = keyOf(mentions.find(({ place }) => place === 'heading')?.text ?? '');
  const declared = tellingOf(signals.meta.first('og:title', 'twitter:title') ?? '');
  const title = tellingOf(signals.documentTitle);
  const texts: [TitleFeature, string][] = [
    ['likeHeading', heading],
    ['likeTitle', title],
    ['likeDeclared', declared],
    ['likeAddress', keyOf(lastSegment(signals.base))],
    ['likeDescription', keyOf(signals.meta.first('description') ?? '')],
  ];
  const ofHeading = places.get(heading)?.places;
  const page: PageWords = {
    heading,
    isPart: ofHeading?.has('titleEnd') === true || ofHeading?.has('declaredEnd') === true,
    declared: ` ${declared} `,
    title: ` ${title} `,
    likened: texts.map(([name, words]) => [name, new Set(words.split(' '))]),
    feeds: feedsOf(signals),
    crumbs: new Set(signals.crumbs.map(keyOf)),
    names,
    kind,
    isWritten: isWritten(signals, kind, path),
    isHome,
  };
  return [...places].map(([key, { text, places: found }]) => ({
    text,
    features: [
      ...[...found].map((place): Feature => [place, 1]),
      ...placeFeatures(found, kind),
      ...wordFeatures(key, text, page),
      ...likenessFeatures(key, page),
    ],
  }));
};

/** Where a site starts, also in one of its languages: `/`, `/index.html`, `/de/`, `/en-US`. */
const homePath = /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:index\.\w+)?$/i;

interface PageWords {
  readonly heading: string;
  /** The heading ends the title: the page is a part of what it names. */
  readonly isPart: boolean;
  /** Words between spaces, as the title's and the feeds'. */
  readonly declared: string;
  readonly title: string;
  /** The words of texts, by what likeness to them is called. */
  readonly likened: readonly (readonly [TitleFeature, ReadonlySet<string>])[];
  readonly feeds: string;
  readonly crumbs: ReadonlySet<string>;
  readonly names: SiteNames;
  readonly kind: PageKind;
  /** It says or shows by its address that somebody wrote it. */
  readonly isWritten: boolean;
  readonly isHome: boolean;
}

const isWritten = ({ things }: Signals, kind: PageKind, path: string): boolean =>
  kind === 'forum' ||
  /\/20\d\d\//.test(path) ||
  things.some(({ types }) => types.some((type) => /Article|Posting|Report/.test(type)));

/** What feeds of the page and other forms of it are called: after the page alone, where its `<title>` is for search engines. */
const feedsOf = ({ tagged }: Signals): string =>
  tagged('link')
    .filter((link) => /\balternate\b/i.test(attr(link, 'rel') ?? ''))
    .map((link) => ` ${keyOf(attr(link, 'title') ?? '')} `)
    .join('|');

/** What does not stand there but in the head of the page is for search engines, more often than not. */
export const unseenOn = ({ all }: Signals): ((text: string) => boolean) => {
  const texts: string[] = [];
  for (const { tagName, childNodes } of all)
    if (!unread.has(tagName))
      for (const node of childNodes) if (isText(node) && hasWord(node.value)) texts.push(node.value);
  const shown = squeeze(withoutUnseen(texts.join(' '))).toLowerCase();
  return (text) => !shown.includes(text.toLowerCase());
};
const unread = new Set(['title', 'script', 'style', 'noscript']);

/** Places together, and places by the kind of page: over what somebody wrote stands its title, over what is sold a slogan. */
const placeFeatures = (places: ReadonlySet<TitleFeature>, kind: PageKind): Feature[] => {
  const isHeading = places.has('heading');
  return those([
    ['headingAtEnd', isHeading && (places.has('titleEnd') || places.has('declaredEnd'))],
    ['articleHeading', kind === 'article' && isHeading],
    ['pageHeading', kind === 'page' && isHeading],
    ['forumHeading', kind === 'forum' && isHeading],
    ['forumTitleStart', kind === 'forum' && places.has('titleStart')],
    ['forumDeclared', kind === 'forum' && places.has('declared')],
    ['forumDeclaredStart', kind === 'forum' && places.has('declaredStart')],
  ]);
};

const wordFeatures = (key: string, text: string, page: PageWords): Feature[] => {
  const site = page.names.own;
  const hasDash = dash.test(text);
  const [inTitle, inDeclared, inFeed] = [page.title, page.declared, page.feeds].map((words) =>
    words.includes(` ${key} `),
  );
  return those([
    ['isSite', key === site],
    ['isCalledSite', page.names.has(key)],
    ['homeIsSite', page.isHome && key === site],
    ['inTitle', inTitle === true],
    ['writtenInTitle', page.isWritten && inTitle === true],
    ['writtenInDeclared', page.isWritten && inDeclared === true],
    ['oneWord', !key.includes(' ')],
    ['hasBar', /\s[|»]\s/.test(text)],
    ['hasDash', hasDash],
    ['forumDash', page.kind === 'forum' && hasDash],
    ['endsSentence', text.endsWith('.')],
    ['inFeed', inFeed === true],
    ['isCrumb', page.crumbs.has(key)],
    ...lengthFeatures(key, page),
  ]);
};

/** What a text says more or less than the heading. */
const lengthFeatures = (
  key: string,
  { heading, isPart }: PageWords,
): (readonly [TitleFeature, boolean])[] => {
  // What is longer holds more than a title.
  if (heading === '' || key === heading || heading.length > maxHeading) return [];
  const isShort = (words: string) => words.split(' ').length <= 2;
  return [
    ['longerThanHeading', key.length > heading.length * muchLonger],
    ['shorterThanHeading', !isPart && key.length * muchLonger < heading.length],
    ['longForShortHeading', isShort(heading) && !isShort(key)],
  ];
};
const muchLonger = 1.3;
/** In characters. */
const maxHeading = 150;

const dash = /\s[–—-]\s/;

const likenessFeatures = (key: string, { likened, isHome }: PageWords): Feature[] => {
  const words = new Set(key.split(' '));
  const features = likened.map(([name, others]): Feature => [name, likeness(words, others)]);
  const onHome = features.flatMap(([name, value]): Feature[] => {
    const atHome = namesAtHome.get(name);
    return atHome === undefined ? [] : [[atHome, value]];
  });
  return isHome ? [...features, ...onHome] : features;
};

const namesAtHome: ReadonlyMap<TitleFeature, TitleFeature> = new Map([
  ['likeHeading', 'homeLikeHeading'],
  ['likeTitle', 'homeLikeTitle'],
  ['likeDeclared', 'homeLikeDeclared'],
]);

/** Share of words that two texts have in common. */
const likeness = (some: ReadonlySet<string>, all: ReadonlySet<string>): number => {
  let both = 0;
  for (const word of some) if (word !== '' && all.has(word)) both++;
  return both === 0 ? 0 : both / (some.size + all.size - both);
};

const lastSegment = (url: string): string =>
  URL.parse(url)
    ?.pathname.split('/')
    .findLast((part) => /[a-z]{3}/i.test(part)) ?? '';
