import type { Nodes } from 'mdast';
import { readMarkdown, wordsOf } from './structure.ts';

/** How near a text comes to the truth. */
export interface Score {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
}

const tokensOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Markdown without its marks, addresses and pictures, read as Markdown is; headings keep their signs. */
export const plainText = (markdown: string): string => textOf(readMarkdown(markdown));

const textOf = (node: Nodes): string => {
  if (node.type === 'heading') return `${'#'.repeat(node.depth)} ${wordsOf(node)}\n`;
  if (!('children' in node)) return `${wordsOf(node)}${node.type === 'code' ? '\n' : ''}`;
  const inside = node.children.map(textOf).join('');
  return blocks.has(node.type) ? `${inside}\n` : inside;
};

const blocks = new Set('paragraph listItem tableCell footnoteDefinition'.split(' '));

/** Compares two bags of things that may stand in them several times. */
const compare = (wanted: readonly string[], given: readonly string[]): Score => {
  const left = new Map<string, number>();
  for (const item of wanted) left.set(item, (left.get(item) ?? 0) + 1);
  let right = 0;
  for (const item of given) {
    const count = left.get(item) ?? 0;
    if (count > 0) right++;
    left.set(item, count - 1);
  }
  const precision = given.length === 0 ? 0 : right / given.length;
  const recall = wanted.length === 0 ? 0 : right / wanted.length;
  return { precision, recall, f1: harmonic(precision, recall) };
};

const harmonic = (precision: number, recall: number): number =>
  precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);

export const wordScore = (truth: string, text: string): Score => compare(tokensOf(truth), tokensOf(text));

const shinglesOf = (text: string): string[] => {
  const tokens = tokensOf(text);
  return Array.from({ length: Math.max(1, tokens.length - 3) }, (_, at) =>
    tokens.slice(at, at + 4).join(' '),
  );
};

/** By rows of four words, so that order counts. */
export const shingleScore = (truth: string, text: string): Score =>
  compare(shinglesOf(truth), shinglesOf(text));

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Means of precision and recall over pages; F1 of the means, or the mean of F1. */
export const summary = (scores: readonly Score[], f1: 'of means' | 'mean'): Score => {
  const precision = mean(scores.map((score) => score.precision));
  const recall = mean(scores.map((score) => score.recall));
  return {
    precision,
    recall,
    f1: f1 === 'mean' ? mean(scores.map((score) => score.f1)) : harmonic(precision, recall),
  };
};

/** Whether snippets that must be in the texts are, and others are not, over all pages together. */
export const snippetScore = (
  pages: readonly { inside: readonly string[]; outside: readonly string[]; text: string }[],
): Score => {
  const plain = (text: string) => tokensOf(text).join(' ');
  let found = 0;
  let wanted = 0;
  let wrong = 0;
  for (const { inside, outside, text } of pages) {
    const all = plain(text);
    // Snippets are cut out of the page by the character: some begin or end within a word.
    const holds = (snippet: string) => all.includes(plain(snippet));
    wanted += inside.length;
    found += inside.filter(holds).length;
    wrong += outside.filter(holds).length;
  }
  const precision = found / Math.max(1, found + wrong);
  const recall = found / Math.max(1, wanted);
  return { precision, recall, f1: harmonic(precision, recall) };
};
