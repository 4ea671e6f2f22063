import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startGannet } from '../../test/support/command.ts';

/** How commands end. */

test('a command whose output nobody reads ends without noise', async () => {
  const child = startGannet(['completion', 'bash']);
  // Before it has begun to write.
  child.stdout?.destroy();
  const [said] = await Promise.all([child.stderr && text(child.stderr), once(child, 'close')]);
  expect({ code: child.exitCode, said }).toEqual({ code: 0, said: '' });
});
