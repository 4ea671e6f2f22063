/** Headers on their way through the proxy: hop-by-hop ones go, the others stay as they are. */

/** Raw headers as Node gives them: name, value, name, value, … in the order, case and number they came in. */
type RawHeaders = readonly string[];

const pairs = (raw: RawHeaders): [name: string, value: string][] =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []));

const names = (...list: string[]): ReadonlySet<string> => new Set(list);

const forProxyOnly = names('proxy-connection', 'proxy-authorization');

/** What the browser would have sent to the origin itself: `Connection` stands where `Proxy-Connection` stood. */
export const towardsOrigin = (raw: RawHeaders): string[] => {
  const headers = pairs(raw);
  const hasConnection = headers.some(([name]) => name.toLowerCase() === 'connection');
  return headers.flatMap(([name, value]) => {
    if (!hasConnection && name.toLowerCase() === 'proxy-connection') return ['Connection', value];
    return forProxyOnly.has(name.toLowerCase()) ? [] : [name, value];
  });
};

/** Of one connection only: written anew for ours, or without meaning for it. */
const hopByHop = names(
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
);

export const isName = (text: string) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
const isValue = (text: string) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text);

/** What the browser may be told by an origin. What is no valid header is left out: it must not become two. */
export const towardsBrowser = (raw: RawHeaders): string[] => {
  const headers = pairs(raw);
  const isChunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  return headers.flatMap(([name, value]) => {
    const key = name.toLowerCase();
    if (hopByHop.has(key) || (isChunked && key === 'content-length')) return [];
    return isName(name) && isValue(value) ? [name, value] : [];
  });
};

/** The content codings of a body, in the order in which they were applied. */
export const codingsOf = (header = ''): string[] =>
  header
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '');

/** The words after a status code, if they can be repeated. */
export const reasonPhrase = (text = ''): string => (isValue(text) ? text : '');
