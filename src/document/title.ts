import { isAnchor } from './anchors.ts';
import { type Entity, textsOf, valuesOf } from './entity.ts';
import { kindOf, type Signals } from './signals.ts';
import { isOfSite } from './site.ts';
import { shownText } from './text.ts';
import { titleWeights } from './title-weights.ts';
import { attr, type Element } from './tree.ts';

/**
 * Finds the title of a page: every heading, declared name and part of a name is a candidate, and the one wins that most
 * speaks for. What speaks for and against a candidate is a table of weights, learned from saved pages (bench/quality).
 */
export const readTitle = (signals: Signals, site: string | null): string => {
  let best = signals.documentTitle;
  // Catalogued under the same name, as files are by their properties.
  const catalogued = keyOf(signals.meta.first('dcterms.title') ?? '');
  if (catalogued !== '' && catalogued === keyOf(best)) return best;
  let most = Number.NEGATIVE_INFINITY;
  for (const { text, features } of titleCandidates(signals, site)) {
    const score = features.reduce((sum, [name, value]) => sum + titleWeights[name] * value, 0);
    if (score > most) [best, most] = [text, score];
  }
  return best;
};

export type TitleFeature = keyof typeof titleWeights;

export interface TitleCandidate {
  readonly text: string;
  readonly features: readonly (readonly [TitleFeature, number])[];
}

/** A name that the page gives itself, and where it was found. */
interface Mention {
  readonly text: string;
  readonly place: TitleFeature;
}

/** Longer texts are no titles. */
const maxCharacters = 400;
/** What stands where a title is still to come. */
const nothing =
  /^[^\p{L}\p{N}]*(?:loading|untitled(?: document)?|document|index|home(?: ?page)?|404)?[^\p{L}\p{N}]*$/iu;

export const titleCandidates = (signals: Signals, site: string | null): TitleCandidate[] => {
  const names = siteNamesIn(signals, site);
  const mentions = mentionsIn(signals, names).filter(
    ({ text }) => text.length <= maxCharacters && !nothing.test(text),
  );
  const places = new Map<string, { text: string; places: Set<TitleFeature> }>();
  for (const { text, place } of mentions) {
    const key = keyOf(text);
    const known = places.get(key) ?? { text, places: new Set() };
    known.places.add(place);
    places.set(key, known);
  }
  const page: PageWords = {
    heading: keyOf(mentions.find(({ place }) => place === 'heading')?.text ?? ''),
    declared: keyOf(signals.meta.first('og:title', 'twitter:title') ?? ''),
    title: keyOf(signals.documentTitle),
    address: keyOf(lastSegment(signals.base)),
    names,
    ...sortOf(signals),
  };
  return [...places].map(([key, { text, places: found }]) => ({
    text,
    features: [
      ...[...found].map((place) => [place, 1] as const),
      ...(found.has('heading') && (found.has('titleEnd') || found.has('declaredEnd'))
        ? [['headingAtEnd', 1] as const]
        : []),
      ...(page.isForum ? forumFeatures(found) : []),
      ...wordFeatures(key, text, page),
    ],
  }));
};

/** What the site is called, by words in lower case. */
interface SiteNames {
  /** What it calls itself; empty if it does not say. */
  readonly own: string;
  /** Whether it is called so by its data, its links to its start or its address. */
  has(key: string): boolean;
}

const siteNamesIn = ({ tagged, base, organisations }: Signals, site: string | null): SiteNames => {
  const { origin = '', hostname = '' } = URL.parse(base) ?? {};
  const own = keyOf(site ?? '');
  const isStart = (address: string) => address === '/' || address === origin || address === `${origin}/`;
  const links = tagged('a')
    .filter((link) => isStart(attr(link, 'href') ?? ''))
    .slice(0, maxLinks)
    .flatMap((link) => [shownText(link), attr(link, 'aria-label') ?? '', attr(link, 'title') ?? '']);
  const known = new Set([own, ...organisations.map(keyOf), ...links.map(keyOf)]);
  const host = hostname.replace(/^www\./, '').split('.');
  const fromHost = new Set([host.join(''), (host.at(-2) ?? '').replaceAll('-', '')]);
  return { own, has: (key) => key !== '' && (known.has(key) || fromHost.has(key.replaceAll(' ', ''))) };
};

const maxLinks = 6;

interface PageSort {
  /** It says or shows by its address that somebody wrote it. */
  readonly isWritten: boolean;
  readonly isForum: boolean;
  readonly isHome: boolean;
}

const sortOf = (signals: Signals): PageSort => {
  const path = URL.parse(signals.base)?.pathname ?? '';
  const isForum = kindOf(signals) === 'forum';
  const isWritten =
    isForum ||
    /\/20\d\d\//.test(path) ||
    signals.things.some(({ types }) => types.some((type) => /Article|Posting|Report/.test(type)));
  return { isWritten, isForum, isHome: path === '/' };
};

const forumFeatures = (places: ReadonlySet<TitleFeature>): (readonly [TitleFeature, number])[] => {
  const flags: readonly (readonly [TitleFeature, boolean])[] = [
    ['forumHeading', places.has('heading')],
    ['forumTitleStart', places.has('titleStart')],
    ['forumDeclared', places.has('declared')],
    ['forumDeclaredStart', places.has('declaredStart')],
  ];
  return flags.filter(([, holds]) => holds).map(([name]) => [name, 1] as const);
};

const mentionsIn = ({ tagged, meta, documentTitle, things }: Signals, site: SiteNames): Mention[] => {
  const headings = tagged('h1').slice(0, 8);
  const first = headings.find((heading) => !isOfSite(heading)) ?? headings[0];
  const declared = meta.first('og:title') ?? '';
  const named = (test: RegExp, ...names: string[]) =>
    things
      .filter(({ types }) => types.some((type) => test.test(type)))
      .flatMap((thing) => namesOf(thing, names))
      .slice(0, 4);
  return [
    ...headings.map(
      (heading): Mention => ({
        text: headingText(heading),
        place: heading === first ? 'heading' : 'otherHeading',
      }),
    ),
    ...(headings.length === 0
      ? tagged('h2')
          .slice(0, 2)
          .map((heading): Mention => ({ text: headingText(heading), place: 'subheading' }))
      : []),
    ...partsOf(documentTitle, site, titleParts),
    ...partsOf(declared, site, declaredParts),
    { text: meta.first('twitter:title') ?? '', place: 'twitter' },
    {
      text:
        meta.first('dc.title', 'dcterms.title', 'citation_title', 'parsely-title', 'sailthru.title') ?? '',
      place: 'catalogue',
    },
    ...named(/Article|Posting|Report|Blog$/, 'headline', 'name').map(
      (text): Mention => ({ text, place: 'headline' }),
    ),
    ...named(/Page$/, 'headline', 'name').map((text): Mention => ({ text, place: 'pageName' })),
    ...named(/^(?!.*(?:Article|Posting|Report|Page)$)/, 'name', 'headline').map(
      (text): Mention => ({ text, place: 'thingName' }),
    ),
  ];
};

/** A heading's words without the link to itself, and without what is to be pressed. */
const headingText = (heading: Element): string =>
  shownText(
    heading,
    (element) => element.tagName === 'button' || (element.tagName === 'a' && isAnchor(element, true)),
  );

const namesOf = (thing: Entity, names: readonly string[]): string[] =>
  names.flatMap((name) => textsOf(valuesOf(thing, name)).slice(0, 1)).slice(0, 1);

/** Between a page's title and its site's: ` | `, ` - `, ` – `, ` » `, `: `. */
const separator = /\s+[|–—·•»›:/~-]+\s+|\s*[|»]\s*|:\s+/g;

interface PartNames {
  readonly whole: TitleFeature;
  readonly start: TitleFeature;
  readonly end: TitleFeature;
  readonly rest: TitleFeature;
  readonly tail: TitleFeature;
  readonly beforeSite: TitleFeature;
  readonly afterSite: TitleFeature;
}

const titleParts: PartNames = {
  whole: 'title',
  start: 'titleStart',
  end: 'titleEnd',
  rest: 'titleRest',
  tail: 'titleTail',
  beforeSite: 'titleBeforeSite',
  afterSite: 'titleAfterSite',
};
const declaredParts: PartNames = {
  whole: 'declared',
  start: 'declaredStart',
  end: 'declaredEnd',
  rest: 'declaredRest',
  tail: 'declaredTail',
  beforeSite: 'declaredBeforeSite',
  afterSite: 'declaredAfterSite',
};

/** `Page | Part | Site` → `Page`, `Site`, `Page | Part`, `Part | Site`, and all of it where no part is the site. */
const partsOf = (text: string, site: SiteNames, names: PartNames): Mention[] => {
  const whole: Mention = { text, place: names.whole };
  const marks = [...text.matchAll(separator)];
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined) return [whole];
  const after = (mark: RegExpExecArray) => text.slice(mark.index + mark[0].length);
  const [start, end] = [text.slice(0, first.index), after(last)];
  const [rest, tail] = [text.slice(0, last.index), after(first)];
  const [startsWithSite, endsWithSite] = [site.has(keyOf(start)), site.has(keyOf(end))];
  const parts: Mention[] = [
    { text: start, place: names.start },
    { text: end, place: names.end },
    { text: rest, place: names.rest },
    { text: tail, place: names.tail },
    ...(endsWithSite && !startsWithSite ? [{ text: rest, place: names.beforeSite }] : []),
    ...(startsWithSite && !endsWithSite ? [{ text: tail, place: names.afterSite }] : []),
  ];
  const namesSite = site.own !== '' && [start, end].some((part) => keyOf(part) === site.own);
  return namesSite ? parts : [whole, ...parts];
};

interface PageWords extends PageSort {
  readonly heading: string;
  readonly declared: string;
  readonly title: string;
  readonly address: string;
  readonly names: SiteNames;
}

const wordFeatures = (key: string, text: string, page: PageWords): (readonly [TitleFeature, number])[] => {
  const count = key.split(' ').length;
  const site = page.names.own;
  const [inTitle, inDeclared] = [page.title, page.declared].map((words) => ` ${words} `.includes(` ${key} `));
  const flags: readonly (readonly [TitleFeature, boolean | undefined])[] = [
    ['isSite', key === site],
    ['isCalledSite', page.names.has(key)],
    ['holdsSite', site !== '' && key !== site && ` ${key} `.includes(` ${site} `)],
    ['inTitle', inTitle],
    ['inDeclared', inDeclared],
    ['writtenInTitle', page.isWritten && inTitle],
    ['writtenInDeclared', page.isWritten && inDeclared],
    ['inHeading', key !== page.heading && ` ${page.heading} `.includes(` ${key} `)],
    ['holdsHeading', page.heading !== '' && key !== page.heading && ` ${key} `.includes(` ${page.heading} `)],
    ['oneWord', count === 1],
    ['twoWords', count === 2],
    ['manyWords', count > 14],
    ['hasBar', /\s[|»]\s/.test(text)],
    ['hasDash', dash.test(text)],
    ['forumDash', page.isForum && dash.test(text)],
    ['homeIsSite', page.isHome && key === site],
  ];
  const likeHeading = likeness(key, page.heading);
  const likeTitle = likeness(key, page.title);
  const likeDeclared = likeness(key, page.declared);
  return [
    ...flags.filter(([, holds]) => holds === true).map(([name]) => [name, 1] as const),
    ['likeHeading', likeHeading],
    ['likeTitle', likeTitle],
    ['likeDeclared', likeDeclared],
    ['likeAddress', likeness(key, page.address)],
    ...(page.isHome
      ? ([
          ['homeLikeHeading', likeHeading],
          ['homeLikeTitle', likeTitle],
          ['homeLikeDeclared', likeDeclared],
        ] as const)
      : []),
  ];
};

const dash = /\s[–—-]\s/;

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

/** Its words, in lower case. */
const keyOf = (text: string): string =>
  (
    text
      .toLowerCase()
      .replace(/['’\u00AD]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');
