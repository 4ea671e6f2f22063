import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const folder = join(import.meta.dirname, '../results');
const file = join(folder, 'quality.json');

/** Puts the results of one part beside those of the others in `bench/results/quality.json`. */
export const saveResults = (part: string, results: object): void => {
  const others = existsSync(file)
    ? z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')))
    : {};
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...others, [part]: results }, undefined, 2)}\n`);
};
