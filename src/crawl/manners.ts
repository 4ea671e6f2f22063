import { calm, type HostAnswer, type Politeness } from './politeness.ts';
import type { RobotsOf } from './robots.ts';
import type { AtPace, Manners, Obtained } from './sitemap.ts';

/** Fetches sitemaps politely: as robots.txt allows, at the pace that it asks for. */

interface Parts {
  readonly robotsOf: RobotsOf;
  readonly politeness: Politeness;
}

interface Reader {
  readonly jobId: string;
  /** Whether robots.txt is obeyed. */
  readonly isRespected: boolean;
  readonly signal: AbortSignal;
  /** Told of each host that asks for a delay. */
  readonly onDelay?: (host: string, delayMs: number) => void;
}

export const createManners = (
  { robotsOf, politeness }: Parts,
  { jobId, isRespected, signal, onDelay }: Reader,
): Required<Pick<Manners, 'refusalOf' | 'atPace'>> => {
  /** What a robots.txt names as a sitemap it does not forbid. */
  const refusalOf = async (url: string) => {
    if (!isRespected) return undefined;
    const { state, allows, sitemaps } = await robotsOf(url, signal);
    // One that cannot be read forbids for now only, and fails the pages.
    return state === 'unreachable' || allows(url) || sitemaps.includes(url)
      ? undefined
      : 'robots.txt forbids it.';
  };

  /** Where a host asks for no delay, its sitemaps are asked for at once: the delay of a job is for pages. */
  const atPace: AtPace = async (url, ask) => {
    const delayMs = isRespected ? (await robotsOf(url, signal)).crawlDelayMs : 0;
    if (delayMs === 0) return ask();
    const { host } = new URL(url);
    onDelay?.(host, delayMs);
    const asked = { jobId, delayMs, isRepeat: false, isWanted: () => true };
    const turn = await politeness.turn(host, asked, signal);
    let answer = calm;
    try {
      const obtained = await ask();
      answer = answerOf(obtained);
      return obtained;
    } finally {
      await turn?.done(answer);
    }
  };

  return { refusalOf, atPace };
};

const answerOf = ({ inTrouble, restMs = 0 }: Obtained): HostAnswer => ({
  inTrouble: inTrouble === true,
  restMs,
});
