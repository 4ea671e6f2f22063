import { attr, childElements, collapsedText, type Element } from '../document/tree.ts';

/** Presentation MathML as TeX, for formulas that carry no source of their own: structure kept, spacing left to TeX. */
export const mathmlToTex = (element: Element): string => {
  const rule = Object.hasOwn(rules, element.tagName) ? rules[element.tagName] : undefined;
  const parts = childElements(element);
  if (rule !== undefined) return rule(parts.map(mathmlToTex), element);
  return parts.length === 0 ? collapsedText(element) : join(parts.map(mathmlToTex));
};

type Rule = (parts: readonly string[], element: Element) => string;

const at = (parts: readonly string[], index: number): string => parts[index] ?? '';
const join = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
const group = (tex: string): string => (tex.length === 1 ? tex : `{${tex}}`);

const accents: Readonly<Record<string, string>> = {
  '^': '\\hat',
  '¯': '\\bar',
  '‾': '\\overline',
  '~': '\\tilde',
  '˙': '\\dot',
  '→': '\\vec',
  '⃗': '\\vec',
};

const over: Rule = (parts) => {
  const accent = Object.hasOwn(accents, at(parts, 1)) ? accents[at(parts, 1)] : undefined;
  return accent === undefined ? `\\overset{${at(parts, 1)}}{${at(parts, 0)}}` : `${accent}{${at(parts, 0)}}`;
};

const script =
  (below: number | undefined, above: number | undefined): Rule =>
  (parts) =>
    group(at(parts, 0)) +
    (below === undefined ? '' : `_${group(at(parts, below))}`) +
    (above === undefined ? '' : `^${group(at(parts, above))}`);

const rules: Readonly<Record<string, Rule>> = {
  annotation: () => '',
  'annotation-xml': () => '',
  mfenced: (parts, element) =>
    `${attr(element, 'open') ?? '('}${parts.join(', ')}${attr(element, 'close') ?? ')'}`,
  mfrac: (parts) => `\\frac{${at(parts, 0)}}{${at(parts, 1)}}`,
  mover: over,
  mphantom: () => '',
  mroot: (parts) => `\\sqrt[${at(parts, 1)}]{${at(parts, 0)}}`,
  mspace: () => '',
  msqrt: (parts) => `\\sqrt{${join(parts)}}`,
  msub: script(1, undefined),
  msubsup: script(1, 2),
  msup: script(undefined, 1),
  mtable: (parts) => `\\begin{matrix} ${parts.join(' \\\\ ')} \\end{matrix}`,
  mtext: (_parts, element) => (collapsedText(element) === '' ? '' : `\\text{${collapsedText(element)}}`),
  mtr: (parts) => parts.join(' & '),
  munder: script(1, undefined),
  munderover: script(1, 2),
};
