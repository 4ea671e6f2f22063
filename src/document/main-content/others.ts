import { type Block, type Blocks, textOf } from './blocks.ts';
import { isAmountOfMoney } from './price.ts';
import type { Region } from './region.ts';
import { between, sums } from './sums.ts';

/** What is more than this share of what was chosen is what the page is about. */
const largest = 0.5;
/** Fewest prices below a label that tell of goods. */
const fewest = 2;

/**
 * What a shop shows below “You may also like” and the like, with that label: not the goods that the page is about. It leads
 * elsewhere or has prices; what is said below such a heading is a text.
 */
export const others = ({ all, root }: Blocks, chosen: ReadonlySet<Block>): readonly Block[] => {
  const labels = all.filter(isLabel);
  if (labels.length === 0) return [];
  const kept = sums(all, (block) => (chosen.has(block) ? block.characters : 0));
  const size = sums(all, ({ characters }) => characters);
  const linked = sums(all, (block) => block.linked);
  const prices = sums(all, (block) => (isAmountOfMoney(block) ? 1 : 0));
  const titles = sums(all, ({ level }) => (level === 1 ? 1 : 0));
  const most = largest * between(kept, root.first, root.last);
  const found: Block[] = [];
  let end = -1;
  for (const label of labels) {
    const { index } = label;
    if (index <= end) continue;
    const last = endsOf(all, label).find((at) => {
      const sumOf = (part: Float64Array) => between(part, index, at);
      return sumOf(prices) >= fewest || sumOf(linked) * 2 > sumOf(size);
    });
    if (last === undefined || between(titles, index, last) > 0 || between(kept, index, last) > most) continue;
    end = last;
    for (const block of all.slice(index, last + 1)) if (chosen.has(block)) found.push(block);
  }
  return found;
};

/** In characters. */
const longestLabel = 70;
const isLabel = (block: Block): boolean =>
  block.characters <= longestLabel && othersLabel.test(withoutSigns(textOf(block)));

/** Most begin with a letter, which is seen at once. */
const withoutSigns = (text: string): string =>
  /^[a-z]/i.test(text) ? text : text.replace(/^[^\p{L}\p{N}]+/u, '');

/** Elements around a label that are looked at. */
const farthest = 8;

/** Where what a label leads to may end: with an element that begins with it, or before the next heading like it. */
const endsOf = (all: readonly Block[], { index, level, region }: Block): number[] => {
  const ends: number[] = [];
  let around: Region | undefined = region;
  for (let step = 0; step < farthest && around !== undefined && around.first === index; step++) {
    if (around.last > index) ends.push(around.last);
    around = around.parent;
  }
  if (level === 0 || around === undefined || around.first === index) return ends;
  let next = index + 1;
  while (next <= around.last && !isAbove(all[next], level)) next++;
  return [...ends, next - 1];
};

const isAbove = (block: Block | undefined, level: number): boolean =>
  block !== undefined && block.level > 0 && block.level <= level;

const goods = '(?:products?|items?|goods)';
const labels = [
  `(?:we found other ${goods} )?you (?:(?:may|might|could|will) also|may|might) (?:like|love|enjoy|need|be interested in)`,
  `(?:customers|people|others|shoppers|buyers|users) (?:who .{1,40} )?(?:also|ultimately) .{3,30}`,
  `(?:frequently|often|usually|commonly) (?:bought|purchased) (?:together|with)`,
  `(?:your )?(?:recently|last|previously) viewed(?: ${goods})?`,
  `(?:related|similar|sponsored|complementary) ${goods}(?: .{1,30})?`,
  `(?:${goods} related to|compare with similar|explore (?:related|similar|more)|more) (?:this )?items?(?: to .{1,20})?`,
  `${goods} related to this item`,
  `complete (?:the|your) (?:look|outfit|set)|shop the look|(?:wear|style) it with|(?:pairs|goes) (?:well|great|perfectly|nicely) with`,
  `(?:\\d+ )?other ${goods} in the same category`,
  '(?:similar|related|comparable) (?:homes|houses|properties|listings|jobs|roles|vacancies|events|cars|vehicles|hotels|recipes)(?: .{1,30})?',
  '(?:more|other) (?:homes|properties|listings|jobs|events|recipes) (?:you (?:may|might) (?:also )?(?:like|love|enjoy)|like this|nearby|near you)',
  'das könnte (?:dir|ihnen|dich|sie) auch (?:gefallen|interessieren)',
  'kunden,? (?:die .{1,40} )?(?:kauften|kaufen|haben|sahen|interessierten|interessieren) .{0,30}auch.{0,30}',
  '(?:ähnliche|verwandte|passende|gesponserte) (?:artikel|produkte)|zuletzt (?:an)?gesehen.{0,20}|wird oft zusammen gekauft',
  'vous (?:aimerez|aimeriez|pourriez|allez) (?:peut-être )?(?:aussi|également|aimer).{0,20}|produits (?:similaires|associés|apparentés|connexes|liés)',
  '(?:les clients|ceux) .{1,40} (?:ont )?(?:aussi|également) .{3,20}|(?:récemment|derniers produits) (?:vus|consultés)',
  '(?:también )?(?:te|le) (?:puede|podría|pueden|podrían) (?:también )?(?:gustar|interesar)|productos (?:relacionados|similares)|vistos? recientemente',
  '(?:ti |vi )?potrebbe(?:ro)? (?:anche )?(?:piacerti|interessarti|piacervi)(?: anche)?|prodotti (?:correlati|simili)',
  '(?:você )?(?:também )?(?:pode|poderá) (?:também )?(?:gostar|se interessar).{0,10}|produtos (?:relacionados|semelhantes|similares)',
  'anderen (?:bekeken|kochten) ook|(?:gerelateerde|vergelijkbare) (?:producten|artikelen)|(?:laatst|recent|eerder) bekeken',
  '(?:podobne|powiązane) produkty|produkty (?:podobne|powiązane)|(?:relaterade|liknande|relaterede|lignende|relaterte) (?:produkter|varer)',
  'похожие товары|с этим товаром .{1,30}|вам (?:также )?(?:может|могут) понравиться|関連商品|相关产品|相關產品|猜你喜欢',
];
const othersLabel = new RegExp(`^(?:${labels.join('|')})\\s*[:：…!?.]*$`, 'i');
