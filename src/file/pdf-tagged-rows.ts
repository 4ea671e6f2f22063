import { piecesIn, type TaggedContent, type TagNode } from './pdf-tagged-content.ts';

/** Rows of tables from which their writer left empty cells out, as browsers do: where the others stand tells their columns. */

/** The cells of rows with fewer than others of their table, undefined for one that is not there. */
export type Places = ReadonlyMap<TagNode, readonly (TagNode | undefined)[]>;

interface Extent {
  readonly left: number;
  readonly right: number;
}

export const placesOf = (root: TagNode, content: TaggedContent): Places => {
  const places = new Map<TagNode, readonly (TagNode | undefined)[]>();
  const open: TagNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.role === 'Table') placeRows(rowsIn(node), content, places);
    for (const child of nodesOf(node)) open.push(child);
  }
  return places;
};

const nodesOf = ({ children }: TagNode): TagNode[] => children.filter((child) => 'role' in child);

const rowsIn = (table: TagNode): TagNode[] =>
  nodesOf(table)
    .flatMap((node) => (node.role === 'TR' ? [node] : nodesOf(node)))
    .filter(({ role }) => role === 'TR');

const placeRows = (
  rows: readonly TagNode[],
  content: TaggedContent,
  places: Map<TagNode, readonly (TagNode | undefined)[]>,
): void => {
  const width = rows.reduce((most, row) => Math.max(most, nodesOf(row).length), 0);
  const full = rows.filter((row) => nodesOf(row).length === width);
  if (full.length === rows.length) return;
  const columns = Array.from({ length: width }, (_, index) =>
    union(full.flatMap((row) => extentOf(nodesOf(row)[index], content) ?? [])),
  );
  for (const row of rows) {
    const cells = nodesOf(row);
    const found = cells.map((cell) => nearest(columns, extentOf(cell, content)));
    const isSure = found.every((place, index) => place > (found[index - 1] ?? -1));
    if (cells.length < width && isSure)
      places.set(
        row,
        columns.map((_, place) => cells[found.indexOf(place)]),
      );
  }
};

const extentOf = (cell: TagNode | undefined, content: TaggedContent): Extent | undefined => {
  const pieces = cell === undefined ? [] : piecesIn(cell, content);
  return union(pieces.map(({ x, width }) => ({ left: x, right: x + width })));
};

const union = (extents: readonly Extent[]): Extent | undefined =>
  extents.reduce<Extent | undefined>(
    (all, { left, right }) => ({
      left: Math.min(all?.left ?? left, left),
      right: Math.max(all?.right ?? right, right),
    }),
    undefined,
  );

/** The column that begins or ends nearest to where a text does; -1 for no text. */
const nearest = (columns: readonly (Extent | undefined)[], text: Extent | undefined): number => {
  if (text === undefined) return -1;
  const distances = columns.map((column) =>
    column === undefined
      ? Number.POSITIVE_INFINITY
      : Math.min(Math.abs(column.left - text.left), Math.abs(column.right - text.right)),
  );
  return distances.indexOf(Math.min(...distances));
};
