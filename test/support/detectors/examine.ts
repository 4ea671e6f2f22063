import type { Facts } from './facts.ts';

/** What the page found out about its browser, written into it as JSON. */
export interface Findings {
  readonly scopes: Readonly<Record<string, Facts>>;
  /** By name of the check: what was wrong, or an empty text. */
  readonly checks: Readonly<Record<string, string>>;
  /** The verdict of BotD. */
  readonly botd: { readonly bot: boolean; readonly botKind?: string };
}

/**
 * Everything that only the page itself can see. Self-contained: runs as a script of the page, after the load event.
 * @param nativePaths functions and getters (`get Screen.prototype.width`) that must be the browser's own.
 */
export const examineWindow = async (nativePaths: readonly string[]): Promise<Record<string, string>> => {
  const checks: Record<string, string> = {};
  const check = (name: string, holds: boolean, detail: unknown = '') => {
    checks[name] = holds ? '' : `${detail}` || 'wrong';
  };
  /** Untouched by whatever was done to this window. */
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const fresh = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!fresh) throw new Error('a frame has no window');

  const resolve = (path: string): unknown => {
    const [name = '', getter] = path.split(' ').reverse();
    const parts = name.split('.');
    const last = parts.pop() ?? '';
    const owner = parts.reduce<unknown>((from, part) => Reflect.get(Object(from), part), globalThis);
    const property = Object.getOwnPropertyDescriptor(Object(owner), last);
    return getter === undefined ? (property?.value ?? Reflect.get(Object(owner), last)) : property?.get;
  };
  const isNative = (value: unknown) => {
    if (typeof value !== 'function') return false;
    const source: string = fresh.Function.prototype.toString.call(value);
    return /^(function|class) ?[\w ]*\(?\)? ?\{\s*\[native code\]\s*\}$/.test(source);
  };
  const alien = nativePaths.filter((path) => !isNative(resolve(path)));
  check('functions are native', alien.length === 0, alien.join(', '));
  check('enough functions looked at', nativePaths.length >= 60, nativePaths.length);

  const usual = new Set([...Object.getOwnPropertyNames(fresh), 'collectFacts']);
  const strange = Object.getOwnPropertyNames(window).filter(
    (name) => !usual.has(name) && !/^\d+$/.test(name),
  );
  check('no global of a driver', strange.length === 0, strange.join(', '));
  const driver = /\bcdc_|\$cdc|__pw|playwright|puppeteer|selenium|webdriver_|phantom|domAutomation|gannet/i;
  const marks = [...Object.getOwnPropertyNames(document), ...document.documentElement.getAttributeNames()];
  check('no mark of a driver on the document', !marks.some((name) => driver.test(name)), marks.join(', '));

  const webdriver = Object.getOwnPropertyDescriptor(Navigator.prototype, 'webdriver');
  check('navigator.webdriver is false', navigator.webdriver === false, navigator.webdriver);
  check(
    'navigator.webdriver is where browsers have it',
    !Object.hasOwn(navigator, 'webdriver') && !!webdriver,
  );
  check('navigator has no property of its own', Object.getOwnPropertyNames(navigator).length === 0);

  const sizes = `outer ${outerWidth}×${outerHeight}, inner ${innerWidth}×${innerHeight}, screen ${screen.width}×${screen.height}, available ${screen.availWidth}×${screen.availHeight}`;
  check('the window has a frame', outerWidth >= innerWidth && outerHeight > innerHeight, sizes);
  check('the window fits the screen', outerWidth <= screen.width && outerHeight <= screen.height, sizes);
  check('the window lies on the screen', screenX >= 0 && screenY >= 0, `${screenX}, ${screenY}`);
  check('the page has room', innerWidth > 300 && innerHeight > 300, sizes);
  check('something of the screen is taken', screen.availHeight < screen.height, sizes);
  check(
    'available is part of the screen',
    screen.availHeight <= screen.height && screen.availWidth <= screen.width,
  );
  check('colours', screen.colorDepth >= 24 && screen.pixelDepth === screen.colorDepth, screen.colorDepth);
  const media = (query: string) => matchMedia(query).matches;
  check(
    'media queries agree with the window',
    media(`(width: ${innerWidth}px) and (height: ${innerHeight}px)`),
  );
  check('media queries agree with the screen', media(`(device-width: ${screen.width}px)`));
  check('hover and a fine pointer', media('(hover: hover) and (pointer: fine)'));
  check('any hover and fine pointer', media('(any-hover: hover) and (any-pointer: fine)'));
  check('no touch on a desktop', navigator.maxTouchPoints === 0, navigator.maxTouchPoints);

  check('five plugins', navigator.plugins.length === 5 && navigator.plugins instanceof PluginArray);
  check('two media types', navigator.mimeTypes.length === 2 && navigator.mimeTypes instanceof MimeTypeArray);
  check('a PDF viewer', navigator.pdfViewerEnabled);
  check('window.chrome', typeof Reflect.get(window, 'chrome') === 'object');
  const connection = Reflect.get(navigator, 'connection') as { readonly rtt?: number } | undefined;
  check('a round trip takes time', (connection?.rtt ?? 0) > 0, connection?.rtt);
  const { state } = await navigator.permissions.query({ name: 'notifications' });
  const wanted = Notification.permission === 'default' ? 'prompt' : Notification.permission;
  check('permission and Notification agree', state === wanted, `${state}, ${Notification.permission}`);
  check('the page is visible', document.visibilityState === 'visible' && !document.hidden);
  check('frames are painted', await new Promise<boolean>((done) => requestAnimationFrame(() => done(true))));

  const stack = (() => {
    try {
      return (Reflect.get({}, 'missing') as () => string)();
    } catch (error) {
      return String((error as Error).stack);
    }
  })();
  check('stacks name only the page', !/pptr|UtilityScript|evaluat|gannet-|debugger/i.test(stack), stack);
  check('no Headless in the window', !/headless/i.test(navigator.userAgent + navigator.appVersion));
  frame.remove();
  return checks;
};

/** Functions and getters that stealth plug-ins and drivers like to replace. */
export const nativePaths: readonly string[] = [
  'fetch setTimeout setInterval requestAnimationFrame getComputedStyle matchMedia eval postMessage open alert',
  'Function Date Promise Proxy Error MutationObserver XMLHttpRequest WebSocket Worker SharedWorker Notification',
  'RTCPeerConnection OfflineAudioContext Function.prototype.toString Function.prototype.call Function.prototype.apply',
  'Date.now Date.prototype.getTimezoneOffset Math.random Math.tan JSON.stringify Error.captureStackTrace',
  'Object.getOwnPropertyDescriptor Object.defineProperty Object.keys Reflect.get Reflect.ownKeys Promise.prototype.then',
  'Intl.DateTimeFormat Intl.DateTimeFormat.prototype.resolvedOptions performance.now console.log console.debug',
  'Permissions.prototype.query MediaDevices.prototype.enumerateDevices NavigatorUAData.prototype.getHighEntropyValues',
  'HTMLCanvasElement.prototype.toDataURL HTMLCanvasElement.prototype.getContext',
  'CanvasRenderingContext2D.prototype.getImageData CanvasRenderingContext2D.prototype.measureText',
  'WebGLRenderingContext.prototype.getParameter WebGLRenderingContext.prototype.getExtension',
  'WebGL2RenderingContext.prototype.getParameter AudioBuffer.prototype.getChannelData',
  'HTMLMediaElement.prototype.canPlayType Element.prototype.attachShadow Element.prototype.getBoundingClientRect',
  'Document.prototype.createElement Document.prototype.querySelector Document.prototype.hasFocus',
  'Node.prototype.appendChild EventTarget.prototype.addEventListener EventTarget.prototype.dispatchEvent',
  'XMLHttpRequest.prototype.open XMLHttpRequest.prototype.send ServiceWorkerContainer.prototype.register',
  'Storage.prototype.getItem SpeechSynthesis.prototype.getVoices chrome.loadTimes chrome.csi',
]
  .flatMap((line) => line.split(' '))
  .concat(
    [
      'Navigator.prototype: userAgent appVersion platform languages language hardwareConcurrency deviceMemory webdriver',
      'Navigator.prototype: plugins mimeTypes permissions connection userAgentData maxTouchPoints vendor mediaDevices',
      'Navigator.prototype: pdfViewerEnabled cookieEnabled',
      'Screen.prototype: width height availWidth availHeight colorDepth',
      'HTMLIFrameElement.prototype: contentWindow contentDocument srcdoc',
      'Document.prototype: hidden visibilityState cookie',
      'globalThis: outerWidth outerHeight innerWidth innerHeight screenX',
    ].flatMap((line) => {
      const [owner, names = ''] = line.split(': ');
      return names.split(' ').map((name) => `get ${owner}.${name}`);
    }),
  );
