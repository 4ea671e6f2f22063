import type { Socket } from 'node:net';
import { isName } from './headers.ts';

/** Mends response heads that browsers accept and the parser of Node.js does not. */

/** A longer head is passed on as it is. */
const maxHeadBytes = 65_536;
const protocol = 'HTTP/';

export interface HeadMender {
  /** To be called before each request that is sent: an answer follows. */
  expect(): void;
}

/**
 * Servers send heads that browsers put up with and the HTTP parser of Node.js does not, however lenient. What is read from the
 * socket has them in order.
 */
export const createHeadMender = (socket: Socket): HeadMender => {
  const push = socket.push.bind(socket);
  /** What has come of a head; undefined while a body comes. */
  let held: Buffer | undefined;

  const passOn = (): boolean => {
    const bytes = held;
    held = undefined;
    return bytes === undefined || bytes.length === 0 || push(bytes);
  };

  const take = (chunk: Buffer): boolean => {
    if (held === undefined) return push(chunk);
    let from = Math.max(0, held.length - 3);
    held = Buffer.concat([held, chunk]);
    while (isHead(held)) {
      const end = endOfHead(held, from);
      if (end === undefined) return held.length <= maxHeadBytes || passOn();
      const head = held.toString('latin1', 0, end);
      const rest = held.subarray(end);
      push(Buffer.from(mendHead(head), 'latin1'));
      // Answers before the answer have heads of their own.
      held = /^HTTP\/\S+ 1(?!01)/.test(head) ? rest : undefined;
      if (held === undefined) return rest.length === 0 || push(rest);
      from = 0;
    }
    return passOn();
  };

  socket.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Buffer) return take(chunk);
    if (chunk === null) passOn();
    return push(chunk, encoding);
  };
  return {
    expect: () => {
      held = Buffer.alloc(0);
    },
  };
};

/** Whether it is one, or may become one. */
const isHead = (bytes: Buffer): boolean => protocol.startsWith(bytes.toString('latin1', 0, protocol.length));

/** Where the body begins: behind an empty line. @param from there the search begins. */
const endOfHead = (bytes: Buffer, from: number): number | undefined => {
  for (let at = bytes.indexOf('\n', from); at !== -1; at = bytes.indexOf('\n', at + 1)) {
    const next = bytes.toString('latin1', at + 1, at + 3);
    if (next.startsWith('\n')) return at + 2;
    if (next === '\r\n') return at + 3;
  }
  return undefined;
};

/** What is no header is left out, spaces before a colon too, and a length that is told twice is told once. */
const mendHead = (head: string): string => {
  const [status = '', ...lines] = head.split(/\r?\n/);
  const kept: string[] = [];
  let length: string | undefined;
  let isKept = false;
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^\t :]+)[\t ]*:(.*)$/s.exec(line) ?? [];
    if (/^[\t ]/.test(line)) {
      // Goes on with the one before.
      if (isKept) kept.push(line);
      continue;
    }
    const isLength = name.toLowerCase() === 'content-length';
    const told = isLength ? onlyOf(value) : value;
    isKept = isName(name) && !(isLength && told === length);
    if (isLength) length = told;
    if (isKept) kept.push(`${name}:${told}`);
  }
  return `${[status, ...kept].join('\r\n')}\r\n\r\n`;
};

/** Of a list that says the same again and again, that. */
const onlyOf = (value: string): string => {
  const told = new Set(value.split(',').map((one) => one.trim()));
  return told.size === 1 ? ` ${[...told][0]}` : value;
};
