import fc from 'fast-check';

/** Inputs that are nearly right: what is far off is refused at the first look and finds nothing. */

/** Words that have broken something somewhere. */
const odd = fc.constantFrom<unknown>(
  ...[
    '',
    ' ',
    '\0',
    '\r\n',
    '__proto__',
    'constructor',
    '%00',
    '../../etc/passwd',
    '\ud800',
    '﷽',
    '1e400',
    '-0',
    'NaN',
  ],
  ...[null, true, -1, 0, 1.5, 2 ** 53, Number.MAX_VALUE, [], {}, [[]], { length: 1 }, { toString: 1 }],
  ...[
    'http://',
    'http://[::1',
    'file:///etc/passwd',
    'http://a\nb/',
    'javascript:1',
    `http://${'a.'.repeat(200)}`,
  ],
  ...['(a+)+$', '[', '*'.repeat(500), '/(?=x)/', ':has(:has(*))', '//*[', `${'a'.repeat(9000)}`],
);
const value = fc.oneof(odd, fc.jsonValue({ maxDepth: 3 }));

/** A value of JSON with a few of its parts replaced, removed, or joined by others. */
export const mutated = (examples: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.constantFrom(...examples),
      fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.string(), value), { maxLength: 3 }),
    )
    .map(([example, changes]) =>
      changes.reduce<unknown>((tree, [at, kind, name, other]) => {
        const copy = structuredClone({ root: tree });
        const places = placesOf(copy);
        const place = places[at % places.length];
        if (place) change(place, [kind, name, other]);
        return copy.root;
      }, example),
    );

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

const placesOf = (tree: unknown): Place[] =>
  typeof tree === 'object' && tree !== null
    ? Object.entries(tree).flatMap(([key, inner]) => [
        { holder: tree as Record<string, unknown>, key },
        ...placesOf(inner),
      ])
    : [];

const change = ({ holder, key }: Place, [kind, name, other]: readonly [number, string, unknown]): void => {
  if (kind === 0) delete holder[key];
  else if (kind === 1 && !(Array.isArray(holder) && name === 'length'))
    Object.defineProperty(holder, name, {
      value: other,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else holder[key] = other;
};

/** Bytes with some of them changed, removed or doubled. */
export const damaged = (files: readonly Uint8Array[]): fc.Arbitrary<Buffer> =>
  fc
    .tuple(
      fc.constantFrom(...files),
      fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.uint8Array({ minLength: 1, maxLength: 8 })), {
        minLength: 1,
        maxLength: 6,
      }),
    )
    .map(([file, wounds]) =>
      wounds.reduce((bytes, [place, kind, other]) => {
        const at = place % (bytes.length + 1);
        const behind = kind === 0 ? at : at + (kind === 1 ? other.length : other.length * 50);
        return Buffer.concat([
          bytes.subarray(0, at),
          kind === 2 ? Buffer.alloc(0) : other,
          bytes.subarray(behind),
        ]);
      }, Buffer.from(file)),
    );

const tags = [
  ...'html head body title base meta link div p span a b i em h1 h2 ul ol li dl dt dd table caption thead tr td th'.split(
    ' ',
  ),
  ...'pre code blockquote img svg math mi mtext select option template form input button iframe object noscript'.split(
    ' ',
  ),
  ...'article main nav aside section details summary figure ruby rt sup sub frameset frame plaintext textarea'.split(
    ' ',
  ),
];
const attributes = fc.array(
  fc.tuple(
    fc.constantFrom(
      'class',
      'id',
      'href',
      'src',
      'colspan',
      'rowspan',
      'itemprop',
      'itemscope',
      'shadowrootmode',
      'data-gn-hidden',
      'rel',
      'content',
      'property',
      'start',
      'span',
    ),
    fc.oneof(
      fc.string(),
      fc.constantFrom('99999999', '-1', 'open', 'javascript:1', '//[', 'price', '#', 'http://a/b c'),
    ),
  ),
  { maxLength: 3 },
);
const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '12,50 €',
    '* a',
    '1. b',
    '| c |',
    '```',
    '<!--',
    ']]>',
    '&#0;&nbsp',
    '\\',
    '[x](y)',
    '$$a$$',
    '2026-01-31',
  ),
);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** HTML trees: elements in each other in every wrong way, some of them never closed. */
export const htmlTrees: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'medium', maxDepth: 7 },
    words,
    fc
      .tuple(fc.constantFrom(...tags), attributes, fc.array(tie('node'), { maxLength: 5 }), fc.boolean())
      .map(
        ([tag, list, inner, isOpen]) =>
          `<${tag}${list.map(([name, text]) => ` ${name}="${escaped(text)}"`).join('')}>${inner.join('')}${isOpen ? '' : `</${tag}>`}`,
      ),
  ),
})).node;

/** Text of lines that begin as they should. */
export const linesOf = (...starts: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...starts, ''),
        fc.oneof(
          fc.string({ maxLength: 30 }),
          fc.webPath(),
          fc.constantFrom('*', '/', '/*$', '$', '/%', '/%zz', '/*a*b*c*d*'),
        ),
        fc.constantFrom('\n', '\r\n', '\r', ' # x\n'),
      ),
      { maxLength: 25 },
    )
    .map((lines) => lines.flat().join(''));

/** Pieces of a kind of text in any order. */
export const piecesOf = (...pieces: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 12 })), { maxLength: 30 })
    .map((list) => list.join(''));
