import { sha256 } from '../text.ts';

/** What tells whether two pages say the same; in hexadecimal digits. */
export interface Digests {
  /** Of the Markdown as it is. */
  readonly markdown: string;
  /** Of its words, whatever stands between them; null where they are too few to tell. */
  readonly words: string | null;
  /** Of the Markdown without the addresses that its links lead to. */
  readonly unlinked: string;
}

const fewWords = 20;

export const digestsOf = (markdown: string): Digests => {
  const words = markdown.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return {
    markdown: digest(markdown),
    words: words.length < fewWords ? null : digest(words.join(' ')),
    unlinked: digest(withoutTargets(markdown)),
  };
};

const digest = (text: string): string => sha256(text).toString('hex');

/**
 * Markdown without its links: one to the page itself is none, so that copies under several addresses, such as a topic by each
 * of its posts, differ in them, and sessions stand there. Addresses of pictures stay: they are all that these say.
 */
const withoutTargets = (markdown: string): string => {
  const pieces = markdown.split('](');
  return pieces
    .map((piece, at) => (at === 0 || isPicture(pieces[at - 1] ?? '') ? piece : piece.replace(/^[^\s)]*/, '')))
    .join(' ')
    .replace(/[[\]()\s]+/g, ' ');
};

const isPicture = (before: string): boolean => before.charAt(before.lastIndexOf('[') - 1) === '!';
