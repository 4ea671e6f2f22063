import { attr, squeeze } from '../tree/tree.ts';
import type { Block } from './blocks.ts';
import type { Region } from './region.ts';

/** What tells where somebody is, how to reach them, and when. */
export type ContactFact = 'address' | 'email' | 'hours' | 'phone';

/** In characters: what is longer is a text that mentions it. */
const longest = 240;
/** Elements around a text that may be made for an address. */
const addressDepth = 4;

export const contactFact = (block: Block): ContactFact | undefined => {
  const { characters, link, nodes, digits } = block;
  if (characters > longest) return undefined;
  const href = link === undefined ? '' : (attr(link, 'href') ?? '').trim();
  if (/^mailto:[^?]/i.test(href)) return 'email';
  if (/^tel:/i.test(href)) return 'phone';
  if (digits === 0) {
    return /@/.test(nodes.map(({ value }) => value).join('')) &&
      email.test(squeeze(nodes.map(({ value }) => value).join(' ')))
      ? 'email'
      : undefined;
  }
  const text = squeeze(nodes.map(({ value }) => value).join(' '));
  if (email.test(text)) return 'email';
  if (hours.test(text)) return 'hours';
  if (isPhone(text)) return 'phone';
  return isAddress(block.region, text) ? 'address' : undefined;
};

const email = /(?:^|[\s:(])[\w.+-]+@[\w-]+(?:\.[\w-]+)+(?=$|[\s,;)])/;

const days = [
  'mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?',
  'montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|mo|di|mi|do|fr|sa|so',
  'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lun|mar|mer|jeu|ven|sam|dim',
  'lunes|martes|miércoles|jueves|viernes|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica',
  'daily|weekdays?|weekends?|täglich',
].join('|');
const time = '\\d{1,2}(?:[:.h]\\d{0,2})? ?(?:[ap]\\.?m\\.?|uhr|h)?';
const to = ' ?(?:[-–—]|to|bis|à|a|till|until) ?';
const hours = new RegExp(
  `^(?:.{0,30}[^\\p{L}])?(?:${days})s?\\.?(?:[^\\p{L}\\d].{0,30}?)?${time}${to}${time}`,
  'iu',
);
const dayAlone = new RegExp(`^(?:${days})s?\\.?(?:(?:${to}|, ?| ?& ?)(?:${days})s?\\.?)?:?$`, 'iu');

const timesAlone = new RegExp(
  `^(?:${time}${to}${time}(?:,? ?(?:and|und|et|&)? ?${time}${to}${time})?|closed|geschlossen|ruhetag|fermé|cerrado|chiuso|gesloten|by appointment)\\.?$`,
  'iu',
);
/** Whether a text is from when to when, as the second cell of such a row. */
export const isTimes = (text: string): boolean => text.length <= longestTimes && timesAlone.test(text);
const longestTimes = 60;

/** Whether a text is a day or days of the week, as the first cell of a row of opening hours. */
export const isDays = (text: string): boolean => text.length <= longestDays && dayAlone.test(text);
const longestDays = 30;

const phoneLabel = /\b(?:tel(?:ephone|efon|éfono)?|phone|call|mobile|fax|telefon|téléphone)\b/i;
const phoneNumber = /(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,5}\)[ .-]?)?\d[\d .()/-]{5,16}\d/;
const isPhone = (text: string): boolean => {
  const number = phoneNumber.exec(text)?.[0];
  if (number === undefined) return false;
  const count = number.replace(/\D/g, '').length;
  if (count < 7 || count > 15 || /\d{4}[-/.]\d{1,2}[-/.]\d{1,2}/.test(number)) return false;
  const rest = text.replace(number, '');
  return (
    phoneLabel.test(rest) ||
    (rest.replace(/[^\p{L}\p{N}]/gu, '').length <= 3 && /[ ().+-]/.test(number) && count >= 9)
  );
};

const postcode =
  /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|\b[A-Z]{2},? \d{5}(?:-\d{4})?\b|\b(?:[A-Z]{1,2}-)?\d{5} \p{Lu}\p{L}+|\b[A-Z]\d[A-Z] \d[A-Z]\d\b/u;
const street =
  /\b\d{1,5}[a-z]? (?:[\p{L}.'’-]+ ){1,4}(?:st|street|rd|road|ave|avenue|blvd|boulevard|lane|ln|drive|dr|court|ct|way|highway|hwy|parkway|pkwy|square|sq|place|pl)\b|(?:straße|strasse|str\.|allee|platz|weg|gasse) \d{1,4}|\b\d{1,4},? (?:rue|avenue|boulevard|place|chemin|quai) /iu;
const isAddress = (region: Region, text: string): boolean => {
  if (postcode.test(text) || street.test(text)) return true;
  let around: Region | undefined = region;
  for (let depth = 0; depth < addressDepth && around !== undefined; depth++, around = around.parent)
    if (around.tag === 'address' || attr(around.element, 'itemprop') === 'address') return true;
  return false;
};
