import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';

export interface NameServer extends AsyncDisposable {
  /** `127.0.0.1:<port>` */
  readonly address: string;
  /** Names asked for, in order, once for A and once for AAAA. */
  readonly asked: string[];
}

/**
 * A DNS server of its own.
 * @param answer the addresses of a name, `[]` for none of them, undefined for silence; those of the other kind than asked for are
 * left out.
 */
export const startNameServer = async (
  answer: (name: string, kind: 'A' | 'AAAA') => readonly string[] | undefined,
): Promise<NameServer> => {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    asked.push(name);
    const addresses = answer(name, type === 28 ? 'AAAA' : 'A')?.filter(
      (address) => (isIP(address) === 6 ? 28 : 1) === type,
    );
    if (addresses === undefined) return;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(addresses.length, 6);
    header.fill(0, 8);
    const records = addresses.map((address) => record(type, address));
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  };
};

const readQuestion = (query: Buffer) => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
};

/** An answer to the first question, to be forgotten at once. */
const record = (type: number, address: string): Buffer => {
  const bytes = type === 28 ? sixteenBytes(address) : address.split('.').map(Number);
  return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]);
};

/** Of an IPv6 address written out or with `::`. */
const sixteenBytes = (address: string): number[] => {
  const [head = [], tail = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return groups.map((group) => Number.parseInt(group, 16)).flatMap((group) => [group >> 8, group & 0xff]);
};
