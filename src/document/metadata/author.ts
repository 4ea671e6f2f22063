import { attr } from '../tree/tree.ts';
import { betweenNames, fullName, maxName, nameIn } from './author-names.ts';
import type { Bylines } from './byline.ts';
import { isEntity, textsOf, valuesOf } from './entity.ts';
import { closest, shownAuthors, signed } from './shown-authors.ts';
import { isWriting, mainWritings, type PageKind, postTag, type Signals } from './signals.ts';

/** Who wrote a page: people first, an organisation where nobody is named. */
export const readAuthor = (
  signals: Signals,
  kind: PageKind,
  site: string | null,
  bylines: Bylines,
): string | null => {
  const declared = declaredAuthors(signals, kind);
  const organisations = organisationsIn(signals, site);
  const isPerson = (name: string) => !organisations.has(keyOf(name));
  const people = declared.find((names) => names.some(isPerson));
  const listed = (names: readonly string[]) => listOf(names, bylines);
  if (people !== undefined && kind !== 'article') return listed(people);
  if (people?.some((name) => name.includes(' '))) {
    const signatories = signed(bylines.close().slice(0, closest)).find((names) => names.some(isPerson)) ?? [];
    return listed(areSomeOf(signatories, people) || isAnother(signatories, people) ? signatories : people);
  }
  if (kind === 'other') return null;
  const shown = shownAuthors(bylines.all(), kind);
  if (people !== undefined) return listed(shown.some((name) => fullName.test(name)) ? shown : people);
  return listed(shown.length > 0 ? shown : (declared[0] ?? []));
};

/** Whether fewer are named, and none who are not declared. */
const areSomeOf = (names: readonly string[], declared: readonly string[]): boolean =>
  names.length > 0 && names.length < declared.length && names.every((name) => declared.includes(name));

/** Whether somebody else is named than the one who is declared, often who put the page online; or more than that one. */
const isAnother = (names: readonly string[], declared: readonly string[]): boolean =>
  declared.length === 1 && names.some((name) => fullName.test(name)) && !names.includes(declared[0] ?? '');

const maxPeople = 8;
/** `Ada Park, Bo Lin`; or `Ada Park and Bo Lin`, where a line of the page says so. */
const listOf = (names: readonly string[], bylines: Bylines): string | null => {
  const all = [...new Set(names)].slice(0, maxPeople);
  const [last = '', ...before] = all.toReversed();
  if (before.length === 0) return last || null;
  const others = before.reverse().join(', ');
  const spellings = conjunctions.map((and) => `${others}${and}${last}`);
  // What lies in elements of its own stands apart in a line.
  const lines = bylines.all().map(({ text }) => text.replaceAll(' ,', ','));
  const said = spellings.find((spelling) => lines.some((line) => line.includes(spelling)));
  return said ?? `${others}, ${last}`;
};
const conjunctions = [' and ', ', and ', ' & '];

const metaNames = [
  'author',
  'article:author',
  'og:author:username',
  'parsely-author',
  'sailthru.author',
  'dc.creator',
  'dcterms.creator',
  'dc.contributor',
  'byl',
];

const catalogues = /^dc/;

/** Names by source, best first. */
const declaredAuthors = (signals: Signals, kind: PageKind): string[][] => {
  const { things, meta } = signals;
  const writings = new Set(mainWritings(signals));
  const linked = things
    .filter(
      (thing) =>
        writings.has(thing) ||
        (!isWriting(thing) && kind !== 'other' && !notOfPage.test(thing.types.join(' '))),
    )
    .map((thing) => textsOf([...valuesOf(thing, 'author'), ...valuesOf(thing, 'creator')]));
  const cited = ['citation_author', 'citation_authors'].flatMap((name) =>
    meta.all(name).flatMap(({ content }) => content.split(';').map(forwards)),
  );
  const other =
    kind === 'other'
      ? []
      : [
          ...metaNames.map((name) =>
            meta
              .all(name)
              .flatMap(({ content }) => oneOrMany(catalogues.test(name) ? filed(content) : content)),
          ),
          ...writtenBy(signals),
          ...accountIn(signals),
          signals.tagged(postTag).flatMap((post) => attr(post, 'author') ?? []),
        ];
  return [...(cited.length > 1 ? [cited] : []), ...linked, cited, ...other]
    .map((names) =>
      names
        .slice(0, maxPeople)
        .map(nameIn)
        .filter((name) => name !== ''),
    )
    .filter((names) => names.length > 0);
};

/** `Ada Park, Bo Lin, …`, where that is too long for one name. */
const oneOrMany = (names: string): string[] => (names.length > maxName ? names.split(betweenNames) : [names]);

/** Whose post it is: networks call it `Ada Park (@ada@kelp.example)`. */
const accountIn = ({ meta }: Signals): string[][] => {
  const name = /^(.{1,60}?) \(@[\w.-]+(?:@[\w.-]+)?\)/.exec(meta.first('og:title') ?? '')?.[1];
  return name === undefined ? [] : [[name]];
};

/** What previews of a link say below it: `twitter:label1` names what `twitter:data1` is. */
const writtenBy = ({ meta }: Signals): string[][] =>
  [1, 2, 3].flatMap((number) => {
    const label = meta.first(`twitter:label${number}`) ?? '';
    const name = meta.first(`twitter:data${number}`);
    return name !== undefined && /^(?:written by|by|author|posted by)$/i.test(label.trim()) ? [[name]] : [];
  });

/** Their authors are not those of the page. */
const notOfPage =
  /Review|Product|Comment|Offer|Rating|Answer|Person|Organization|WebSite|ImageObject|VideoObject/;

/** `Park, Ada` → `Ada Park`. */
const forwards = (name: string): string => name.trim().replace(/^([^,]+), ([^,]+)$/, '$2 $1');

/** As catalogues file people: `Park, Ada`. What has a space before its comma may be two of them. */
const filed = (name: string): string =>
  /^[^\s,]+, [^\s,]+(?: [^\s,]+)?$/.test(name) ? forwards(name) : name;

const keyOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The site itself, and what the page calls an organisation but not a person. */
const organisationsIn = ({ things }: Signals, site: string | null): ReadonlySet<string> => {
  const named = (type: RegExp) =>
    things
      .flatMap((thing) => [...valuesOf(thing, 'author'), ...valuesOf(thing, 'publisher')])
      .filter(({ value }) => isEntity(value) && value.types.some((is) => type.test(is)))
      .flatMap((value) => textsOf([value]))
      .map(keyOf);
  const people = new Set(named(/^Person$/));
  const organisations = named(/Organization|Corporation|Brand/).filter((name) => !people.has(name));
  return new Set(site === null ? organisations : [...organisations, keyOf(site)]);
};
