import { textsOf, typesOf } from './jsonld.ts';
import { metaText, property, type Signals } from './signals.ts';
import { attr, collapsedText, squeeze } from './tree.ts';
import { wordsOf } from './words.ts';

/** Who wrote a page and when. */

/** The texts of the first elements whose class says so; few, for wrappers named `meta` may hold the page. */
const named = ({ all }: Signals, words: RegExp): string[] =>
  all
    .filter((element) => {
      const classes = attr(element, 'class');
      return classes !== undefined && likely.test(classes) && words.test(wordsOf(classes));
    })
    .slice(0, 12)
    .map(collapsedText);

/** Spares most classes the closer look. */
const likely = /author|by-?line|writer|creator|contributor|date|publish|posted|time-?stamp|meta/i;

/** Names of elements that hold the author, as words of class, id and data attributes. */
const bylineWords =
  / (?:byline|author|authors|author name|post author|entry author|writer|creator|contributor) /;

export const readAuthor = (signals: Signals): string | null => {
  const writings = signals.things.filter(
    (thing) => !typesOf(thing).some((type) => /^(?:Review|Product)/.test(type)),
  );
  const linked = writings
    .map((thing) => textsOf(thing.author ?? thing.creator))
    .find((names) => names.length > 0);
  const declared = metaText(
    signals,
    'author',
    'article:author',
    'parsely-author',
    'sailthru.author',
    'dc.creator',
    'dc.contributor',
    'citation_author',
    'byl',
  );
  const linkedTo = signals.all
    .filter((element) => attr(element, 'rel') === 'author')
    .slice(0, 3)
    .map(collapsedText);
  const byline = named(signals, bylineWords).find((text) => personName(text) !== '');
  for (const names of [linked ?? [], [declared ?? ''], linkedTo, [byline ?? '']]) {
    const people = [...new Set(names.map(personName).filter((name) => name !== ''))];
    if (people.length > 0) return people.slice(0, 8).join(', ');
  }
  return null;
};

/** What follows a name in a byline: a date, a role after a bar, a time of reading. */
const afterName =
  /\s*(?:[|·•»–—(]|,?\s*\b(?:on|updated|published|posted|last|in|is|at)\b|\d|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d).*$/i;

/** A name without `By`; empty if it is an address or too long to be a name. */
const personName = (text: string): string => {
  const name = squeeze(text)
    .replace(
      /^(?:about the author|author|(?:(?:written|posted|published|reviewed|edited|text|words|story)\s+)?by)\b[:\s]*/i,
      '',
    )
    .replace(afterName, '')
    .replace(/[\s,|·•-]+$/, '');
  return name.length > 60 || /^(?:https?:|www\.|@|by$|admin$)/i.test(name) || !/\p{L}{2}/u.test(name)
    ? ''
    : name;
};

const dateNames = [
  'article:published_time',
  'og:published_time',
  'datepublished',
  'date',
  'dc.date',
  'dc.date.issued',
  'dcterms.created',
  'parsely-pub-date',
  'sailthru.date',
  'pubdate',
  'publishdate',
  'publish-date',
  'publish_date',
  'article.published',
  'citation_publication_date',
  'citation_date',
  'cxenseparse:recs:publishtime',
];

/** Names of elements that hold the date. */
const dateWords =
  / (?:published|publish date|pub date|pubdate|date|dateline|timestamp|posted on|post date|entry date|byline|meta) /;
const dateWithin = (text: string): string | undefined =>
  /\d{4}-\d{2}-\d{2}|\b(?:\d{1,2}\s+)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?\d{4}\b/i.exec(
    text.slice(0, 300),
  )?.[0];

export const readPublished = (signals: Signals): string | null => {
  const times = signals.all.filter(({ tagName }) => tagName === 'time');
  const candidates = [
    property(signals, 'datePublished', 'uploadDate', 'dateCreated', 'datePosted'),
    metaText(signals, ...dateNames),
    ...times.map((time) => attr(time, 'datetime') ?? collapsedText(time)),
    ...named(signals, dateWords).map(dateWithin),
  ];
  for (const text of candidates) {
    const date = isoDate(text);
    if (date !== null) return date;
  }
  return null;
};

/** ISO 8601 as it stands, or a date written out in English; null otherwise. */
const isoDate = (text: string | undefined): string | null => {
  const date = squeeze(text ?? '');
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?/i.exec(
    date,
  );
  if (iso) return Number.isNaN(Date.parse(iso[1] ?? '')) ? null : iso[0].replace(' ', 'T');
  if (!/\b\d{4}\b/.test(date) || !/[a-z]{3}|\d[./]\d/i.test(date)) return null;
  const parsed = new Date(date);
  if (Number.isNaN(parsed.getTime())) return null;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${parsed.getFullYear()}-${two(parsed.getMonth() + 1)}-${two(parsed.getDate())}`;
};
