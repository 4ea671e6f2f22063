import { maxCells } from '../document/roles/tables.ts';

/** Told of what the caller should know of the answer. */
export type Tell = (warning: string) => void;

export const ignore: Tell = () => undefined;

export const tableCut = `tables: cut after ${maxCells.toLocaleString('en')} cells`;
export const noneIncluded = 'options.include_selectors: nothing matches';
export const noTable = 'options.table_selector: no table matches';
