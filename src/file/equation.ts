import { DomUtils, parseDocument } from 'htmlparser2';

/** Equations of Word (ECMA-376, part 1, 22.1) as TeX. */

type Node = ReturnType<typeof DomUtils.getChildren>[number];
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Around an equation in a text, for what reads the document knows none: characters that stand for nothing. */
const marks = { inline: '\ue000', alone: '\ue001', end: '\ue002' } as const;

/** WordprocessingML with its equations as marked text. */
export const equationsToText = (xml: string): string => {
  const parts: string[] = [];
  let copied = 0;
  let begun: number | undefined;
  let mark: string = marks.inline;
  for (const { 0: tag, 1: slash, 2: para, index } of xml.matchAll(/<(\/?)m:oMath(Para)?(?:\s[^<>]*)?>/g)) {
    if (begun === undefined) parts.push(xml.slice(copied, index));
    else parts.push(marked(texIn(xml.slice(begun, index)), mark));
    copied = index + tag.length;
    begun = para === undefined && slash === '' && !tag.endsWith('/>') ? copied : undefined;
    if (para !== undefined) mark = slash === '' ? marks.alone : marks.inline;
  }
  return [...parts, xml.slice(copied)].join('');
};

const marked = (tex: string, mark: string): string =>
  tex === ''
    ? ''
    : `<w:r><w:t xml:space="preserve">${mark}${tex.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}${marks.end}</w:t></w:r>`;

/** HTML whose marked text is formulas. */
export const textToEquations = (html: string): string =>
  html.replace(/([\ue000\ue001])([^\ue000-\ue002]*)\ue002/g, (_, mark: string, tex: string) => {
    const display = mark === marks.alone ? ' display="block"' : '';
    return `<math${display} alttext="${tex.replaceAll('"', '&quot;')}"><mtext>${tex}</mtext></math>`;
  });

const texIn = (omml: string): string =>
  texOf(DomUtils.getChildren(parseDocument(omml, { xmlMode: true }))).trim();

const isTag = (node: Node): node is Element => 'attribs' in node;

const texOf = (nodes: readonly Node[]): string =>
  nodes
    .filter(isTag)
    .map((element) => {
      if (element.name === 'm:t') return textOf(DomUtils.textContent(element));
      return rules[element.name]?.(partsOf(element)) ?? texOf(DomUtils.getChildren(element));
    })
    .join('');

const functions =
  /^(?:arg|cos|cosh|cot|det|dim|exp|gcd|inf|ker|lim|ln|log|max|min|sec|sin|sinh|sup|tan|tanh)$/;

const textOf = (text: string): string =>
  functions.test(text.trim())
    ? `\\${text.trim()} `
    : text.replaceAll('\\', '\\backslash ').replaceAll(/[#$%&_{}]/g, '\\$&');

/** An element's arguments by name, and its properties. */
interface Parts {
  readonly one: (name: string) => string;
  readonly all: (name: string) => string[];
  /** Arguments of the rows of a matrix. */
  readonly rows: readonly string[][];
  /** `m:val` of a property; undefined where it is not given. */
  readonly property: (name: string) => string | undefined;
}

const partsOf = (element: Element): Parts => {
  const children = DomUtils.getChildren(element).filter(isTag);
  const argumentsIn = (nodes: readonly Element[], name: string) =>
    nodes.filter((child) => child.name === `m:${name}`).map((child) => texOf(DomUtils.getChildren(child)));
  const properties = children
    .filter((child) => child.name.endsWith('Pr'))
    .flatMap((child) => DomUtils.getChildren(child).filter(isTag));
  return {
    one: (name) => argumentsIn(children, name).join(''),
    all: (name) => argumentsIn(children, name),
    rows: children
      .filter((child) => child.name === 'm:mr')
      .map((row) => argumentsIn(DomUtils.getChildren(row).filter(isTag), 'e')),
    property: (name) => {
      const found = properties.find((child) => child.name === `m:${name}`);
      return found && (found.attribs['m:val'] ?? '');
    },
  };
};

/** What a mark above or below is put on. */
const base = (tex: string): string => (tex.length === 1 ? tex : `{${tex}}`);
const above = (tex: string): string => (tex === '' ? '' : `^{${tex}}`);
const below = (tex: string): string => (tex === '' ? '' : `_{${tex}}`);
const grid = (rows: readonly (readonly string[])[]): string =>
  `\\begin{matrix}${rows.map((row) => row.join(' & ')).join(' \\\\ ')}\\end{matrix}`;

const accents: Readonly<Record<string, string>> = {
  '\u0300': 'grave',
  '\u0301': 'acute',
  '\u0302': 'hat',
  '\u0303': 'tilde',
  '\u0304': 'bar',
  '\u0305': 'overline',
  '\u0306': 'breve',
  '\u0307': 'dot',
  '\u0308': 'ddot',
  '\u030c': 'check',
  '\u20d7': 'vec',
};

/** What is not among them reads as what it holds. */
const rules: Readonly<Record<string, (parts: Parts) => string>> = {
  'm:sSup': ({ one }) => base(one('e')) + above(one('sup')),
  'm:sSub': ({ one }) => base(one('e')) + below(one('sub')),
  'm:sSubSup': ({ one }) => base(one('e')) + below(one('sub')) + above(one('sup')),
  'm:sPre': ({ one }) => `{}${below(one('sub'))}${above(one('sup'))}${one('e')}`,
  'm:f': ({ one, property }) =>
    property('type') === 'noBar'
      ? `{${one('num')} \\atop ${one('den')}}`
      : `\\frac{${one('num')}}{${one('den')}}`,
  'm:rad': ({ one }) => {
    const degree = one('deg');
    return `\\sqrt${degree === '' ? '' : `[${degree}]`}{${one('e')}}`;
  },
  'm:nary': ({ one, property }) =>
    `${property('chr') ?? '∫'}${below(one('sub'))}${above(one('sup'))} ${one('e')}`,
  'm:d': ({ all, property }) => {
    const [begin, between, end] = [
      property('begChr') ?? '(',
      property('sepChr') ?? '|',
      property('endChr') ?? ')',
    ];
    return textOf(begin) + all('e').join(textOf(between)) + textOf(end);
  },
  'm:m': ({ rows }) => grid(rows),
  'm:eqArr': ({ all }) => grid(all('e').map((line) => [line])),
  'm:limLow': ({ one }) => base(one('e').trim()) + below(one('lim')),
  'm:limUpp': ({ one }) => base(one('e').trim()) + above(one('lim')),
  'm:acc': ({ one, property }) => {
    const mark = property('chr') ?? '\u0302';
    const accent = accents[mark];
    return accent === undefined ? one('e') + mark : `\\${accent}{${one('e')}}`;
  },
  'm:bar': ({ one, property }) => `\\${property('pos') === 'top' ? 'over' : 'under'}line{${one('e')}}`,
};
