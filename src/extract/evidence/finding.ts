import type { ExtractSource, FieldEvidence } from '../../contract/extract.ts';
import { clip, squeeze } from '../../document/tree/tree.ts';
import { soundData } from '../../text.ts';

/** What was found for all fields of a request. */
export interface Findings {
  readonly data: Readonly<Record<string, unknown>>;
  /** For each field, and for what is inside, by its path: what it is founded on. */
  readonly fields: Readonly<Record<string, FieldEvidence | null>>;
  /** Mean over the fields, one that was not found counting 0. */
  readonly confidence: number;
  readonly warnings: readonly string[];
}

/** A value and where it was found; `inside` for the members of objects and lists. */
export interface Finding {
  readonly value: unknown;
  readonly evidence: FieldEvidence | null;
  readonly inside?: Readonly<Record<string, FieldEvidence | null>> | undefined;
}

export const nothing: Finding = { value: null, evidence: null };

const maxSnippet = 300;

export const evidenceOf = (
  source: ExtractSource,
  path: string,
  text: string,
  confidence: number,
): FieldEvidence => ({
  source,
  path,
  snippet: clip(squeeze(clip(text, 4 * maxSnippet)), maxSnippet),
  confidence: Math.round(confidence * 1000) / 1000,
});

/** What was found, by field, with the evidence of all of it in one flat table. */
export const findingsOf = (
  found: readonly (readonly [name: string, finding: Finding])[],
  warnings: readonly string[] = [],
): Findings => {
  const total = found.reduce((sum, [, { evidence }]) => sum + (evidence?.confidence ?? 0), 0);
  return soundData({
    data: Object.fromEntries(found.map(([name, { value }]) => [name, value])),
    fields: Object.fromEntries(
      found.flatMap(([name, { evidence, inside }]) => [
        [name, evidence],
        ...Object.entries(inside ?? {}).map(([path, entry]) => [pathIn(name, path), entry] as const),
      ]),
    ),
    confidence: found.length === 0 ? 0 : Math.round((total / found.length) * 1000) / 1000,
    warnings,
  });
};

/** The path of a member: `offer.price`, `items[0].name`. */
export const pathIn = (name: string, path: string): string =>
  path.startsWith('[') ? `${name}${path}` : `${name}.${path}`;
