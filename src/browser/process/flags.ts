/** How the browser runs without a screen. */
export type Mode =
  /** The full browser on a display that shows nothing: no "Headless" anywhere, nothing to patch (docs/adr/0002). */
  | { readonly name: 'windowed' }
  /** Chromium's own headless mode. Its user agent says so unless it is given another, which empties client hints. */
  | { readonly name: 'headless'; readonly userAgent: string | undefined };

export interface FlagOptions {
  readonly profile: string;
  readonly sandboxed: boolean;
  /** Proxy of the browser's own background traffic; refuses everything. */
  readonly sinkUrl: string;
  readonly mode: Mode;
}

const modeFlags = (mode: Mode): readonly string[] => {
  if (mode.name === 'windowed')
    return ['--ozone-platform=headless', '--ozone-override-screen-size=1920,1080'];
  const { userAgent } = mode;
  return ['--headless=new', '--screen-info={1920x1080}', ...(userAgent ? [`--user-agent=${userAgent}`] : [])];
};

/** What any browser must run with that gannet drives (docs/browsers.md). Only one `--disable-features` may be given: the last one wins. */
export const commonFlags: readonly string[] = [
  '--window-size=1920,1040',
  '--window-position=0,0',
  '--disable-blink-features=AutomationControlled',
  // Keys pressed before a page has drawn for the first time would be lost.
  '--allow-pre-commit-input',
  // Of the browser's own windows, which nobody sees: a tab that loads would be drawn again and again, 20 ms of CPU a page.
  '--animation-duration-scale=0',
  '--enable-unsafe-swiftshader',
  '--lang=en-US',
  '--accept-lang=en-US,en',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  // Omnibox, preload: each window would otherwise start hidden renderers for the address bar, 912 → 507 ms CPU a page.
  // RenderDocument: the first script of a page would otherwise often see a window without an outer size.
  // BackForwardCache: a page that was left would live on beside the one that is read.
  // Spare renderer: one would be started and ended for each page, 73 → 30 ms CPU for one that is read from its response.
  '--disable-features=Translate,BackForwardCache,RenderDocument,SpareRendererForSitePerProcess,MediaRouter,OptimizationHints,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI',
  // Otherwise each script, and each answer to a fetch, waits until the browser's main thread has looked for compiled code: for
  // 50 ms while that opens a tab. Four pages at a time: 4.97 → 5.37 a second, 374 → 353 ms CPU a page.
  '--enable-features=UsePersistentCacheForCodeCache',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-crash-reporter',
  '--disable-sync',
  // Told, it does not start two processes of its own after three minutes to find out how fast the machine is.
  '--optimization-guide-performance-class=1',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-quic',
  '--mute-audio',
  '--password-store=basic',
  '--use-mock-keychain',
  // Without this Chromium goes round every proxy for loopback and link-local addresses.
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
];

export const flagsFor = ({ profile, sandboxed, sinkUrl, mode }: FlagOptions): readonly string[] => [
  ...(sandboxed ? [] : ['--no-sandbox', '--test-type']),
  ...modeFlags(mode),
  '--remote-debugging-pipe',
  `--user-data-dir=${profile}`,
  `--proxy-server=${sinkUrl}`,
  ...commonFlags,
  '--no-startup-window',
];
