import { calm, type HostAnswer, type Politeness } from './politeness.ts';
import type { RobotsOf } from './robots.ts';
import type { AtPace, Obtained } from './sitemap.ts';

/** Sitemaps at the pace that robots.txt asks for: a Crawl-delay is for them, too. */

interface Parts {
  readonly robotsOf: RobotsOf;
  readonly politeness: Politeness;
}

interface Reader {
  readonly jobId: string;
  readonly isRespected: boolean;
  readonly signal: AbortSignal;
  /** Told of each host that asks for a delay. */
  readonly onDelay?: (host: string, delayMs: number) => void;
}

/** Where a host asks for no delay, its sitemaps are asked for at once: the delay of a job is for pages. */
export const createAtPace =
  ({ robotsOf, politeness }: Parts, { jobId, isRespected, signal, onDelay }: Reader): AtPace =>
  async (url, ask) => {
    const delayMs = isRespected ? (await robotsOf(url, signal)).crawlDelayMs : 0;
    if (delayMs === 0) return ask();
    const { host } = new URL(url);
    onDelay?.(host, delayMs);
    const turn = await politeness.turn(
      host,
      { jobId, delayMs, isRepeat: false, isWanted: () => true },
      signal,
    );
    let answer = calm;
    try {
      const obtained = await ask();
      answer = answerOf(obtained);
      return obtained;
    } finally {
      await turn?.done(answer);
    }
  };

const answerOf = ({ inTrouble, restMs = 0 }: Obtained): HostAnswer => ({
  inTrouble: inTrouble === true,
  restMs,
});
