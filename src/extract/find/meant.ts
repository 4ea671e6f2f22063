import type { Region } from '../page/page-index.ts';
import { placesNamed } from '../sources/attributes.ts';
import { labelledPlaces } from '../sources/labels.ts';
import { type Concept, conceptOf } from '../wishes/concepts.ts';
import { hintLabels, type Wish } from '../wishes/wish.ts';

/** Parts of a page that bear the name of what is looked for. */

const mostNames = 8;

export const namesOf = ({ words }: Wish, concept: Concept | undefined): (readonly string[])[] =>
  [words, ...(concept?.nameWords ?? [])].slice(0, mostNames);

export const singularsOf = (word: string): string[] =>
  [/(?<=..)e?s$/, /(?<=..)s$/]
    .map((plural) => word.replace(plural, ''))
    .concat(word.replace(/(?<=..)ies$/, 'y'));

/** Elements that are named so by class or id, and those under a heading or label of the name. */
export const placesMeant = (wish: Wish, around: readonly string[], region: Region): number[] =>
  placesFor(wish, conceptOf(wish, around), region);

const placesFor = (wish: Wish, concept: Concept | undefined, region: Region): number[] => [
  ...namesOf(wish, concept).flatMap((name) => placesNamed(name, region)),
  ...labelledPlacesFor(wish, concept, region),
];

/** What stands under a heading or label: these may be of any language. */
export const labelledPlacesFor = (wish: Wish, concept: Concept | undefined, region: Region): number[] =>
  [wish.words.join(' '), ...(concept?.names ?? []), ...hintLabels(wish)].flatMap((name) =>
    labelledPlaces(name, region),
  );
