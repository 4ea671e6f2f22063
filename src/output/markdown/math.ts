import {
  attr,
  type ChildNode,
  childElements,
  type Element,
  elements,
  isElement,
  isText,
  rawText,
  squeeze,
} from '../../document/tree/tree.ts';
import { mathmlToTex } from './mathml.ts';

/** Formulas in TeX, wherever a page carries their source. */

export interface Formula {
  readonly tex: string;
  /** Whether it stands on a line of its own. */
  readonly display: boolean;
}

/** Attributes in which typesetters keep what they were given: KaTeX, MathJax, MathLive, Temml. */
const sources = ['data-math', 'data-tex', 'data-latex', 'data-formula', 'data-entry'];

/** Whether the element carries a formula beside its drawing. */
const carriesFormula = (element: Element): boolean =>
  element.attrs.some(
    ({ name, value }) =>
      name.startsWith('data-') &&
      sources.includes(name) &&
      value.trim() !== '' &&
      (name !== 'data-entry' || /(?:^|[\s-])tex(?:$|[\s-])/.test(attr(element, 'class') ?? '')),
  );

/** Elements of mathematics typesetters, that hold the formula twice: as markup and as drawn. */
export const isTypeset = (element: Element): boolean =>
  element.tagName === 'mjx-container' ||
  carriesFormula(element) ||
  /(?:^|\s)(?:katex|katex-display|MathJax|MathJax_Display|mwe-math-element)(?:\s|$)/.test(
    attr(element, 'class') ?? '',
  );

/** Whether its name says that a formula has a line of its own. */
const standsAlone = (element: Element): boolean =>
  /display|(?:^|\s)math-block(?:\s|$)/i.test(attr(element, 'class') ?? '');

/** Whether an element is a formula for a line of its own. */
export const isDisplayMath = (element: Element): boolean =>
  element.attrs.length > 0 &&
  ((element.tagName === 'math' && attr(element, 'display') === 'block') ||
    /(?:^|\s)(?:katex-display|MathJax_Display|mwe-math-element-block)(?:\s|$)/.test(
      attr(element, 'class') ?? '',
    ) ||
    (element.tagName === 'script' && /mode=display/.test(attr(element, 'type') ?? '')) ||
    (element.tagName === 'mjx-container' && attr(element, 'display') === 'true') ||
    (carriesFormula(element) &&
      (element.tagName === 'div' || standsAlone(element) || holdsDisplay(element))));

const holdsDisplay = (element: Element): boolean =>
  childElements(element).some((child) => child.tagName === 'math' && attr(child, 'display') === 'block');

const isSource = (node: ChildNode): boolean =>
  isElement(node) &&
  node.tagName === 'script' &&
  (attr(node, 'type') ?? '').trim().toLowerCase().startsWith('math/tex');

const isDrawing = (node: ChildNode): boolean =>
  isElement(node) &&
  /(?:^|\s)MathJax(?:_Preview|_Display|_SVG|_SVG_Display|_CHTML)?(?:\s|$)/.test(attr(node, 'class') ?? '');

/** Without the drawings that MathJax 2 puts before the scripts that it read them from. */
export const withoutDrawings = (nodes: readonly ChildNode[]): readonly ChildNode[] => {
  if (!nodes.some(isSource)) return nodes;
  let isDrawn = false;
  return nodes
    .toReversed()
    .filter((node) => {
      if (isDrawn && isDrawing(node)) return false;
      isDrawn = isSource(node) || (isDrawn && isText(node) && node.value.trim() === '');
      return true;
    })
    .reverse();
};

/** Descriptions of pictures that are formulas: commands with what they are applied to. */
const texCommand = /^\\begin\{|\\[a-z]{2,}\s*(?:\{|\()/i;
/** Whether a picture's description is a formula. */
export const isFormula = (description: string): boolean => texCommand.test(description);

/** The TeX source that a formula carries: an annotation, `alttext`, a script, a picture's description. */
export const formula = (root: Element): Formula | undefined => {
  const inside = [root, ...elements(root)];
  const math = inside.find(({ tagName }) => tagName === 'math');
  const annotation = inside.find(
    (element) => element.tagName === 'annotation' && /tex/i.test(attr(element, 'encoding') ?? ''),
  );
  const script = inside.find(({ tagName }) => tagName === 'script');
  const picture = inside.find(({ tagName }) => tagName === 'img');
  const tex = [
    ...inside.slice(0, 3).flatMap((element) => sources.map((name) => attr(element, name))),
    annotation === undefined ? undefined : rawText(annotation),
    math === undefined ? undefined : (attr(math, 'alttext') ?? attr(math, 'data-latex')),
    script === undefined ? undefined : rawText(script),
    picture === undefined ? undefined : attr(picture, 'alt'),
    math === undefined ? undefined : mathmlToTex(math),
  ]
    .map((source) => squeeze(source ?? ''))
    .find((source) => source !== '');
  if (tex === undefined) return undefined;
  const display =
    (math !== undefined && attr(math, 'display') === 'block') ||
    standsAlone(root) ||
    (script !== undefined && /mode=display/.test(attr(script, 'type') ?? ''));
  return { tex: unwrap(tex), display };
};

/**
 * `{\displaystyle x}` → `x`, `$x$` → `x`. TeX goes into Markdown as it stands, so whatever could end as markup or a
 * link there is written otherwise.
 */
const unwrap = (tex: string): string =>
  tex
    .replace(/^\{\\(?:displaystyle|textstyle)\s*([\s\S]*)\}$/, '$1')
    .replace(/^\$+|\$+$/g, '')
    .replaceAll('<', '\\lt ')
    .replaceAll('](', '] (')
    .trim();

/** `\\(x\\)`, `\\[x\\]`, `$$x$$`, `$x$`: formulas that a script was to set, in a text; longer ones are none. */
const delimited =
  /\\\((.{1,1000}?)\\\)|\\\[([\s\S]{1,5000}?)\\\]|\$\$([^$]+)\$\$|\$(?=\S)([^$\n]*[^$\s])\$(?!\d)/g;
/** What money and variables of shells have not. */
const texSign = /\\[a-z]+|[_^]\{|[_^]\w/i;

/** The text in pieces, formulas by themselves; undefined if there are none. */
export const formulasIn = (value: string): (string | Formula)[] | undefined => {
  if (!value.includes('$') && !value.includes('\\')) return undefined;
  const pieces: (string | Formula)[] = [];
  let end = 0;
  for (const match of value.matchAll(delimited)) {
    const [whole, inline, display, block, dollars] = match;
    const tex = (inline ?? display ?? block ?? dollars ?? '').trim();
    const isMarked = inline !== undefined || display !== undefined;
    if (tex === '' || !(isMarked || texSign.test(tex))) continue;
    pieces.push(value.slice(end, match.index), {
      tex: unwrap(tex.replace(/\s+/g, ' ')),
      display: (display ?? block) !== undefined,
    });
    end = match.index + whole.length;
  }
  return end === 0 ? undefined : [...pieces, value.slice(end)];
};
