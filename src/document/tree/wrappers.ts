import { withoutSession } from '../../url.ts';

/** Links by way of another page: click counters, warnings, sessions. */

/** Hosts, and by the path where they also show pages of their own, that lead on to the address in one of their parameters. */
const wrappers: readonly (readonly [host: RegExp, path: RegExp, names: readonly string[]])[] = [
  [/^(?:www\.)?google\.(?:com?\.)?[a-z]{2,3}$/, /^\/url$/, ['q', 'url']],
  [/^www\.youtube\.com$/, /^\/redirect$/, ['q']],
  [/^lm?\.(?:facebook|instagram|messenger|threads)\.com$/, /./, ['u']],
  [/^l\.threads\.net$|^www\.facebook\.com$/, /^\/(?:l\.php|flx\/warn\/)?$/, ['u']],
  [/^out\.reddit\.com$/, /./, ['url']],
  [/^www\.linkedin\.com$/, /^\/(?:redir\/redirect|safety\/go)\/?$/, ['url']],
  [/^steamcommunity\.com$/, /^\/linkfilter\/?$/, ['u', 'url']],
  [/^(?:m\.)?vk\.com$/, /^\/away(?:\.php)?$/, ['to']],
  [/^t\.umblr\.com$/, /^\/redirect$/, ['z']],
  [/^exit\.sc$|^slack-redir\.net$/, /./, ['url']],
  [/^duckduckgo\.com$/, /^\/l\/?$/, ['uddg']],
  [/^[a-z\d]+\.safelinks\.protection\.outlook\.com$/, /./, ['url']],
  [/^link\.(?:zhihu\.com|juejin\.cn|csdn\.net)$|^gitee\.com$/, /^\/(?:link)?$/, ['target']],
  [/^(?:www\.)?jianshu\.com$/, /^\/go-wild$/, ['url']],
  [/^weibo\.cn$/, /^\/sinaurl$/, ['u', 'toasturl']],
  // Written into pages by scripts, where a shop pays for visitors.
  [/^go\.(?:skimresources|redirectingat)\.com$/, /./, ['url']],
  [/^redirect\.viglink\.com$/, /./, ['u']],
  // XenForo, on the host of each forum: the hash is its signature.
  [/./, /\/proxy\.php$/, ['link']],
];

/** Whose whole query is the address. */
const bareWrappers = /^(?:href\.li|anonym\.to|www\.deviantart\.com\/users\/outgoing)$/;

/** A link through one wrapper may go through another. */
const mostWrappers = 3;

/**
 * Where a link leads a reader in the end: the target in place of a page that counts or warns and then leads on, and no session
 * of the visitor who read the page.
 * @param url absolute, as `URL` writes it.
 */
export const readersTarget = (url: string): string => {
  let target = url;
  for (let round = 0; round < mostWrappers; round++) {
    const next = wrappedIn(target);
    if (next === undefined) break;
    target = next;
  }
  return withoutSession(target);
};

const wrappedIn = (address: string): string | undefined => {
  if (!/^https?:[^?]+\?./.test(address)) return undefined;
  const { hostname, pathname, searchParams } = new URL(address);
  if (bareWrappers.test(`${hostname}${pathname.replace(/\/$/, '')}`))
    return webAddress(address.slice(address.indexOf('?') + 1));
  const [, , names] = wrappers.find(([host, path]) => path.test(pathname) && host.test(hostname)) ?? [];
  for (const name of names ?? []) {
    const target = webAddress(searchParams.get(name) ?? '');
    if (target !== undefined && (name !== 'link' || searchParams.has('hash'))) return target;
  }
  return undefined;
};

const webAddress = (value: string): string | undefined =>
  /^https?:\/\/[^/]/i.test(value) ? URL.parse(value)?.href : undefined;
