import type { Protocol } from '../devtools/cdp.ts';
import { drop, type Paused } from '../devtools/paused.ts';
import { inOrder, type NavigationEnd } from '../tab/navigation.ts';
import { headerRefusal, type OwnHeaders, ownHeaders } from '../tab/own-headers.ts';
import type { Tab } from '../tab/pool.ts';
import type { Timezone } from '../tab/timezone.ts';
import { takePage } from './body.ts';
import { receiveDocument } from './document.ts';
import { isOnlyRead, type PageRequest } from './page-request.ts';
import type { Handling, ReadResponse, Received } from './received.ts';
import { mayBeCached } from './response.ts';
import { createShow } from './show.ts';

/**
 * Handles the requests of a tab that Chromium holds for us: main documents when their responses are there, media and what
 * carries the caller's headers before they are sent.
 */
export interface Interception {
  /** Has Chromium hold them from now on. In force for what is sent behind it: a navigation need not wait for the answer. */
  begin(): void;
  /** Makes a navigation the one that counts: it takes the place of the one before, whose end may never be told. */
  follow(going: Promise<NavigationEnd>): void;
  /** The end of the navigation that counts. Rejects with why there is no answer. */
  readonly ended: Promise<NavigationEnd>;
  /** The first document that was read from its response; never settles where all are shown. */
  readonly read: Promise<ReadResponse>;
  /** What became of the latest main document. */
  latest(): Promise<Received> | undefined;
  /** The address that was asked last: the document may be redirected to another host. */
  readonly lastAddress: string;
  /** To be called when the page is there: what comes from then on is what the page itself leads on to. */
  arrived(): void;
}

interface Setting extends Pick<Handling, 'until' | 'willShow'> {
  readonly timezone: Timezone;
  /** The navigation before is led on to this page. */
  readonly leads: boolean;
  /** The tab goes on afterwards as if this request had not been. */
  readonly leavesNothing: boolean;
}

const media: readonly Protocol.Network.ResourceType[] = ['Image', 'Media', 'Font'];

/** What is to be intercepted for a request. */
const patternsOf = (
  { blockMedia }: PageRequest,
  own: OwnHeaders,
  leads: boolean,
): readonly Protocol.Fetch.RequestPattern[] => [
  { resourceType: 'Document', requestStage: 'Response' },
  ...(leads ? [{ resourceType: 'Document', requestStage: 'Request' } as const] : []),
  ...(blockMedia ? media.map((resourceType) => ({ resourceType })) : []),
  ...own.patterns,
];

export const createInterception = (
  tab: Tab,
  request: PageRequest,
  { timezone, leads, leavesNothing, until, willShow }: Setting,
): Interception => {
  const { session, targetId, egress, navigation } = tab;
  const { follow, ended, refuse } = createCourse();
  const own = ownHeaders(request);
  const patterns = patternsOf(request, own, leads);
  const read = Promise.withResolvers<ReadResponse>();
  const show = createShow(tab, patterns, request.blockMedia);
  let latest: Promise<Received> | undefined;
  let lastAddress = request.url;
  let arrived = false;
  let isLedOn = leads;
  /** The document came through a proxy of another time zone than expected: asked for once more, with that one. */
  let mayCorrectTimezone = true;
  /** A document that was led on to and is to be shown: its response answers a navigation of its own. */
  let answered: { readonly paused: Paused; readonly bytes: Buffer } | undefined;
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
      answered = { paused, bytes };
      isLedOn = false;
      const { url, urlFragment = '' } = paused.request;
      follow(drop(session, paused).then(() => navigation.startAgain(`${url}${urlFragment}`)));
    },
    leave: (paused, end) => navigation.leave(paused, leavesNothing && !arrived && end === 'whole'),
  };

  const startAgainInItsTimezone = (paused: Paused) => {
    mayCorrectTimezone = false;
    isLedOn = false;
    follow(
      drop(session, paused)
        .then(timezone.correct)
        .then(() => navigation.startAgain(request.url)),
    );
  };
  /** A main document, whose response is held. */
  const receive = (paused: Paused) => {
    lastAddress = paused.request.url;
    if (mayBeCached(paused)) tab.traces.mayBeCached = true;
    if (mayCorrectTimezone && !timezone.fits(paused.request.url)) return startAgainInItsTimezone(paused);
    latest = receiveDocument(session, paused, handling);
    latest.then(
      (document) => document.snapshot && read.resolve(document),
      // Later ones fail alone: what the page leads on to is not shown then.
      refuse,
    );
  };
  /** Anything else, most of which goes on as it is. */
  const goOn = (paused: Paused, isMain: boolean): Promise<unknown> => {
    const { requestId, resourceType } = paused;
    if (request.blockMedia && media.includes(resourceType))
      return session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    if (isMain && answered) {
      const { paused: response, bytes } = answered;
      answered = undefined;
      return show(requestId, response, bytes, mayPass());
    }
    const headers = hasAnswer(paused) ? undefined : isMain && isLedOn ? inOrder(paused) : own.of(paused);
    return session.send('Fetch.continueRequest', { requestId, ...(headers && { headers }) });
  };
  session.on('Fetch.requestPaused', (paused) => {
    const isMain = paused.resourceType === 'Document' && paused.frameId === targetId;
    if (isMain && hasAnswer(paused)) return receive(paused);
    // The tab may be gone by then, or the browser refuses a header: then the request stays where it is.
    goOn(paused, isMain).catch((error: unknown) => {
      const refusal = isMain ? headerRefusal(error) : undefined;
      if (refusal) refuse(refusal);
    });
  });

  return {
    begin: () => {
      navigation.pause(patterns).catch(refuse);
    },
    follow,
    ended,
    read: read.promise,
    latest: () => latest,
    get lastAddress() {
      return lastAddress;
    },
    arrived: () => {
      arrived = true;
      mayCorrectTimezone = false;
    },
  };
};

const hasAnswer = ({ responseStatusCode, responseErrorReason }: Paused): boolean =>
  responseStatusCode !== undefined || responseErrorReason !== undefined;

/** The navigation that counts: another may take its place, and the end of the first may never be told then. */
const createCourse = () => {
  const { promise: ended, resolve, reject: refuse } = Promise.withResolvers<NavigationEnd>();
  // Nobody may be waiting for it yet, or any more.
  ended.catch(() => undefined);
  let latest: Promise<NavigationEnd> | undefined;
  const follow = (going: Promise<NavigationEnd>) => {
    latest = going;
    going.then(
      (end) => latest === going && resolve(end),
      (error: unknown) => latest === going && refuse(error),
    );
  };
  return { follow, ended, refuse };
};
