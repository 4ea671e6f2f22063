import type { Blocks } from './blocks.ts';

/** What a page says of itself outside its text. */
export interface PageFacts {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** The longest text that it holds as linked data. */
  readonly stored: string;
  /** What it says it is: types of linked data, and `og:` with the type for the Open Graph. */
  readonly types: readonly string[];
  /** Whether people talk with each other there. */
  readonly isTalk: boolean;
  /** What its product costs, as data: `1199.00`. */
  readonly prices: readonly string[];
  /** What it lists of its subject, as data: the text of each list. */
  readonly lists: readonly string[];
}

export const log = (value: number): number => Math.log2(1 + value);
export const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const pageTags = 'article h1 h2 p li td form section button'.split(' ');
const tagColumns = new Map(pageTags.map((tag, column) => [tag, column]));
const pageTypes: readonly RegExp[] = [
  /Article$|Posting$|^og:article/,
  /^Product|^og:product|^Offer/,
  /Forum|QAPage|^Question|Discussion|^Comment$/,
  /ItemList|CollectionPage|SearchResults|Blog$/,
  /Organization$|LocalBusiness$|Service$/,
  /HowTo|FAQPage|TechArticle|APIReference|Recipe$/,
  /^og:website/,
];
/** What is the same for all blocks of a page: how much it holds of what, what it says it is, and its address. */
export const describePage = ({ all, regions, root }: Blocks, facts: PageFacts): number[] => {
  const counts = pageTags.map(() => 0);
  for (const { tag, blocks } of regions) {
    const column = blocks > 0 ? tagColumns.get(tag) : undefined;
    if (column !== undefined) counts[column] = (counts[column] ?? 0) + 1;
  }
  const path = facts.url.replace(/^\w+:\/\/[^/]*\/?/, '').replace(/[?#].*/, '');
  const parts = path.split('/').filter((part) => part !== '');
  const name = parts.at(-1) ?? '';
  return [
    all.length,
    log(root.characters),
    share(root.linked, root.characters),
    share(root.prose, root.characters),
    all.filter((block) => block.isProse).length,
    ...counts.map(log),
    ...pageTypes.map((type) => (facts.types.some((given) => type.test(given)) ? 1 : 0)),
    log(facts.stored.length),
    parts.length,
    name.split(/[-_]/).length,
    /\d{4}\/\d\d/.test(path) ? 1 : 0,
    /\d/.test(name) ? 1 : 0,
    facts.url.includes('?') ? 1 : 0,
  ];
};
