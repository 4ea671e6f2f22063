/** What a scope of a page (document, frame, worker) can say of the browser it runs in. */
export interface Facts {
  readonly userAgent: string;
  readonly appVersion: string;
  readonly platform: string;
  readonly cores: number;
  readonly memory: number | null;
  readonly language: string;
  readonly languages: readonly string[];
  readonly locale: string;
  readonly timezone: string;
  readonly timezoneOffset: number;
  /** `true`, or the property that carries it sits where browsers have none. */
  readonly webdriver: boolean;
  readonly hints: Hints | null;
  readonly webgl: { readonly vendor: string; readonly renderer: string } | null;
}

export interface Brand {
  readonly brand: string;
  readonly version: string;
}

/** User-Agent Client Hints as scripts see them. */
export interface Hints {
  readonly brands: readonly Brand[];
  readonly mobile: boolean;
  readonly platform: string;
  readonly architecture: string;
  readonly bitness: string;
  readonly model: string;
  readonly platformVersion: string;
  readonly fullVersionList: readonly Brand[];
}

/** Self-contained: its source text is run in documents, frames and workers of every kind. */
export const collectFacts = async (): Promise<Facts> => {
  const here = navigator as Navigator & {
    deviceMemory?: number;
    webdriver?: boolean;
    userAgentData?: {
      getHighEntropyValues(names: readonly string[]): Promise<Hints>;
    };
  };
  const names = ['architecture', 'bitness', 'model', 'platformVersion', 'fullVersionList'];
  const webgl = () => {
    const canvas =
      typeof OffscreenCanvas === 'undefined' ? document.createElement('canvas') : new OffscreenCanvas(16, 16);
    const context = canvas.getContext('webgl') as WebGLRenderingContext | null;
    const info = context?.getExtension('WEBGL_debug_renderer_info');
    if (!context || !info) return null;
    return {
      vendor: String(context.getParameter(info.UNMASKED_VENDOR_WEBGL)),
      renderer: String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)),
    };
  };
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    userAgent: here.userAgent,
    appVersion: here.appVersion,
    platform: here.platform,
    cores: here.hardwareConcurrency,
    memory: here.deviceMemory ?? null,
    language: here.language,
    languages: [...here.languages],
    locale,
    timezone: timeZone,
    timezoneOffset: new Date(0).getTimezoneOffset(),
    webdriver: here.webdriver === true || Object.hasOwn(here, 'webdriver'),
    hints: (await here.userAgentData?.getHighEntropyValues(names)) ?? null,
    webgl: webgl(),
  };
};
