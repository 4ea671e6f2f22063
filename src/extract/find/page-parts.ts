import { isWebUrl, resolveUrl } from '../../document/tree/links.ts';
import { squeeze } from '../../document/tree/tree.ts';
import { evidenceOf, type Finding, findingsOf, nothing } from '../evidence/finding.ts';
import { isAside } from '../page/aside.ts';
import { attributeAt, type PageIndex, type Region, within } from '../page/page-index.ts';
import { isOrnament, pictureOf } from '../sources/attributes.ts';
import { isWhole } from '../sources/finder.ts';
import { type Concept, fillers } from '../wishes/concepts.ts';
import type { Wish } from '../wishes/wish.ts';

/** All that a page has of one kind of elements: its links, headings, paragraphs, pictures. */

interface Kind {
  readonly tags: readonly string[];
  readonly says: (index: PageIndex, place: number) => string;
  readonly text: (index: PageIndex, place: number) => string;
}

const addressAt = (index: PageIndex, place: number): string => {
  const url = resolveUrl(attributeAt(index, place, 'href'), index.page.base) ?? '';
  return isWebUrl(url) && !attributeAt(index, place, 'href').startsWith('#') ? url : '';
};

const pictureAt = (index: PageIndex, place: number): string => {
  const element = index.all[place];
  return (element && !isOrnament(element) && resolveUrl(pictureOf(element), index.page.base)) || '';
};

const textAt = (index: PageIndex, place: number): string => index.textOf(place);

const links: Kind = { tags: ['a'], says: addressAt, text: textAt };
const images: Kind = {
  tags: ['img'],
  says: pictureAt,
  text: (index, place) => squeeze(attributeAt(index, place, 'alt') || attributeAt(index, place, 'title')),
};
const headings: Kind = { tags: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], says: textAt, text: textAt };
const paragraphs: Kind = { tags: ['p'], says: textAt, text: textAt };

const kinds: Readonly<Record<string, Kind>> = {
  links,
  hyperlinks: links,
  anchors: links,
  urls: links,
  images,
  pictures: images,
  photos: images,
  headings,
  subheadings: headings,
  paragraphs,
};
/** Words beside that of the kind that leave open which ones. */
const any = new Set(['all', 'internal', 'external', 'outbound', 'found', 'list']);

const confidence = 0.6;
const kindOf = ({ words }: Wish, concept: Concept | undefined): Kind | undefined => {
  if (concept?.name === 'image') return images;
  const [name, ...others] = words.filter((word) => !any.has(word) && !fillers.has(word));
  return name !== undefined && others.length === 0 && Object.hasOwn(kinds, name) ? kinds[name] : undefined;
};

/** @returns nothing for what is no kind of elements. */
export const findPageParts = (
  wish: Wish,
  items: Wish,
  concept: Concept | undefined,
  region: Region,
): Finding[] => {
  const kind = kindOf(wish, concept);
  if (kind === undefined) return [];
  const { index } = region;
  const isWanted = hostFilter(wish, index);
  const isSeen = (place: number) =>
    index.isShown(place) && (kind !== images || !isWhole(region) || !isAside(region, place));
  const said = kind.tags
    .flatMap((tag) => within(index.tagged(tag), region))
    .sort((a, b) => a - b)
    .filter(isSeen)
    .map((place) => ({ place, says: kind.says(index, place) }))
    .filter(({ says }) => says !== '' && isWanted(says));
  // A picture may lead to the same page as the words beside it, which tell more.
  const unique = [...Map.groupBy(said, ({ says }) => says).values()].flatMap(
    (alike) => alike.find(({ place }) => kind.text(index, place) !== '') ?? alike.slice(0, 1),
  );
  return unique.map(({ place, says }) =>
    items.kind === 'object'
      ? partAt(items, kind, index, place)
      : { value: says, evidence: evidenceAt(index, place, says) },
  );
};

/** `internal_links` lead to the host of the page, `external_links` away from it. */
const hostFilter = ({ words }: Wish, { url }: PageIndex): ((address: string) => boolean) => {
  const isHere = (address: string) => URL.parse(address)?.host === new URL(url).host;
  if (words.includes('internal')) return isHere;
  return words.includes('external') || words.includes('outbound')
    ? (address) => !isHere(address)
    : () => true;
};

const evidenceAt = (index: PageIndex, place: number, text: string) =>
  evidenceOf('semantic', index.selectorOf(place), text, confidence);

const partAt = (items: Wish, kind: Kind, index: PageIndex, place: number): Finding => {
  const found = items.fields.map((field): readonly [string, Finding] => {
    const text = fieldOf(field, kind, index, place);
    const value = field.kind === 'string' ? text : Number(text);
    const isTold = text !== '' && !Number.isNaN(value);
    return [field.name, isTold ? { value, evidence: evidenceAt(index, place, text) } : nothing];
  });
  if (found.every(([, { evidence }]) => evidence === null)) return nothing;
  const { data, fields } = findingsOf(found);
  return { value: data, evidence: evidenceAt(index, place, kind.says(index, place)), inside: fields };
};

const fieldOf = (field: Wish, kind: Kind, index: PageIndex, place: number): string => {
  const name = field.words.at(-1) ?? '';
  if (/^(?:url|href|link|src|source|address)$/.test(name)) return kind.says(index, place);
  if (name === 'level') return /^h(\d)$/.exec(index.all[place]?.tagName ?? '')?.[1] ?? '';
  return /^(?:text|title|label|name|anchor|caption|alt|content|heading|description)$/.test(name)
    ? kind.text(index, place)
    : attributeAt(index, place, name);
};
