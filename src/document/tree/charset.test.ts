import { expect, test } from 'vitest';
import { decodeHtml, decodeText } from './charset.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

const pages: readonly (readonly [string, string, Buffer, string | undefined])[] = [
  [
    'the mark wins over the header',
    'text/html; charset=iso-8859-1',
    bytes([0xef, 0xbb, 0xbf, 0xc3, 0xa9]),
    'é',
  ],
  [
    'the header wins over meta',
    'text/html; charset="utf-8"',
    bytes('<meta charset=koi8-r>', [0xc3, 0xa9]),
    '<meta charset=koi8-r>é',
  ],
  ['meta', 'text/html', bytes('<meta charset=koi8-r>', [0xc1]), '<meta charset=koi8-r>а'],
  [
    'meta by pragma',
    'text/html',
    bytes('<meta http-equiv=content-type content="text/html; charset=shift_jis">', [0x82, 0xa0]),
    '<meta http-equiv=content-type content="text/html; charset=shift_jis">あ',
  ],
  [
    'meta may not say utf-16',
    'text/html',
    bytes('<meta charset=utf-16>', [0xc3, 0xa9]),
    '<meta charset=utf-16>é',
  ],
  ['latin-1 is windows-1252', 'text/html; charset=latin1', bytes([0x80, 0x93]), '€“'],
  ['utf-16 by its mark', 'text/html', bytes([0xff, 0xfe, 0x41, 0x00]), 'A'],
  [
    'an unknown label counts as none',
    'text/html; charset=x-nonsense',
    bytes('<meta charset=utf-8>', [0xc3, 0xa9]),
    '<meta charset=utf-8>é',
  ],
  ['plain ASCII needs no label', 'text/html', bytes('<p>plain'), '<p>plain'],
  ['UTF-8 that does not say so', 'text/html', bytes([0xc3, 0xa9]), 'é'],
  ['UTF-8 under no label that is one', 'text/html; charset=none', bytes([0xc3, 0xa9]), 'é'],
  ['a browser would have to guess', 'text/html', bytes([0xc3, 0xa9, 0xe9, 0x20]), undefined],
  [
    'meta too late to count',
    'text/html',
    bytes(' '.repeat(1100), '<meta charset=utf-8>', [0xe9, 0x20]),
    undefined,
  ],
  ['replacement', 'text/html; charset=iso-2022-kr', bytes('<p>a'), '\ufffd'],
  ['replacement by meta', 'text/html', bytes('<meta charset=hz-gb-2312>a'), '\ufffd'],
  ['nothing in replacement', 'text/html; charset=iso-2022-kr', bytes(), ''],
  ['broken bytes are replaced', 'text/html; charset=utf-8', bytes('a', [0xff], 'b'), 'a\ufffdb'],
];

test.each(pages)('HTML: %s', (_, contentType, body, text) => {
  expect(decodeHtml(body, contentType)).toBe(text);
});

test.each([
  ['header', 'text/plain; charset=windows-1251', bytes([0xe9]), 'й'],
  ['UTF-8 without a word', 'text/plain', bytes([0xc3, 0xa9]), 'é'],
  ['what is not UTF-8', 'text/plain', bytes([0xe9, 0x80]), 'é€'],
  ['replacement', 'text/csv; charset=hz-gb-2312', bytes('a,b'), '\ufffd'],
  ['no meta in text', 'text/plain', bytes('<meta charset=koi8-r>', [0xc3, 0xa9]), '<meta charset=koi8-r>é'],
])('text: %s', (_, contentType, body, text) => {
  expect(decodeText(body, contentType)).toBe(text);
});

/** As an office program of that country saves a table; bytes as hexadecimal digits. */
const saved: readonly (readonly [string, string, string])[] = [
  [
    'windows-1251',
    'c8ecff3bc3eef0eee43bd6e5ede00ac8e2e0ed20cfe5f2f0eee23bcceef1eae2e03b313230300ac0edede020d1ece8f0edeee2e03bd1e0edeaf22dcfe5f2e5f0e1f3f0e33b3935300a',
    'Имя;Город;Цена\nИван Петров;Москва;1200\nАнна Смирнова;Санкт-Петербург;950\n',
  ],
  [
    'koi8-r',
    'e9cdd13be7cfd2cfc43be3c5cec10ae9d7c1ce20f0c5d4d2cfd73bedcfd3cbd7c13b313230300ae1cecec120f3cdc9d2cecfd7c13bf3c1cecbd42df0c5d4c5d2c2d5d2c73b3935300a',
    'Имя;Город;Цена\nИван Петров;Москва;1200\nАнна Смирнова;Санкт-Петербург;950\n',
  ],
  [
    'gbk',
    'd0d5c3fb2cb3c7cad00acdf5d0a1c3f72cb1b1bea90ac0eebbaa2cc9cfbaa30ad5e2cac7b2fac6b7cbb5c3f70a',
    '姓名,城市\n王小明,北京\n李华,上海\n这是产品说明\n',
  ],
  [
    'shift_jis',
    '96bc914f2c93738e730a8e52936391be98592c938c8b9e0a82b182ea82cd83658358836782c582b70a',
    '名前,都市\n山田太郎,東京\nこれはテストです\n',
  ],
  [
    'euc-jp',
    'ccbec1b02cc5d4bbd40abbb3c5c4c2c0cfba2cc5ecb5fe0aa4b3a4eca4cfa5c6a5b9a5c8a4c7a4b90a',
    '名前,都市\n山田太郎,東京\nこれはテストです\n',
  ],
  [
    'big5',
    'a96da6572cabb0a5ab0aa4fda470a9fa2cbb4fa55f0ab36fac4fa440add3b4fab8d5aabaa4e5a5f30a',
    '姓名,城市\n王小明,臺北\n這是一個測試的文件\n',
  ],
  [
    'euc-kr',
    'c0ccb8a72cb5b5bdc30ab1e8c3b6bcf62cbcadbfef0ab9dabfb5c8f12cbacebbeac0d4b4cfb4d90a',
    '이름,도시\n김철수,서울\n박영희,부산입니다\n',
  ],
  [
    'windows-1253',
    'bcedefece13bd0fcebe70ac3e9fef1e3eff23bc1e8deede10acce1f1dfe13bc8e5f3f3e1ebefeddfeae70a',
    'Όνομα;Πόλη\nΓιώργος;Αθήνα\nΜαρία;Θεσσαλονίκη\n',
  ],
  [
    'windows-1255',
    'f9ed3bf2e9f80ae3e5e320ebe4ef3be9f8e5f9ece9ed0aeef9e420ece5e93bfaec20e0e1e9e10a',
    'שם;עיר\nדוד כהן;ירושלים\nמשה לוי;תל אביב\n',
  ],
  [
    'windows-1256',
    'c7e1c7d3e33bc7e1e3cfede4c90ae3cde3cf3bc7e1dec7e5d1c90ac3cde3cf3bc7e1d1edc7d60a',
    'الاسم;المدينة\nمحمد;القاهرة\nأحمد;الرياض\n',
  ],
  [
    'windows-1252',
    '5072e96e6f6d3bc267650a43686c6fe93b330a5a6fe93b340a4e6feb6c3b350a5468e96f3b330a52656ee93b310a4ae972f46d653b390a',
    'Prénom;Âge\nChloé;3\nZoé;4\nNoël;5\nThéo;3\nRené;1\nJérôme;9\n',
  ],
];

test.each(saved)('text without a word of its encoding: %s', (_, hex, text) => {
  expect(decodeText(Buffer.from(hex, 'hex'), 'text/csv')).toBe(text);
});

test('one broken byte, or an end in the middle of a letter, makes UTF-8 nothing else', () => {
  const text = 'Größe, Länge, Höhe und Übergröße'.repeat(3);
  expect(decodeText(bytes(...[...Buffer.from(text)].map((byte) => [byte]), [0xff]), 'text/plain')).toBe(
    `${text}\ufffd`,
  );
  expect(decodeText(Buffer.from(`${text}ß`).subarray(0, -1), 'text/plain')).toBe(`${text}\ufffd`);
});
