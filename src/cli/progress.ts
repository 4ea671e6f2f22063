import { styleText } from 'node:util';
import type { CrawlStatus } from '../contract/crawl.ts';

/** Where the progress of a crawl is shown: on a terminal one line that is written over, elsewhere nothing. */
export interface Bar {
  show(status: CrawlStatus): void;
  /** Some words, while there is no progress yet. */
  say(text: string): void;
  /** Takes the line away. */
  end(): void;
}

const longest = 24;
const clearLine = '\r\x1b[K';

export const createBar = (stream: NodeJS.WriteStream = process.stderr): Bar => {
  if (!stream.isTTY) return { show: () => undefined, say: () => undefined, end: () => undefined };
  const started = performance.now();
  return {
    show: (status) => stream.write(`${clearLine}${lineOf(status, { started, stream })}`),
    say: (text) => stream.write(`${clearLine}${text}`),
    end: () => stream.write(clearLine),
  };
};

const lineOf = (
  { progress, max_pages }: CrawlStatus,
  { started, stream }: { started: number; stream: NodeJS.WriteStream },
): string => {
  const { pages_crawled, pages_failed, pages_total, skipped, current_url } = progress;
  const done = pages_crawled + pages_failed;
  const perSecond = done / Math.max(1, (performance.now() - started) / 1000);
  const failed = pages_failed === 0 ? '' : `, ${pages_failed} failed`;
  const left = pages_total < max_pages ? '' : ' (the most)';
  // A line that is broken could not be written over.
  const columns = (stream.columns || 80) - 1;
  const facts =
    ` ${done}/${pages_total}${left} pages${failed}, ${skipped} skipped, ${perSecond.toFixed(1)}/s`.slice(
      0,
      columns,
    );
  const width = Math.min(longest, columns - facts.length);
  const full = Math.min(width, Math.round((width * done) / Math.max(1, pages_total)));
  const bar = `${styleText('green', '━'.repeat(full), { stream })}${styleText('dim', '━'.repeat(width - full), { stream })}`;
  const room = columns - width - facts.length - 2;
  return `${bar}${facts}${room < 10 ? '' : `  ${shorten(current_url, room)}`}`;
};

/** The beginning of an address says less than its end. */
const shorten = (url: string, room: number): string =>
  url.length <= room ? url : `…${url.slice(url.length - room + 1)}`;
