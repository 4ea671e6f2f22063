import { leadsToProfile } from '../tree/links.ts';
import { attr, type Element, elements, isElement } from '../tree/tree.ts';
import { wordsOf } from '../tree/words.ts';
import { isAsked } from './asked.ts';
import { dateWords } from './block-dates.ts';
import { type Block, type Blocks, textOf } from './blocks.ts';
import { createNamed } from './named.ts';
import { type Region, regionAround } from './region.ts';
import { between, charactersOf, sums } from './sums.ts';

/** Heads of posts in forums and threads: who wrote them, and when. */

/** Who wrote a post, and where it stands. */
interface Post {
  readonly name: Block;
  /** The element around the name and what was written. */
  readonly whole: Region;
  /** The element around the name that holds nothing of what was written. */
  readonly head: Region;
}

/** What is missed of the heads of posts, and what is too much. */
interface Heads {
  readonly added: ReadonlySet<Block>;
  readonly dropped: ReadonlySet<Block>;
  /** Of the writers, which say nothing beside their names. */
  readonly pictures: readonly Element[];
}

/** As likely, on average, names and times are a part of the text. */
const leastChance = 0.07;
/** Posts hold more than this share of what was chosen: others are reviews, or what else is on a page. */
const leastShare = 0.5;

/**
 * Where people talk with each other, who wrote a post, and when, stands with each of them or with none; how long they have
 * been there, how much they wrote, and what can be done with a post with none.
 */
export const heads = (blocks: Blocks, chosen: ReadonlySet<Block>, chances: Float32Array): Heads => {
  const { all, root } = blocks;
  const prose = sums(all, ({ isProse, characters }) => (isProse ? characters : 0));
  const kept = sums(all, (block) => (chosen.has(block) ? block.characters : 0));
  const keptProse = sums(all, (block) => (block.isProse && chosen.has(block) ? block.characters : 0));
  const keptIn = ({ first, last }: Region) => between(kept, first, last);
  const signs = all.map(signOf);
  const named = all.filter(({ index }) => signs[index] !== undefined);
  const lines = sums(all, (block) => (chosen.has(block) && isLine(block, signs) ? block.characters : 0));
  const groups = [...Map.groupBy(named, ({ index }) => signs[index]).values()]
    .map((names) => {
      const posts = postsOf(names, { prose, keptProse });
      // A talk may be all of short lines.
      return posts.length > 0 ? posts : postsOf(names, { prose: lines, keptProse: lines });
    })
    .filter((posts) => posts.reduce((sum, { whole }) => sum + keptIn(whole), 0) > leastShare * keptIn(root))
    .sort((one, other) => Number(tellsTime(other)) - Number(tellsTime(one)) || linked(other) - linked(one))
    .slice(0, mostGroups);
  const added = new Set<Block>();
  const texts = new Set<Block>();
  const isSignature = createNamed(signatureNames, /sig/i);
  const isVote = createNamed(voteNames, /vote|like|score|reaction/i);
  const isBelow = (block: Block) => isSignature(block.region) || (isNumber(block) && isVote(block.region));
  const dropped = new Set(
    groups.length === 0 ? [] : all.filter((block) => isBelow(block) || isProfile(block)),
  );
  const pictures: Element[] = [];
  for (const every of groups) {
    for (const block of missedIn(all, chosen, every)) if (!isBelow(block)) texts.add(block);
    const said = sums(all, (block) => (texts.has(block) ? 1 : 0));
    const posts = every.filter(
      ({ whole }) => keptIn(whole) > 0 || between(said, whole.first, whole.last) > 0,
    );
    const taken = sums(all, (block) => (added.has(block) ? 1 : 0));
    const own = posts.filter(({ whole }) => between(taken, whole.first, whole.last) === 0);
    if (own.length * 2 < posts.length) continue;
    for (const post of own) for (const block of [post.name, ...dateOf(all, post)]) added.add(block);
    for (const block of alikeIn(all, own)) dropped.add(block);
    for (const { head, whole } of own)
      if (head !== whole)
        for (const part of elements(head.element)) if (part.tagName === 'img') pictures.push(part);
  }
  for (const block of added) dropped.delete(block);
  const chance = [...added].reduce((sum, { index }) => sum + (chances[index] ?? 0), 0);
  const told = groups.flat().filter(({ whole }) => isAsked(whole));
  if (chance >= leastChance * added.size || told.length * 2 >= added.size)
    return { added: new Set([...added, ...texts]), dropped, pictures };
  for (const block of named) dropped.delete(block);
  return { added: texts, dropped, pictures };
};

/** What may have been written, though it does not read like prose. */
const isLine = (
  { index, level, linked, characters }: Block,
  signs: readonly (string | undefined)[],
): boolean => signs[index] === undefined && level === 0 && linked * 2 <= characters;

/** Of pages on which nobody talks with anybody. */
export const noHeads: Heads = { added: new Set(), dropped: new Set(), pictures: [] };

/** What somebody has below all of their posts; a post may be called after the height that it leaves. */
const signatureNames = / (?:(?<!post )signature(?:container)?|(?<!height )sig) /;

/** How many liked a post, in what is called so. */
const isNumber = (block: Block): boolean =>
  block.level === 0 && /^[+-]?\d{1,6}(?: \D{1,20})?$/.test(textOf(block).trim());
const voteNames = / (?:votes?|vote count|likes?|score|reactions?) /;

/** Who somebody is, as phpBB has it beside each post: others have all of a post in what is called so. */
const isProfile = ({ region }: Block): boolean => {
  const profile = regionAround(region, ({ element }) => profileName.test(attr(element, 'class') ?? ''), 6);
  return profile !== undefined && profile.characters <= longestProfile;
};
const profileName = /(?:^|\s)postprofile(?:\s|$)/;
/** In characters. */
const longestProfile = 400;

/** Fewest posts, and most sorts of names, that are looked at. */
const fewest = 2;
const mostGroups = 6;
/** In characters: a name, with a time and some words around. */
const longestName = 80;
/** Texts of a block that may be the name: a sign to fold the post stands before it, or `submitted 3 hours ago by`. */
const firstTexts = 6;
/** Elements around a text that may say that it is a name. */
const nameDepth = 4;

/** What says that a block is a name, the same for names in like places; undefined for others. */
const signOf = (block: Block): string | undefined => {
  const { characters, nodes, region } = block;
  if (characters < 2 || characters > longestName) return undefined;
  for (const node of nodes.slice(0, firstTexts)) {
    let around = node.parentNode;
    for (let depth = 0; depth < nameDepth && around && isElement(around); depth++) {
      const sign = writerSign(around);
      if (sign !== undefined) return hasLabel.test(textOf(block)) ? undefined : `${region.tag} ${sign}`;
      around = around.parentNode;
    }
  }
  return undefined;
};
/** `Posts: 116` is not who wrote. */
const hasLabel = /\p{L}\s?[:：]/u;

const writerSign = (element: Element): string | undefined => {
  if (attr(element, 'itemprop') === 'author' || attr(element, 'rel') === 'author') return 'author';
  const names = attr(element, 'class') ?? '';
  const word = likelyWriter.test(names) ? writerNames.exec(wordsOf(names))?.[0] : undefined;
  return word ?? (leadsToProfile(element) ? 'profile' : undefined);
};

const likelyWriter = /author|user|poster|creator|name|posted/i;
const writerNames =
  / (?:author(?! (?:buttons?|statistics|stats|avatar|badges?|rank|role|title|extras?))|user ?name|bigusername|hnuser|poster|creator|nick ?name|display name|message name|comment user|user ?link|user details|posted ?by) /;

/** Elements that look alike to their reader: of several names the first says what an element is. */
const lookOf = (region: Region): string => {
  let look = '';
  let around: Region | undefined = region;
  for (let depth = 0; depth < lookDepth && around !== undefined; depth++) {
    look += `${around.tag}.${(attr(around.element, 'class') ?? '').trim().split(/\s+/, 1)[0]} `;
    around = around.parent;
  }
  return look;
};
const lookDepth = 3;

/** By block, added up. */
interface Amounts {
  readonly prose: Float64Array;
  readonly keptProse: Float64Array;
}

/** Elements around a name that are looked at. */
const farthest = 14;

/** The posts of names that look alike: each stands alone with a text, of which most were chosen. */
const postsOf = (names: readonly Block[], { prose, keptProse }: Amounts): Post[] => {
  if (names.length < fewest) return [];
  const isAlone = (at: number, { first, last }: Region): boolean =>
    (names[at - 1]?.index ?? -1) < first && (names[at + 1]?.index ?? Number.POSITIVE_INFINITY) > last;
  const climb = (at: number, isPost: (region: Region, steps: number) => boolean) => {
    const name = names[at];
    let head = name?.region;
    let whole = name?.region;
    for (let steps = 0; steps < farthest && name && head && whole && isAlone(at, whole); steps++) {
      if (isPost(whole, steps)) return { post: { name, whole, head }, steps };
      head = whole;
      whole = whole.parent;
    }
    return undefined;
  };
  const sure = names.map((_, at) => climb(at, ({ first, last }) => between(prose, first, last) > 0));
  const isGood = (found: (typeof sure)[number]): boolean =>
    found !== undefined && between(keptProse, found.post.whole.first, found.post.whole.last) > 0;
  const steps = sure.flatMap((found) => (found !== undefined && isGood(found) ? [found.steps] : []));
  if (steps.length < fewest || steps.length * 2 < sure.filter(Boolean).length) return [];
  // A post that is no more than a line is as large as others.
  const usual = steps.sort((one, other) => one - other)[(steps.length - 1) >> 1];
  return names.flatMap((_, at) => {
    const found = isGood(sure[at]) ? sure[at] : climb(at, (_region, taken) => taken === usual);
    return found === undefined ? [] : [found.post];
  });
};

/** What was left out although it stands in the place of what was chosen of most posts: `Thanks!` looks like no text by itself. */
const missedIn = (all: readonly Block[], chosen: ReadonlySet<Block>, posts: readonly Post[]): Block[] => {
  const said = posts.flatMap(({ name, whole, head }) =>
    all
      .slice(whole.first, whole.last + 1)
      .filter(
        ({ index, level, linked, characters }) =>
          (head === whole ? index !== name.index : index < head.first || index > head.last) &&
          level === 0 &&
          linked * 2 <= characters,
      ),
  );
  return [...Map.groupBy(said, ({ region }) => lookOf(region)).values()].flatMap((same) => {
    const missing = same.filter((block) => !chosen.has(block));
    return charactersOf(missing) * 2 < charactersOf(same) ? missing : [];
  });
};

const tellsTime = (posts: readonly Post[]): boolean =>
  posts.filter(({ name }) => someTime.test(textOf(name))).length * 2 > posts.length;

/** How many names lead to who it is. */
const linked = (posts: readonly Post[]): number => posts.filter(({ name }) => name.link !== undefined).length;

/** Blocks on either side of a name that may tell when it was. */
const nearest = 12;

const dateOf = (all: readonly Block[], { name, whole }: Post): Block[] => {
  if (someTime.test(textOf(name))) return [];
  const times: Block[] = [];
  for (let step = 1; step <= nearest; step++)
    for (const at of [name.index + step, name.index - step]) {
      const block = at < whole.first || at > whole.last ? undefined : all[at];
      if (block !== undefined && isTime(block, all[at - 1])) times.push(block);
    }
  const time = times.find(isMarked) ?? times[0];
  return time === undefined ? [] : [time];
};

/** A profile, which tells since when somebody is there, may do so beside a picture and not by a word. */
const isMarked = ({ nodes }: Block): boolean =>
  nodes.some(({ parentNode }) => parentNode?.nodeName === 'time');

/** In characters. */
const longestTime = 60;
const someTime =
  /\b(?:19|20)\d\d\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}\b|\d (?:minute|hour|day|week|month|year)s? ago\b|\b(?:yester|to)day\b/i;
const timeWords =
  /\b(?:an?|minutes?|hours?|days?|weeks?|months?|years?|ago|yesterday|today|asked|answered|commented|replied|said|wrote|posted|last|edited|by)\b/g;
/** What tells when somebody came, not when they wrote. */
const membership = /\b(?:join|joined|registered|since)\b/i;

const isTime = (block: Block, before: Block | undefined): boolean => {
  if (block.characters > longestTime) return false;
  const text = textOf(block).toLowerCase();
  if (!someTime.test(text) || /\p{L}/u.test(text.replace(dateWords, ' ').replace(timeWords, ' ')))
    return false;
  return before === undefined || before.characters > longestTime || !membership.test(textOf(before));
};

/** What is said beside the names in the same place of most posts. */
const alikeIn = (all: readonly Block[], posts: readonly Post[]): Block[] => {
  const beside = posts.flatMap(({ name, whole, head }) =>
    head === whole
      ? []
      : all.slice(head.first, head.last + 1).filter((block) => block !== name && block.level === 0),
  );
  const sorts = [...Map.groupBy(beside, ({ region }) => lookOf(region)).values()];
  return sorts.filter(({ length }) => length * 2 > posts.length).flat();
};
