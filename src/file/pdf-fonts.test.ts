import { expect, test } from 'vitest';
import { makeUntoldPdf } from '../../test/support/files.ts';
import { readPdf } from './pdf.ts';

const lost = 'text is missing whose fonts do not tell what their signs stand for';

test.each([
  ['UniGB-UCS2-H', 'GB1', '4e2d6587002000410042', '中文 AB'],
  ['UniJIS-UTF16-H', 'Japan1', '65e5672c30ab', '日本カ'],
  ['UniKS-UCS2-V', 'Korea1', 'd55cae00', '한글'],
  ['90ms-RKSJ-H', 'Japan1', '93fa967b4142', '日本AB'],
  ['EUC-H', 'Japan1', 'c6fccbdc', '日本'],
  ['H', 'Japan1', '467c4b5c', '日本'],
  ['GBK-EUC-H', 'GB1', 'd6d0cec4', '中文'],
  ['GB-H', 'GB1', '56504e44', '中文'],
  ['GBK2K-V', 'GB1', 'd6d0cec4', '中文'],
  ['KSCms-UHC-H', 'Korea1', 'c7d1b1db', '한글'],
  ['ETen-B5-H', 'CNS1', 'a4a4a4e5', '中文'],
])('text in the encoding %s that a font of %s names', async (encoding, ordering, hex, text) => {
  const { body, warnings } = await readPdf(new Uint8Array(makeUntoldPdf([{ encoding, ordering, hex }])));
  expect([body, warnings]).toEqual([`<p>${text}</p>`, []]);
});

test.each([
  ['numbers of shapes', 'Identity-H', 'Identity', '002500480057003800030025'],
  ['numbers of a collection', 'Identity-H', 'Japan1', '0e4a0ea2'],
  ['an encoding that is not known', 'CNS-EUC-H', 'CNS1', 'c4e3c5c6'],
])('%s are no text, and it is told', async (_, encoding, ordering, hex) => {
  const rest = { encoding: 'UniJIS-UCS2-H', ordering: 'Japan1', hex: '65e5672c' };
  const { body, warnings } = await readPdf(
    new Uint8Array(makeUntoldPdf([{ encoding, ordering, hex }, rest])),
  );
  expect([body, warnings]).toEqual(['<p>日本</p>', [lost]]);
});
