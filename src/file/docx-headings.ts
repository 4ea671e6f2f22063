import { readXml } from './office-xml.ts';

/** Which paragraph styles of a Word file are headings, and which hide their text. */

interface Style {
  name: string;
  base: string;
  /** 0 is the highest, 9 says that it is none. */
  outline: number | undefined;
}

const deepest = 6;

/**
 * The levels of the paragraph styles that stand for headings, by their ids: by the name that Word gave them, by their level in
 * the outline, or as the style that they are based on.
 */
export const headingLevels = (xml: string): ReadonlyMap<string, number> => {
  const styles = new Map<string, Style>();
  let style: Style | undefined;
  readXml(
    xml,
    (name, attributes) => {
      const value = attributes['w:val'] ?? '';
      if (name === 'style') {
        style = { name: '', base: '', outline: undefined };
        styles.set(attributes['w:styleId'] ?? '', style);
      } else if (style === undefined) return;
      else if (name === 'name') style.name = value;
      else if (name === 'basedOn') style.base = value;
      else if (name === 'outlineLvl') style.outline = Number(value);
    },
    undefined,
    (name) => {
      if (name === 'style') style = undefined;
    },
  );
  const levels = [...styles.keys()].map((id) => [id, levelOf(id, styles)] as const);
  return new Map(levels.filter((entry): entry is readonly [string, number] => entry[1] !== undefined));
};

/** The ids of styles whose text is not shown, such as those around forms that were pasted from pages. */
export const hiddenStyles = (xml: string): ReadonlySet<string> => {
  const hidden = new Set<string>();
  let id = '';
  readXml(xml, (name, attributes) => {
    if (name === 'style')
      id = /^(?:paragraph|character)$/.test(attributes['w:type'] ?? '')
        ? (attributes['w:styleId'] ?? '')
        : '';
    else if (name === 'vanish' && !/^(?:0|false|off)$/.test(attributes['w:val'] ?? '')) hidden.add(id);
  });
  hidden.delete('');
  return hidden;
};

/** Styles may be based on each other in a circle. */
const levelOf = (id: string, styles: ReadonlyMap<string, Style>, chain = 10): number | undefined => {
  const style = styles.get(id);
  if (style === undefined || chain === 0) return undefined;
  const level = /^heading ([1-9])$/i.exec(style.name)?.[1] ?? outlined(style);
  return level === undefined ? levelOf(style.base, styles, chain - 1) : headingOf(Number(level));
};

const outlined = ({ outline }: Style): number | undefined =>
  outline === undefined ? undefined : outline + 1;

const headingOf = (level: number): number | undefined =>
  level >= 1 && level <= 9 ? Math.min(level, deepest) : undefined;
