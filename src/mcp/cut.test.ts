import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cut, partOf, positionOf, type TextKind } from './cut.ts';

const kinds: readonly TextKind[] = ['markdown', 'html', 'csv'];
const part = (text: string, kind: TextKind, room: number) => text.slice(0, cut(text, kind, 0, room));

test.each(kinds)('parts of %s have room, are never empty, and together are the text', (kind) => {
  const pieces = fc.constantFrom('word ', '\n', '\n\n', '```\n', '~~~\n', '"', ',', '<p>', '</p>', '😀', 'ü');
  fc.assert(
    fc.property(fc.array(pieces), fc.integer({ min: 2, max: 20 }), (words, room) => {
      const text = words.join('');
      const parts: string[] = [];
      for (let at = 0; at < text.length; at += parts.at(-1)?.length ?? 0)
        parts.push(text.slice(at, cut(text, kind, at, room)));
      expect(parts.join('')).toBe(text);
      expect(parts.every(({ length }) => length > 0 && length <= room)).toBe(true);
      expect(parts.every((piece) => piece.isWellFormed())).toBe(true);
    }),
  );
});

describe('a part ends', () => {
  test.each<[string, TextKind, string, number, string]>([
    ['behind a block', 'markdown', 'One.\n\nTwo two.\n\nThree.\n', 20, 'One.\n\nTwo two.\n\n'],
    ['not in code', 'markdown', 'One.\n\n```\na\n\nb\n```\n\nTwo.\n', 16, 'One.\n\n'],
    ['not in longer fences', 'markdown', 'One.\n\n````\n```\n\nb\n````\n\nTwo.\n', 22, 'One.\n\n'],
    [
      'behind a row of a table that is too long',
      'markdown',
      '| a |\n| - |\n| 1 |\n| 2 |\n',
      15,
      '| a |\n| - |\n',
    ],
    ['behind a word of a paragraph that is too long', 'markdown', 'one two three', 9, 'one two '],
    ['behind an element', 'html', '<p>One.</p><p>Two two two.</p>', 25, '<p>One.</p>'],
    ['behind a tag, at least', 'html', '<b>One</b><i>Two two two</i>', 15, '<b>One</b><i>'],
    ['behind a row', 'csv', 'a,b\n1,2\n3,4\n', 9, 'a,b\n1,2\n'],
    ['not in a cell', 'csv', 'a,b\n1,"2\n3"\n', 9, 'a,b\n'],
  ])('%s', (_, kind, text, ...[room, expected]) => expect(part(text, kind, room)).toBe(expected));
});

describe('a cursor', () => {
  const text = 'One.\n\nTwo.\n\nThree.\n';
  const first = partOf(text, 'markdown', positionOf(undefined), 8);

  test('goes on behind the part before, until there is nothing left', () => {
    expect(first).toMatchObject({ text: 'One.\n\n', changed: false });
    const second = partOf(text, 'markdown', positionOf(first.cursor), 100);
    expect(second).toEqual({ text: 'Two.\n\nThree.\n', cursor: undefined, changed: false });
  });

  test('tells that the text is another, even where that is shorter', () => {
    const place = positionOf(first.cursor);
    expect(partOf(`${text}!`, 'markdown', place, 100)).toMatchObject({ changed: true });
    expect(partOf('One.', 'markdown', place, 100)).toEqual({ text: '', cursor: undefined, changed: true });
  });

  test.each(['', '6', 'x.12345678', '6.1234567', '-6.12345678'])('cannot be "%s"', (cursor) => {
    expect(() => positionOf(cursor)).toThrow(/^cursor: leads nowhere/);
  });
});
