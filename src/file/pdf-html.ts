import { escapeHtml } from '../document/tree/escape.ts';
import type { Block } from './pdf-blocks.ts';
import type { PdfLine, Run } from './pdf-lines.ts';

/** Blocks of a PDF as HTML. */

/** A list that may go on. */
interface OpenList {
  readonly name: 'ol' | 'ul';
  /** Where its last item begins. */
  at: PdfLine;
  /** What the next item is numbered. */
  next: number | undefined;
}

/** In sizes of the letters: farther to the right is within the item before. */
const indent = 0.8;

/** Blocks as HTML; items that follow one another become a list, by their numbers and by where they begin. */
export const htmlOf = (blocks: readonly Block[]): string => {
  const parts: string[] = [];
  const lists: OpenList[] = [];
  const close = (): void => {
    const list = lists.pop();
    if (list !== undefined) parts.push(`</li></${list.name}>`);
  };
  for (const block of blocks) {
    if (block.kind !== 'item') {
      while (lists.length > 0) close();
      parts.push(blockHtml(block));
      continue;
    }
    const { number, lines } = block;
    const [at] = lines;
    if (at === undefined) continue;
    const name = number === undefined ? 'ul' : 'ol';
    const goesOn = (list: OpenList) => list.name === name && list.next === number;
    const next = number === undefined ? undefined : number + 1;
    const isOver = (list: OpenList) =>
      sameColumn(list.at, at) ? at.left < list.at.left - indent * at.size : !goesOn(list);
    for (let list = lists.at(-1); list !== undefined && isOver(list); list = lists.at(-1)) close();
    const last = lists.at(-1);
    const isWithin =
      last !== undefined && sameColumn(last.at, at) && at.left > last.at.left + indent * at.size;
    if (last !== undefined && !isWithin && goesOn(last)) {
      parts.push('</li>');
      Object.assign(last, { at, next });
    } else {
      if (!isWithin) close();
      lists.push({ name, at, next });
      parts.push(number === undefined ? '<ul>' : `<ol start="${number}">`);
    }
    parts.push(blockHtml(block));
  }
  while (lists.length > 0) close();
  return parts.join('');
};

const sameColumn = (one: PdfLine, other: PdfLine): boolean =>
  one.page === other.page && one.column === other.column;

const blockHtml = (block: Block): string => {
  switch (block.kind) {
    // Its list ends it: there may be another within.
    case 'item':
      return `<li>${inline(block.lines, /^\S+\s+/)}`;
    case 'rule':
      return '<hr>';
    case 'heading':
      return `<h${block.level}>${inline(block.lines)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${inline(block.lines)}</p>`;
    case 'table': {
      const [names, ...rows] = block.rows;
      const row = (cells: (typeof block.rows)[number], tag: string) =>
        `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`;
      return `<table><thead>${names === undefined ? '' : row(names, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
    }
  }
};

/** Lines as one text: words that a line break has parted become whole. @param without what the first begins with. */
const inline = (lines: readonly PdfLine[], without?: RegExp): string => {
  const parts: Run[] = [];
  for (const [index, { runs }] of lines.entries())
    for (const [place, run] of runs.entries()) {
      const last = parts.at(-1);
      let text = run.text;
      if (index === 0 && place === 0 && without !== undefined) text = text.trimStart().replace(without, '');
      if (place === 0 && last !== undefined) {
        if (/\p{Ll}[-\u00AD\u2010]$/u.test(last.text) && /^\p{Ll}/u.test(text))
          last.text = last.text.slice(0, -1);
        else text = `\n${text}`;
      }
      if (last !== undefined && last.link === run.link && last.script === run.script) last.text += text;
      else parts.push({ ...run, text });
    }
  return parts
    .map(({ text, link, script }) => {
      const shown = script === undefined ? escapeHtml(text) : `<${script}>${escapeHtml(text)}</${script}>`;
      return link === undefined ? shown : `<a href="${escapeHtml(link)}">${shown}</a>`;
    })
    .join('');
};
