import { afterAll, expect, test } from 'vitest';
import { snapshotOf } from '../../test/support/snapshot.ts';
import { Deadline } from '../deadline.ts';
import { createConvertFile } from '../file/convert.ts';
import { createThreads } from '../threads.ts';
import { extract } from './extraction.ts';
import { createExtractor } from './extractor.ts';

const threads = createThreads({ threads: 1, memoryMb: 200 });
const extractor = createExtractor({ threads, convertFile: createConvertFile({ threads: 1 }) });
afterAll(() => threads.close());

const page = snapshotOf('<h1>Mug</h1><p class="price">12 €</p>');
const selectors = { method: 'css_selector', selectors: { heading: 'h1' } } as const;
const schema = { method: 'schema', schema: { properties: { price: { type: 'number' } } } } as const;

test.each([selectors, schema, { method: 'none' } as const])(
  'gives on a thread what is given here: %j',
  async (wanted) => {
    using deadline = new Deadline(30_000);
    expect(await extractor.extract(page, wanted, deadline)).toEqual(extract(page, wanted));
  },
);

const hostile = { selector: 'nothing ~ p ~ p ~ p ~ p', type: 'list' } as const;
const wide = snapshotOf(`<main>${'<p></p>'.repeat(3000)}</main>`);

test('a selector that takes too long ends with its thread, and the next is answered', async () => {
  using short = new Deadline(1000);
  const wanted = { method: 'css_selector', selectors: { slow: hostile } } as const;
  await expect(extractor.extract(wide, wanted, short)).rejects.toMatchObject({ code: 'timeout' });
  using deadline = new Deadline(30_000);
  expect((await extractor.extract(page, selectors, deadline)).data).toEqual({ heading: 'Mug' });
});

test('nothing holds a thread for longer than there is for a page, whatever time its request has', async () => {
  const quick = createExtractor({ threads, convertFile: createConvertFile({ threads: 1 }), ms: 500 });
  const wanted = { method: 'css_selector', selectors: { slow: hostile } } as const;
  using deadline = new Deadline(20_000);
  await expect(quick.extract(wide, wanted, deadline)).rejects.toMatchObject({
    code: 'extract_failed',
    extras: { reason: 'too_slow' },
  });
  expect((await extractor.extract(page, selectors, deadline)).data).toEqual({ heading: 'Mug' });
});

test('what is longer than an answer may be stays on its thread', async () => {
  const long = snapshotOf(`<p>${'x'.repeat(500_000)}</p>`);
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 'p']));
  const wanted = (count: number) => ({ method: 'css_selector', selectors: fields(count) }) as const;
  using deadline = new Deadline(60_000);
  await expect(extractor.extract(long, wanted(41), deadline)).rejects.toMatchObject({
    code: 'extract_failed',
    extras: { reason: 'too_large' },
  });
  expect(Object.keys((await extractor.extract(long, wanted(40), deadline)).data)).toHaveLength(40);
});

test('a page that breaks its thread fails alone', async () => {
  using deadline = new Deadline(60_000);
  const huge = snapshotOf('<b>x</b>'.repeat(3_000_000));
  await expect(extractor.extract(huge, selectors, deadline)).rejects.toMatchObject({
    code: 'extract_failed',
  });
  expect((await extractor.extract(page, selectors, deadline)).data).toEqual({ heading: 'Mug' });
});
