import type { Unzipped } from 'fflate';
import { equationsToText } from './equation.ts';
import { readTargets, readXml } from './office-xml.ts';

/** What is changed in WordprocessingML (ECMA-376, part 1) for a reader that knows part of it. */

/** Text that its author has hidden: a run whose properties say so. */
const hiddenRun =
  /<w:r(?:\s[^>]*)?>\s*<w:rPr>(?:(?!<\/?w:rPr>)[\s\S])*<w:vanish(?:\s+w:val="(?:1|true|on)")?\s*\/>(?:(?!<w:r[\s>])[\s\S])*?<\/w:r>/g;

/** Fields in their short form, which the reader leaves out with what they show, in the long one (17.16). */
const withLongFields = (xml: string): string => {
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  return xml
    .replace(/<w:fldSimple\b[^<>]*\/>/g, '')
    .replace(
      /<w:fldSimple\b[^<>]*?\bw:instr=(?:"([^"<]*)"|'([^'<]*)')[^<>]*>/g,
      (_, one = '', other = '') => {
        const code = `<w:r><w:instrText xml:space="preserve">${one}${other}</w:instrText></w:r>`;
        return mark('begin') + code + mark('separate');
      },
    )
    .replaceAll('</w:fldSimple>', mark('end'));
};

/** What is read aloud for a word is not part of it. */
const withoutReadings = (xml: string): string =>
  xml
    .replace(/<w:rt>[\s\S]*?<\/w:rt>/g, '')
    .replace(/<w:rubyPr>[\s\S]*?<\/w:rubyPr>/g, '')
    .replace(/<\/?w:ruby(?:Base)?>/g, '');

/** An element that is open, as far as it is read. */
interface Open {
  readonly name: string;
  text: string;
  /** The text boxes in it. */
  boxes: string;
  choice: string | undefined;
  fallback: string;
}

const opened = (name: string): Open => ({ name, text: '', boxes: '', choice: undefined, fallback: '' });

/**
 * Text boxes in the older form, which is the one that the reader knows; and those that stand in both forms, once: their items
 * would be counted twice.
 */
const withOldBoxes = (xml: string): string => {
  const open = [opened('')];
  let copied = 0;
  for (const { 0: tag, 1: slash, 2: name = '', index } of xml.matchAll(
    /<(\/?)(mc:AlternateContent|mc:Choice|mc:Fallback|w:drawing|w:txbxContent)(?:\s[^<>]*)?>/g,
  )) {
    const element = open.at(-1);
    // What is not well-formed is for the reader to refuse.
    if (element === undefined || (slash !== '' && element.name !== name)) return xml;
    element.text += xml.slice(copied, index);
    copied = index + tag.length;
    if (tag.endsWith('/>')) continue;
    if (slash === '') open.push(opened(name));
    else {
      open.pop();
      const around = open.at(-1);
      if (around !== undefined) close(element, around);
    }
  }
  return open.length > 1 ? xml : `${open[0]?.text}${xml.slice(copied)}`;
};

const close = ({ name, text, boxes, choice, fallback }: Open, around: Open): void => {
  if (name === 'mc:Choice') {
    around.choice ??= text;
    around.boxes += boxes;
  } else if (name === 'mc:Fallback') around.fallback = text;
  else if (name === 'w:drawing')
    around.text += boxes === '' ? `<w:drawing>${text}</w:drawing>` : `<w:pict>${boxes}</w:pict>`;
  else if (name === 'w:txbxContent') {
    const box = `<w:txbxContent>${text}</w:txbxContent>`;
    around.text += box;
    around.boxes += box;
  } else {
    around.text += choice?.includes('<w:txbxContent>') ? choice : fallback;
    around.boxes += boxes;
  }
};

/** The changes, each for parts that hold a sign. */
const rewrites: Readonly<Record<string, (xml: string) => string>> = {
  '<w:vanish': (xml) => xml.replace(hiddenRun, ''),
  '<m:oMath': equationsToText,
  '<w:fldSimple': withLongFields,
  '<w:ruby': withoutReadings,
  '<w:txbxContent': withOldBoxes,
  // Text of another direction than what is around it, which the reader would leave out (17.3.2.3, 17.3.2.8).
  '<w:dir': (xml) => xml.replace(/<\/?w:dir(?:\s[^<>]*)?>/g, ''),
  '<w:bdo': (xml) => xml.replace(/<\/?w:bdo(?:\s[^<>]*)?>/g, ''),
  '<w:ptab': (xml) => xml.replace(/<w:ptab(?:\s[^<>]*)?\/>/g, '<w:tab/>'),
  '<w:cr': (xml) => xml.replace(/<w:cr\s*\/>/g, '<w:br/>'),
  // Between rows and cells they would keep the reader from merging those.
  '<w:bookmarkStart': (xml) =>
    xml.replace(
      /(<\/w:(?:tblGrid|trPr|tr|tc)>|<w:tr(?:\s[^<>]*)?>)(?:\s*<w:bookmark(?:Start|End)\s[^<>]*\/>)+/g,
      '$1',
    ),
};

export const rewritten = (entry: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
  const xml = Buffer.from(entry.buffer, entry.byteOffset, entry.byteLength);
  const changes = Object.keys(rewrites).filter((sign) => xml.includes(sign));
  return changes.length === 0
    ? entry
    : Buffer.from(changes.reduce((text, sign) => rewrites[sign]?.(text) ?? text, xml.toString()));
};

/** The text of a part; empty for one that is not there. */
export const textOf = (entry: Uint8Array | undefined): string => new TextDecoder().decode(entry);

/**
 * The entries without what leads nowhere: pictures, links and notes that the file does not hold. Word shows the rest of such a
 * document, the reader none of it.
 */
export const withoutDangling = (entries: Unzipped): Unzipped => {
  const notes = new Set<string>();
  for (const [name, entry] of Object.entries(entries))
    if (/notes\d*\.xml$/.test(name))
      readXml(textOf(entry), (kind, attributes) => notes.add(`${kind} ${attributes['w:id']}`));
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => {
      const part = /^word\/([^/]+\.xml)$/.exec(name)?.[1];
      if (part === undefined) return [name, entry];
      const targets = readTargets(textOf(entries[`word/_rels/${part}.rels`]));
      const xml = textOf(entry);
      const kept = xml
        .replace(/\sr:(?:id|embed|link)="([^"<]*)"/g, (said, id: string) => (targets.has(id) ? said : ''))
        .replace(
          /<w:(footnote|endnote)Reference\s[^<>]*?w:id="([^"<]*)"[^<>]*>/g,
          (said, kind: string, id: string) => (notes.has(`${kind} ${id}`) ? said : ''),
        );
      return [name, kept === xml ? entry : Buffer.from(kept)];
    }),
  );
};
