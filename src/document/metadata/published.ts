import type { Line } from '../tree/lines.ts';
import { ancestors, attr, type Element } from '../tree/tree.ts';
import { type Bylines, isNamed } from './byline.ts';
import { findDate, readDate } from './dates.ts';
import { textsOf, valuesOf } from './entity.ts';
import { mainWritings, type PageKind, postTag, type Signals } from './signals.ts';

/** When a page was published: as it declares, as its address says, as it shows. ISO 8601. */
export const readPublished = (
  signals: Signals,
  kind: PageKind,
  language: string | null,
  bylines: Bylines,
): string | null => {
  const tomorrow = new Date(Date.now() + oneDay).toISOString().slice(0, 10);
  const isDate = (date: string | undefined): boolean =>
    date !== undefined && date.slice(0, 10) <= tomorrow && !date.startsWith(unset);
  const monthFirst = language === null || /^en(?:-US|-CA|$)/i.test(language);
  const first = (texts: readonly (string | undefined)[], read: typeof readDate): string | undefined =>
    texts.map((text) => (text === undefined ? undefined : read(text, monthFirst))).find(isDate);
  const declared = first(declaredDates(signals, kind), readDate);
  if (kind === 'other') return declared ?? null;
  if (declared !== undefined) {
    const shown = kind === 'article' ? first(plainDates(bylines.close()), findDate) : undefined;
    return shown !== undefined && shown < declared.slice(0, shown.length) ? shown : declared;
  }
  return first([pathOf(signals.base)], findDate) ?? first(shownDates(bylines.all(), kind), readDate) ?? null;
};

/** In milliseconds. It may be tomorrow already where the page was written; what is later is to happen then. */
const oneDay = 86_400_000;
/** What a date that was never set is, in seconds since then. */
const unset = '1970-01-01';

/** Lines at the title that are little more than a date. What is earlier than the date declared is nearer to the truth. */
const plainDates = (lines: readonly Line[]): string[] =>
  lines
    .slice(0, closest)
    .map(({ text }) => text)
    .filter((text) => text.length < shortLine && !updated.test(text));

const metaNames = [
  'article:published_time',
  'og:published_time',
  'og:article:published_time',
  'datepublished',
  'citation_publication_date',
  'citation_date',
  'dc.date.issued',
  'dcterms.issued',
  'dcterms.created',
  'dc.date',
  'parsely-pub-date',
  'sailthru.date',
  'published',
  'pubdate',
  'publishdate',
  'publish-date',
  'publish_date',
  'article.published',
  'date',
  'cxenseparse:recs:publishtime',
];

const likePublished = /publi[a-z]*[-_:. ]?(?:date|time|on|at)\b|(?:date|time)[-_:. ]?publi/;

/** The dates of a page as such are those of its administration; others have dates of their own. */
const undated =
  /Page$|WebSite|Organization|ItemList|Review|Comment|Product|Offer|Answer|ImageObject|VideoObject|Person/;

const dateNames = ['datePublished', 'dateCreated', 'uploadDate', 'datePosted'];

const declaredDates = (signals: Signals, kind: PageKind): string[] => {
  const { things, meta } = signals;
  const of = (from: typeof things) =>
    from.flatMap((thing) => dateNames.flatMap((name) => textsOf(valuesOf(thing, name))).slice(0, 1));
  const writings = of(mainWritings(signals));
  if (kind === 'other')
    return [...writings, ...things.flatMap((thing) => textsOf(valuesOf(thing, 'datePosted')))];
  const said = metaNames.flatMap((name) => meta.all(name).slice(0, 1)).map(({ content }) => content);
  return [
    ...writings,
    ...signals.tagged(postTag).flatMap((post) => attr(post, 'created-timestamp') ?? []),
    ...said,
    ...meta.like(likePublished),
    ...of(things.filter(({ types }) => !types.some((type) => undated.test(type)))),
  ];
};

/** Names of elements that hold the date. */
const hints =
  / (?:published|publish date|pub date|pubdate|date ?published|dates?|dateline|timestamp|time stamp|posted|posted on|post date|entry date|created|by ?line|post meta|entry meta|article meta|meta) /;
const likely = /publi|date|time|posted|created|by-?line|meta/i;
const leadIn =
  /^(?:(?:first|originally|date|issue|ticket|question)\s+)?(?:published|posted|written|created|opened|asked|released|veröffentlicht|publié|publicado|pubblicato)\b/i;
const said =
  /(?:\b(?:published|posted|publicad[oa]|pubblicato|gepubliceerd|opublikowano)\b|(?<!\p{L})(?:veröffentlicht|publié))(?: (?:on|am|le|el|il|em|op))?:?\s(.{4,40})|公開日?[:：]?\s?(.{4,40})/iu;
const updated =
  /\b(?:updated|modified|reviewed|revised|edited|aktualisiert|mis à jour|actualizad[oa]|atualizad[oa]|aggiornato|bijgewerkt|zaktualizowano|copyright|©)|更新/i;

/** In lines: what stands so close to the title is about the page. */
const closest = 10;
/** The same, where nothing says that the page was written at some time. */
const closestOfPage = 4;
/** How many of the lines nearest to the title are taken in their order. */
const nearest = 20;
/** In characters: longer lines are prose, whose dates are those of other things. */
const shortLine = 80;

/** Texts that may hold the date, best first. */
const shownDates = (shown: readonly Line[], kind: PageKind): (string | undefined)[] => {
  const all = shown.filter((line, index) => !isMembership(line, shown[index - 1]));
  const lines = kind === 'page' ? all.slice(0, closestOfPage) : all;
  const textsOf = ({ text, element, times }: Line) => {
    // It was published before it was changed.
    if (times.length > 1) return times.toSorted().slice(0, 1);
    return updated.test(text) ? text.split(updated).slice(0, 1) : [...timeAround(element), ...times, text];
  };
  const near = lines.slice(0, nearest);
  return [
    ...lines.slice(0, nearest).map(({ text }) => said.exec(text)?.slice(1).find(Boolean)),
    ...all
      .filter(({ text }) => leadIn.test(text))
      .slice(0, 3)
      .flatMap(textsOf),
    ...near.filter((line) => line.text.length < shortLine || isNamed(line, hints, likely)).flatMap(textsOf),
    ...lines
      .slice(nearest, 60)
      .flatMap(({ element, text, times }) => [
        ...timeAround(element),
        ...(updated.test(text) ? [] : times.toSorted().slice(0, 1)),
      ]),
    ...lines
      .slice(nearest)
      .filter((line) => line.text.length < shortLine && isNamed(line, hints, likely))
      .slice(0, 20)
      .flatMap(textsOf),
    ...near.filter(({ text }) => updated.test(text) && !/copyright|©/i.test(text)).map(({ text }) => text),
  ];
};

/** When the author came to the site: said with the date, or in a line before it. */
const isMembership = ({ text }: Line, before: Line | undefined): boolean =>
  membership.test(text) || /^\W*(?:joined|join date|registered|member since)\W*$/i.test(before?.text ?? '');
const membership = /^\W*(?:joined|join date|registered|member since)\b.{0,40}$/i;

/** Of a `time` or an element of the page's own that stands for it; changes to the text have another date. */
const timeAround = (element: Element): string[] => {
  const stated = [element, ...ancestors(element, 2)]
    .filter(({ tagName }) => tagName !== 'ins' && tagName !== 'del')
    .map((at) => attr(at, 'datetime'))
    .find((date) => date !== undefined);
  return stated === undefined ? [] : [stated];
};

/** `/2024/05/03/title` holds a date, and so do `/20240503/12.html`, `/2024/0503/12.html`, `/t20240503_12.html` and `/title-20240503-q7.html`. */
const pathOf = (url: string): string | undefined =>
  URL.parse(url)?.pathname.replace(compact, '$<y>/$<m>/$<d>');
const compact = /(?<=\/t?|[_-])(?<y>(?:19|20)\d\d)\/?(?<m>[01]\d)(?<d>[0-3]\d)(?=[/_.-]|$)/;
