import { squeeze } from '../tree/tree.ts';

/** In characters. */
export const maxName = 60;

export const leadIn =
  /^(?:by|(?:(?:article|blog|story|review|recipe|guest post|words|text|photos?|report)\s+)?(?:written|posted|published|authored|created|reviewed|edited|started)?\s*by|author|authors|contributors?|thread starter|written|from|von|par|por|di|door|av|af|autor|auteur|автор|بقلم|מאת|about the author)\s*[:|]?$/i;
const leadInStart =
  /^(?:about the author|(?:authors?|contributors?)\s*[:|]|(?:(?:this\s+)?(?:article|blog|post|story|recipe|guest post|words|text|report)\s+(?:was\s+)?)?(?:(?:written|posted|published|authored|created|started)\s+)?by\b\s*[:|]?|von\b|par\b|por\b|(?:autor|autorin|auteur|autore|автор|текст|tekst)\s*:|(?:記者|執筆|筆者|著者|作者|撰文|编辑|編輯)\s*[:：]|(?:كتبت?|بقلم|تحرير)\s*[:：])\s*/i;

/** Those that may begin a name as well, where they are none of it: `di Marco Bianchi`, but `Di Stefano`. */
const particle = /^(?:di|[Dd]oor|[Aa]v|[Aa]f)\s+(?=\p{Lu})/u;
const withoutLeadIn = (text: string): string => text.replace(particle, '').replace(leadInStart, '');

/** Capitals at the beginning of its words, but for particles. */
export const person =
  /^[\p{Lu}\p{Lo}]\S*(?:\s(?:[\p{Lu}\p{Lo}]\S*|de|der|den|van|von|la|le|du|da|dos|bin|al|of|the|and|&)){0,6}$/u;

/** Of two words or more: what follows a comma may be anything else. */
export const fullName = /^(?:\p{Lu}[\p{L}.'’-]*\s){1,3}\p{Lu}[\p{L}.'’-]+$/u;

const connector = /^(?:,?\s*(?:and|und|et|y|e|en|och|og|with|&)|[+,;•·|])$/i;

/** A comma before letters such as `MD` or `Ph.D.` is a part of the name. */
export const betweenNames =
  /\s*,\s+(?=\p{Lu})(?!(?:Ph\.?D|(?:\p{Lu}\.?){2,6})[.®*]*(?:$|,|\s))|\s+(?:and|&)\s+(?=\p{Lu})/u;

/** What somebody is, behind the name. */
const office =
  /\b(?:editor|contributor|journalist|analyst|columnist|writer|reporter|correspondent|head|director|manager|officer|president|founder|professor)\b/i;

/** What says in any language that a name follows: `Recette de:`. */
const isLabel = /[:：]$/;

/** The names at the beginning of a line, given by its pieces: `By`, `Ada Park`, `and`, `Bo Lin`, `Editors`. */
export const namesIn = (pieces: readonly string[]): string[] => {
  const names: string[] = [];
  let expects = true;
  for (const piece of pieces.slice(0, 12)) {
    if (leadIn.test(piece) || isLabel.test(piece)) continue;
    if (names.length > 0 && connector.test(piece)) {
      expects = true;
      continue;
    }
    if (!expects || (names.length > 0 && !(person.test(piece) && piece.includes(' ')))) break;
    const [first = '', ...others] = withoutLeadIn(piece).split(betweenNames).map(nameIn);
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
  /\b(?:min(?:ute)?s? read|share|follow|view|visit|more|posts?|click|here|read|subscribe|coming soon|comments?|name|email|log ?in|sign|menu|search|home|about|contact|copyright|all rights|the author|updated|published|ago|today|yesterday|admin|editor'?s? picks?|fact checked|reviewed|verified|views|replies|likes|joined|member|registered|location|guest|webmaster|unknown|undefined|null|anonymous|staff writer|posted|insights|ratings?|our(?! editors?$))\b/i;

/** Of a page or a mailbox; networks have profiles, with or without the protocol: `kelp.example/ada`. */
const address = /^(?:https?:|www\.|\S+@\S+\.|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\/\S)/i;

/** How somebody presents himself in a box beside the text: `Hi, I’m Ada`. */
const greeting = /^(?:hi|hey|hello)(?:$|[,!]| there)|^welcome to\b|^i(?:[’'`]m| am)\b/i;

/** `Brand: Acme` */
const isLabelled = /^\p{L}+\s?:\s/u;

/** What systems call who has no name of his own, alone. */
const account = /^(?:administrator|(?:super|default|wp|web|site)[ -]?(?:user|admin)|root|user|system)$/i;

const calendar =
  /^(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)\.?|january|february|march|april|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|categories|tags?)$/i;

/** A name without what is around it; empty if it is none. */
export const nameIn = (text: string): string => {
  const name = withoutLeadIn(squeeze(text).slice(0, 200))
    .replace(officeBehind, '')
    .replace(afterName, '')
    .replace(/^[\s,|·•:@-]+|[\s,|·•:*-]+$/g, '');
  const isName =
    name.length <= maxName &&
    name.split(' ').length <= 7 &&
    /\p{L}/u.test(name) &&
    !address.test(name) &&
    !greeting.test(name) &&
    !leadIn.test(name) &&
    !isLabelled.test(name) &&
    !/^\p{Lu}{1,3}$/u.test(name) &&
    !noName.test(name) &&
    !account.test(name) &&
    !calendar.test(name);
  return isName ? name : '';
};
