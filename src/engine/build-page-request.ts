import type { EffortPlans, PageRequest } from '../browser/arrive/page-request.ts';
import type { Caller } from '../contract/access.ts';
import type { PageQuery } from '../contract/scrape.ts';
import { basic, credentialsOf } from '../net/credentials.ts';
import { isPersonal } from './cache.ts';

/** Makes the visit's request of a caller's. */

/** What only the use that is made of a page can say. */
type Use = Pick<PageRequest, 'blockMedia' | 'viewport' | 'asText' | 'planFor'> &
  Partial<Pick<PageRequest, keyof EffortPlans | 'asSent'>>;

/** The visit that a request asks for. */
export const buildPageRequest = (query: PageQuery, caller: Pick<Caller, 'owner'>, use: Use): PageRequest => ({
  ...addressed(query),
  waitStrategy: query.wait_strategy,
  waitForSelector: query.wait_for_selector,
  javascript: query.javascript,
  actions: query.actions,
  cookies: query.cookies,
  mobile: query.mobile,
  locale: query.locale,
  timezone: query.timezone,
  proxyUrl: query.proxy_url,
  owner: caller.owner,
  holder: isPersonal(query) ? undefined : { owner: caller.owner, session: undefined },
  // All of them, unless the caller has a planner.
  planTimers: () => true,
  planFrames: () => 'first',
  planSights: () => true,
  planQuiet: () => true,
  ...use,
});

/** What the address names as user and password goes as a header: the browser would not send it. */
const addressed = ({ url, headers }: PageQuery): Pick<PageRequest, 'url' | 'headers'> => {
  const address = new URL(url);
  const credentials = credentialsOf(address);
  if (credentials === undefined) return { url, headers };
  Object.assign(address, { username: '', password: '' });
  const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  return {
    url: address.href,
    headers: isGiven ? headers : { ...headers, Authorization: basic(credentials) },
  };
};
