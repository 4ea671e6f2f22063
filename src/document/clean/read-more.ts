import {
  type ChildNode,
  childElements,
  collapsedText,
  type Element,
  firstNode,
  hasAttr,
  isElement,
  isText,
  parentElement,
  squeeze,
  walk,
} from '../tree/tree.ts';
import { asksNothing, isLabel, isProse, mostBeside } from './fold-parts.ts';

/** "Read more": the rest of a text or of a list is hidden until a reader asks for it. */
export interface ReadMore {
  /** What is pressed to read on. */
  readonly control: Element;
  /** The beginning of the text, cut off, that stands in its place until then. */
  readonly teaser: ChildNode | undefined;
}

/** As what is pressed to read on says it. */
const readsOn = new RegExp(
  `^(?:${[
    '(?:(?:read|show|see|view|load|expand)(?: the)? )?(?:more|all|rest|full)|(?:continue|keep) reading|expand',
    '(?:mehr|alle|weitere) ?(?:lesen|anzeigen|erfahren|laden)?|weiter ?lesen',
    '(?:lire|voir|afficher|en savoir|charger) (?:la suite|plus|tout)',
    '(?:leer|ver|mostrar|cargar|seguir) (?:más|leyendo|todo)',
    'leggi (?:tutto|di più|altro)|mostra (?:tutto|altro|di più)|(?:ler|leia|ver|mostrar|carregar) mais',
    '(?:lees|toon|laad) (?:meer|verder)|(?:läs|visa|les|vis|læs) mere?|(?:czytaj|pokaż|rozwiń) (?:więcej|dalej)',
    '(?:читать|показать) (?:далее|дальше|полностью|больше|ещё|еще|всё)|развернуть|devamını (?:oku|göster)',
    '続きを(?:読む|見る)|もっと(?:見る|読む)|더 ?보기|(?:展开|查看|阅读|閱讀)(?:全文|更多|全部)',
  ].join('|')})(?!\\p{L})`,
  'iu',
);

/** Elements from what is hidden out to the one that its control stands behind. */
const farthest = 3;

/** How a hidden element is read as the rest of what stands before it; undefined where nothing behind it says so. */
export const readMoreOf = (hidden: Element): ReadMore | undefined => {
  let inner = hidden;
  for (let step = 0; step < farthest; step++) {
    const around = parentElement(inner);
    if (around === undefined || around.childNodes.length > mostBeside) return undefined;
    const next = around.childNodes.slice(around.childNodes.indexOf(inner) + 1).find(isShown);
    if (next !== undefined) {
      const isRest = isElement(next) && isControl(next) && (isProse(hidden) || isOfRow(hidden));
      return isRest ? { control: next, teaser: teaserOf(hidden) } : undefined;
    }
    inner = around;
  }
  return undefined;
};

const isShown = (node: ChildNode): boolean =>
  isText(node) ? node.value.trim() !== '' : isElement(node) && !isConcealed(node) && saysWord(node);

const saysWord = (element: Element): boolean =>
  firstNode(element, (node) => isText(node) && node.value.trim() !== '') !== undefined;

const isConcealed = (element: Element): boolean =>
  hasAttr(element, 'data-gn-hidden') || hasAttr(element, 'hidden');

/** In characters. */
const longestControl = 40;
const controls = new Set('a button span'.split(' '));

const isControl = (element: Element): boolean => {
  const [only, ...others] = childElements(element);
  const isHolder = !controls.has(element.tagName) && others.length === 0;
  const control = isHolder ? only : element;
  return (
    control !== undefined &&
    controls.has(control.tagName) &&
    isLabel(control, longestControl) &&
    readsOn.test(collapsedText(control))
  );
};

const entries = new Set('li div article section tr'.split(' '));
const fewestShown = 2;

/** An entry like those that are shown before it. */
const isOfRow = (hidden: Element): boolean => {
  if (!entries.has(hidden.tagName) || !asksNothing(hidden)) return false;
  const beside = parentElement(hidden)?.childNodes.filter(isElement) ?? [];
  const before = beside.slice(0, beside.indexOf(hidden));
  return (
    before.every(({ tagName }) => tagName === hidden.tagName) && before.filter(isShown).length >= fewestShown
  );
};

/** In characters: fewer may begin any text. */
const shortest = 30;

/** What stands right before it and says the same, up to where it is cut off. */
const teaserOf = (hidden: Element): ChildNode | undefined => {
  const beside = parentElement(hidden)?.childNodes ?? [];
  const before = beside.slice(0, beside.indexOf(hidden)).findLast(isShown);
  if (before === undefined) return undefined;
  const words = (isText(before) ? before.value : isElement(before) ? collapsedText(before) : '')
    .trim()
    .replace(/\s*(?:…|\.{3})$/, '');
  return words.length >= shortest && startOf(hidden, words.length).startsWith(words) ? before : undefined;
};

/** The text that an element begins with: so many characters at least, where there are as many. */
const startOf = (element: Element, length: number): string => {
  const parts: string[] = [];
  let left = length;
  walk(element, (node) => {
    if (isText(node) && left > 0) {
      parts.push(node.value);
      left -= squeeze(node.value).length;
    }
    return left > 0;
  });
  return squeeze(parts.join(''));
};
