import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { digestsOf } from './digests.ts';

const words = 'the gannet folds its wings and falls like an arrow into the cold grey water '.repeat(2);
const telling = (markdown: string) => {
  const { words: ofWords, unlinked } = digestsOf(words + markdown);
  return { words: ofWords, unlinked };
};

test('the Markdown as it is', () => {
  const sha256 = createHash('sha256').update('# Gannet').digest('hex');
  expect(digestsOf('# Gannet')).toMatchObject({ markdown: sha256, words: null });
});

test('words are the same in capitals and in other marks', () => {
  expect(telling('## Über *Gannets*').words).toBe(telling('über, GANNETS.').words);
  expect(telling('terns').words).not.toBe(telling('gannets').words);
});

test('links may lead elsewhere, pictures may not', () => {
  expect(telling('[Next](/a?sid=1)').unlinked).toBe(telling('[Next](/b)').unlinked);
  expect(telling('![Gannet](/a.png)').unlinked).not.toBe(telling('![Gannet](/b.png)').unlinked);
});
