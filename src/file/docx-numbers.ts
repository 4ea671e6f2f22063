import { escapeHtml } from '../document/tree/escape.ts';
import { romanOf } from '../document/tree/roman.ts';
import { readXml } from './office-xml.ts';

/**
 * Numbers that Word computes (ECMA-376, part 1, 17.9): the reader of the file knows that a paragraph is an item, not which. A list
 * goes on where another paragraph stands between its items; headings and clauses (`2.1`, `Article 3`) are called by their numbers.
 */

/** As many levels has a list. */
const deepest = 9;

interface Level {
  start: number;
  format: string;
  /** `%1.%2` */
  text: string;
  /** Whether letters and Roman numbers of the levels above are shown as figures: `Article II`, but `Section 2.1`. */
  inFigures: boolean;
}

interface List {
  kind: string;
  /** Where its levels begin anew, by level. */
  readonly starts: Map<number, number>;
}

interface Numbered {
  list: string;
  level: number;
}

interface Style extends Numbered {
  base: string;
}

interface Numbering {
  readonly levels: ReadonlyMap<string, readonly Level[]>;
  readonly lists: ReadonlyMap<string, List>;
  readonly styles: ReadonlyMap<string, Style>;
}

const readNumbering = (numbering: string, stylesXml: string): Numbering => {
  const levels = new Map<string, Level[]>();
  const lists = new Map<string, List>();
  const styles = new Map<string, Style>();
  let kind: Level[] = [];
  let level: Level | undefined;
  let list: List = { kind: '', starts: new Map() };
  let place = 0;
  readXml(numbering, (name, attributes) => {
    const value = attributes['w:val'] ?? '';
    if (name === 'abstractNum') {
      kind = [];
      levels.set(attributes['w:abstractNumId'] ?? '', kind);
    } else if (name === 'num') {
      list = { kind: '', starts: new Map() };
      lists.set(attributes['w:numId'] ?? '', list);
    } else if (name === 'abstractNumId') list.kind = value;
    else if (name === 'lvlOverride') place = Number(attributes['w:ilvl']);
    else if (name === 'startOverride') list.starts.set(place, Number(value));
    else if (name === 'lvl') {
      const depth = Number(attributes['w:ilvl'] ?? 0);
      level = { start: 1, format: 'decimal', text: `%${depth + 1}.`, inFigures: false };
      // Levels of a list of its own repeat those of its kind.
      if (lists.size === 0 && depth >= 0 && depth < deepest) kind[depth] = level;
    } else if (level === undefined) return;
    else if (name === 'start') level.start = Number(value);
    else if (name === 'numFmt') level.format = value;
    else if (name === 'lvlText') level.text = value;
    else if (name === 'isLgl') level.inFigures = !/^(?:0|false|off)$/.test(value);
  });
  let style: Style | undefined;
  readXml(stylesXml, (name, attributes) => {
    const value = attributes['w:val'] ?? '';
    if (name === 'style') {
      style = { base: '', list: '', level: 0 };
      styles.set(attributes['w:styleId'] ?? '', style);
    } else if (style === undefined) return;
    else if (name === 'basedOn') style.base = value;
    else if (name === 'numId') style.list = value;
    else if (name === 'ilvl') style.level = Number(value);
  });
  return { levels, lists, styles };
};

const valueIn = (properties: string, name: string): string | undefined =>
  new RegExp(`<w:${name}\\s+w:val=["']([^"']*)["']`).exec(properties)?.[1];

/** Of which list a paragraph is an item: as it says, else as its style does, or one that this is based on. */
const itemOf = (properties: string, { styles }: Numbering): Numbered | undefined => {
  let style = styles.get(valueIn(properties, 'pStyle') ?? '');
  // Styles may be based on each other in a circle.
  for (let chain = 10; style !== undefined && style.list === '' && chain > 0; chain--)
    style = styles.get(style.base);
  const list = valueIn(properties, 'numId') ?? style?.list ?? '';
  const level = Number(valueIn(properties, 'ilvl') ?? style?.level ?? 0);
  return list === '' || !(level >= 0 && level < deepest) ? undefined : { list, level };
};

/** After z comes aa, then bb. */
const letterOf = (number: number): string =>
  String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.min(Math.ceil(number / 26), 20));

const formats: Readonly<Record<string, (number: number) => string>> = {
  lowerLetter: letterOf,
  upperLetter: (number) => letterOf(number).toUpperCase(),
  lowerRoman: romanOf,
  upperRoman: (number) => romanOf(number).toUpperCase(),
  decimalZero: (number) => String(number).padStart(2, '0'),
  none: () => '',
};

/** Kinds of lists that are those of a style of lists, `w:numStyleLink`, as the kinds that the style has its levels in. */
export const withoutStyleLinks = (numbering: string): string => {
  const owners = new Map<string, string>();
  const links = new Map<string, string>();
  let kind = '';
  readXml(numbering, (name, attributes) => {
    if (name === 'abstractNum') kind = attributes['w:abstractNumId'] ?? '';
    else if (name === 'styleLink') owners.set(attributes['w:val'] ?? '', kind);
    else if (name === 'numStyleLink') links.set(kind, attributes['w:val'] ?? '');
  });
  return numbering
    .replace(/<w:numStyleLink\b[^<>]*>/g, '')
    .replace(
      /(<w:abstractNumId\s+w:val=["'])([^"']*)/g,
      (_, tag: string, own: string) => tag + (owners.get(links.get(own) ?? '') ?? own),
    );
};

/** Private signs around the number of an item, on its way through the reader. */
const mark = (number: number): string => `\ue010${number}\ue011`;
const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
/** Of no list. */
const unnumbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr>';
/** What a list of HTML can say. */
const plainLabel = /^\(?%\d[.):]?$/;
const properties = /<w:pPr>([\s\S]*?)<\/w:pPr>/g;

/** @param isHeading tells of a style whether it is that of headings. */
export const withNumbers = (
  xml: string,
  numberingXml: string,
  stylesXml: string,
  isHeading: (style: string) => boolean,
): string => {
  const numbering = readNumbering(numberingXml, stylesXml);
  const counts = new Map<string, number[]>();
  const begun = new Set<string>();
  /** Of each level, whether its last item is a heading or a clause: what is within that is no list, either. */
  const clauses = new Map<string, boolean[]>();
  const next = ({ list, level }: Numbered, { kind, starts }: List, levels: readonly Level[]): number[] => {
    const held = counts.get(kind) ?? [];
    const isFirst = !begun.has(list);
    begun.add(list);
    const numbers = Array.from({ length: level + 1 }, (_, place) => {
      const anew = isFirst ? starts.get(place) : undefined;
      const before = anew === undefined ? held[place] : undefined;
      const first = anew ?? levels[place]?.start ?? 1;
      return place < level ? (before ?? first) : before === undefined ? first : before + 1;
    });
    counts.set(kind, numbers);
    return numbers;
  };
  const current = xml.replace(/<w:pPrChange\b[\s\S]*?<\/w:pPrChange>/g, '');
  return current.replace(properties, (whole, said: string, at: number) => {
    const item = itemOf(said, numbering);
    const list = item && numbering.lists.get(item.list);
    const levels = list && numbering.levels.get(list.kind);
    const own = item && levels?.[item.level];
    const end = current.indexOf('</w:p>', at);
    const isEmpty = !current.slice(at, end).includes('<w:t');
    if (!item || !list || !levels || !own || own.format === 'bullet' || isEmpty) return whole;
    const numbers = next(item, list, levels);
    const above = clauses.get(list.kind)?.slice(0, item.level) ?? [];
    const isClause =
      isHeading(valueIn(said, 'pStyle') ?? '') || !plainLabel.test(own.text) || above.at(-1) === true;
    clauses.set(list.kind, [...above, isClause]);
    if (!isClause) return whole + run(mark(numbers.at(-1) ?? 1));
    const label = own.text.replace(/%([1-9])/g, (_, place: string) => {
      const number = numbers[Number(place) - 1] ?? 1;
      const format = levels[Number(place) - 1]?.format ?? '';
      return own.inFigures && /letter|roman/i.test(format)
        ? String(number)
        : (formats[format] ?? String)(number);
    });
    if (label.trim() === '') return whole;
    const others = said.replace(/<w:numPr>[\s\S]*?<\/w:numPr>/g, '');
    return `<w:pPr>${others}${unnumbered}</w:pPr>${run(`${escapeHtml(label.trim())} `)}`;
  });
};

/** Items that do not follow the one before them by number have their own. */
export const withValues = (html: string): string => {
  const last: number[] = [];
  return html
    .replace(
      /<(\/?)ol>|<li>((?:<(?!ol|ul|li)[a-z]+>)*)\ue010(\d+)\ue011/g,
      (tag, slash: string | undefined, inside: string, number: string) => {
        if (slash !== undefined) {
          if (slash === '') last.push(0);
          else last.pop();
          return tag;
        }
        const follows = Number(number) === (last.pop() ?? 0) + 1;
        last.push(Number(number));
        return `<li${follows ? '' : ` value="${number}"`}>${inside}`;
      },
    )
    .replace(/\ue010\d+\ue011/g, '');
};
