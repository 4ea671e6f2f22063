import { emulate, isEmulated } from '../tab/emulate.ts';
import type { NavigationEnd } from '../tab/navigation.ts';
import type { Tab } from '../tab/pool.ts';
import type { Timezone } from '../tab/timezone.ts';
import { emptyResponse, failure, failureBehindProxy, networkFailure, type VisitFailure } from './failure.ts';
import { createInterception } from './interception.ts';
import { isOnlyRead, type PageRequest } from './page-request.ts';
import type { Handling, ReadResponse, Received } from './received.ts';

/** From a blank tab to the main document: set-up and navigation. */

/** Sets the tab up for this request: all of it at once, for each command costs a round trip. */
const prepare = async (
  { session, egress, drawInFull }: Tab,
  request: PageRequest,
  timezone: Timezone,
): Promise<void> => {
  const { proxyUrl, avoidProxies = [] } = request;
  if (proxyUrl !== undefined) egress.use([proxyUrl]);
  else if (avoidProxies.length > 0) egress.avoid(avoidProxies);
  session.on('Page.javascriptDialogOpening', ({ type }) => {
    // Leaving is allowed, everything else is answered "no". The tab may be gone by then.
    session.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => undefined);
  });
  await Promise.all([
    isOnlyRead(request) ? undefined : drawInFull(),
    emulate(session, request),
    timezone.expect(),
  ]);
};

/** Whether the tab goes on afterwards as if this request had not been. */
const leavesNothing = (request: PageRequest): boolean =>
  request.holder !== undefined &&
  !isEmulated(request) &&
  Object.keys(request.headers).length === 0 &&
  isOnlyRead(request);

interface Arrival {
  /** What became of the main document: read from its response, or shown in the tab. */
  readonly received: Received;
  /** A file that the page shown leads on to; never settles where it does not. */
  readonly file: Promise<ReadResponse>;
  /** Waits for the latest document where it is a file that is still coming. */
  readonly latest: () => Promise<Received | undefined>;
}

interface Journey extends Pick<Handling, 'until' | 'willShow'> {
  readonly timezone: Timezone;
}

/**
 * Navigates a tab to the page of a request.
 * @throws VisitFailure where no document came, or one that is not answered with.
 */
export const arrive = async (
  tab: Tab,
  request: PageRequest,
  { timezone, until, willShow }: Journey,
): Promise<Arrival> => {
  const { navigation, egress } = tab;
  const isPlain = leavesNothing(request);
  const leads = isPlain && navigation.leadsTo(request.url);
  if (!leads) await navigation.giveUp();
  const setting = { timezone, leads, leavesNothing: isPlain, until, willShow };
  const interception = createInterception(tab, request, setting);
  const { begin, follow, ended, read, latest } = interception;

  begin();
  await prepare(tab, request, timezone);
  follow(leads ? navigation.leadOn(request.url) : navigation.start(request.url));
  // A document that is refused, or may not be shown in time, leaves the navigation where it is; one that is read, too.
  const end = await Promise.race([ended, read]);
  const arrival = { file: read, latest: async () => latest()?.catch(() => undefined) };
  if ('why' in end) return { ...arrival, received: end };
  interception.arrived();
  // Handling a response aborts the navigation.
  const document = await latest();
  if (document?.snapshot || (document && end.errorText === undefined))
    return { ...arrival, received: document };
  throw failureOf(end, request, egress, interception.lastAddress);
};

/** Why a navigation brought no document. @param lastAddress where it was asked for last: it may have been redirected. */
const failureOf = (
  { errorText, isDownload }: NavigationEnd,
  request: PageRequest,
  egress: Tab['egress'],
  lastAddress: string,
): VisitFailure => {
  if (errorText === undefined || isDownload)
    return failure('unsupported_content_type', 'The address holds a file, not a page.');
  if (errorText === 'net::ERR_ABORTED') return emptyResponse({ transient: true });
  if (egress.overBudget) return failure('too_large', 'The page is larger than this service reads.');
  const { hostname, host } = new URL(lastAddress);
  const why = egress.failureOf(hostname);
  if (request.proxyUrl !== undefined) return failureBehindProxy(errorText, why);
  return networkFailure(errorText, why, host === new URL(request.url).host ? undefined : host);
};
