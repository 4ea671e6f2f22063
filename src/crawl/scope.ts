import type { CrawlRequest, SkipReason } from '../contract/crawl.ts';
import { isSameSite } from '../url.ts';
import { type Matches, readPattern, readPatterns } from './patterns.ts';
import { createTraps, isTooLong } from './traps.ts';

/** Which addresses belong to a job: by its site, depth and patterns, and by what no crawl follows. */
export interface Scope {
  /**
   * Why an address that was found is not to be fetched; undefined when it is.
   * @param foundOn the page that links to it: by way of another one, what is a `trap` or beyond `depth` may be none.
   */
  judge(url: string, depth: number, foundOn: string | null): SkipReason | undefined;
  /** The same of where a page led by redirects. What is included was decided by the address that was asked for. */
  judgeFinal(url: string, isStart: boolean): SkipReason | undefined;
  /** Of an address that `judge` refuses for its pattern: whether it may be read for its links all the same. */
  mayLead(url: string, depth: number, foundOn: string | null): boolean;
  /** Of the page to start with, which is fetched in any case: whether it is a result. */
  isWanted(url: string): boolean;
}

interface Rules extends Pick<CrawlRequest, 'mode' | 'start_url' | 'depth' | 'url_pattern'> {
  readonly options: Pick<
    CrawlRequest['options'],
    'follow_external' | 'include_patterns' | 'exclude_patterns'
  >;
}

const always: Matches = () => true;
const never: Matches = () => false;

const files =
  /\.(?:avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp|mp[34]|m4[av]|avi|mov|mkv|webm|og[gv]|wav|flac|woff2?|ttf|otf|eot|zip|t?gz|bz2|xz|7z|rar|tar|dmg|exe|msi|deb|rpm|apk|iso|bin)$/i;
/** `/wiki/File:Photo.jpg` is the page about a picture. */
const pageOfFile = /:|%3a/i;

/** Whether a link most likely leads to a file that is no page; what else turns out to be one is left out when it comes. */
export const isFile = (url: string): boolean => {
  const { pathname } = new URL(url);
  return files.test(pathname) && !pageOfFile.test(pathname.slice(pathname.lastIndexOf('/')));
};

/**
 * @param place of the patterns to include and exclude in the request.
 * @throws ServiceError `invalid_request` for a pattern that is none.
 */
export const createScope = (
  { mode, start_url: start, depth: deepest, url_pattern, options }: Rules,
  place = 'options.',
): Scope => {
  const wanted =
    url_pattern === undefined || mode !== 'pattern' ? always : readPattern(url_pattern, 'url_pattern');
  const include = readPatterns(options.include_patterns, `${place}include_patterns`);
  const isIncluded = options.include_patterns.length > 0 ? include : always;
  const isExcluded = readPatterns(options.exclude_patterns, `${place}exclude_patterns`);
  const traps = createTraps();
  const isExternal = (url: string) =>
    start !== undefined && !(mode === 'link' && options.follow_external) && !isSameSite(start, url);

  // The pages of a batch are those that were asked for, whatever they are.
  if (mode === 'batch')
    return { judge: () => undefined, mayLead: never, judgeFinal: () => undefined, isWanted: always };
  return {
    judge: (url, depth, foundOn) => {
      if (isExternal(url)) return 'external';
      // What a sitemap lists is a page, whatever its name.
      if (depth > 0 && isFile(url)) return 'type';
      if (isTooLong(url)) return 'trap';
      if (!wanted(url) || isExcluded(url) || !isIncluded(url)) return 'pattern';
      if (depth > deepest) return 'depth';
      // What a site lists itself has an end.
      return depth > 0 && traps.isOver(url, foundOn) ? 'trap' : undefined;
    },
    // What a sitemap lists is not worth a visit for its links: it lists those, too.
    mayLead: (url, depth, foundOn) =>
      mode === 'pattern' &&
      depth > 0 &&
      depth < deepest &&
      !wanted(url) &&
      !isExcluded(url) &&
      isIncluded(url) &&
      !traps.isOver(url, foundOn),
    judgeFinal: (url, isStart) => {
      if (isExternal(url)) return 'external';
      return !isStart && isExcluded(url) ? 'pattern' : undefined;
    },
    isWanted: wanted,
  };
};
