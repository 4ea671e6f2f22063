import { wordsIn } from '../wishes/words.ts';

/** The words of the elements' names, and the elements by such a word. */
export interface Names {
  wordsOf(place: number): readonly string[];
  /** Places of elements that bear a word in their name, in order. */
  named(word: string): readonly number[];
}

interface Name {
  readonly words: readonly string[];
  readonly places: number[];
}

const none: readonly string[] = [];

/** @param names by place; the same come many times: each is taken apart once. */
export const createNames = (names: readonly string[]): Names => {
  const byName = new Map<string, Name>();
  const taken = names.map((name, place) => {
    if (name === '') return none;
    const known = byName.get(name);
    if (known !== undefined) {
      known.places.push(place);
      return known.words;
    }
    const words = wordsIn(name);
    byName.set(name, { words, places: [place] });
    return words;
  });
  let byWord: ReadonlyMap<string, readonly Name[]> | undefined;
  const found = new Map<string, readonly number[]>();
  return {
    wordsOf: (place) => taken[place] ?? none,
    named: (word) => {
      byWord ??= groupedByWord(byName.values());
      const known = found.get(word) ?? placesOf(byWord.get(word) ?? []);
      found.set(word, known);
      return known;
    },
  };
};

const groupedByWord = (names: Iterable<Name>): ReadonlyMap<string, readonly Name[]> => {
  const byWord = new Map<string, Name[]>();
  for (const name of names)
    for (const word of name.words) {
      const bearers = byWord.get(word);
      if (bearers === undefined) byWord.set(word, [name]);
      // A name may hold a word twice.
      else if (bearers.at(-1) !== name) bearers.push(name);
    }
  return byWord;
};

const placesOf = (names: readonly Name[]): readonly number[] =>
  names.length === 1 ? (names[0]?.places ?? []) : names.flatMap(({ places }) => places).sort((a, b) => a - b);
