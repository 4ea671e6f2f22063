import type { Protocol } from '../devtools/cdp.ts';

/** What a request of a page is for, and what its answer says, as far as DevTools' events tell. */

type ResourceType = Protocol.Network.ResourceType;

/**
 * A fetch of another origin that does not ask for permission gets an answer that no script can read: it reports something.
 * Names are those of the headers as they are sent.
 */
export const isOpaque = (headers: Protocol.Network.Headers): boolean => {
  const values = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const isOfOther = /^(?:cross-site|same-site)$/.test(values.get('sec-fetch-site') ?? '');
  return isOfOther && values.get('sec-fetch-mode') === 'no-cors' && values.get('sec-fetch-dest') === 'empty';
};

/** Not what has a value on each line. */
export const isJson = (mimeType: string): boolean => /[/+]json$/i.test(mimeType);

/** What may be given a moment later. Work is accepted with 202, and so is what a page only reports: that is not asked for. */
export const isRefusal = (status: number, method: string): boolean =>
  status === 429 || status >= 500 || (status === 202 && method === 'GET');

/**
 * Its type, or what it is for. Data that the markup asks for ahead are told to be of another type, and never asked for again;
 * for a style sheet that a script adds the code waits that comes with it, as with what bundlers load in parts.
 */
export const useOf = ({
  type = 'Other',
  request,
  initiator,
}: Omit<Protocol.Network.RequestWillBeSentEvent, 'requestId'>): ResourceType => {
  if (type === 'Other' && request.isLinkPreload) return 'Fetch';
  return type === 'Stylesheet' && initiator.type === 'script' ? 'Script' : type;
};

/** Of a worker whose script is made by the page neither an answer nor an end is told. */
export const isLocalScript = (type: ResourceType, url: string): boolean =>
  type === 'Script' && /^(?:blob|data):/.test(url);

/**
 * Pages measure and report with pings and pictures for as long as they are shown. Of another type are the icon of the page, which
 * Chromium asks for some time after its load, and what is fetched ahead for the next page.
 */
export const isAsked = (type: ResourceType): boolean =>
  type !== 'Ping' && type !== 'Image' && type !== 'Other';

export const isData = (type: ResourceType): boolean => type === 'XHR' || type === 'Fetch';

/** What may go on to build the page once it is there. */
export const isCode = (type: ResourceType): boolean => type === 'Script' || type === 'Document';
