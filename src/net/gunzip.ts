import { once } from 'node:events';
import { crc32, createInflateRaw } from 'node:zlib';

/**
 * Unpacks a gzip file as it comes: one member after the other (RFC 1952). Anything else behind the last one (padding, a line
 * feed or comment that a server appends) is ignored. Node's own stream fails on that, and loses what it has unpacked from the
 * same piece.
 * @throws Error for what is broken, or ends in the middle.
 */
export const gunzip = async function* (file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = createInput(file);
  if (!(await input.has(1))) return;
  if (!(await skipHeader(input))) throw new Error('this is no gzip file');
  let members = 0;
  do {
    members += 1;
    if (members > mostMembers) throw new Error('the gzip file has too many members');
    yield* inflate(input);
  } while (await skipHeader(input));
};

/** What writes each block as a member makes 800 of 50 MB. An empty one has 20 bytes, and costs an inflater all the same. */
const mostMembers = 2000;

type Input = ReturnType<typeof createInput>;

const createInput = (file: AsyncIterable<Buffer>) => {
  const pieces = file[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  const has = async (size: number): Promise<boolean> => {
    while (rest.length < size) {
      const next = await pieces.next();
      if (next.done) return false;
      rest = Buffer.concat([rest, next.value]);
    }
    return true;
  };
  /** @param least to be waited for. @throws Error when there is less. */
  const take = async (size: number, least = size): Promise<Buffer> => {
    if (!(await has(least))) throw new Error('the gzip file ends in the middle');
    const taken = rest.subarray(0, size);
    rest = rest.subarray(size);
    return taken;
  };
  return {
    has,
    take,
    /** Takes a text and the NUL behind it. */
    skipText: async (): Promise<void> => {
      for (let end = -1; end === -1; ) {
        end = rest.indexOf(0);
        await take(end === -1 ? rest.length : end + 1, 1);
      }
    },
    putBack: (bytes: Buffer): void => {
      rest = Buffer.concat([bytes, rest]);
    },
  };
};

const flag = { headerCheck: 2, extra: 4, name: 8, comment: 16 };

/** @returns whether there is one. */
const skipHeader = async (input: Input): Promise<boolean> => {
  if (!(await input.has(10))) return false;
  const header = await input.take(10);
  if (header.toString('hex', 0, 3) !== '1f8b08') return false;
  const flags = header[3] ?? 0;
  if (flags & flag.extra) await input.take((await input.take(2)).readUInt16LE());
  for (const text of [flag.name, flag.comment]) if (flags & text) await input.skipText();
  if (flags & flag.headerCheck) await input.take(2);
  return true;
};

/** Compressed bytes that are unpacked at a time: a bomb becomes a thousand times as large. */
const pieceBytes = 16_384;

/** The data of a member, and the check behind them. */
const inflate = async function* (input: Input): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw();
  const unpacked: Buffer[] = [];
  inflater.on('data', (chunk: Buffer) => unpacked.push(chunk));
  const ended = once(inflater, 'end');
  let check = 0;
  let given = 0;
  try {
    while (!inflater.readableEnded) {
      const piece = await input.take(pieceBytes, 1);
      given += piece.length;
      // For the piece in which the member ends, the callback of `write` never comes.
      const { promise: written, resolve, reject } = Promise.withResolvers<void>();
      inflater.write(piece, (error) => (error ? reject(error) : resolve()));
      await Promise.race([written, ended]);
      for (const chunk of unpacked.splice(0)) {
        check = crc32(chunk, check);
        yield chunk;
      }
      if (inflater.readableEnded)
        input.putBack(piece.subarray(piece.length - (given - inflater.bytesWritten)));
    }
  } finally {
    inflater.destroy();
  }
  const trailer = await input.take(8);
  if (trailer.readUInt32LE() !== check) throw new Error('the gzip file is damaged');
};
