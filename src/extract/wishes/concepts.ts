import type { ConceptRow } from './concept-row.ts';
import { goodsConcepts } from './goods-concepts.ts';
import { listedConcepts } from './listed-concepts.ts';
import { otherConcepts } from './other-concepts.ts';
import { pageConcepts } from './page-concepts.ts';
import type { Wish } from './wish.ts';
import { labelOf, wordsIn } from './words.ts';

/** The names of properties that lead to a value, from any entity or from those of a kind: `Question/name`. */
export interface Way {
  readonly from: string | undefined;
  readonly steps: readonly string[];
}

/** What properties of schemas usually mean, and where pages say it. */
export interface Concept {
  readonly name: string;
  /** What it is called, in schemas and on labels of pages. */
  readonly names: readonly string[];
  /** The same, word by word. */
  readonly nameWords: readonly (readonly string[])[];
  /** Ways to it from an entity of schema.org, best first. */
  readonly linked: readonly Way[];
  readonly meta: readonly string[];
  /** Every entity has one of its own: only that of the main entity counts. */
  readonly isOwn: boolean;
}

const list = (text: string, separator: string): string[] =>
  text.split(separator).filter((part) => part !== '');

const wayOf = (text: string): Way => {
  const [steps = '', from] = text.split('/').reverse();
  return { from, steps: steps.split('.') };
};

const conceptOfRow = ([names, linked, meta]: ConceptRow): Concept => {
  const called = list(names.replace(/^!/, ''), '|').map(labelOf);
  return {
    name: called[0] ?? '',
    names: called,
    nameWords: called.map((name) => name.split(' ')),
    linked: list(linked, ' ').map(wayOf),
    meta: list(meta, ' '),
    isOwn: names.startsWith('!'),
  };
};

const named = (concepts: readonly Concept[]): Map<string, Concept> => {
  const found = new Map<string, Concept>();
  for (const concept of concepts)
    for (const name of concept.names) if (!found.has(name)) found.set(name, concept);
  return found;
};

/** Also where only a part of a name or description says it. */
const bySpan = named([...pageConcepts, ...goodsConcepts, ...otherConcepts].map(conceptOfRow));
/** The words of lists mean it only alone: a `home_team` is another than the `team`. */
const byName = new Map([...named(listedConcepts.map(conceptOfRow)), ...bySpan]);

/** Words that say whose property it is, or nothing. */
export const fillers: ReadonlySet<string> = new Set(
  'product item article page the a an of post blog job recipe event book movie company listing entry main primary current value text raw original str number num string full get is has data info details field'.split(
    ' ',
  ),
);

const maxWords = 12;

/** The concept that words name, all of them, or without those that say whose it is. */
export const conceptNamed = (words: readonly string[]): Concept | undefined => {
  const whole = called(words);
  if (whole !== undefined || words.length < 2) return whole;
  // `next_release_date` is another than that of what is shown.
  if (/^(?:next|previous|prev|upcoming)$/.test(words[0] ?? '')) return undefined;
  const rest = words.filter((word) => !fillers.has(word));
  return rest.length === 0 ? undefined : (called(rest) ?? pictured(rest) ?? spanIn(rest));
};

/** By name, or by that of one of several: `employment_types`. */
const called = (words: readonly string[]): Concept | undefined => {
  const name = words.join(' ');
  return byName.get(name) ?? (/[^s]s$/.test(name) ? byName.get(name.slice(0, -1)) : undefined);
};

/** The address of a picture is told by the picture: `photo_url`, `avatar_src`. */
const pictured = (words: readonly string[]): Concept | undefined => {
  const thing = called(words.slice(0, -1));
  const isAddress = /^(?:urls?|uri|src|href|links?)$/.test(words.at(-1) ?? '');
  return isAddress && /^(?:image|logo|video)$/.test(thing?.name ?? '') ? thing : undefined;
};

/** The longest run of words that names a concept, the later of equals: of `seller phone number` the phone number. */
const spanIn = (words: readonly string[]): Concept | undefined => {
  for (let length = Math.min(4, words.length - 1); length > 0; length--)
    for (let start = words.length - length; start >= 0; start--) {
      const name = words.slice(start, start + length).join(' ');
      const found = name.length > 2 ? bySpan.get(name) : undefined;
      if (found !== undefined) return found;
    }
  return undefined;
};

/** What a wish means: by its name, within what is around it, else by the first words of its title and description that tell. */
export const conceptOf = (
  { words, hint, choices, isDuty, kind }: Wish,
  around: readonly string[] = [],
): Concept | undefined => {
  if (isDuty) return byName.get('job');
  const named =
    (around.length > 0 ? byName.get([...around, ...words].join(' ')) : undefined) ?? conceptNamed(words);
  // `"reviews": {"type": "integer"}` asks how many.
  if (named?.name === 'reviews' && /^(?:integer|number)$/.test(kind)) return byName.get('review count');
  if (named !== undefined) return named;
  if (choices.some((choice) => /^(?:in|out)\W?of?\W?stock$/i.test(String(choice))))
    return byName.get('availability');
  const told = wordsIn(hint).slice(0, maxWords);
  for (let length = 3; length > 0; length--)
    for (let start = 0; start + length <= told.length; start++) {
      const found = bySpan.get(told.slice(start, start + length).join(' '));
      if (found !== undefined && !(found.isOwn && isOfOther(told.slice(start + length)))) return found;
    }
  return undefined;
};

/** “Name of the judge” is not that of the page, “Name of the product” is. */
const isOfOther = ([link = '', ...behind]: readonly string[]): boolean => {
  const [whose] = behind.filter((word) => !/^(?:the|an?|this|der|des|du|la|le|el|del)$/.test(word));
  return (
    /^(?:of|von|der|des|du|de|del|della|di|van)$/.test(link) && whose !== undefined && !fillers.has(whose)
  );
};
