import { childElements, collapsedText, type Element, parentElement } from '../tree/tree.ts';
import { type Block, textOf } from './blocks.ts';
import { isMost } from './sums.ts';

/** What is said over links to other pages, with these links. */
export const inserts = (kept: readonly Block[]): readonly Block[] => {
  const found: Block[] = [];
  let label: Block | undefined;
  for (const block of kept) {
    if (isLabel(block)) label = block;
    else if (isLabelled(block)) found.push(block);
    else if (!isLinks(block)) label = undefined;
    else if (label !== undefined) found.push(label, block);
  }
  return isMost(found, kept) ? [] : found;
};

const isLabel = (block: Block): boolean =>
  block.linked === 0 &&
  block.characters <= longestLabel &&
  insertLabel.test(textOf(block)) &&
  !(block.level > 0 && seeAlso.test(textOf(block)));

/** As a heading, a part of its own: encyclopedias, manuals and documentation end with it. */
const seeAlso = /^(?:see also|смотрите также|xem thêm|đọc thêm|延伸[阅閱][读讀])/i;

/** A paragraph of such a label and a link. */
const isLabelled = (block: Block): boolean => {
  const { link, level, linked, characters } = block;
  if (link === undefined || level > 0 || linked * 2 < characters) return false;
  const text = textOf(block);
  const title = collapsedText(link);
  const before = text.slice(0, Math.max(0, text.indexOf(title))).replace(/^\p{P}\s*/u, '');
  // Or the label is a part of the link, and ends with a colon.
  return before === ''
    ? insertLabel.test(/^[^:：»]{0,60}[:：]/.exec(title)?.[0] ?? '')
    : insertLabel.test(before.trim());
};

/** In characters. */
export const longestLabel = 60;
const insertLabel =
  /^(?:you (?:may|might|could) also (?:like|enjoy|be interested in)|(?:read|see|watch) (?:also|more|next)|also read|related(?: (?:articles?|stories|posts?|news|content|coverage|reading|products?|items?))?|more (?:from|like) this.{0,20}|more stories|recommended(?: (?:for you|reading|stories|articles))?|most (?:read|popular)|don['’]?t miss|similar (?:products|items|articles|posts)|customers also (?:bought|viewed)|up next|(?:à )?lire aussi|lesen sie auch|lies auch|auch interessant|das(?: thema)? könnte (?:sie|dich) auch interessieren|mehr zum thema|lee también|leer también|te puede interesar|leggi anche|potrebbe interessarti(?: anche)?|leia também|veja também|lees ook|läs också|les også|læs også|lue myös|czytaj (?:też|także)|zobacz także|čtěte také|citește și|ayrıca okuyun|читайте (?:также|также по теме|також)|смотрите также|यह भी पढ़ें|ये भी पढ़ें|আরও পড়ুন|延伸阅读|延伸閱讀|相关阅读|相關閱讀|あわせて読みたい|関連記事|관련 ?기사|اقر[أا]ً? أيض[اًا]+|إقرأ أيض[اًا]+|קראו (?:גם|עוד)|อ่าน(?:เพิ่มเติม|ต่อ|ข่าวที่เกี่ยวข้อง)|baca juga|xem thêm|đọc thêm)\s*[:：…]?$/i;

/** What leads to links which were left out: a label that says so, or a line set apart by a rule. */
export const looseLabels = (all: readonly Block[], chosen: ReadonlySet<Block>): readonly Block[] => {
  const known = new Map<Element, ReadonlySet<Element>>();
  const isBelowRule = (element: Element): boolean => {
    const around = parentElement(element);
    if (around === undefined) return false;
    const below = known.get(around) ?? belowRules(around);
    known.set(around, below);
    return below.has(element);
  };
  return all.filter((block) => {
    if (!chosen.has(block) || block.linked > 0 || block.characters > longestLabel) return false;
    const next = all[block.index + 1];
    if (next === undefined || chosen.has(next) || !isLinks(next)) return false;
    if (isLabel(block)) return true;
    return block.level === 0 && !/[.!?…。]["'”’)]?$/.test(textOf(block)) && isBelowRule(block.region.element);
  });
};

/** The parts of an element that follow a horizontal rule. */
const belowRules = (around: Element): ReadonlySet<Element> => {
  const parts = childElements(around);
  return new Set(parts.filter((_, index) => index > 0 && isRule(parts[index - 1])));
};

const isRule = (element: Element | undefined): boolean => {
  if (element === undefined || element.tagName === 'hr') return element !== undefined;
  const [only, ...others] = childElements(element);
  return only?.tagName === 'hr' && others.length === 0;
};

/** Links, but for a word or two. */
export const isLinks = ({ linked, characters }: Block): boolean => linked * 10 >= characters * 8;
