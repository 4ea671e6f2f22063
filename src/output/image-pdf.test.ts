import { expect, test } from 'vitest';
import { imagePdf } from './image-pdf.ts';

const sheet = { width: 600, height: 800, margin: { top: 50, bottom: 50, left: 50, right: 50 } };

test('is a PDF whose cross-references point at its objects', () => {
  const bytes = imagePdf({ jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xd9]), width: 100, height: 400 }, sheet, 1);
  const text = bytes.toString('latin1');
  expect(text.startsWith('%PDF-1.4')).toBe(true);
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  expect(text.slice(start, start + 4)).toBe('xref');
  const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
  for (const [index, offset] of offsets.entries())
    expect(text.slice(offset, offset + 8)).toContain(`${index + 1} 0 obj`);
});

test.each([
  [1, 3],
  [0.5, 2],
  [2, 3],
])('at scale %d a picture four times as high as wide takes %i sheets', (scale, sheets) => {
  // 500 × 700 points of room: 2000 points high at full width.
  const text = imagePdf({ jpeg: Buffer.alloc(10), width: 100, height: 400 }, sheet, scale).toString('latin1');
  expect(text).toContain(`/Count ${sheets} `);
  expect(text.match(/\/Type \/Page /g)).toHaveLength(sheets);
});
