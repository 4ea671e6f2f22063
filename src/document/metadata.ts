import type { PageMetadata } from '../contract/scrape.ts';
import { readAuthor, readPublished } from './byline.ts';
import { type JsonObject, textsOf, typesOf } from './jsonld.ts';
import { isWebUrl, maxUrl, resolveUrl } from './links.ts';
import { metaText, property, type Signals } from './signals.ts';
import type { Element } from './tree.ts';
import { attr, clip, collapsedText, squeeze } from './tree.ts';

/** Where a page speaks of itself. */
export interface Sources {
  /** Every element, in document order. */
  readonly all: readonly Element[];
  readonly base: string;
  /** The title as the browser shows it; empty to take it from the markup. */
  readonly title: string;
  /** JSON-LD nodes. */
  readonly linked: readonly JsonObject[];
  /** Microdata items. */
  readonly items: readonly JsonObject[];
}

/** Reads the page's own words about itself. Best signal first: linked data, then meta elements, then the page. */
export const readMetadata = ({ all, base, title, linked, items }: Sources): PageMetadata => {
  const signals: Signals = {
    base,
    documentTitle: title === '' ? collapsedTextOf(all.find(isDocumentTitle)) : squeeze(title),
    meta: readMeta(all),
    things: [...linked, ...items].filter((node) => typesOf(node).some((type) => contentTypes.test(type))),
    all,
  };
  const site = siteName(signals, linked);
  return {
    title: clip(readTitle(signals, site), maxTitle),
    description: brief(
      firstText(
        metaText(signals, 'description', 'og:description', 'twitter:description', 'dc.description'),
        property(signals, 'description'),
      ),
    ),
    language: brief(language(signals)),
    canonical_url: canonical(signals),
    site_name: brief(site),
    author: brief(readAuthor(signals)),
    published_at: brief(readPublished(signals)),
    image: image(signals),
  };
};

/** In UTF-16 code units: what a page says of itself is a few sentences, whatever it sends. */
const maxTitle = 1000;
const maxText = 2000;

const brief = (text: string | null): string | null => (text === null ? null : clip(text, maxText));

/** Types whose headline, author and date are those of the page. */
const contentTypes =
  /(?:Article|BlogPosting|Posting|NewsArticle|Report|WebPage|ItemPage|FAQPage|QAPage|Question|Product|ProductGroup|Recipe|Event|Book|Movie|VideoObject|SoftwareApplication|Course|JobPosting|Review|HowTo|Episode|CreativeWork|Dataset|Place|LocalBusiness)$/;

const isDocumentTitle = (element: Element) =>
  element.tagName === 'title' && element.namespaceURI === 'http://www.w3.org/1999/xhtml';

const collapsedTextOf = (element: Element | undefined) =>
  element === undefined ? '' : collapsedText(element);

const readMeta = (all: readonly Element[]): ReadonlyMap<string, string> => {
  const meta = new Map<string, string>();
  for (const element of all) {
    if (element.tagName !== 'meta') continue;
    const content = squeeze(attr(element, 'content') ?? '');
    if (content === '') continue;
    for (const key of [attr(element, 'name'), attr(element, 'property'), attr(element, 'itemprop')]) {
      const name = key?.trim().toLowerCase();
      if (name && !meta.has(name)) meta.set(name, content);
    }
  }
  return meta;
};

const firstText = (...texts: (string | null | undefined)[]): string | null =>
  texts.map((text) => squeeze(text ?? '')).find((text) => text !== '') ?? null;

const siteName = (signals: Signals, linked: readonly JsonObject[]): string | null =>
  firstText(
    metaText(signals, 'og:site_name', 'application-name', 'apple-mobile-web-app-title'),
    linked.filter((node) => typesOf(node).includes('WebSite')).flatMap((node) => textsOf(node.name))[0],
    property(signals, 'publisher'),
  );

/** Between a page's title and its site's: ` | `, ` - `, ` – `, ` » `, `: `. */
const separators = /\s+[|–—·•»›:/-]+\s+|\s*[|»]\s*/;

/** The words of the first heading when the document's title repeats them, else the title without its site. */
const readTitle = (signals: Signals, site: string | null): string => {
  const { documentTitle } = signals;
  const declared = firstText(
    metaText(signals, 'og:title', 'twitter:title', 'dc.title'),
    property(signals, 'headline'),
  );
  const headings = signals.all
    .filter(({ tagName }) => tagName === 'h1')
    .map((heading) => collapsedText(heading));
  const known = wordSet(`${documentTitle} ${declared ?? ''}`);
  const repeats = (text: string) => {
    const words = [...wordSet(text)];
    return words.length > 0 && words.filter((word) => known.has(word)).length >= words.length / 2;
  };
  const heading = headings.find((text) => text.length < 300 && text !== site && repeats(text));
  if (heading !== undefined) return heading;
  const title = withoutSite(documentTitle, site);
  return firstText(declared === null ? null : withoutSite(declared, site), title, headings[0]) ?? '';
};

const wordSet = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

const withoutSite = (title: string, site: string | null): string => {
  const parts = title.split(separators);
  if (parts.length < 2) return title;
  const isSite = (part: string) =>
    site !== null && part.toLowerCase().replace(/\W/g, '') === site.toLowerCase().replace(/\W/g, '');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (isSite(last)) return title.slice(0, title.lastIndexOf(last)).replace(/[\s|–—·•»›:/-]+$/, '');
  if (isSite(first)) return title.slice(first.length).replace(/^[\s|–—·•»›:/-]+/, '');
  return title;
};

const language = ({ all, meta }: Signals): string | null => {
  const root = all.find(({ tagName }) => tagName === 'html');
  const declared =
    (root === undefined ? undefined : (attr(root, 'lang') ?? attr(root, 'xml:lang'))) ||
    meta.get('og:locale') ||
    meta.get('dc.language') ||
    '';
  const tag = declared.trim().replace(/_/g, '-');
  return /^[a-z]{2,3}(?:-[a-z0-9]+)*$/i.test(tag) ? tag : null;
};

const linkTo = ({ all, base }: Signals, rel: string): string | undefined => {
  const link = all.find(
    (element) =>
      element.tagName === 'link' && (attr(element, 'rel') ?? '').toLowerCase().split(/\s+/).includes(rel),
  );
  const href = link === undefined ? undefined : attr(link, 'href');
  return href === undefined ? undefined : resolveUrl(href, base);
};

const webUrl = (signals: Signals, address: string | undefined): string | null => {
  const url = address === undefined ? undefined : resolveUrl(address, signals.base);
  return url !== undefined && isWebUrl(url) && url.length <= maxUrl ? url : null;
};

const canonical = (signals: Signals): string | null =>
  webUrl(signals, linkTo(signals, 'canonical')) ?? webUrl(signals, metaText(signals, 'og:url'));

const image = (signals: Signals): string | null =>
  webUrl(
    signals,
    metaText(
      signals,
      'og:image',
      'og:image:url',
      'og:image:secure_url',
      'twitter:image',
      'twitter:image:src',
    ),
  ) ??
  webUrl(signals, property(signals, 'image', 'thumbnailUrl')) ??
  webUrl(signals, linkTo(signals, 'image_src'));
