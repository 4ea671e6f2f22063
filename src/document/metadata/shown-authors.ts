import type { Line } from '../tree/lines.ts';
import { leadsToProfile } from '../tree/links.ts';
import { ancestors, attr, collapsedText, type Element, elements } from '../tree/tree.ts';
import { fullName, leadIn, namesIn, person } from './author-names.ts';
import { isNamed } from './byline.ts';
import { findDate } from './dates.ts';
import type { PageKind } from './signals.ts';

/** Names of elements that hold the author. */
const hints =
  / (?:by ?lines?|(?<! comment )authors?|author ?names?|writers?|(?:big)?user ?names?|poster|posted by|creators?|contributors?|reporter) /;

const likely = /by-?line|author|writer|user|poster|posted|creator|contributor|reporter/i;

/** Whom the lines of a page name as its authors. */
export const shownAuthors = (shown: readonly Line[], kind: PageKind): string[] => {
  const lines = shown.filter((line) => !namesProject(line));
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
    () => (kind === 'article' ? labelledWithin(lines) : []),
    () => peopleIn(lines.filter((line) => isNamed(line, hints, likely) && counted(line))),
    () => peopleIn(lines.filter(({ text }) => text.length < 120 && credit.test(text))),
    () => said(lines, postedBy),
    () => said(lines.slice(0, 40), datedBy),
    () => said(lines.slice(0, 8), behindDate),
    () => said(close, byBehindDay),
    () => said(close, inJapanese),
    () => said(close, amongLabels),
    () => said(close, beforeDate),
    () => (kind === 'article' ? said(lines.slice(0, atTitle), byAlone) : []),
    () => [beside(kind === 'page' ? close : lines.slice(0, 8))],
    () => (kind === 'forum' ? members(lines) : []),
  ];
  // One after another: the first that names somebody is believed.
  for (const look of places) {
    const names = look().find((found) => found.length > 0);
    if (names !== undefined) return names;
  }
  return [];
};

const isByAuthorLink = ({ element }: Line): boolean => [element, ...ancestors(element, 2)].some(isAuthorLink);

/** `ada / owls`: whose project it is, not who wrote of it. */
const namesProject = ({ element, pieces }: Line): boolean =>
  pieces[1] === '/' && [element, ...ancestors(element, 2)].some(isByRel);

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

/** A line that is the name of a member and nothing else, and the next one says when it was written. */
const members = (lines: readonly Line[]): string[][] =>
  lines
    .filter(
      ({ element, pieces }, index) =>
        pieces.length === 1 && leadsToProfile(element) && wrote.test(lines[index + 1]?.text ?? ''),
    )
    .map(({ pieces }) => namesIn(pieces));
const wrote = /^(?:wrote|posted|asked|said|commented|started)\b/i;

/** What a pattern takes out of lines. */
const said = (lines: readonly Line[], pattern: RegExp): string[][] =>
  lines.flatMap(({ text }) => {
    const name = pattern.exec(text)?.[1];
    return name === undefined ? [] : [namesIn([name])];
  });

/** In lines: what stands so close to the title is about the page. */
export const closest = 4;
/** The same, on both sides of it. */
const atTitle = 20;

const by = /^(?:recipe )?(?:(?:written|posted|published|authored|created) )?by\b/i;
/** In other languages, where a name follows at once. */
const byElsewhere = /^(?:[Vv]on|[Pp]ar|[Pp]or|[Dd]oor|di|[Aa]v|[Aa]f)\s\p{Lu}/u;
/** What is said of no one else, wherever it stands. */
const credit =
  /^(?:(?:this (?:post|article|story) was )?(?:written|authored) by|(?:thread )?started by|thread starter|authors?:|contributors?:|by:|(?:autor|autorin|autore|auteur|tekst) ?:)\s/i;

/** `By Ada Park`, also behind other things: `May 3, 2024 · 3 min read · By Ada Park`. */
export const signed = (lines: readonly Line[]): string[][] =>
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

/** `Posted on May 3, 2024 Author Ada Park Categories Owls`, where themes have the label for screen readers alone. */
const labelledWithin = (lines: readonly Line[]): string[][] =>
  lines.map(({ pieces, times }) => {
    const at = times.length === 0 ? -1 : pieces.findIndex((piece) => label.test(piece));
    return at === -1 ? [] : namesIn(pieces.slice(at + 1, at + 2));
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

/** `文：山田 花子`: family and given name may stand apart. */
const inJapanese =
  /(?<=^|[\s|])(?:取材・文|文|筆者|執筆者?|ライター)\s*[:：/／]\s*([\p{Script=Han}ぁ-ヿ]{1,6}(?:\s[\p{Script=Han}ぁ-ヿ]{1,6})?)(?=$|[|,，、（(])/u;

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

const isByRel = (element: Element): boolean =>
  element.tagName === 'a' && (attr(element, 'rel') ?? '').split(/\s+/).includes('author');

const isAuthorLink = (element: Element): boolean =>
  isByRel(element) ||
  (element.tagName === 'a' &&
    /\/(?:authors?|contributors?|writers?|staff|columnists?)\/[^/]/i.test(attr(element, 'href') ?? ''));

/** What stands beside a date, too: what kind of text it is, and what is said of something for sale. */
const notBeside =
  /^(?:asking|guide|list|offer|our|regular|retail|sale|selling|starting|total)\s+price$|\s(?:date|details|information|news|notes?|paper|release|reports?|stud(?:y|ies)|updates?|version)$/i;
