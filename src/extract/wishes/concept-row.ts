/**
 * One row a concept: its names, the first of which is its own; ways through schema.org; names of meta elements. `!` marks
 * what every entity has one of.
 */
export type ConceptRow = readonly [names: string, linked: string, meta: string];
