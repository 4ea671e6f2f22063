import { inflateSync } from 'node:zlib';

/** A picture's pixels. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** `#rrggbb` at a place. */
  at(x: number, y: number): string;
}

/** Reads a PNG as Chromium writes them: 8 bits a channel, not interlaced (PNG specification, sections 7 and 9). */
export const readPng = (bytes: Buffer): Pixels => {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const channels = { 2: 3, 6: 4 }[bytes.readUInt8(25)];
  if (channels === undefined) throw new Error('a PNG of another kind');
  const data: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(data));
  const line = width * channels;
  const pixels = new Uint8Array(line * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)] ?? 0;
    for (let x = 0; x < line; x++) {
      const here = y * line + x;
      const left = x < channels ? 0 : (pixels[here - channels] ?? 0);
      const above = y === 0 ? 0 : (pixels[here - line] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (pixels[here - line - channels] ?? 0);
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0;
      pixels[here] = (raw[y * (line + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return {
    width,
    height,
    at: (x, y) => {
      const start = y * line + x * channels;
      return `#${Buffer.from(pixels.subarray(start, start + 3)).toString('hex')}`;
    },
  };
};

const paeth = (left: number, above: number, corner: number): number => {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
};
