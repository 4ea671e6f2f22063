import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Model, readModel, shippedModel } from '../../src/document/main-content/model.ts';

/** Models of the five parts that bench/train made, each of which saw no page of its part. */
export interface Models {
  /** Whether there is a model for the part. */
  has(fold: number): boolean;
  of(fold: number): Model;
}

/** @param folder what bench/train wrote; without it every page is judged by the shipped model, which saw them all. */
export const modelsIn = (folder: string | undefined): Models => {
  if (folder === undefined) return { has: () => true, of: shippedModel };
  const known = new Map<number, Model>();
  const fileOf = (fold: number): string => join(folder, `fold-${fold}.bin`);
  return {
    has: (fold) => existsSync(fileOf(fold)),
    of: (fold) => {
      const model = known.get(fold) ?? readModel(readFileSync(fileOf(fold)));
      known.set(fold, model);
      return model;
    },
  };
};
