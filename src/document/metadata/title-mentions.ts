import { shownText, withoutUnseen } from '../tree/text.ts';
import { attr, collapsedText, type Element } from '../tree/tree.ts';
import { keyOf, wordsOf } from '../tree/words.ts';
import { type Entity, textsOf, valuesOf } from './entity.ts';
import { headingsOf, headingText } from './headings.ts';
import type { Signals } from './signals.ts';
import { isOfSite } from './site.ts';
import type { titleWeights } from './title-weights.ts';

export type TitleFeature = keyof typeof titleWeights;

/** A name that the page gives itself, and where it was found. */
export interface Mention {
  readonly text: string;
  readonly place: TitleFeature;
}

/** What the site is called, by words in lower case. */
export interface SiteNames {
  /** What it calls itself; empty if it does not say. */
  readonly own: string;
  /** Whether it is called so by its data, its links to its start or its address. */
  has(key: string): boolean;
}

export const siteNamesIn = ({ tagged, base, organisations }: Signals, site: string | null): SiteNames => {
  const { origin = '', hostname = '' } = URL.parse(base) ?? {};
  const own = keyOf(site ?? '');
  const isStart = (address: string) => address === '/' || address === origin || address === `${origin}/`;
  const links = tagged('a')
    .filter((link) => isStart(attr(link, 'href') ?? '') || isBrand(link))
    .slice(0, maxLinks)
    .flatMap((link) => [
      shownText(link),
      collapsedText(link),
      attr(link, 'aria-label') ?? '',
      attr(link, 'title') ?? '',
    ]);
  const known = new Set([own, ...organisations.map(keyOf), ...links.map(keyOf)]);
  const host = hostname.replace(/^www\./, '').split('.');
  const fromHost = new Set(
    [host, host.slice(-2), host.slice(-2, -1)].map((parts) => parts.join('').replaceAll('-', '')),
  );
  return { own, has: (key) => key !== '' && (known.has(key) || fromHost.has(key.replaceAll(' ', ''))) };
};

const maxLinks = 6;

/** Whether a link says that it names the site: its start may have any address. */
const isBrand = (link: Element): boolean => {
  const names = attr(link, 'class') ?? '';
  return attr(link, 'rel') === 'home' || (/brand|logo|site/i.test(names) && brand.test(wordsOf(names)));
};
const brand = / (?:brand(?: link)?|(?:site )?logo|site (?:title|name)) /;

/** Longer texts are no titles. */
const maxCharacters = 400;
/** Whether it stands where a title is still to come. */
export const isToCome = (text: string): boolean =>
  /^[^\p{L}\p{N}]*(?:loading|untitled(?: document)?|document|index|home(?: ?page)?|404)?[^\p{L}\p{N}]*$/iu.test(
    text,
  );

/** @param isHome what starts a site may be called as the site is. */
export const mentionsIn = (signals: Signals, site: SiteNames, isHome: boolean): Mention[] => {
  const { meta, documentTitle, things } = signals;
  const named = (test: RegExp, ...names: string[]) =>
    things
      .filter(({ types }) => types.some((type) => test.test(type)))
      .flatMap((thing) => namesOf(thing, names))
      .slice(0, 4);
  const mayBeSite = isHome || isCalledAsSite(signals, site);
  const book = bookOf(signals);
  const mentions: Mention[] = [
    ...headingsIn(signals, (text) => keyOf(text) === book || (!mayBeSite && site.has(keyOf(text)))),
    ...partsOf(documentTitle, site, titleParts, isHome),
    ...partsOf(meta.first('og:title') ?? '', site, declaredParts, isHome),
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
  const usable = mentions
    .map(({ text, place }) => ({ text: withoutUnseen(text).trim(), place }))
    .filter(({ text }) => text.length <= maxCharacters && !isToCome(text));
  // What is not the start of a site is not called as the site is, where it is called anything else.
  const ofPage = mayBeSite ? usable : usable.filter(({ text }) => !site.has(keyOf(text)));
  return ofPage.some(({ place }) => !lesser.has(place)) ? ofPage : usable;
};

/** Headings that stand over a part of a page as often as over all of it. */
const lesser: ReadonlySet<TitleFeature> = new Set(['subheading', 'otherHeading', 'namedTitle']);

/** Whether its `<title>` and a heading outside of the site's logo are the name of the site, and nothing else. */
const isCalledAsSite = (signals: Signals, site: SiteNames): boolean => {
  const title = keyOf(signals.documentTitle);
  if (!site.has(title)) return false;
  const { main } = headingsOf(signals);
  return main !== undefined && !isOfSite(main) && keyOf(headingText(main)) === title;
};

/** What a page is a chapter of: `Chapter - Book`, with a heading for the book over that of the chapter. */
const bookOf = (signals: Signals): string | undefined => {
  const parts = signals.documentTitle.split(separator).map(keyOf);
  const headings = headingsOf(signals).first.map((heading) => keyOf(headingText(heading)));
  const [chapter, book] = [headings.indexOf(parts[0] ?? ''), headings.indexOf(parts.at(-1) ?? '')];
  return parts.length > 1 && book >= 0 && book < chapter ? parts.at(-1) : undefined;
};

const headingsIn = (signals: Signals, isSiteName: (text: string) => boolean): Mention[] => {
  const { main, first, second } = headingsOf(signals, isSiteName);
  const mentions = first.flatMap((heading): Mention[] => {
    const text = headingText(heading);
    const place = heading === main ? 'heading' : 'otherHeading';
    return isNamedTitle(heading)
      ? [
          { text, place },
          { text, place: 'namedTitle' },
        ]
      : [{ text, place }];
  });
  if (main === undefined)
    for (const heading of second) mentions.push({ text: headingText(heading), place: 'subheading' });
  return mentions;
};

/** Whether the markup calls a heading the title. */
const isNamedTitle = (heading: Element): boolean =>
  /title|headline|heading/i.test(`${attr(heading, 'class') ?? ''} ${attr(heading, 'id') ?? ''}`);

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

/** Whether a place is within brackets: what stands there is one, as in `Chicken (Yuringi: 유린기) recipe`. */
const isBracketed = (text: string, at: number): boolean =>
  /[([{][^)\]}]*$/.test(text.slice(0, at)) && /^[^([{]*[)\]}]/.test(text.slice(at));

/**
 * `Page | Part | Site` → `Page`, `Site`, `Page | Part`, `Part | Site`, and all of it where no part is the site or the page
 * is the site's first.
 */
const partsOf = (text: string, site: SiteNames, names: PartNames, isHome: boolean): Mention[] => {
  const whole: Mention = { text, place: names.whole };
  const marks = [...text.matchAll(separator)].filter(({ index }) => !isBracketed(text, index));
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
  return (startsWithSite || endsWithSite) && !isHome ? parts : [whole, ...parts];
};
