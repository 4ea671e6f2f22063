import type { ExtractSource } from '../../contract/extract.ts';
import { type Coerced, coerce, type Setting } from '../reading/coerce.ts';
import type { Wish } from '../wishes/wish.ts';
import { evidenceOf, type Finding, nothing } from './finding.ts';

/** A place where a value may stand. */
export interface Candidate {
  readonly source: ExtractSource;
  readonly raw: string | number | boolean;
  /** `raw` was written for programs: its point is a decimal one. */
  readonly isData?: boolean;
  /** The text as it stands there, where `raw` is what it means. */
  readonly snippet?: string;
  /** How much the place is believed, before its text is read as what is asked for. */
  readonly confidence: number;
  /** Who says so, where that is not the source itself: voices add to each other. */
  readonly voice?: string;
  /** Finds it again. */
  path(): string;
}

/** How much each source is believed. */
export const trust: Readonly<Record<ExtractSource, number>> = {
  jsonld: 0.95,
  microdata: 0.9,
  meta: 0.8,
  semantic: 0.65,
  attribute: 0.45,
  css_selector: 1,
  xpath: 1,
};

interface Read extends Candidate, Coerced {
  readonly strength: number;
}

/** What speaks for one value. */
interface Case {
  readonly best: Read;
  readonly strength: number;
}

/** Less than this is no more than a name that happens to be the same. */
const leastStrength = 0.25;
const mostCandidates = 40;
/** However many agree. */
const surest = 0.99;

/**
 * The value that most speaks for. Sources that agree add to each other; the best of those that contradict takes a
 * fifth of what it is believed itself.
 */
export const choose = (candidates: readonly Candidate[], wish: Wish, setting: Setting): Finding => {
  const read = candidates.slice(0, mostCandidates).flatMap((candidate): Read[] => {
    const coerced = coerce(candidate.raw, wish, setting, candidate.isData);
    return coerced === undefined
      ? []
      : [{ ...candidate, ...coerced, path: candidate.path, strength: candidate.confidence * coerced.fit }];
  });
  const cases = [...Map.groupBy(read, ({ value }) => keyOf(value)).values()].flatMap(caseOf);
  const [best, ...others] = cases.toSorted((a, b) => b.strength - a.strength);
  if (best === undefined || best.strength < leastStrength) return nothing;
  const against = others[0]?.strength ?? 0;
  const { value, raw, source, path, snippet = String(raw) } = best.best;
  return { value, evidence: evidenceOf(source, path(), snippet, best.strength * (1 - against / 5)) };
};

const caseOf = (group: readonly Read[]): Case[] => {
  const byVoice = new Map<string, Read>();
  for (const one of group) {
    const voice = one.voice ?? one.source;
    if ((byVoice.get(voice)?.strength ?? 0) < one.strength) byVoice.set(voice, one);
  }
  const ranked = [...byVoice.values()].sort((a, b) => b.strength - a.strength);
  const [best] = ranked;
  const doubt = ranked.reduce((product, { strength }) => product * (1 - strength), 1);
  return best === undefined ? [] : [{ best, strength: Math.min(surest, 1 - doubt) }];
};

const keyOf = (value: string | number | boolean): string =>
  typeof value === 'string' ? value.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '') || value : String(value);
