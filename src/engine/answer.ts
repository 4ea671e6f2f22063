import { ServiceError } from '../contract/error.ts';
import type { ScrapeMetadata } from '../contract/scrape.ts';
import type { Metrics } from '../metrics.ts';
import type { AnswerCache, Cached } from './cache.ts';
import type { Obtain, Obtained } from './obtain.ts';
import { policies } from './outcome/policy.ts';
import type { OwnerSlots } from './owner-slots.ts';
import type { Planner } from './planner.ts';
import type { ThreadSlots } from './thread-slots.ts';

/** What all answers that are made of a page have in common. */

/** What it takes to make one. */
export interface AnswerParts<Answer> {
  readonly obtain: Obtain;
  readonly cache: AnswerCache<Answer>;
  readonly planner: Planner;
  readonly ownerSlots: OwnerSlots;
  /** An answer may keep a thread for long: no owner has all of them. */
  readonly threadSlots: ThreadSlots;
  readonly metrics: Metrics;
}

/** What became of the page, for the metadata of a new answer. */
export const factsOf = ({ snapshot, engine, wait, outcome, attempts }: Obtained<unknown>) => ({
  final_url: snapshot.url,
  status_code: snapshot.status,
  outcome,
  content_type: snapshot.contentType,
  engine: engine.name,
  engine_reason: engine.why,
  wait,
  ...(wait.ended_by === 'deadline' ? { stopped_by: 'deadline' as const } : {}),
  attempts,
  cached: false,
  cached_at: null,
});

/** The answer; one from the cache says so, and since when it was there. */
const asKept = <T extends { readonly metadata: object }>({ answer, cachedAt }: Cached<T>): T =>
  cachedAt === undefined
    ? answer
    : { ...answer, metadata: { ...answer.metadata, cached: true, cached_at: cachedAt.toISOString() } };

/** The answer that the cache gives or waits for. @param count is told of its outcome: an error code, or `ok`. */
export const answerFrom = async <T extends { readonly metadata: object }>(
  given: Promise<Cached<T>>,
  count: (outcome: string) => void,
): Promise<T> => {
  try {
    const answer = asKept(await given);
    count('ok');
    return answer;
  } catch (error) {
    count(error instanceof ServiceError ? error.code : 'fault');
    throw error;
  }
};

/** What of an answer decides whether it may be kept. */
interface Answer {
  readonly metadata: Pick<ScrapeMetadata, 'outcome' | 'stopped_by' | 'wait'>;
  readonly warnings: readonly string[];
}

/** Whether another caller would have got the same: not a fragment, not the answer of a site in trouble. */
export const isWhole = ({ metadata, warnings }: Answer): boolean => {
  const { kept, warning } = policies[metadata.outcome];
  return (
    kept &&
    metadata.stopped_by === undefined &&
    metadata.wait.ended_by !== 'stuck' &&
    // The caller's script would throw again, and long tables would be cut again. Other warnings say that something is
    // missing.
    warnings.every((text) => text === warning || /^(?:javascript|tables): /.test(text))
  );
};

/** Memory an answer takes, in bytes, about: two for a character, and a little for whatever holds it. */
export const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return 32 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 16;
  return Object.values(value).reduce<number>((sum, part) => sum + sizeOf(part), 64);
};
