import type { PageMetadata } from '../../contract/scrape.ts';
import type { OwnParts } from '../tree/frames.ts';
import { isWebUrl, maxUrl, resolveUrl } from '../tree/links.ts';
import { wordsOfMarkup } from '../tree/text.ts';
import type { Document, Element } from '../tree/tree.ts';
import { attr, clip, collapsedText, squeeze } from '../tree/tree.ts';
import { readAuthor } from './author.ts';
import { bylinesOf } from './byline.ts';
import { type Entity, everyEntity, isEntity, textsOf, valuesOf } from './entity.ts';
import { readLanguage } from './language.ts';
import { readPublished } from './published.ts';
import { kindOf, properties, property, type Signals } from './signals.ts';
import type { Structured } from './structured.ts';
import { readTitle } from './title.ts';

/** Where a page speaks of itself. */
export interface Sources {
  readonly document: Document;
  /** Every element that is the page's own, in document order. */
  readonly all: readonly Element[];
  readonly isForeign: OwnParts['isForeign'];
  readonly base: string;
  /** The title as the browser shows it; empty to take it from the markup. */
  readonly title: string;
  readonly structured: Structured;
  readonly isForum: boolean;
  /** As the server says: `Content-Language`. */
  readonly language?: string;
}

/** Reads the page's own words about itself. Best signal first: linked data, then meta elements, then the page. */
export const readMetadata = (sources: Sources): PageMetadata => {
  const signals = signalsOf(sources);
  const site = siteName(signals, sources.structured);
  const tag = readLanguage(signals, sources.document, sources.language ?? '');
  const kind = kindOf(signals);
  const title = readTitle(signals, site);
  const bylines = bylinesOf(sources.document, sources, title);
  return {
    title: clip(title, maxTitle),
    description: brief(
      firstWords(
        signals.meta.first(
          'description',
          'og:description',
          'twitter:description',
          'dc.description',
          'dcterms.description',
          'dcterms.abstract',
        ),
        property(signals, 'description'),
      ),
    ),
    language: brief(tag),
    canonical_url: canonical(signals),
    site_name: brief(site),
    author: brief(readAuthor(signals, kind, site, bylines)),
    published_at: brief(readPublished(signals, kind, tag, bylines)),
    image: image(signals),
  };
};

export const signalsOf = ({
  all,
  base,
  title,
  structured,
  isForum,
}: Omit<Sources, 'document' | 'isForeign' | 'language'>): Signals => {
  const entities = everyEntity([...structured.jsonld, ...structured.microdata, ...structured.rdfa]);
  const { tagged } = structured;
  return {
    base,
    documentTitle: clip(
      title === '' ? collapsedTextOf(tagged('title').find(isDocumentTitle)) : squeeze(title),
      maxText,
    ),
    meta: structured.meta,
    things: entities.filter(({ types }) => types.some((type) => contentTypes.test(type))).slice(0, maxThings),
    organisations: entities
      .filter(({ types }) => types.some((type) => organisationTypes.test(type)))
      .slice(0, maxOrganisations)
      .flatMap((entity) => textsOf(valuesOf(entity, 'name')).slice(0, 1)),
    crumbs: entities.filter(({ types }) => types.includes('BreadcrumbList')).flatMap(crumbsIn),
    all,
    tagged,
    isForum,
  };
};

/** In UTF-16 code units: what a page says of itself is a few sentences, whatever it sends. */
const maxTitle = 1000;
const maxText = 2000;

/** A page that describes more is a list. */
const maxThings = 500;

const brief = (text: string | null): string | null => (text === null ? null : clip(text, maxText));

/** Names are of the items of the list, or of what these are for. */
const crumbsIn = (list: Entity): string[] => {
  const items = valuesOf(list, 'itemListElement').slice(0, maxCrumbs);
  const things = items.flatMap(({ value }) => (isEntity(value) ? valuesOf(value, 'item') : []));
  return textsOf([...items, ...things]);
};
const maxCrumbs = 12;

const organisationTypes = /Organization|WebSite|Corporation|Brand/;
const maxOrganisations = 10;

/** Types whose headline, author and date are those of the page. */
const contentTypes =
  /(?:Article|Posting|Report|WebPage|ItemPage|FAQPage|QAPage|Question|Product|ProductGroup|Recipe|Event|Book|Movie|VideoObject|SoftwareApplication|Course|JobPosting|Review|HowTo|Episode|CreativeWork|Dataset|Place|LocalBusiness)$/;

const isDocumentTitle = ({ namespaceURI }: Element) => namespaceURI === 'http://www.w3.org/1999/xhtml';

const collapsedTextOf = (element: Element | undefined) =>
  element === undefined ? '' : collapsedText(element);

const firstText = (...texts: (string | null | undefined)[]): string | null =>
  texts.map((text) => squeeze(text ?? '')).find((text) => text !== '') ?? null;

const firstWords = (...texts: (string | undefined)[]): string | null =>
  firstText(...texts.map(wordsOfMarkup));

export const siteName = (signals: Signals, { jsonld }: Structured): string | null =>
  firstWords(
    signals.meta.first('og:site_name', 'application-name', 'apple-mobile-web-app-title'),
    everyEntity(jsonld)
      .filter(({ types }) => types.includes('WebSite'))
      .flatMap((site) => textsOf(valuesOf(site, 'name')))[0],
    property(signals, 'publisher'),
  );

/** Where the links of a relation lead; an empty one leads nowhere. */
const linksTo = ({ tagged }: Signals, rel: string): string[] =>
  tagged('link')
    .filter((link) => (attr(link, 'rel') ?? '').toLowerCase().split(/\s+/).includes(rel))
    .flatMap((link) => attr(link, 'href')?.trim() || []);

/** The first that leads somewhere. */
const firstUrl = ({ base }: Signals, addresses: readonly string[]): string | null =>
  addresses
    .map((address) => resolveUrl(address, base))
    .find((url) => url !== undefined && isWebUrl(url) && url.length <= maxUrl) ?? null;

const declared = ({ meta }: Signals, ...names: readonly string[]): string[] =>
  names.flatMap((name) => meta.all(name).map(({ content }) => content));

const canonical = (signals: Signals): string | null =>
  firstUrl(signals, [
    ...linksTo(signals, 'canonical'),
    // Where it is the same on every page, it is the site's first.
    ...declared(signals, 'og:url').filter((url) => !isStart(url, signals.base) || isStart(signals.base)),
  ]);

const isStart = (address: string, base?: string): boolean => {
  const url = URL.parse(address, base);
  return url?.pathname === '/';
};

const image = (signals: Signals): string | null =>
  firstUrl(signals, [
    ...declared(
      signals,
      'og:image',
      'og:image:url',
      'og:image:secure_url',
      'twitter:image',
      'twitter:image:src',
    ),
    ...properties(signals, 'image', 'thumbnailUrl'),
    ...linksTo(signals, 'image_src'),
  ]);
