import type { Protocol } from '../devtools/cdp.ts';
import { drop, type Paused } from '../devtools/paused.ts';
import { emulate, isEmulated } from '../tab/emulate.ts';
import { inOrder, type NavigationEnd } from '../tab/navigation.ts';
import { headerRefusal, ownHeaders } from '../tab/own-headers.ts';
import type { Tab } from '../tab/pool.ts';
import type { Timezone } from '../tab/timezone.ts';
import { takePage } from './body.ts';
import { receiveDocument } from './document.ts';
import { failure, failureBehindProxy, networkFailure, type VisitFailure } from './failure.ts';
import { isOnlyRead, type PageRequest } from './page-request.ts';
import type { Handling, ReadResponse, Received } from './received.ts';
import { mayBeCached } from './response.ts';
import { createShow } from './show.ts';

/** From a blank tab to the main document: set-up and navigation. */

const media: readonly Protocol.Network.ResourceType[] = ['Image', 'Media', 'Font'];

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

/** The navigation that counts: another may take its place, and the end of the first may never be told then. */
const createCourse = () => {
  const { promise: ended, resolve, reject } = Promise.withResolvers<NavigationEnd>();
  let latest: Promise<NavigationEnd> | undefined;
  const follow = (going: Promise<NavigationEnd>) => {
    latest = going;
    going.then(
      (end) => latest === going && resolve(end),
      (error: unknown) => latest === going && reject(error),
    );
  };
  return { follow, ended };
};

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

export const arrive = async (
  tab: Tab,
  request: PageRequest,
  { timezone, until, willShow }: Journey,
): Promise<Arrival> => {
  const { session, targetId, egress, navigation } = tab;
  const isPlain = leavesNothing(request);
  const leads = isPlain && navigation.leadsTo(request.url);
  if (!leads) await navigation.giveUp();
  const own = ownHeaders(request);
  const patterns: readonly Protocol.Fetch.RequestPattern[] = [
    { resourceType: 'Document', requestStage: 'Response' },
    ...(leads ? [{ resourceType: 'Document', requestStage: 'Request' } as const] : []),
    ...(request.blockMedia ? media.map((resourceType) => ({ resourceType })) : []),
    ...own.patterns,
  ];
  const refused = Promise.withResolvers<never>();
  // Nobody waits for it yet.
  refused.promise.catch(() => undefined);
  // In force for what is sent behind it: the navigation need not wait for the answer.
  navigation.pause(patterns).catch(refused.reject);
  await prepare(tab, request, timezone);
  /** What became of the latest main document. */
  let received: Promise<Received> | undefined;
  /** The first document that was read from its response. */
  const read = Promise.withResolvers<ReadResponse>();
  let arrived = false;
  /** Where it was looked for last: it may be redirected to another host. */
  let lookedAt = request.url;
  /** The document came through a proxy of another time zone than expected: asked for once more, with that one. */
  let mayTurn = true;
  const { follow, ended } = createCourse();
  /** A document that was led on to and is to be shown: its response answers a navigation of its own. */
  let known: { readonly paused: Paused; readonly bytes: Buffer } | undefined;
  let isLedOn = leads;
  const show = createShow(tab, patterns, request.blockMedia);
  /** Only what the caller does, or sends along, concerns what the page itself asks for. */
  const mayPass = () => !arrived && isOnlyRead(request) && own.patterns.length === 0;

  const handling: Handling = {
    asText: isOnlyRead(request),
    live: !request.asText,
    asSent: request.asSent ?? false,
    get arrived() {
      return arrived;
    },
    planFor: request.planFor,
    patient: request.holder?.session !== undefined,
    until,
    cutOff: egress.cut,
    hasBrokenOff: egress.hasBrokenOff,
    willShow,
    redirected: navigation.redirected,
    mayFollow: request.mayFollow,
    show: async (paused, taken) => {
      await tab.beforeRendering(until);
      if (!isLedOn) return show(paused.requestId, paused, taken, mayPass());
      const bytes = taken ?? (await takePage(session, paused, handling)).bytes;
      known = { paused, bytes };
      isLedOn = false;
      const { url, urlFragment = '' } = paused.request;
      follow(drop(session, paused).then(() => navigation.startAgain(`${url}${urlFragment}`)));
    },
    leave: (paused, end) => navigation.leave(paused, isPlain && !arrived && end === 'whole'),
  };

  const receive = (paused: Paused) => {
    if (mayBeCached(paused)) tab.traces.mayBeCached = true;
    if (mayTurn && !timezone.fits(paused.request.url)) {
      mayTurn = false;
      isLedOn = false;
      follow(
        drop(session, paused)
          .then(timezone.correct)
          .then(() => navigation.startAgain(request.url)),
      );
      return;
    }
    received = receiveDocument(session, paused, handling);
    received.then(
      (document) => document.snapshot && read.resolve(document),
      // Later ones fail alone: what the page leads on to is not shown then.
      refused.reject,
    );
  };
  session.on('Fetch.requestPaused', (paused) => {
    const { requestId, resourceType, frameId } = paused;
    const answered = paused.responseStatusCode !== undefined || paused.responseErrorReason !== undefined;
    const isMain = resourceType === 'Document' && frameId === targetId;
    if (answered && isMain) {
      lookedAt = paused.request.url;
      return receive(paused);
    }
    const goOn = () => {
      if (request.blockMedia && media.includes(resourceType))
        return session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      if (isMain && known) {
        const { paused: response, bytes } = known;
        known = undefined;
        return show(requestId, response, bytes, mayPass());
      }
      const headers = answered ? undefined : isMain && isLedOn ? inOrder(paused) : own.of(paused);
      return session.send('Fetch.continueRequest', { requestId, ...(headers && { headers }) });
    };
    // The tab may be gone by then, or the browser refuses a header: then the request stays where it is.
    goOn().catch((error: unknown) => {
      const refusal = isMain ? headerRefusal(error) : undefined;
      if (refusal) refused.reject(refusal);
    });
  });

  follow(leads ? navigation.leadOn(request.url) : navigation.start(request.url));
  // A document that is refused, or may not be shown in time, leaves the navigation where it is; one that is read, too.
  const end = await Promise.race([ended, refused.promise, read.promise]);
  const arrival = { file: read.promise, latest: async () => received?.catch(() => undefined) };
  if ('why' in end) return { ...arrival, received: end };
  arrived = true;
  mayTurn = false;
  // Handling a response aborts the navigation.
  const document = await received;
  if (document?.snapshot || (document && end.errorText === undefined))
    return { ...arrival, received: document };
  throw failureOf(end, request, egress, lookedAt);
};

/** Why a navigation brought no document. @param lookedAt where it was looked for last: it may have been redirected. */
const failureOf = (
  { errorText, isDownload }: NavigationEnd,
  request: PageRequest,
  egress: Tab['egress'],
  lookedAt: string,
): VisitFailure => {
  if (errorText === undefined || isDownload)
    return failure('unsupported_content_type', 'The address holds a file, not a page.');
  if (errorText === 'net::ERR_ABORTED')
    return failure('empty_response', 'The server sent no document.', true);
  if (egress.overBudget) return failure('too_large', 'The page is larger than this service reads.');
  const { hostname, host } = new URL(lookedAt);
  const why = egress.failureOf(hostname);
  if (request.proxyUrl !== undefined) return failureBehindProxy(errorText, why);
  return networkFailure(errorText, why, host === new URL(request.url).host ? undefined : host);
};
