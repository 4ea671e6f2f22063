import { z } from 'zod';
import { readCorpus } from '../quality/corpus.ts';

/** A saved page, and what is known to be its content. */
export interface TruePage {
  readonly corpus: string;
  readonly url: string;
  readonly type: string;
  readonly html: string;
  /** The content as text; empty where only snippets are known. */
  readonly text: string;
  /** Snippets that stand in the content, and others that do not. */
  readonly inside: readonly string[];
  readonly outside: readonly string[];
  /** Which of the five parts it belongs to: pages of one domain are in the same. */
  readonly fold: number;
}

export const folds = 5;

const line = z.object({
  url: z.string().nullish(),
  id: z.string(),
  type: z.string().nullish(),
  html: z.string(),
  truth: z.object({
    text: z.string().nullish(),
    with: z.array(z.string()).nullish(),
    without: z.array(z.string()).nullish(),
  }),
});

/** @param share 0.1 takes every tenth page. */
export const readPages = (name: string, share = 1): TruePage[] =>
  readCorpus(name, line, share).map(({ url, id, type, html, truth }) => {
    const address = url || `https://${id}.example/`;
    return {
      corpus: name,
      url: address,
      type: type ?? name,
      html,
      text: truth.text ?? '',
      inside: truth.with ?? [],
      outside: truth.without ?? [],
      fold: foldOf(address),
    };
  });

/** The part of a page: by the last two labels of the host, three where the last ones are as short as `co.uk`. */
export const foldOf = (url: string): number => {
  const labels = new URL(url).hostname.toLowerCase().split('.');
  const isShort = labels.length > 2 && labels.slice(-2).every((label) => label.length <= 3);
  const domain = labels.slice(isShort ? -3 : -2).join('.');
  let hash = 7;
  for (const character of domain) hash = (hash * 131 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % folds;
};
