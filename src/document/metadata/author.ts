import type { Line } from '../tree/lines.ts';
import { ancestors, attr, collapsedText, type Element, elements, squeeze } from '../tree/tree.ts';
import { type Bylines, isNamed } from './byline.ts';
import { findDate } from './dates.ts';
import { isEntity, textsOf, valuesOf } from './entity.ts';
import { isWriting, mainWritings, type PageKind, type Signals } from './signals.ts';

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
/** In characters. */
const maxName = 60;

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
    meta.all(name).map(({ content }) => forwards(content)),
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
const forwards = (name: string): string => name.replace(/^([^,]+), ([^,]+)$/, '$2 $1');

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

/** Names of elements that hold the author. */
const hints =
  / (?:by ?lines?|authors?|author ?names?|writers?|(?:big)?user ?names?|poster|posted by|creators?|contributors?|reporter) /;

const likely = /by-?line|author|writer|user|poster|posted|creator|contributor|reporter/i;

const leadIn =
  /^(?:by|(?:(?:article|blog|story|review|guest post|words|text|photos?|report)\s+)?(?:written|posted|published|authored|created|reviewed|edited|started)?\s*by|author|authors|contributors?|thread starter|written|from|von|par|por|di|door|av|af|autor|auteur|автор|بقلم|מאת|about the author)\s*[:|]?$/i;
const leadInStart =
  /^(?:about the author|(?:authors?|contributors?)\s*[:|]|(?:(?:this\s+)?(?:article|blog|post|story|guest post|words|text|report)\s+(?:was\s+)?)?(?:(?:written|posted|published|authored|created|started)\s+)?by\b\s*[:|]?|von\b|par\b|por\b|(?:autor|auteur|autore|автор|текст)\s*:|(?:記者|執筆|筆者|著者|作者|撰文|编辑|編輯)\s*[:：]|(?:كتبت?|بقلم|تحرير)\s*[:：])\s*/i;

const shownAuthors = (lines: readonly Line[], kind: PageKind): string[] => {
  const close = lines.slice(0, closest);
  const counted = (line: Line) => kind !== 'page' || close.includes(line);
  const places: readonly (() => readonly string[][])[] = [
    () =>
      lines
        .filter((line) => isByAuthorLink(line) && counted(line))
        .slice(0, 3)
        .map(({ pieces }) => namesIn(pieces)),
    () => close.flatMap(({ element }) => namedByRel(element)),
    () => (kind === 'forum' ? mailed(close) : signed(close)),
    () => (kind === 'forum' ? alone(said(lines, submittedBy)) : []),
    () => labelled(lines.slice(0, closest * 3)),
    () => peopleIn(lines.filter((line) => isNamed(line, hints, likely) && counted(line))),
    () => peopleIn(lines.filter(({ text }) => text.length < 120 && credit.test(text))),
    () => said(lines, postedBy),
    () => said(lines.slice(0, 40), datedBy),
    () => said(lines.slice(0, 8), behindDate),
    () => said(close, byBehindDay),
    () => said(close, amongLabels),
    () => said(close, beforeDate),
    () => (kind === 'article' ? said(lines.slice(0, atTitle), byAlone) : []),
    () => [beside(kind === 'page' ? close : lines.slice(0, 8))],
  ];
  // One after another: the first that names somebody is believed.
  for (const look of places) {
    const names = look().find((found) => found.length > 0);
    if (names !== undefined) return names;
  }
  return [];
};

const isByAuthorLink = ({ element }: Line): boolean => [element, ...ancestors(element, 2)].some(isAuthorLink);

/** Whom a line, in any language, leads to as its author. */
const namedByRel = (element: Element): string[][] =>
  elements(element)
    .filter(isByRel)
    .map((link) => namesIn([collapsedText(link)]));

/** The names in a few lines that may hold anything else. */
const peopleIn = (lines: readonly Line[]): string[][] =>
  lines
    .slice(0, 6)
    .map(({ pieces }) => namesIn(pieces).filter((name) => person.test(name) || !name.includes(' ')));

/** What a pattern takes out of lines. */
const said = (lines: readonly Line[], pattern: RegExp): string[][] =>
  lines.flatMap(({ text }) => {
    const name = pattern.exec(text)?.[1];
    return name === undefined ? [] : [namesIn([name])];
  });

/** In lines: what stands so close to the title is about the page. */
const closest = 4;
/** The same, on both sides of it. */
const atTitle = 20;

const by = /^(?:(?:written|posted|published|authored|created) )?by\b/i;
/** In German, French, Spanish and Portuguese, where a name follows at once. */
const byElsewhere = /^(?:[Vv]on|[Pp]ar|[Pp]or)\s\p{Lu}/u;
/** What is said of no one else, wherever it stands. */
const credit =
  /^(?:(?:this (?:post|article|story) was )?(?:written|authored) by|(?:thread )?started by|thread starter|authors?:|contributors?:|by:)\s/i;

/** `By Ada Park`, also behind other things: `May 3, 2024 · 3 min read · By Ada Park`. */
const signed = (lines: readonly Line[]): string[][] =>
  lines
    .filter(({ text }) => text.length < 160)
    .map(({ pieces }) => {
      const at = pieces.slice(0, 8).findIndex((piece) => by.test(piece) || byElsewhere.test(piece));
      return at === -1 ? [] : namesIn(pieces.slice(at));
    });

const label = /^(?:(?:written|authored|posted) by|by|authors?)\s*:?$/i;

/** `Ada Park ada at example.org`, as archives of mailing lists have it. */
const mailed = (lines: readonly Line[]): string[][] =>
  lines.flatMap(({ pieces: [name = '', address = ''] }) =>
    /^\S+(?: at |@)\S+\.\S+$/.test(address) ? [namesIn([name])] : [],
  );

/** Where many are named so, the page is a list of what they wrote. */
const alone = (names: readonly string[][]): readonly string[][] => (names.length === 1 ? names : []);

/** `214 points by ada 7 hours ago`, `submitted 7 hours ago by ada` */
const submittedBy =
  /^(?:\d+ points?|(?:submitted|posted|asked|opened|reported|created)\b.{0,40}?|(?:\S+ ){0,2}(?:issue|pull request|merge request|bug) (?:opened|created|reported)\b.{0,40}?)\s?\bby ([\p{L}\p{N}_.-]{2,40}(?: \p{Lu}[\p{L}.'’-]+){0,2})(?=$|\s)/iu;

/** A line that says `Written by`, and the next one says by whom. */
const labelled = (lines: readonly Line[]): string[][] =>
  lines.flatMap(({ text }, index) => {
    const next = lines[index + 1];
    return next !== undefined && label.test(text) ? [namesIn(next.pieces)] : [];
  });

/** `Published August 7, 2023 by Ada Park`, `Publié le 7 août 2023 par Ada Park` */
const datedBy =
  /^(?:last )?(?:published|posted|updated|written|created|publié|publicado|pubblicato|veröffentlicht|erstellt|gepubliceerd|geplaatst)(?!\p{L}).{0,60}?\b(?:by|par|por|da|von|door)\s+(\p{Lu}.{2,60})$/iu;

/** `Dec. 19, 2025 · Ada Park on behalf of the team` */
const behindDate =
  /^[\p{L}\d.,/ -]{4,24}\d{4}\s*[·•|–—]\s*(?:[Bb]y\s+)?(\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*){1,3})(?=$|[\s,·•|])/u;

/** `Posted by Ada Park on 2025-12-18`, mostly below the text. */
const postedBy =
  /^[Pp]osted [Bb]y\s+(\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*){1,3})\s+(?:on|at)\s.{0,20}\d/u;

/** `January 5th by Ada Park` */
const byBehindDay =
  /^\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,?(?: \d{4})?,? by\s+(\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*){0,3})$/u;

/** `2023-10-11 来源：江北日报 作者：王丽 字号：大 中 小` */
const amongLabels =
  /(?<=^|[\s|])(?:本报)?(?:作者|记者|記者|撰文|文)\s*[:：/]\s*(\p{Script=Han}[\p{Script=Han}·]{1,7})(?=$|[\s|,，])/u;

/** `Ada Park | Senior Writer | July 2, 2025` */
const beforeDate =
  /^(?:[Bb]y\s+)?(\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*){1,3})\s*[·•|–—](?=.{0,60}(?:19|20)\d\d\b)/u;

/** `By Ada Park` and nothing else, as below the name of a blog that one person writes. */
const byAlone = /^[Bb]y\s+(\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*){1,3})$/u;

/** A line that is a name, beside one that is a date. */
const beside = (lines: readonly Line[]): string[] => {
  const isDate = (line: Line | undefined) =>
    line !== undefined && line.text.length < 60 && findDate(line.text, true) !== undefined;
  const found = lines.find(
    ({ text, element, pieces }, index) =>
      fullName.test(text) &&
      !notBeside.test(text) &&
      // Several in a row are where else it is to be had.
      pieces.filter((piece) => !leadIn.test(piece)).length === 1 &&
      !/^(?:h\d|caption|figcaption|label|legend|th)$/.test(element.tagName) &&
      (isDate(lines[index - 1]) || isDate(lines[index + 1])),
  );
  return found === undefined ? [] : namesIn([found.text]);
};

/** Capitals at the beginning of its words, but for particles. */
const person =
  /^[\p{Lu}\p{Lo}]\S*(?:\s(?:[\p{Lu}\p{Lo}]\S*|de|der|den|van|von|la|le|du|da|dos|bin|al|of|the|and|&)){0,6}$/u;

const isByRel = (element: Element): boolean =>
  element.tagName === 'a' && (attr(element, 'rel') ?? '').split(/\s+/).includes('author');

const isAuthorLink = (element: Element): boolean =>
  isByRel(element) ||
  (element.tagName === 'a' &&
    /\/(?:authors?|contributors?|writers?|staff|columnists?)\/[^/]/i.test(attr(element, 'href') ?? ''));

/** Of two words or more: what follows a comma may be anything else. */
const fullName = /^(?:\p{Lu}[\p{L}.'’-]*\s){1,3}\p{Lu}[\p{L}.'’-]+$/u;

const connector = /^(?:,?\s*(?:and|und|et|y|e|en|och|og|with|&)|[+,;•·|])$/i;

/** A comma before letters such as `MD` or `Ph.D.` is a part of the name. */
const betweenNames =
  /\s*,\s+(?=\p{Lu})(?!(?:Ph\.?D|(?:\p{Lu}\.?){2,6})[.®*]*(?:$|,|\s))|\s+(?:and|&)\s+(?=\p{Lu})/u;

/** What somebody is, behind the name. */
const office =
  /\b(?:editor|contributor|journalist|analyst|columnist|writer|reporter|correspondent|head|director|manager|officer|president|founder|professor)\b/i;

/** The names at the beginning of a line, given by its pieces: `By`, `Ada Park`, `and`, `Bo Lin`, `Editors`. */
const namesIn = (pieces: readonly string[]): string[] => {
  const names: string[] = [];
  let expects = true;
  for (const piece of pieces.slice(0, 12)) {
    if (leadIn.test(piece)) continue;
    if (names.length > 0 && connector.test(piece)) {
      expects = true;
      continue;
    }
    if (!expects || (names.length > 0 && !(person.test(piece) && piece.includes(' ')))) break;
    const [first = '', ...others] = piece.replace(leadInStart, '').split(betweenNames).map(nameIn);
    const role = others.findIndex((name) => office.test(name));
    const found = [first, ...(role === -1 ? others : others.slice(0, role))];
    if (found[0] === undefined || found[0] === '') {
      if (names.length > 0) break;
      continue;
    }
    names.push(...found.filter((name) => name !== ''));
    expects = /(?:,|\band|&)$/.test(piece);
  }
  return names;
};

/** What follows a name in a byline: a date, a role after a bar, a time of reading. */
const afterName =
  /\s*(?:[|·•»–—]|\s-\s|,?\s+\b(?:updated|published|posted|last)\b|,?\s(?:on|in|is|at)\s|\s\d|\s(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d|,\s(?:updated|published|\d)).*$/i;

const officeBehind = new RegExp(`,\\s+(?:[^,]*\\s)?${office.source}.*$`, 'i');

/** Words that no name has. */
const noName =
  /\b(?:min(?:ute)?s? read|share|follow|view|visit|more|posts?|click|here|read|subscribe|coming soon|comments?|name|email|log ?in|sign|menu|search|home|about|contact|copyright|all rights|the author|updated|published|ago|today|yesterday|admin|editor'?s? picks?|fact checked|reviewed|verified|views|replies|likes|joined|member|registered|location|guest|webmaster|unknown|undefined|null|anonymous|staff writer|posted|insights|our(?! editors?$))\b/i;

/** `Brand: Acme` */
const isLabelled = /^\p{L}+\s?:\s/u;

/** What systems call who has no name of his own, alone. */
const account = /^(?:administrator|(?:super|default|wp|web|site)[ -]?(?:user|admin)|root|user|system)$/i;

/** What stands beside a date, too: what kind of text it is, and what is said of something for sale. */
const notBeside =
  /^(?:asking|guide|list|offer|our|regular|retail|sale|selling|starting|total)\s+price$|\s(?:date|details|information|news|notes?|paper|release|reports?|stud(?:y|ies)|updates?|version)$/i;

const calendar =
  /^(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)\.?|january|february|march|april|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|categories|tags?)$/i;

/** A name without what is around it; empty if it is none. */
const nameIn = (text: string): string => {
  const name = squeeze(text)
    .slice(0, 200)
    .replace(leadInStart, '')
    .replace(officeBehind, '')
    .replace(afterName, '')
    .replace(/^[\s,|·•:@-]+|[\s,|·•:*-]+$/g, '');
  const isName =
    name.length <= maxName &&
    name.split(' ').length <= 7 &&
    /\p{L}/u.test(name) &&
    !/^(?:https?:|www\.|\S+@\S+\.)/i.test(name) &&
    !leadIn.test(name) &&
    !isLabelled.test(name) &&
    !/^\p{Lu}{1,3}$/u.test(name) &&
    !noName.test(name) &&
    !account.test(name) &&
    !calendar.test(name);
  return isName ? name : '';
};
