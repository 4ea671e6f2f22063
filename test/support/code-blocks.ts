import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Blocks of one language in a document of the repository, in their order, without those that are marked
 * `<!-- test: skip because … -->`.
 */
export const codeBlocks = (path: string, language: string): string[] => {
  const text = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  const blocks = [...text.matchAll(/^(<!-- test: skip because [^\n]+ -->\n)?```(\w*)\n(.*?)^```$/gms)];
  const wanted = blocks.filter(([, skip, name]) => name === language && skip === undefined);
  if (wanted.length === 0) throw new Error(`${path} has no ${language} block`);
  return wanted.map(([, , , code = '']) => code);
};
