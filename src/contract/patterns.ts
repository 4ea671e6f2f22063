/** A glob that begins with a word which names no host of the internet: `blog/*`, `blog`. No regular expression is one. */
const wordFirst = /^[\w~%-]+(?:\/(?:[^\\|[($.]|\.(?![*+]))*)?$/;

/**
 * Tells of globs that match nothing although their caller means a path, for a host is what they begin with.
 * @param asked patterns by their field.
 * @param start whose own host may be a word: `http://wiki/`.
 */
export const toldOfWords = (
  asked: Readonly<Record<string, readonly string[]>>,
  start: string | undefined,
): string[] => {
  const own = start && new URL(start).hostname;
  return Object.entries(asked).flatMap(([field, patterns]) =>
    patterns
      .filter((pattern) => wordFirst.test(pattern) && pattern.split('/', 1)[0] !== own)
      .map((pattern) => `${field}: ${pattern} begins with a host: did you mean /${pattern} or */${pattern}?`),
  );
};
