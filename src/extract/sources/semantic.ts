import { type Element, isText, parentElement, squeeze } from '../../document/tree/tree.ts';
import { isAside, titlePlace } from '../page/aside.ts';
import { attributeAt, type PageIndex, type Region, within } from '../page/page-index.ts';
import { isOrnament, pictureOf } from './attributes.ts';
import { sku } from './codes.ts';
import { at, type Finder, isWhole, places } from './finder.ts';
import { city, company, postalAddress, postalCode, streetAddress } from './imprint.ts';
import { socialLinks } from './led-to.ts';
import { amountsIn, passedCandidates, priceCandidates } from './price.ts';
import { answer, question } from './questions.ts';
import { rating, reviewCount } from './rating.ts';
import { saidFirst } from './said-first.ts';
import { availability } from './stock.ts';

/** What elements mean by themselves: headings, times, pictures, links to telephones. By concept. */

const linksTo = (region: Region, start: RegExp): number[] =>
  places(region, links, (place) => start.test(attributeAt(region.index, place, 'href')));

const links = ['a'];
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const pictures = ['img', 'source'];

const title: Finder = (region) => {
  const { index } = region;
  if (isWhole(region)) {
    const heading = titlePlace(index);
    const shown = places(region, ['title'], undefined, 1);
    return [
      ...(heading === undefined ? [] : [at(index, heading, index.textOf(heading))]),
      ...shown.map((place) => at(index, place, rawTitle(index, place), 0.6)),
    ];
  }
  const heading = places(region, headings, (place) => index.textOf(place) !== '', 1);
  const isName = (place: number) => {
    const text = index.textOf(place);
    return text.length > 2 && !/^\d[\d.,k]*\s+\p{L}+$/iu.test(text) && !holdsMore(region, place);
  };
  const named = places(region, links, isName, 5).sort(
    (a, b) => index.textOf(b).length - index.textOf(a).length,
  );
  return [
    ...heading.map((place) => at(index, place, uncut(index, place))),
    ...named.slice(0, 1).map((place) => at(index, place, uncut(index, place), 0.8)),
    ...saidFirst(region),
  ];
};

/** Parts of a list are called by their headings. */
const section: Finder = ({ index, start }) =>
  headings.includes(index.all[start]?.tagName ?? '') ? [at(index, start, index.textOf(start), 0.8)] : [];

/** A link around a whole entry holds more than its name. */
const holdsMore = ({ index }: Region, place: number): boolean =>
  within(index.speakers, { index, start: place, end: index.endOf(place) }).filter(index.isShown).length > 1;

/** Of “A Light in the …” all of it, where the element or the link in it tells that as its title. */
const uncut = (index: PageIndex, place: number): string => {
  const text = index.textOf(place);
  const [, start] = /^(.*\S)\s*(?:…|\.\.\.)$/.exec(text) ?? [];
  if (start === undefined) return text;
  const inside = within(index.tagged('a'), { index, start: place, end: index.endOf(place) });
  const titles = [place, ...inside].map((one) => squeeze(attributeAt(index, one, 'title')));
  return titles.find((title) => title.startsWith(start)) ?? text;
};

/** Of a job that is offered; a person's is told by its label or name, which is believed more. */
const jobTitle: Finder = (region) =>
  title(region).map((candidate) => ({ ...candidate, confidence: candidate.confidence * 0.5 }));

const rawTitle = (index: PageIndex, place: number): string => {
  const [node] = index.all[place]?.childNodes ?? [];
  return node !== undefined && 'value' in node ? node.value : '';
};

/** To a page: not within this one, and not to somebody. */
const leading = /^(?!mailto:|tel:|sms:|javascript:)[^#]/i;

const url: Finder = (region) => {
  const { index } = region;
  if (isWhole(region))
    return places(
      region,
      ['link'],
      (place) => /(?:^|\s)canonical(?:\s|$)/i.test(attributeAt(index, place, 'rel')),
      1,
    ).map((place) => at(index, place, attributeAt(index, place, 'href')));
  const leads = (place: number) => leading.test(attributeAt(index, place, 'href'));
  const named = places(region, links, (place) => leads(place) && index.textOf(place) !== '', 1);
  const any = places(region, links, leads, 1);
  return [
    ...named.map((place) => at(index, place, attributeAt(index, place, 'href'))),
    ...any.map((place) => at(index, place, attributeAt(index, place, 'href'), 0.8)),
  ];
};

const image: Finder = (region) => {
  const { index } = region;
  const heading = isWhole(region) ? titlePlace(index) : undefined;
  const seen = places(
    region,
    pictures,
    (place) => {
      const element = index.all[place];
      return (
        element !== undefined && pictureOf(element) !== '' && !isOrnament(element) && !isAside(region, place)
      );
    },
    30,
  );
  const near =
    heading === undefined ? seen : seen.toSorted((a, b) => Math.abs(a - heading) - Math.abs(b - heading));
  return near.slice(0, 1).flatMap((place) => {
    const element = index.all[place];
    return element === undefined ? [] : [at(index, place, pictureOf(element), isWhole(region) ? 0.6 : 1)];
  });
};

/** `<time>`, and `<span class="age" title="2026-11-26T10:00:00">5 hours ago</span>`. */
const times: Finder = (region) => {
  const { index } = region;
  const names = isWhole(region) ? [] : ['age', 'date', 'time', 'ago', 'timestamp', 'posted'];
  const titled = names
    .flatMap((name) => within(index.named(name), region).slice(0, 3))
    .filter((place) => /^\d{4}-\d\d-\d\d/.test(attributeAt(index, place, 'title')));
  return [...places(region, ['time'], (place) => !isAside(region, place)), ...titled].map((place, rank) => {
    const told = attributeAt(index, place, 'datetime') || attributeAt(index, place, 'title');
    return at(index, place, /\d{4}/.test(told) ? told : index.textOf(place), 0.9 ** rank);
  });
};

/** The second of two times beside each other: `<time>18:30</time> – <time>21:00</time>`. */
const endTimes: Finder = (region) => {
  const { index } = region;
  const [first, second] = places(region, ['time'], (place) => !isAside(region, place), 2);
  const isSpan =
    first !== undefined && second !== undefined && index.parentOf(first) === index.parentOf(second);
  const told = isSpan ? attributeAt(index, second, 'datetime') : '';
  return isSpan && /\d{4}/.test(told) ? [at(index, second, told, 0.8)] : [];
};

/** The first paragraph: of a page, behind its title. */
const description: Finder = (region) => {
  const { index } = region;
  const title = isWhole(region) ? titlePlace(index) : undefined;
  const [length, share] = isWhole(region) ? [60, 0.5] : [20, 0.8];
  const says = (place: number) =>
    place > (title ?? -1) &&
    !facts.test(index.textOf(place)) &&
    index.textOf(place).length > length &&
    index.isShown(place) &&
    !isAside(region, place);
  return places(region, ['p'], says, 1).map((place) => at(index, place, index.textOf(place), share));
};

/** `5 rooms · 2 baths · 90 m²` and `Lecturer: Iris Kallio` are no sentences. */
const facts = /^[^·•|]{1,40}(?: [·•|] [^·•|]{1,40})+$|^\p{L}[^:：.,]{1,25}[:：] ?[^:：]{0,40}[^.!?:：]$/u;

/** What an entry says: its first paragraph, else its longest text. */
const text: Finder = (region) => {
  if (isWhole(region)) return [];
  const told = description(region);
  if (told.length > 0) return told;
  const { index } = region;
  const [longest] = within(index.speakers, region)
    .filter((place) => index.isShown(place) && index.textOf(place).length > 20)
    .sort((a, b) => index.textOf(b).length - index.textOf(a).length);
  return longest === undefined ? [] : [at(index, longest, index.textOf(longest), 0.6)];
};

/** An address that an element shows or plays. */
const played =
  (...tagNames: string[]): Finder =>
  (region) =>
    places(region, tagNames, (place) => attributeAt(region.index, place, 'src') !== '', 1).map((place) =>
      at(region.index, place, attributeAt(region.index, place, 'src'), 0.8),
    );

/** A link to a file of a kind. */
const fileNamed =
  (name: RegExp): Finder =>
  (region) =>
    places(region, links, (place) => name.test(attributeAt(region.index, place, 'href')), 1).map((place) =>
      at(region.index, place, attributeAt(region.index, place, 'href'), 0.8),
    );

/** Links that say what they lead to: `rel` is among the names of an element. */
const related =
  (word: string, most: number): Finder =>
  (region) =>
    within(region.index.named(word), region)
      .filter(
        (place) =>
          region.index.all[place]?.tagName === 'a' &&
          attributeAt(region.index, place, 'rel').toLowerCase().split(/\s+/).includes(word),
      )
      .slice(0, most)
      .map((place) => at(region.index, place, region.index.textOf(place)));

/** `by Ann`, of an entry of a list; who signed the page is weighed for its metadata. */
const signed: Finder = (region) => {
  const { index } = region;
  const isSigned = (place: number) => {
    const element = index.all[place];
    const siblings = element === undefined ? [] : (parentElement(element)?.childNodes ?? []);
    const before = siblings[siblings.indexOf(element as Element) - 1];
    return (
      before !== undefined && isText(before) && /(?:^|\s)(?:by|von|par|por|di|door)\s*$/i.test(before.value)
    );
  };
  return isWhole(region) || region.end - region.start > maxEntry
    ? []
    : places(region, ['a', 'b', 'strong', 'span'], isSigned, 1).map((place) =>
        at(index, place, index.textOf(place), 0.9),
      );
};
/** Elements of an entry: more are a list of them. */
const maxEntry = 500;
/** Who is cited, is called a user, or stands first in an entry that has a rating. */
const quoted: Finder = (region) => {
  const { index } = region;
  if (isWhole(region) || region.end - region.start > maxEntry) return [];
  const isShort = (place: number) => /^.{2,40}$/u.test(index.textOf(place));
  const users = ['username', 'user'].flatMap((name) => within(index.named(name), region));
  const cited = [...places(region, ['cite']), ...users].filter(isShort).slice(0, 1);
  const [first = -1] = within(index.speakers, region);
  const isName =
    /^(?:b|strong|span|div)$/.test(index.all[first]?.tagName ?? '') &&
    /^\p{Lu}[\p{L}.'’ -]{1,40}$/u.test(index.textOf(first));
  return cited.length === 0 && isName && rating(region).length > 0
    ? [at(index, first, index.textOf(first), 0.6)]
    : cited.map((place) => at(index, place, index.textOf(place), 0.9));
};

const author: Finder = (region) => [...related('author', 3)(region), ...signed(region), ...quoted(region)];

const language: Finder = (region) =>
  isWhole(region)
    ? places(region, ['html'], (place) => attributeAt(region.index, place, 'lang') !== '', 1).map((place) =>
        at(region.index, place, attributeAt(region.index, place, 'lang')),
      )
    : [];

const addressed =
  (start: RegExp): Finder =>
  (region) =>
    linksTo(region, start).map((place, rank) =>
      at(
        region.index,
        place,
        decode(attributeAt(region.index, place, 'href').replace(start, '').replace(/\?.*$/s, '')),
        0.9 ** rank,
      ),
    );

const decode = (text: string): string =>
  URL.canParse(`mailto:${text}`)
    ? text.replace(/%20/g, ' ').replace(/%2B/gi, '+').replace(/%40/g, '@')
    : text;

const address: Finder = (region) => [
  ...places(region, ['address'], (place) => region.index.textOf(place) !== '', 1).map((place) =>
    at(region.index, place, region.index.textOf(place)),
  ),
  ...postalAddress(region),
];

const currency: Finder = (region) =>
  amountsIn(region)
    .slice(0, 3)
    .map(({ place, text, look }) => at(region.index, place, text, Math.max(0.05, Math.min(1, look))));

export const finders: Readonly<Record<string, Finder>> = {
  title,
  url,
  image,
  description,
  section,
  author,
  language,
  address,
  'street address': streetAddress,
  'postal code': postalCode,
  city,
  company,
  text,
  audio: played('audio', 'source'),
  video: played('video', 'iframe'),
  pdf: fileNamed(/\.pdf(?:[?#]|$)/i),
  'download url': fileNamed(/\.(?:zip|exe|dmg|msi|apk|deb|rpm|pkg|jar|appimage|t?gz|tar\.\w+)(?:[?#]|$)/i),
  rating,
  'review count': reviewCount,
  price: priceCandidates,
  'original price': passedCandidates,
  currency,
  availability,
  sku,
  keywords: related('tag', 50),
  'job title': jobTitle,
  question,
  answer,
  'same as': socialLinks,
  'date published': times,
  'start date': times,
  'end date': endTimes,
  telephone: addressed(/^tel:/i),
  email: addressed(/^mailto:/i),
};
