import { nearest } from '../contract/near.ts';
import { UsageError } from './run.ts';

const hostLike = /^(?:localhost|\[[0-9a-f:]+\]|[^\s/:@?#]+\.[^\s/:@?#]+)(?::\d+)?(?:[/?#]|$)/i;

/** What has no certificate: this machine, and addresses that are numbers. */
const isMachine = /^(?:localhost|\[|[\d.]+(?:[:/?#]|$))/i;

/**
 * An address as people write it: `example.com/page` is `https://example.com/page`, `localhost:3000`
 * is `http://localhost:3000`.
 * @throws UsageError for what looks like none; a near miss among the commands is named.
 */
export const addressOf = (text: string, commands: readonly string[] = []): string => {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  if (hostLike.test(text)) return `${isMachine.test(text) ? 'http' : 'https'}://${text}`;
  const near = nearest(text, commands, 6);
  const guess = near === undefined ? '' : ` Did you mean ${near}?`;
  throw new UsageError(
    commands.length === 0
      ? `${JSON.stringify(text)} is no address: write one such as https://example.com`
      : `${JSON.stringify(text)} is neither an address nor a command.${guess || ' gannet --help lists the commands.'}`,
  );
};
