import type { List, ListItem } from 'mdast';
import { listRows } from '../../document/roles/table-rows.ts';
import { readGrid } from '../../document/roles/tables.ts';
import type { Element } from '../../document/tree/tree.ts';
import type { Flow, Place, Write } from './blocks.ts';

/**
 * A table without data that arranges a numbered list, as news sites of old do. The rows below a numbered one are of its entry, up to
 * one that shows nothing. Undefined for others.
 */
export const rankedList = (table: Element, place: Place, write: Write): Flow[] | undefined => {
  const rows = listRows(readGrid(table).rows);
  if (rows === undefined || !rows.some(({ rank }) => rank !== undefined)) return undefined;
  const blocks: Flow[] = [];
  let list: List | undefined;
  let open: ListItem | undefined;
  for (const { rank, cell } of rows) {
    if (rank !== undefined) {
      const item: ListItem = { type: 'listItem', spread: true, children: [] };
      if (list === undefined || rank !== (list.start ?? 1) + list.children.length) {
        list = { type: 'list', ordered: true, start: rank, spread: false, children: [] };
        blocks.push(list);
      }
      list.children.push(item);
      open = item;
    } else if (cell === undefined) open = undefined;
    else if (open === undefined) list = undefined;
    if (cell === undefined) continue;
    const written = write(cell.childNodes, open === undefined ? place : { ...place, depth: place.depth + 1 });
    for (const block of written) (open?.children ?? blocks).push(block);
  }
  return blocks;
};
