import { isIP } from 'node:net';
import type { Cookie } from '../../contract/cookies.ts';
import { ServiceError } from '../../contract/error.ts';
import { languagesOf } from '../../contract/headers.ts';
import { phoneRatio } from '../../contract/page.ts';
import { ProtocolError } from '../../page.ts';
import type { Protocol, Session } from '../devtools/cdp.ts';

/**
 * Who visits: a phone or a desktop, its language, its time zone, its cookies. Chromium itself is told, nothing is patched:
 * page, frames of its site, their dedicated workers and headers agree. Some things stay the browser's own, since Chromium
 * changes them only for whoever attaches to more than the page before that runs: languages and platform of dedicated workers,
 * all of shared and service workers but `Intl` and zone, and what scripts see in frames from other sites, which have processes
 * of their own.
 */
export interface Visitor {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly Cookie[];
  readonly mobile: boolean;
  readonly locale: string | undefined;
  readonly timezone: string | undefined;
  readonly viewport:
    | { readonly width?: number | undefined; readonly height?: number | undefined }
    | undefined;
}

/** Headers that the browser is told of, for every origin. */
export const emulated = /^(user-agent|accept-language)$/i;

/** The screen of a common phone, in CSS pixels. */
const phone = { width: 412, height: 915, deviceScaleFactor: phoneRatio, mobile: true } as const;
const desktop = { width: 1920, height: 1080, deviceScaleFactor: 1, mobile: false } as const;
const fingers = 5;

/** What Chromium tells on such a phone; brands and versions are left to the browser. */
const phoneMetadata: Protocol.Emulation.UserAgentMetadata = {
  platform: 'Android',
  platformVersion: '14.0.0',
  architecture: '',
  bitness: '',
  model: 'Pixel 7',
  mobile: true,
  wow64: false,
  formFactors: ['Mobile'],
};

/**
 * Makes the tab the visitor's, before it goes anywhere. All of it at once, for each command costs a round trip.
 * @throws ServiceError `invalid_request` for what this Chromium does not take.
 */
export const emulate = async (session: Session, visitor: Visitor): Promise<void> => {
  const { locale, timezone, mobile, cookies } = visitor;
  await Promise.all([
    setUserAgent(session, visitor),
    setScreen(session, visitor),
    mobile && session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: fingers }),
    locale !== undefined && taken('locale', session.send('Emulation.setLocaleOverride', { locale })),
    timezone !== undefined &&
      taken('timezone', session.send('Emulation.setTimezoneOverride', { timezoneId: timezone })),
    ...cookies.map((cookie, index) => setCookie(session, visitor.url, { ...cookie, index })),
  ]);
};

/** Whether a tab stays the visitor's after a visit; cookies can be cleared, the rest not. */
export const isEmulated = ({ headers, mobile, locale, timezone, viewport }: Visitor): boolean =>
  mobile ||
  locale !== undefined ||
  timezone !== undefined ||
  viewport !== undefined ||
  Object.keys(headers).some((name) => emulated.test(name));

/** A value that passed the contract and not the browser is the caller's mistake all the same. */
const taken = async <T>(path: string, command: Promise<T>): Promise<T> => {
  try {
    return await command;
  } catch (error) {
    if (error instanceof ProtocolError) throw notTaken(path, error);
    throw error;
  }
};

export const notTaken = (path: string, cause?: ProtocolError) =>
  new ServiceError('invalid_request', {
    message: `${path}: the browser does not take this value`,
    issues: [{ path, message: 'the browser does not take this value' }],
    cause,
  });

/**
 * With an empty user agent the browser keeps its own, client hints included. A caller's `User-Agent` comes without
 * hints: they would tell of another browser.
 */
const setUserAgent = async (session: Session, { headers, locale, mobile }: Visitor): Promise<void> => {
  const own = headerOf(headers, 'user-agent');
  const languages = languagesOf(headerOf(headers, 'accept-language') ?? '') ?? localeLanguages(locale);
  if (own === undefined && languages === undefined && !mobile) return;
  const acceptLanguage = languages?.join(',');
  const asPhone = mobile && own === undefined;
  await session.send('Emulation.setUserAgentOverride', {
    userAgent: asPhone ? await phoneUserAgent(session) : (own ?? ''),
    ...(acceptLanguage === undefined ? {} : { acceptLanguage }),
    ...(asPhone ? { platform: 'Linux armv81', userAgentMetadata: phoneMetadata } : {}),
  });
};

/** The browser's own, as it reads on Android. */
const phoneUserAgent = async (session: Session): Promise<string> => {
  const { userAgent } = await session.send('Browser.getVersion');
  return userAgent.replace(/\([^)]*\)/, '(Linux; Android 10; K)').replace(' Safari/', ' Mobile Safari/');
};

/** `de-DE` is followed by `de`, as in a browser set to that language. */
const localeLanguages = (locale: string | undefined): readonly string[] | undefined =>
  locale === undefined ? undefined : [...new Set([locale, new Intl.Locale(locale).language])];

/** The size asked for wins over the phone's. */
const setScreen = async (session: Session, { mobile, viewport }: Visitor): Promise<void> => {
  const { width, height } = viewport ?? {};
  if (!mobile && width === undefined && height === undefined) return;
  const device = mobile ? phone : desktop;
  const size = { width: width ?? device.width, height: height ?? device.height };
  await session.send('Emulation.setDeviceMetricsOverride', {
    ...device,
    ...size,
    ...(mobile && {
      screenWidth: size.width,
      screenHeight: size.height,
      screenOrientation:
        size.width > size.height
          ? { type: 'landscapePrimary', angle: 90 }
          : { type: 'portraitPrimary', angle: 0 },
    }),
  });
};

const sameSite = { strict: 'Strict', lax: 'Lax', none: 'None' } as const;

const setCookie = async (
  session: Session,
  target: string,
  { index, ...cookie }: Cookie & { readonly index: number },
): Promise<void> => {
  const { hostname } = new URL(target);
  const { name, value, path, secure, http_only: httpOnly, same_site, expires, domain } = cookie;
  const { success } = await taken(
    `cookies.${index}`,
    session.send('Network.setCookie', {
      name,
      value,
      path,
      secure,
      httpOnly,
      // A secure cookie may be meant for the https address that an http address leads to.
      url: `http${secure ? 's' : ''}://${hostname}/`,
      // Without a domain it is for this host alone; an address has no domain above or below it.
      ...(domain === undefined || isIP(domain) !== 0 ? {} : { domain: `.${domain}` }),
      ...(same_site && { sameSite: sameSite[same_site] }),
      ...(expires === undefined ? {} : { expires }),
    }),
  );
  if (!success) throw notTaken(`cookies.${index}`);
};

/** @param name in lower case. */
export const headerOf = (headers: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
