import { headingTags } from '../tree/measure.ts';
import type { ChildNode, Element } from '../tree/tree.ts';
import { attr, collapsedText, isElement, isText, parentElement, squeeze, walk } from '../tree/tree.ts';
import { wordsOf } from '../tree/words.ts';
import { type Held, isParting, junkRules, type Rule, short } from './clutter-rules.ts';
import { telling, withoutTopics } from './named.ts';

/** Advertisements, consent banners and share buttons, told by rules before the model judges. */

/** Attributes by which scripts find the places to fill with advertisements. */
const isAdvertised = ({ attrs }: Element): boolean => {
  for (const { name } of attrs) if (name.startsWith('data-') && advertised.has(name)) return true;
  return false;
};

const advertised = new Set(
  'data-ad data-ads data-adunit data-ad-slot data-ad-unit data-ad-client data-ad-name data-google-query-id data-dfp'.split(
    ' ',
  ),
);

/** What build tools add to a name so that nobody else has it: `Faq_item__adFNE`. */
const hashes = /__(?=\w{0,5}(?:[A-Z]{2}|\d))[\w-]{5,6}(?=\s|$)/g;

/** Never junk as a whole, whatever they are called. */
const essential = new Set('html body main article h1 pre code table thead tbody tr td th math'.split(' '));

/** What is pressed, followed, filled in or played. */
const actors = new Set('a audio button input summary video'.split(' '));
/** What shows a text that is not read as one: it is pressed, or drawn, or stands in for what plays. */
const unread = new Set('a button svg canvas audio video object iframe progress meter'.split(' '));

/** Shortest text of its own that an advertisement may be more than a label for. */
const proseCharacters = 60;

type Meaning = Omit<Rule, 'words'>;

/** An element that may be junk by its name, with what was counted before it. */
interface Candidate {
  readonly element: Element;
  readonly rules: readonly Meaning[];
  readonly before: Omit<Held, 'characters'>;
  /** How many were found before it: what is found inside goes with it. */
  readonly found: number;
}

/**
 * Advertisements, consent banners, share buttons and the like below `root`, in one pass.
 * @param charactersOf how much text an element holds.
 * @param dropped what is not judged.
 */
export const findJunk = (
  root: Element,
  charactersOf: (element: Element) => number,
  dropped?: ReadonlySet<ChildNode>,
): Set<Element> => {
  const rulesFor = createRuleFinder();
  const counts = { own: 0, words: 0, statements: 0, said: 0, acts: 0, headings: 0, mainHeadings: 0 };
  const found: { element: Element; parts: number }[] = [];
  const open: Candidate[] = [];
  let unreadDepth = 0;
  let droppedDepth = 0;
  const read = (text: string) => {
    const trimmed = text.trim();
    if (trimmed === '' || unreadDepth > 0) return;
    counts.own += trimmed.length;
    if (open.length === 0) return;
    counts.words += trimmed.split(/\s+/).length;
    if (/\p{N}|[^.][.\u3002]$/u.test(trimmed)) counts.statements++;
    if (!isParting(trimmed)) counts.said++;
  };
  const judge = ({ element, rules, before, found: mark }: Candidate) => {
    const held: Held = {
      characters: charactersOf(element),
      own: counts.own - before.own,
      words: counts.words - before.words,
      statements: counts.statements - before.statements,
      said: counts.said - before.said,
      acts: counts.acts - before.acts,
      headings: counts.headings - before.headings,
      mainHeadings: counts.mainHeadings - before.mainHeadings,
    };
    const isSeen = () => isAllOfCell(element, held.characters, charactersOf) || isCounted(element);
    const told = rules.filter(({ limit, unlessSeen }) => limit(held) && !(unlessSeen && isSeen()));
    if (told.length === 0) return;
    const hasText = held.headings > 0 || held.own >= proseCharacters;
    const isDoubtful = hasText && told.every(({ maybePage }) => maybePage);
    found.length = mark;
    found.push({ element, parts: isDoubtful ? held.own : 0 });
  };
  walk(
    root,
    (node) => {
      if (isText(node)) read(node.value);
      if (!isElement(node)) return false;
      const { tagName } = node;
      if (dropped?.has(node)) droppedDepth++;
      const rules = droppedDepth > 0 || essential.has(tagName) ? [] : rulesFor(node);
      if (rules.length > 0) open.push({ element: node, rules, before: { ...counts }, found: found.length });
      if (actors.has(tagName)) counts.acts++;
      if (headingTags.has(tagName)) counts.headings++;
      if (tagName === 'h1') counts.mainHeadings++;
      if (unread.has(tagName)) unreadDepth++;
      return true;
    },
    (element) => {
      if (unread.has(element.tagName)) unreadDepth--;
      if (dropped?.has(element)) droppedDepth--;
      const candidate = open.at(-1);
      if (candidate?.element !== element) return;
      open.pop();
      judge(candidate);
    },
  );
  const doubtful = found.reduce((sum, { parts }) => sum + parts, 0);
  const isPage = doubtful > counts.own / 2;
  return new Set(found.filter(({ parts }) => parts === 0 || !isPage).map(({ element }) => element));
};

/** A sign stands no deeper in its cell. */
const signDepth = 8;

const isAllOfCell = (
  element: Element,
  characters: number,
  charactersOf: (element: Element) => number,
): boolean => {
  let around = element.parentNode;
  for (let depth = 0; depth < signDepth && around !== null && isElement(around); depth++) {
    if (around.tagName === 'td' || around.tagName === 'th') return charactersOf(around) === characters;
    around = around.parentNode;
  }
  return false;
};

/** Beside a number: layout, an icon. */
const mostBeside = 6;

/** What a number alone counts, as beside an icon in the place of the word: `3 bedrooms`. */
const isCounted = (element: Element): boolean => {
  const around = parentElement(element);
  if (around === undefined || around.childNodes.length > mostBeside) return false;
  if (!/^\p{L}{3,20}(?: \p{L}{3,20})?$/u.test(collapsedText(element))) return false;
  const shown = around.childNodes.filter((node) => node !== element);
  const said = shown.map((node) =>
    isText(node) ? squeeze(node.value) : isElement(node) ? collapsedText(node) : '',
  );
  return /^\p{N}[\p{N}.,]*$/u.test(said.join('')) && !isSaidBehind(around);
};

/** Its unit may stand behind the number, in short. */
const isSaidBehind = (number: Element): boolean => {
  const nodes = number.parentNode?.childNodes ?? [];
  const at = nodes.indexOf(number);
  const next = nodes.slice(at + 1, at + mostBeside).find(isElement);
  return next !== undefined && /^\p{L}/u.test(collapsedText(next));
};

/** For what is told by an attribute. */
const advertisement: Meaning = { limit: short };

/** Most names mean nothing, which is seen at once. */
const anyRule = new RegExp(junkRules.map(({ words }) => words.source).join('|'));

/** The same names come back many times on a page, so what they mean is remembered. */
const createRuleFinder = (): ((element: Element) => readonly Meaning[]) => {
  const known = new Map<string, readonly Rule[]>();
  const named = (names: string): readonly Rule[] => {
    let found = known.get(names);
    if (found === undefined) {
      const words = wordsOf(withoutTopics(names).replace(hashes, ' '));
      found = anyRule.test(words) ? junkRules.filter((rule) => rule.words.test(words)) : [];
      known.set(names, found);
    }
    return found;
  };
  return (element) => {
    if (element.attrs.length === 0) return [];
    const id = attr(element, 'id');
    const classes = attr(element, 'class') ?? '';
    const names = id === undefined ? classes : `${id} ${classes}`;
    let rules = names === '' ? [] : named(names);
    if (rules.length > 0 && id !== undefined && telling(element) === '') rules = named(classes);
    return isAdvertised(element) ? [...rules, advertisement] : rules;
  };
};
