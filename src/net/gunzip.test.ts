import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../test/support/cpu.ts';
import { gunzip } from './gunzip.ts';

const hello = gzipSync('hello ');
const world = gzipSync('world', { level: 0 });
const large = gzipSync(Array.from({ length: 20_000 }, (_, each) => each * each).join());
/** Everything that a header may have: an extra field, a name, a comment, a check of its own. */
const decorated = Buffer.concat([
  Buffer.from([0x1f, 0x8b, 8, 2 + 4 + 8 + 16, 0, 0, 0, 0, 0, 3]),
  Buffer.from('\x03\0abcname\0comment\0xx'),
  hello.subarray(10),
]);
const damaged = Buffer.from(world);
damaged.writeUInt8(damaged.readUInt8(17) + 1, 17);

/** Unpacks a file that comes in pieces. */
const unpack = async (file: Buffer, size: number): Promise<string> => {
  const pieces = async function* () {
    for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
  };
  let text = '';
  try {
    for await (const chunk of gunzip(pieces())) text += chunk;
  } catch (error) {
    text += ` !${(error as Error).message}`;
  }
  return text;
};
const sizes = [1, 5, 8, 26, 100_000];

test.each([
  ['one member', [hello], 'hello '],
  ['several', [hello, world, hello], 'hello worldhello '],
  ['one with all that a header may have', [decorated, world], 'hello world'],
  ['an empty one', [gzipSync(''), world], 'world'],
  ['nothing', [], ''],
])('%s', async (_, parts, text) => {
  for (const size of sizes) expect(await unpack(Buffer.concat(parts), size)).toBe(text);
});

test.each([
  ['zeros', Buffer.alloc(600)],
  ['a line feed', Buffer.from('\n')],
  ['a comment', Buffer.from('<!-- 0.3 s, 21 queries -->')],
  ['what begins as a member does and is none', Buffer.from([0x1f, 0x8b, 1, ...Buffer.alloc(20)])],
])('behind the last member: %s', async (_, junk) => {
  for (const size of sizes)
    expect(await unpack(Buffer.concat([hello, world, junk]), size)).toBe('hello world');
});

test.each([
  ['no gzip file', Buffer.from('hello and world'), '', 'this is no gzip file'],
  ['in the data', hello.subarray(0, -9), 'hello ', 'ends in the middle'],
  ['in the check', hello.subarray(0, -1), 'hello ', 'ends in the middle'],
  ['in the header of a second one', Buffer.concat([hello, decorated.subarray(0, 14)]), 'hello ', 'ends in'],
  ['other data than were packed', damaged, 'w', 'is damaged'],
  ['no deflated data', Buffer.concat([hello.subarray(0, 10), Buffer.alloc(20, 0xff)]), '', 'invalid block'],
])('broken: %s', async (_, file, text, problem) => {
  for (const size of sizes) {
    const unpacked = await unpack(file, size);
    expect(unpacked.startsWith(text)).toBe(true);
    expect(unpacked).toContain(problem);
  }
});

test('a large one, in the pieces of a network', async () => {
  expect(await unpack(large, 65_536)).toBe(Array.from({ length: 20_000 }, (_, each) => each * each).join());
});

describe('what costs much and brings nothing', () => {
  test('members without end', async () => {
    const members = (times: number) => Buffer.concat(Array<Buffer>(times).fill(gzipSync('')));
    expect(await unpack(Buffer.concat([members(1999), world]), 65_536)).toBe('world');
    expect(await unpack(Buffer.concat([hello, members(2000)]), 65_536)).toBe(
      'hello  !the gzip file has too many members',
    );
  });

  test('a name without end', async () => {
    const name = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]),
      Buffer.alloc(16_000_000, 'a'),
    ]);
    const startedAt = cpuMs();
    expect(await unpack(name, 65_536)).toContain('ends in the middle');
    expect(cpuMs() - startedAt).toBeLessThan(1000);
  });
});
