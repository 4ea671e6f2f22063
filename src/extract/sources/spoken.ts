import { childElements, parentElement } from '../../document/tree/tree.ts';
import type { Candidate } from '../evidence/candidate.ts';
import { isAside, titlePlace } from '../page/aside.ts';
import { oncePerRegion, type Region, within } from '../page/page-index.ts';
import { readDays } from '../reading/dates.ts';
import { hasCurrency, saysFree } from '../reading/money.ts';
import { numbersIn } from '../reading/numbers.ts';
import type { Wish } from '../wishes/wish.ts';
import { labelOf } from '../wishes/words.ts';
import { at, type Finder, isWhole } from './finder.ts';

/** Short texts that tell by their form what they are, without a label or a name: `Diesel`, `★ 4.6 (213)`, `2019`. */

interface Spoken {
  readonly place: number;
  readonly text: string;
}

const maxText = 80;
const mostTexts = 3000;
const most = 3;

/** What stands in the region in a few words, in order. */
export const spokenIn = oncePerRegion((region): readonly Spoken[] => {
  const { index } = region;
  const found: Spoken[] = [];
  for (const place of within(index.speakers, region)) {
    if (!index.isShown(place) || isAside(region, place)) continue;
    const text = index.textOf(place);
    if (text !== '' && text.length <= maxText) found.push({ place, text });
    if (found.length === mostTexts) break;
  }
  return found;
});

const mostFeet = 3;
/** The same with what stands in the foot of the page: whose it is, and how to reach them. */
const contactsIn = oncePerRegion((region): readonly Spoken[] => {
  const { index } = region;
  const feet = isWhole(region) ? index.tagged('footer').slice(0, mostFeet) : [];
  const said = feet.flatMap((start) => within(index.speakers, { index, start, end: index.endOf(start) }));
  const shown = said.filter((place) => index.isShown(place) && index.textOf(place).length <= maxText);
  return [...spokenIn(region), ...shown.map((place) => ({ place, text: index.textOf(place) }))];
});

/** `5 beds · 2 baths, garden` → its parts. */
export const piecesOf = (text: string): string[] => text.split(/\s*[·•|()（）]\s*|[,;]\s+/);

/** The first that can be read. @param share of the trust in the first of them. */
export const firstOf = (
  region: Region,
  read: (text: string, place: number) => string | undefined,
  share: number,
  said = spokenIn(region),
): Candidate[] => {
  const found: Candidate[] = [];
  for (const { place, text } of said) {
    const raw = read(text, place);
    if (raw === undefined || raw === '') continue;
    found.push({ ...at(region.index, place, raw, share * 0.9 ** found.length), snippet: text });
    if (found.length === most) break;
  }
  return found;
};

/** A piece of a text that is nothing else. */
const oneOf =
  (pattern: RegExp, share = 0.8): Finder =>
  (region) =>
    firstOf(region, (text) => piecesOf(text).find((piece) => pattern.test(piece)), share);

const fuel = oneOf(
  /^(?:petrol|gasoline|diesel|electric|(?:mild |plug-?in |full )?hybrid(?:[ /-](?:petrol|diesel|electric))?|(?:petrol|diesel|electric)[ /-](?:plug-?in )?hybrid|lpg|cng|hydrogen|benzin|elektro|essence|électrique|gasolina|eléctrico)$/iu,
);
const transmission = oneOf(
  /^(?:\d-?speed )?(?:manual|automatic|semi-?auto(?:matic)?|cvt|dsg|automatik|schaltgetriebe|manuelle|automatique|automático)(?: transmission| gearbox)?$/iu,
);
const employmentType = oneOf(
  /^(?:full|part)[- ]?time$|^(?:contract(?:or)?|temporary|permanent|internship|freelance|apprenticeship|fixed[- ]term|vollzeit|teilzeit|werkstudent|cdi|cdd|temps (?:plein|partiel)|jornada completa|media jornada)$/i,
);
const remote = oneOf(
  /^(?:(?:fully|100 ?%) )?remote(?:[- ](?:first|friendly|possible|ok|only|work(?:ing)?))?$|^on-?site(?: only)?$/i,
);

const yearAlone = oneOf(/^(?:19|20)\d\d$/, 0.7);
/** In a card of a list, a number that can only be one; of a page the one in its title. */
const year: Finder = (region) => (isWhole(region) ? yearInTitle(region) : yearAlone(region));
const yearInTitle: Finder = (region) => {
  const place = titlePlace(region.index);
  const text = place === undefined ? '' : region.index.textOf(place);
  const told = /\(((?:19|20)\d\d)\)/.exec(text)?.[1];
  return place === undefined || told === undefined
    ? []
    : [{ ...at(region.index, place, told, 0.7), snippet: text }];
};

const perTime =
  /\b(?:per|an?|pro|par|por|al)\s+(?:year|annum|month|week|day|hour|jahr|monat|stunde|an|mois|año|mes|anno)\b|\/\s?(?:yr|year|mo|month|wk|week|day|hr?|hour)\b|\bp\.\s?[ahm]\.|\b(?:annually|yearly|monthly|hourly|annual)\b/i;

/** `€75,000 – €95,000 per year`. @param which of its numbers; undefined for all of it. */
const salary =
  (which?: 'first' | 'last'): Finder =>
  (region) =>
    firstOf(
      region,
      (text) => {
        if (!hasCurrency(text) || !perTime.test(text)) return undefined;
        const [first, last = first] = numbersIn(text).map(({ value }) => value);
        if (which === undefined || first === undefined || last === undefined) return text;
        // Of `80–95k` the letter belongs to both.
        const least = first < 1000 && last >= 1e4 ? first * 1000 : first;
        return String(which === 'first' ? least : last);
      },
      0.9,
    );

const mail = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/;
const email: Finder = (region) => firstOf(region, (text) => mail.exec(text)?.[0], 0.9);
const telephone: Finder = (region) =>
  firstOf(
    region,
    (text) =>
      /^(?:(?:tel|phone|telephone|telefon|mobile|call us|call|t)[.:]*\s*)?(\+?\(?\d[\d\s()./-]{6,20}\d)$/i.exec(
        text,
      )?.[1] ?? called.exec(text)?.[1],
    0.8,
    contactsIn(region),
  );
const called =
  /(?:^|[\s,;|·–—])(?:tel|phone|telephone|telefon|telefono|t[ée]l[ée]phone|t[ée]l|電話)[.:\s]+(\+?\(?\d[\d\s()./-]{5,20}\d)(?!\d)/iu;

const since =
  /\b(?:updated|modified|edited|revised|aktualisiert|mis à jour|actualizado)\b[\s:]*(?:on\s+)?(.{6,40})/iu;
const dateModified: Finder = (region) => firstOf(region, (text) => since.exec(text)?.[1], 0.8);

const clock = String.raw`\d{1,2}(?:[:.]\d{2})?\s*(?:[ap]\.?m\.?)?`;
/** `8:00 PM – 11:00 PM` */
const span = new RegExp(
  String.raw`(${clock})\s*(?:[–—-]|to|bis)\s*(\d{1,2}[:.]\d{2}\s*(?:[ap]\.?m\.?)?|\d{1,2}\s*[ap]\.?m\.?)(?![\d:])`,
  'i',
);
const dated =
  /\p{L}{3,}\.?,?\s+(?:19|20)\d\d|\b(?:19|20)\d\d[-/.]\d\d?[-/.]\d\d?|\b\d\d?[-/.]\d\d?[-/.](?:19|20)\d\d|\p{L}{3,}\.?\s+(?:\d\d?\s?[–-]\s?)?\d\d?(?:st|nd|rd|th)?,\s+(?:19|20)\d\d/u;
const written = /\b(?:posted|published|updated|modified|edited|copyright|since|by)\b|©/i;

/** `Save 25%`, `-25 %` */
const discount: Finder = (region) =>
  firstOf(
    region,
    (text) => /(?:^|\b(?:save|spare|sparen|ahorra)\s|[-−])(\d{1,2}\s?%)(?:\s+off)?$/i.exec(text)?.[1],
    0.8,
  );

const weekday =
  /^(?:mon|tue|wed|thu|fri|sat|sun|tues|wednes|thurs|satur)(?:day)?s?$|^(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo)$/i;
const ofEntry =
  (read: (text: string) => string | undefined): Finder =>
  (region) =>
    isWhole(region) ? [] : firstOf(region, read, 0.7);
const day = ofEntry((text) => (weekday.test(text) ? text : undefined));
const hours = ofEntry((text) => (span.test(text) || closed.test(text) ? text : undefined));
const closed = /^(?:closed|geschlossen|ruhetag|fermé|cerrado|chiuso|定休日)$/i;
const temperature = oneOf(/^[-−–]?\d{1,3}(?:[.,]\d)?\s?°\s?[CF]?$/);

/** In an entry of a list: `v2.1.0 – 2025-03-01`. */
const version: Finder = (region) =>
  isWhole(region)
    ? []
    : firstOf(
        region,
        (text) =>
          /^(?:version |release )?(v?\d+\.\d+(?:\.\d+)*(?:-[\w.]+)?)(?![\d.]|\s?[€$£%])/i.exec(text)?.[1],
        0.6,
      );

/** When something takes place, as it is written where no element says that it is a time. */
const startDate: Finder = (region) =>
  firstOf(
    region,
    (text) =>
      dated.test(text) && !written.test(text)
        ? (readDays(text)?.first ?? text.replace(span, '$1'))
        : undefined,
    0.6,
  );
const endDate: Finder = (region) =>
  firstOf(
    region,
    (text) =>
      !dated.test(text) || written.test(text)
        ? undefined
        : span.test(text)
          ? text.replace(span, '$2')
          : readDays(text)?.last,
    0.6,
  );

/** In an entry of a list, when it was written. */
const datePublished: Finder = (region) =>
  isWhole(region)
    ? []
    : firstOf(region, (text) => (text.length <= longestDate && dated.test(text) ? text : undefined), 0.6);
/** In characters. */
const longestDate = 40;

/** In an entry of a list, what costs nothing, and an amount without a sign of money. */
const price: Finder = (region) =>
  isWhole(region)
    ? []
    : [
        ...firstOf(region, (text) => (saysFree(text) ? text : undefined), 0.7),
        ...firstOf(region, (text) => (/^\d{1,4}[.,]\d{2}$/.test(text) ? text : undefined), 0.5),
      ];

/** `Maria Okafor`, and what she does below. */
const person = /^\p{Lu}[\p{L}.'’-]*(?: [\p{L}.'’-]+){0,2} \p{Lu}[\p{L}.'’-]+$/u;
const duty = /^\p{Lu}[^\d.:!?€$£]{2,59}$/u;

const personName: Finder = (region) =>
  isWhole(region)
    ? []
    : spokenIn(region)
        .slice(0, 1)
        .flatMap(({ place, text }) => (person.test(text) ? [at(region.index, place, text, 0.6)] : []));

const job: Finder = (region) => {
  const [first, second] = isWhole(region) ? [] : spokenIn(region);
  return first !== undefined && second !== undefined && person.test(first.text) && duty.test(second.text)
    ? [at(region.index, second.place, second.text, 0.7)]
    : [];
};

/** A term, and what stands first in a row or of two in an entry, has a value beside it. */
const isHead = ({ index }: Region, place: number): boolean => {
  const element = index.all[place];
  if (element === undefined || /^(?:dt|th|label)$/.test(element.tagName)) return true;
  const around = parentElement(element);
  const [first, ...others] = around === undefined ? [] : childElements(around);
  return first === element && (around?.tagName === 'tr' || (around?.tagName === 'li' && others.length === 1));
};

/** What is wanted as yes or no, and said: `free_cancellation` and “Free cancellation”. */
export const flagCandidates = ({ kind, words }: Wish, region: Region): Candidate[] => {
  const said = words.filter((word) => !/^(?:is|has|are|with)$/.test(word)).join(' ');
  return kind !== 'boolean' || said === ''
    ? []
    : firstOf(
        region,
        (text, place) => {
          const piece = /[:：]$/.test(text) ? undefined : piecesOf(text).find((one) => labelOf(one) === said);
          // Asked last: to look at what stands around takes longer.
          return piece === undefined || isHead(region, place) ? undefined : piece;
        },
        0.7,
      ).map((found) => ({ ...found, raw: true }));
};

export const spoken: Readonly<Record<string, Finder>> = {
  title: personName,
  job,
  price,
  'date published': datePublished,
  fuel,
  transmission,
  'employment type': employmentType,
  remote,
  year,
  discount,
  temperature,
  day,
  'opening hours': hours,
  opens: ofEntry((text) => span.exec(text)?.[1]?.trim()),
  closes: ofEntry((text) => span.exec(text)?.[2]?.trim()),
  version,
  salary: salary(),
  'salary min': salary('first'),
  'salary max': salary('last'),
  email,
  telephone,
  'date modified': dateModified,
  'start date': startDate,
  'end date': endDate,
};
