import { happens, isDate } from './block-dates.ts';
import { type Block, type Blocks, textOf } from './blocks.ts';
import { contactFact } from './contact-facts.ts';
import type { PageFacts } from './page-features.ts';
import type { Region } from './region.ts';

/** Most blocks between the name of what happens and its text: when, where, how much. */
const longestHead = 12;
/** In characters: what is longer is a text that mentions a time. */
const longest = 120;

/** When and where it happens, of a page that is for that: below its name, where articles have who wrote them and when. */
export const happenings = ({ all }: Blocks, chosen: ReadonlySet<Block>, { types }: PageFacts): Block[] => {
  if (!types.some((type) => happens.test(type))) return [];
  const name = all.findIndex((block) => block.level === 1 && chosen.has(block));
  if (name === -1) return [];
  const head = all.slice(name + 1, name + 1 + longestHead);
  const end = head.findIndex((block) => chosen.has(block) && block.isProse);
  return head
    .slice(0, end === -1 ? 0 : end)
    .filter((block) => !chosen.has(block) && tellsWhenOrWhere(block) && !isElsewhere(block.region));
};

const tellsWhenOrWhere = (block: Block): boolean =>
  block.linked * 2 <= block.characters &&
  (contactFact(block) === 'address' ||
    (block.characters <= longest && block.digits > 0 && timeOfDay.test(textOf(block))) ||
    isDate(block));

const timeOfDay = /\b\d{1,2}[:.]\d{2}\b|\b\d{1,2} ?[ap]\.?m\b|\b\d{1,2} (?:uhr|h)\b/i;

const isElsewhere = (region: Region): boolean => {
  for (let around: Region | undefined = region; around !== undefined; around = around.parent)
    if (elsewhere.has(around.tag)) return true;
  return false;
};
const elsewhere = new Set(['header', 'nav', 'footer', 'form', 'aside']);
