import type { Timings } from '../../src/contract/scrape.ts';
import { duration } from './format.ts';

/** Where the time of an answer went. */

const meanings: Readonly<Record<Timings[number]['phase'], string>> = {
  turn: 'waiting for the turn of the owner',
  tab: 'waiting for a tab, and attempts before the last one',
  load: 'loading the document',
  wait: 'waiting for content',
  read: 'reading the page',
  output: 'making the output',
};

interface Props {
  readonly timings: Timings;
  readonly totalMs: number;
  readonly wait: { readonly ended_by: string; readonly after_ms: number };
  readonly cached: boolean;
}

export const Waterfall = ({ timings, totalMs, wait, cached }: Props) => {
  const whole = Math.max(1, timings.at(-1)?.end_ms ?? 1);
  return (
    <>
      {cached && <p class="quiet">The cache gave this answer: these are the times of when it was made.</p>}
      <table class="waterfall">
        <thead>
          <tr>
            <th>Phase</th>
            <th class="end">Time</th>
            <th>From 0 to {duration(whole)}</th>
          </tr>
        </thead>
        <tbody>
          {timings.map(({ phase, start_ms, end_ms }) => (
            <tr key={phase}>
              <th scope="row" title={meanings[phase]}>
                {phase}
                <span class="hint">{meanings[phase]}</span>
              </th>
              <td class="end">{duration(end_ms - start_ms)}</td>
              <td class="lane">
                <div
                  class={`bar ${phase}`}
                  style={{
                    marginLeft: `${(100 * start_ms) / whole}%`,
                    width: `${(100 * (end_ms - start_ms)) / whole}%`,
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">
        The wait was ended by “{wait.ended_by}”. The whole answer took {duration(totalMs)}.
      </p>
    </>
  );
};
