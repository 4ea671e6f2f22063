import type { PhrasingContent } from 'mdast';
import { ownElements } from '../../document/roles/tables.ts';
import { childElements, type Element, firstElement } from '../../document/tree/tree.ts';
import { classWords } from '../../document/tree/words.ts';

/** The number of an equation, as it stands beside it. */
const number = /^\s*\(([\p{L}\p{N}.′'*–-]{1,12})\)\s*$/u;
/** TeX that has its number, or where none may follow. */
const isNumbered = /\\tag\b|\\begin\{(?:align|gather|equation|eqnarray|multline|flalign)/;
const delimited = /^(\$\$?)([\s\S]+)\1$/;

/** A formula for a line of its own and nothing but its number beside it: one formula with its number. */
export const withEquationNumber = (nodes: PhrasingContent[]): PhrasingContent[] => {
  if (nodes.length !== 2) return nodes;
  const formula = nodes.find(({ type }) => type === 'html');
  const label = nodes.find(({ type }) => type === 'text');
  if (formula?.type !== 'html' || label?.type !== 'text') return nodes;
  const [, sign, tex = ''] = delimited.exec(formula.value) ?? [];
  const [, said] = number.exec(label.value) ?? [];
  if (sign !== '$$' || said === undefined || isNumbered.test(tex)) return nodes;
  return [{ type: 'html', value: `$$${tex} \\tag{${said}}$$` }];
};

/** A table that sets equations below each other, in the cells of a row the parts of one: what each row says. */
export const equationRows = (
  table: Element,
  write: (cell: Element) => PhrasingContent[],
): PhrasingContent[][] | undefined => {
  if (!/ (?:eqn|equation|equationgroup|num blk) /.test(classWords(table))) return undefined;
  // Tables in each other would be written anew for each.
  if (firstElement(table, 'table') !== undefined) return undefined;
  const rows = ownElements(table).filter(({ tagName }) => tagName === 'tr');
  const written = rows.map((row) => asOne(childElements(row).flatMap(write)));
  return written.some((row) => row.some(({ type }) => type === 'html')) ? written : undefined;
};

/** The parts of an equation in one. Another row says something between equations. */
const asOne = (nodes: PhrasingContent[]): PhrasingContent[] => {
  const label = nodes.findLast((node) => node.type === 'text' && number.test(node.value));
  const parts = nodes.filter((node) => node !== label);
  const tex = parts.map((node) => (node.type === 'html' ? delimited.exec(node.value)?.[2] : undefined));
  if (tex.length === 0 || tex.includes(undefined)) return nodes;
  const whole = tex.map((part = '') => part.replace(/^\\displaystyle(?![a-z])\s*/i, '')).join(' ');
  return withEquationNumber([
    { type: 'html', value: `$$${whole}$$` },
    ...(label === undefined ? [] : [label]),
  ]);
};
