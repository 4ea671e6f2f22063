import { headingsOf, headingText } from './headings.ts';
import { kindOf, type PageKind, type Signals } from './signals.ts';
import { withoutUnseen } from './text.ts';
import { isToCome, mentionsIn, type SiteNames, siteNamesIn, type TitleFeature } from './title-mentions.ts';
import { titleWeights } from './title-weights.ts';
import { hasWord, isText, squeeze } from './tree.ts';
import { keyOf } from './words.ts';

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
  const isHome = path === '/';
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
  const page: PageWords = {
    heading: keyOf(mentions.find(({ place }) => place === 'heading')?.text ?? ''),
    declared: tellingOf(signals.meta.first('og:title', 'twitter:title') ?? ''),
    title: tellingOf(signals.documentTitle),
    address: keyOf(lastSegment(signals.base)),
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

interface PageWords {
  readonly heading: string;
  readonly declared: string;
  readonly title: string;
  readonly address: string;
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
  const [inTitle, inDeclared] = [page.title, page.declared].map((words) => ` ${words} `.includes(` ${key} `));
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
  ]);
};

const dash = /\s[–—-]\s/;

const likenessFeatures = (key: string, page: PageWords): Feature[] => {
  const likeHeading = likeness(key, page.heading);
  const likeTitle = likeness(key, page.title);
  const likeDeclared = likeness(key, page.declared);
  const onHome: Feature[] = [
    ['homeLikeHeading', likeHeading],
    ['homeLikeTitle', likeTitle],
    ['homeLikeDeclared', likeDeclared],
  ];
  return [
    ['likeHeading', likeHeading],
    ['likeTitle', likeTitle],
    ['likeDeclared', likeDeclared],
    ['likeAddress', likeness(key, page.address)],
    ...(page.isHome ? onHome : []),
  ];
};

/** Share of words that two texts have in common. */
const likeness = (one: string, other: string): number => {
  const [some, all] = [new Set(one.split(' ')), new Set(other.split(' '))];
  const both = [...some].filter((word) => word !== '' && all.has(word)).length;
  return both === 0 ? 0 : both / (some.size + all.size - both);
};

const lastSegment = (url: string): string =>
  URL.parse(url)
    ?.pathname.split('/')
    .findLast((part) => /[a-z]{3}/i.test(part)) ?? '';
