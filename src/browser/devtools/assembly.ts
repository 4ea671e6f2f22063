import type { Receiver } from './cdp.ts';

/** A longer message is thrown away, and the command behind it fails: a page must not be able to fill our memory. */
const maxMessageBytes = 200_000_000;

/** Puts a message together from the parts in which it arrives: joined once, when it is complete. */
export const createAssembly = (receiver: Receiver) => {
  let parts: Buffer[] = [];
  let size = 0;
  return {
    keep: (part: Buffer) => {
      size += part.length;
      // Of a message that is too large only the beginning is kept.
      if (size <= maxMessageBytes) parts.push(part);
      else parts.length = 1;
    },
    complete: () => {
      const [first] = parts;
      if (size > maxMessageBytes) receiver.tooLarge(String(first?.subarray(0, 40)));
      else receiver.message(parts.length === 1 ? String(first) : Buffer.concat(parts).toString());
      parts = [];
      size = 0;
    },
  };
};
