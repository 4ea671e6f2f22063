import { keyOf } from '../tree/words.ts';
import { happens } from './block-dates.ts';
import { type Block, type Blocks, textOf } from './blocks.ts';
import { type ContactFact, contactFact, isDays, isTimes } from './contact-facts.ts';
import type { PageFacts } from './page-features.ts';
import { written } from './price.ts';
import type { Region } from './region.ts';
import { between, sums } from './sums.ts';

/**
 * Where somebody is, how to reach them and when they are open, on a page that is for that: what is learned of other pages
 * says that it is their head or foot. On others only what a chosen heading stands over and nothing else was chosen below; of an
 * event also where it is, below any heading that says so.
 */
export const contacts = (blocks: Blocks, chosen: ReadonlySet<Block>, facts: PageFacts): Block[] => {
  const { all } = blocks;
  if (facts.isTalk || all.length > mostBlocks) return [];
  const likely = placeOf(all, chosen, facts);
  const isEvent = facts.types.some((type) => happens.test(type));
  const isNamed = (lead: Block) =>
    lead.level > 0 && (isEvent || chosen.has(lead)) && named.test(wordsIn(lead));
  // Most pages have none of it, and are not looked through.
  if (likely === 'none' && !(isEvent ? all : [...chosen]).some(isNamed)) return [];
  const told = toldIn(all);
  if (told.size === 0 || told.size > mostFacts) return [];
  const place = likely === 'first' ? placeOfFirst(chosen, new Set(told.values())) : likely;
  const groupOf = groupsIn(blocks, told);
  const said = [...chosen].map(wordsIn).join('');
  const found = new Set<Block>();
  const isWanted = (parts: readonly Block[], lead: Block | undefined): boolean => {
    const those = parts.filter((part) => told.has(part));
    if (isOfOthers(all, lead) || those.every((part) => said.includes(wordsIn(part)))) return false;
    // A number alone, below a heading that asks for a call, is an advertisement.
    const isPlace = isEvent && those.every((part) => told.get(part) === 'address');
    return place !== 'none' || ((those.length > 1 || isPlace) && lead !== undefined && isNamed(lead));
  };
  const isThere = (block: Block) => chosen.has(block) || found.has(block);
  for (const isFoot of place === 'whole' ? [false, true] : [false]) {
    // The foot of a page is asked for what is not told above.
    const known = new Set(
      isFoot ? [...told].filter(([block]) => isThere(block)).map(([, kind]) => kind) : [],
    );
    for (const [fact, kind] of told) {
      const group = isThere(fact) || known.has(kind) ? undefined : groupOf(fact, isFoot);
      if (group === undefined) continue;
      const parts = all.slice(group.first, group.last + 1);
      const lead = headingOver(all, group);
      if (!isWanted(parts, lead)) continue;
      if (lead?.index === group.first - 1) found.add(lead);
      // The name of a place may lead to what else happens there.
      const isPlaceName = ({ index }: Block) => isEvent && told.get(all[index + 1] ?? fact) === 'address';
      for (const part of parts) if (told.has(part) || isLabel(part) || isPlaceName(part)) found.add(part);
    }
  }
  return [...found].filter((block) => !chosen.has(block));
};

/** Whole words, also where they begin or end with a letter that is not of ASCII. */
const wordsIn = (block: Block): string => ` ${keyOf(textOf(block))} `;

/** What stands beside facts, but for what leads elsewhere and whose the page is. */
const isLabel = (part: Block): boolean =>
  part.linked * 2 <= part.characters && !/©|\bcopyright\b|all rights reserved/i.test(textOf(part));

const toldIn = (all: readonly Block[]): Map<Block, ContactFact> => {
  const told = new Map<Block, ContactFact>();
  for (const [index, block] of all.entries()) {
    const fact = contactFact(block);
    if (fact !== undefined) told.set(block, fact);
    const before = all[index - 1];
    if (
      before !== undefined &&
      isTimes(textOf(block)) &&
      (told.get(before) === 'hours' || isDays(textOf(before)))
    )
      told.set(before, 'hours').set(block, 'hours');
  }
  return told;
};

/** A page of more is for something else. */
const mostBlocks = 3000;
/** A directory of firms has hundreds, and is judged as the list that it is. */
const mostFacts = 40;

/** Fewest days of a week that a table of opening hours tells of. */
const fewestDays = 3;

/** A page is for that in all of its parts, the foot too, or in its main part, or not. */
type Place = 'whole' | 'main' | 'none';

/** @returns `first` for the first page of a site, which is for that where it tells enough. */
const placeOf = (
  all: readonly Block[],
  chosen: ReadonlySet<Block>,
  { url, title, types }: PageFacts,
): Place | 'first' => {
  if (types.some((type) => written.test(type) && type !== 'Event')) return 'none';
  const pathname = URL.parse(url)?.pathname ?? '';
  if (pathname === '/' && types.some((type) => firms.test(type))) return 'whole';
  const heading = all.find(({ level }) => level === 1);
  const names = [decoded(pathname), title.split(/ [|–—-] /, 1)[0] ?? '', heading ? textOf(heading) : ''];
  if (names.some((name) => places.test(` ${keyOf(name)} `))) return 'whole';
  return pathname === '/' ? 'first' : placeByHours(chosen);
};

const placeOfFirst = (chosen: ReadonlySet<Block>, kinds: ReadonlySet<ContactFact>): Place =>
  kinds.has('hours') && kinds.has('address') ? 'whole' : placeByHours(chosen);

const placeByHours = (chosen: ReadonlySet<Block>): Place => {
  let days = 0;
  for (const block of chosen) if (block.region.inTable && isDays(textOf(block))) days++;
  return days >= fewestDays ? 'main' : 'none';
};

/** Whom people go to. */
const firms =
  /^(?:LocalBusiness|.*Restaurant|FoodEstablishment|CafeOrCoffeeShop|Bakery|BarOrPub|Winery|Brewery|Hotel|LodgingBusiness|BedAndBreakfast|Hostel|.*Store|Dentist|Physician|MedicalClinic|Pharmacy|.*Salon|HairSalon|AutoRepair|Museum|Library|.*Club)$/;

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Pages that are for it, by their address, title or first heading. */
const places =
  /^ (?:.{0,40} )?(?:contact(?: us)?|contacts|kontakt|contacto|contatti|contato|nous contacter|find us|visit us|where to find us|how to find us|get in touch|getting here|directions|locations?|opening (?:hours|times)|anfahrt|öffnungszeiten|standorte?|(?:plan d )?accès|horaires|dove siamo|dónde estamos) $/;

/** Headings that stand over it. */
const named =
  / (?:contact|kontakt|contacto|venue|location|address|adresse|visit|find us|where|hours|opening|öffnungszeiten|store info|organi[sz]er|anfahrt|horaires|office|phone|tel|standort|acc[eè]s) /;
const ofOthers =
  / (?:nearby|other|more|similar|related|around here|in der nähe|weitere|andere|autres?|à proximité|otr[ao]s|altr[ei]) /;

/** In characters: what is longer is more than the particulars of one place. */
const longestGroup = 700;
/** How much of a group tells them, days and labels not counted. */
const leastTold = 0.4;

type GroupOf = (fact: Block, isFoot: boolean) => Region | undefined;

/** The largest element around a fact that tells little else, outside the head and foot of the page, and of forms. */
const groupsIn = ({ all }: Blocks, told: ReadonlyMap<Block, ContactFact>): GroupOf => {
  const size = sums(all, ({ characters }) => characters);
  const facts = sums(all, (block) => (told.has(block) ? block.characters : 0));
  const headings = sums(all, ({ level }) => (level > 0 ? 1 : 0));
  const linked = sums(all, (block) => (told.has(block) ? 0 : block.linked));
  return ({ region }, isFoot) => {
    for (let around: Region | undefined = region; around !== undefined; around = around.parent)
      if (elsewhere.has(around.tag) || (around.tag === 'footer' && !isFoot)) return undefined;
    let group: Region | undefined;
    for (let around: Region | undefined = region; around !== undefined; around = around.parent) {
      const { first, last } = around;
      const whole = between(size, first, last);
      if (whole > longestGroup || between(headings, first, last) > 1 || around.parent === undefined) break;
      if (between(facts, first, last) < leastTold * whole || between(linked, first, last) * 3 > whole)
        continue;
      group = around;
    }
    return group;
  };
};
const elsewhere = new Set(['header', 'nav', 'form', 'button']);

/** Most blocks between a heading and what it stands over: a name, a label. */
const farthest = 3;

/** The heading that a group begins with, or the one next above. */
const headingOver = (all: readonly Block[], { first }: Region): Block | undefined =>
  all[first] !== undefined && all[first].level > 0
    ? all[first]
    : all.slice(Math.max(0, first - farthest), first).findLast(({ level }) => level > 0);

/** Most blocks between a heading and the one that it is below of. */
const farthestOuter = 30;

/** Whether a heading, or the next of a higher level above, says that it is about other places. */
const isOfOthers = (all: readonly Block[], lead: Block | undefined): boolean => {
  if (lead === undefined) return false;
  const above = all.slice(Math.max(0, lead.index - farthestOuter), lead.index);
  const outer = above.findLast(({ level }) => level > 0 && level < lead.level);
  return [lead, outer].some((heading) => heading !== undefined && ofOthers.test(wordsIn(heading)));
};
