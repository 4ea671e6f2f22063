import { escapeHtml } from '../document/escape.ts';
import type { Block } from './pdf-blocks.ts';
import type { PdfLine } from './pdf-lines.ts';

/** Blocks as HTML; items that follow one another become a list, by numbers where they have such. */
export const htmlOf = (blocks: readonly Block[]): string => {
  const parts: string[] = [];
  let list = '';
  let next: number | undefined;
  const openList = (name: string, number?: number) => {
    if (name === list && number === next) return;
    if (list !== '') parts.push(`</${list}>`);
    if (name !== '') parts.push(number === undefined ? `<${name}>` : `<${name} start="${number}">`);
    list = name;
  };
  for (const block of blocks) {
    const number = block.kind === 'item' ? block.number : undefined;
    openList(block.kind !== 'item' ? '' : number === undefined ? 'ul' : 'ol', number);
    parts.push(blockHtml(block));
    next = number === undefined ? undefined : number + 1;
  }
  openList('');
  return parts.join('');
};

const blockHtml = (block: Block): string => {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${inline(block.lines)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${inline(block.lines)}</p>`;
    case 'item':
      return `<li>${inline(block.lines, /^\S+\s+/)}</li>`;
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
  const parts: { text: string; link: string | undefined }[] = [];
  for (const [index, { runs }] of lines.entries())
    for (const [place, run] of runs.entries()) {
      const last = parts.at(-1);
      let text = run.text;
      if (index === 0 && place === 0 && without !== undefined) text = text.trimStart().replace(without, '');
      if (place === 0 && last !== undefined) {
        if (/\p{Ll}[-\u00AD]$/u.test(last.text) && /^\p{Ll}/u.test(text)) last.text = last.text.slice(0, -1);
        else text = ` ${text}`;
      }
      if (last !== undefined && last.link === run.link) last.text += text;
      else parts.push({ text, link: run.link });
    }
  return parts
    .map(({ text, link }) =>
      link === undefined ? escapeHtml(text) : `<a href="${escapeHtml(link)}">${escapeHtml(text)}</a>`,
    )
    .join('');
};
