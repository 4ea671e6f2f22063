/** How addresses are compared: which two lead to one page, and which two belong to one site. */

/** Parameters that tell a server who followed a link, not what it leads to. */
const trackingNames = new Set([
  ...[
    'fbclid',
    'gclid',
    'gclsrc',
    'dclid',
    'gbraid',
    'wbraid',
    'msclkid',
    'yclid',
    'ysclid',
    'twclid',
    'ttclid',
    'gad_source',
    'gad_campaignid',
  ],
  ...[
    'li_fat_id',
    'igshid',
    'igsh',
    'mibextid',
    'srsltid',
    'epik',
    'wickedid',
    'mc_cid',
    'mc_eid',
    'mkt_tok',
    'vero_id',
    '_openstat',
  ],
  ...[
    'oly_anon_id',
    'oly_enc_id',
    '_ga',
    '_gl',
    '__hssc',
    '__hstc',
    '__hsfp',
    '_hsenc',
    '_hsmi',
    'hsctatracking',
  ],
]);
const trackingPrefixes = /^(?:utm|hsa)_/;
/** Of Matomo: other names with its prefixes may be the site's own, as `pk_id`. */
const campaignNames =
  /^(?:pk|piwik|mtm|matomo)_(?:campaign|kwd|keyword|source|medium|content|cid|group|placement)$/;

/** Parameters that hold a visitor's session: a site that writes them into links has no end. */
const sessionNames = /^(?:php|j|asp)sess(?:ion)?_?id|^asp\.net_sessionid$|^cfid$|^cftoken$/;
/** They may also name a section, a search or a session of a conference: what they hold tells. */
const vagueSessionNames = /^(?:s|sid|sess(?:ion)?_?id)$/;
/** Of ASP.NET, for visitors without cookies: `/(S(lit3py55t21z5v55vlm25s55))/page.aspx`. */
const stateFolder = /\/\((?:[A-Z]\([\w-]+\))+\)(?=\/)/g;
const sessionState = /[()]S\(\w{24}\)/;
/** Letters and digits in a jumble, or hexadecimal digits with or without hyphens; words have spaces and few digits. */
const token = /^(?:(?=(?:\D*\d){2})(?=\d*[a-z])[\da-z]{16,}|[\da-f-]{32,})$/;

/**
 * Parameters that say where a visitor is led from a page, back to where he came from, or what he is about to answer there: the page
 * to log in on is one, whichever links to it.
 */
const wayNames =
  /^(?:return_?(?:to\w*|ur[il]|path)|redirect(?:ed)?_?(?:to|ur[il]|from|after\w*)|came_?from|back_?ur[il]|replytocom)=/i;
/** They may also name the day of a return flight or the place in a list: what they hold tells. */
const vagueWayNames =
  /^(?:return|redirect|redir|next|back|continue|goto|dest|destination|service|from)=(?:\.{0,2}(?:\/|%2f)|https?(?::|%3a))/i;

const isNoise = (parameter: string): boolean => {
  const [name = '', value = ''] = parameter.toLowerCase().split('=');
  return (
    trackingNames.has(name) ||
    trackingPrefixes.test(name) ||
    campaignNames.test(name) ||
    sessionNames.test(name) ||
    (vagueSessionNames.test(name) && token.test(value))
  );
};

/** Escapes of characters that need none are undone, those that remain are written in capitals (RFC 3986, 6.2.2). */
const normaliseEscapes = (text: string): string =>
  text.replace(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });

/**
 * Of a site that one document makes all pages of: `#/guide` or `#!/guide` names the page, `#/guide#steps` a place on it. Any other
 * fragment is a place on the page.
 */
const routeOf = (hash: string): string => /^#!?\/[^#]+/.exec(hash)?.[0] ?? '';

/** Whether an address names a page that its script makes. */
export const hasRoute = (address: string): boolean => routeOf(new URL(address).hash) !== '';

const nameOf = (parameter: string) => parameter.split('=', 1)[0] ?? '';
const byName = (one: string, other: string) => {
  const [a, b] = [nameOf(one), nameOf(other)];
  return a < b ? -1 : Number(a > b);
};

/**
 * The same for all spellings of one address: host and escapes normalised, dot segments resolved, default port, fragment unless
 * it is a route, credentials, tracking and session parameters dropped, the others sorted by name. Values of one name keep their order;
 * a trailing slash counts: where it means nothing, the server says so by a redirect or a canonical link.
 * `HTTP://Example.com:80/%7ea/?b=2&a=1&utm_source=x#top` → `http://example.com/~a/?a=1&b=2`
 * @throws TypeError when it is not an absolute address.
 */
export const urlKey = (address: string): string => {
  const { protocol, pathname, search, hash, ...rest } = partsOf(address);
  const own = pathname
    .replace(stateFolder, (folder) => (sessionState.test(folder) ? '' : folder))
    .replace(/;[^/;]+/g, (part) => (isNoise(part.slice(1)) ? '' : part));
  const path = normaliseEscapes(own);
  const parameters = normaliseEscapes(search.slice(1))
    .split('&')
    .filter((parameter) => parameter !== '' && !isNoise(parameter))
    .sort(byName);
  const query = parameters.length > 0 ? `?${parameters.join('&')}` : '';
  return `${protocol}//${rest.host}${path}${query}${normaliseEscapes(routeOf(hash))}`;
};

/**
 * Without the session that a site wrote into its links for the visitor who asked. `s` is one where it is vBulletin's: elsewhere it
 * signs pictures, and `session_id` may name one of a conference.
 * @param address absolute.
 */
export const withoutSession = (address: string): string => {
  if (!/[?;]/.test(address)) return address;
  const url = URL.parse(address);
  if (url === null) return address;
  const { pathname, search } = url;
  const isSession = (parameter: string): boolean => {
    const [name = '', value = ''] = parameter.toLowerCase().split('=');
    const isVague = name === 'sid' || (name === 's' && pathname.endsWith('.php'));
    return sessionNames.test(name) || (isVague && token.test(value));
  };
  const path = pathname.replace(/;[^/;]+/g, (part) => (isSession(part.slice(1)) ? '' : part));
  const parameters = search.slice(1).split('&');
  const others = parameters.filter((parameter) => !isSession(parameter));
  if (path === pathname && others.length === parameters.length) return address;
  url.pathname = path;
  url.search = others.join('&');
  return url.href;
};

/** Without the parameters that say where the page leads on to. @throws TypeError when it is not an absolute address. */
export const withoutWay = (address: string): string => {
  const url = new URL(address);
  const parameters = url.search.slice(1).split('&');
  const others = parameters.filter(
    (parameter) => !wayNames.test(parameter) && !vagueWayNames.test(parameter),
  );
  if (others.length < parameters.length) url.search = others.join('&');
  return url.href;
};

/**
 * The same for spellings that servers mostly answer alike: with and without `www.`, `index.html`, a slash at the end or twice, a
 * route, in capitals, by either scheme. Two pages that share it may still be two: what they say tells.
 */
export const likelyKey = (address: string): string => {
  const { pathname, search } = new URL(urlKey(address));
  const path = pathname.toLowerCase().replace(/\/{2,}/g, '/');
  return `${siteOf(address)}${path.replace(/\/(?:(?:index|default)\.(?:html?|php|aspx?))?$/, '')}${search}`;
};

/** Without the place on the page. @throws TypeError when it is not an absolute address. */
export const withoutAnchor = (address: string): string => {
  const url = new URL(address);
  url.hash = routeOf(url.hash);
  return url.href;
};

const partsOf = (address: string) => {
  const { protocol, hostname, port, pathname, search, hash } = new URL(address);
  const name = hostname.replace(/\.$/, '');
  return { protocol, hostname: name, host: port === '' ? name : `${name}:${port}`, pathname, search, hash };
};

/** Host and port without a leading `www.`: what the links of a crawl may not leave. Other subdomains are other sites. */
export const siteOf = (address: string): string => partsOf(address).host.replace(/^www\.(?=.*\.)/, '');

/** Whether two absolute addresses belong to one site; `http:` and `https:` do. */
export const isSameSite = (one: string, other: string): boolean => siteOf(one) === siteOf(other);
