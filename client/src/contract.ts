// Written by scripts/generate.ts from the contract of the service. Do not edit.

/** Every code that `detail.error` of an answer can be: its HTTP status, and whether the same request may succeed later. */
export const errors = {
  /** The request is not valid. */
  invalid_request: { status: 400, retryable: false },
  /** output must be one of markdown, screenshot, pdf, csv, html. */
  invalid_output: { status: 400, retryable: false },
  /** mode must be one of auto, sitemap, link, pattern, batch. */
  invalid_mode: { status: 400, retryable: false },
  /** The host could not be reached: the name did not resolve or the connection failed. */
  connection_failed: { status: 400, retryable: true },
  /** A valid API key is required. */
  unauthorized: { status: 401, retryable: false },
  /** Send an API key, or a payment permit for one of the offers in `accepts`. */
  payment_required: { status: 402, retryable: false },
  /** The permit, or the balance behind it, does not cover the price. */
  payment_insufficient: { status: 402, retryable: false },
  /** The payment could not be settled: nothing was charged and nothing is delivered. */
  payment_failed: { status: 402, retryable: false },
  /** This key may not use this endpoint. */
  insufficient_scope: { status: 403, retryable: false },
  /** The Host or the Origin of this request is not one of this service. */
  foreign_origin: { status: 403, retryable: false },
  /** There is nothing at this address. */
  not_found: { status: 404, retryable: false },
  /** This address does not take this method. */
  method_not_allowed: { status: 405, retryable: false },
  /** The job has ended already. */
  job_finished: { status: 409, retryable: false },
  /** This Idempotency-Key was used with another request. */
  idempotency_conflict: { status: 409, retryable: false },
  /** The request did not arrive in time. */
  request_timeout: { status: 408, retryable: true },
  /** The request body is too large. */
  payload_too_large: { status: 413, retryable: false },
  /** The request body must be JSON: send Content-Type: application/json. */
  unsupported_media_type: { status: 415, retryable: false },
  /** The Expect header cannot be met. */
  expectation_failed: { status: 417, retryable: false },
  /** Too many requests. */
  rate_limited: { status: 429, retryable: true },
  /** The request headers are too large. */
  headers_too_large: { status: 431, retryable: false },
  /** The page could not be scraped. */
  scrape_failed: { status: 500, retryable: true },
  /** The page could not be extracted. */
  extract_failed: { status: 500, retryable: true },
  /** Something went wrong on our side. */
  internal_error: { status: 500, retryable: true },
  /** The webhook could not be delivered. */
  webhook_delivery_failed: { status: 502, retryable: true },
  /** All browsers are busy: try again later. */
  overloaded: { status: 503, retryable: true },
  /** The service is shutting down. */
  shutting_down: { status: 503, retryable: true },
  /** Payments cannot be taken at the moment: try again later, with the same permit while it is valid. */
  payment_unavailable: { status: 503, retryable: true },
  /** It is not known yet whether the payment was settled: do not sign another. */
  payment_unconfirmed: { status: 504, retryable: false },
  /** The page did not arrive in time. */
  timeout: { status: 504, retryable: true },
} as const;

export type ErrorCode = keyof typeof errors;

export interface ScrapeMarkdownRequest {
  /** Absolute http:// or https:// address of the page. At most 8192 characters. */
  readonly url: string;
  /** CSS selector awaited before the page is read. At most 4096 characters. */
  readonly wait_for_selector?: string | undefined;
  /** Time budget in milliseconds. From 1000 to 120000. Default: `20000`. */
  readonly timeout_ms?: number | undefined;
  /** Do not request images, fonts and video. Default: `true`. */
  readonly block_media?: boolean | undefined;
  /** Upstream proxy for this request: http://[user:password@]host:port or socks5://… At most 2048 characters. */
  readonly proxy_url?: string | undefined;
  /** Default: `"automatic"`. */
  readonly wait_strategy?: 'automatic' | 'default' | 'spa' | 'heavy' | 'cloudflare' | undefined;
  /** Retry transient failures with exponential backoff. Default: `true`. */
  readonly retry?: boolean | undefined;
  /** Skip the 5-minute response cache. Default: `false`. */
  readonly bypass_cache?: boolean | undefined;
  /** Oldest cached answer accepted, in milliseconds; 0 skips the cache. From 0 to 300000. */
  readonly max_age_ms?: number | undefined;
  /** Script run in the page after load; it may await. At most 100000 characters. */
  readonly javascript?: string | undefined;
  /** Request headers, by name, at most 50. They go to the origin of `url` only, and are dropped after a redirect to another; `User-Agent` and `Accept-Language` become those of the browser. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Cookies that the browser has before it goes to `url`, at most 100. At most 100 entries. */
  readonly cookies?: readonly Cookie[] | undefined;
  /** Visit as a phone: 412 × 915 CSS pixels at 2.625, touch, Chromium on Android. Default: `false`. */
  readonly mobile?: boolean | undefined;
  /** Language tag, such as `de-DE`: Accept-Language, `navigator.languages` and `Intl` agree on it. At most 64 characters. */
  readonly locale?: string | undefined;
  /** IANA time zone of the page, such as `Europe/Berlin`. At most 64 characters. */
  readonly timezone?: string | undefined;
  /** Done one after the other once the page is ready, before `javascript`; at most 50. Selectors are awaited, and reach into open shadow roots and into frames of the same origin. At most 50 entries. */
  readonly actions?: readonly Action[] | undefined;
  /** Default: `"markdown"`. */
  readonly output?: 'markdown' | undefined;
  readonly options?: {
    /** Leave out navigation, sidebars and footers. Default: `true`. */
    readonly only_main_content?: boolean | undefined;
    /** Keep only elements that match. At most 50 entries. */
    readonly include_selectors?: readonly string[] | undefined;
    /** Leave out elements that match. At most 50 entries. */
    readonly exclude_selectors?: readonly string[] | undefined;
    /** Add `links`: every absolute link of the content. Default: `false`. */
    readonly links?: boolean | undefined;
  } | undefined;
}

export interface ScrapeScreenshotRequest {
  /** Absolute http:// or https:// address of the page. At most 8192 characters. */
  readonly url: string;
  /** CSS selector awaited before the page is read. At most 4096 characters. */
  readonly wait_for_selector?: string | undefined;
  /** Time budget in milliseconds. From 1000 to 120000. Default: `20000`. */
  readonly timeout_ms?: number | undefined;
  /** Do not request images, fonts and video. Default: `true`. */
  readonly block_media?: boolean | undefined;
  /** Upstream proxy for this request: http://[user:password@]host:port or socks5://… At most 2048 characters. */
  readonly proxy_url?: string | undefined;
  /** Default: `"automatic"`. */
  readonly wait_strategy?: 'automatic' | 'default' | 'spa' | 'heavy' | 'cloudflare' | undefined;
  /** Retry transient failures with exponential backoff. Default: `true`. */
  readonly retry?: boolean | undefined;
  /** Skip the 5-minute response cache. Default: `false`. */
  readonly bypass_cache?: boolean | undefined;
  /** Oldest cached answer accepted, in milliseconds; 0 skips the cache. From 0 to 300000. */
  readonly max_age_ms?: number | undefined;
  /** Script run in the page after load; it may await. At most 100000 characters. */
  readonly javascript?: string | undefined;
  /** Request headers, by name, at most 50. They go to the origin of `url` only, and are dropped after a redirect to another; `User-Agent` and `Accept-Language` become those of the browser. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Cookies that the browser has before it goes to `url`, at most 100. At most 100 entries. */
  readonly cookies?: readonly Cookie[] | undefined;
  /** Visit as a phone: 412 × 915 CSS pixels at 2.625, touch, Chromium on Android. Default: `false`. */
  readonly mobile?: boolean | undefined;
  /** Language tag, such as `de-DE`: Accept-Language, `navigator.languages` and `Intl` agree on it. At most 64 characters. */
  readonly locale?: string | undefined;
  /** IANA time zone of the page, such as `Europe/Berlin`. At most 64 characters. */
  readonly timezone?: string | undefined;
  /** Done one after the other once the page is ready, before `javascript`; at most 50. Selectors are awaited, and reach into open shadow roots and into frames of the same origin. At most 50 entries. */
  readonly actions?: readonly Action[] | undefined;
  readonly output: 'screenshot';
  readonly options?: {
    /** Picture format. Default: `"png"`. */
    readonly format?: 'png' | 'jpeg' | undefined;
    /** The whole page, PNG only; a JPEG shows the viewport. Default: `true`. */
    readonly full_page?: boolean | undefined;
    /** Viewport width in CSS pixels. From 1 to 7680. */
    readonly width?: number | undefined;
    /** Viewport height in CSS pixels. From 1 to 7680. */
    readonly height?: number | undefined;
    /** JPEG quality. From 0 to 100. Default: `90`. */
    readonly quality?: number | undefined;
  } | undefined;
}

export interface ScrapePdfRequest {
  /** Absolute http:// or https:// address of the page. At most 8192 characters. */
  readonly url: string;
  /** CSS selector awaited before the page is read. At most 4096 characters. */
  readonly wait_for_selector?: string | undefined;
  /** Time budget in milliseconds. From 1000 to 120000. Default: `20000`. */
  readonly timeout_ms?: number | undefined;
  /** Do not request images, fonts and video. Default: `true`. */
  readonly block_media?: boolean | undefined;
  /** Upstream proxy for this request: http://[user:password@]host:port or socks5://… At most 2048 characters. */
  readonly proxy_url?: string | undefined;
  /** Default: `"automatic"`. */
  readonly wait_strategy?: 'automatic' | 'default' | 'spa' | 'heavy' | 'cloudflare' | undefined;
  /** Retry transient failures with exponential backoff. Default: `true`. */
  readonly retry?: boolean | undefined;
  /** Skip the 5-minute response cache. Default: `false`. */
  readonly bypass_cache?: boolean | undefined;
  /** Oldest cached answer accepted, in milliseconds; 0 skips the cache. From 0 to 300000. */
  readonly max_age_ms?: number | undefined;
  /** Script run in the page after load; it may await. At most 100000 characters. */
  readonly javascript?: string | undefined;
  /** Request headers, by name, at most 50. They go to the origin of `url` only, and are dropped after a redirect to another; `User-Agent` and `Accept-Language` become those of the browser. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Cookies that the browser has before it goes to `url`, at most 100. At most 100 entries. */
  readonly cookies?: readonly Cookie[] | undefined;
  /** Visit as a phone: 412 × 915 CSS pixels at 2.625, touch, Chromium on Android. Default: `false`. */
  readonly mobile?: boolean | undefined;
  /** Language tag, such as `de-DE`: Accept-Language, `navigator.languages` and `Intl` agree on it. At most 64 characters. */
  readonly locale?: string | undefined;
  /** IANA time zone of the page, such as `Europe/Berlin`. At most 64 characters. */
  readonly timezone?: string | undefined;
  /** Done one after the other once the page is ready, before `javascript`; at most 50. Selectors are awaited, and reach into open shadow roots and into frames of the same origin. At most 50 entries. */
  readonly actions?: readonly Action[] | undefined;
  readonly output: 'pdf';
  readonly options?: {
    /** Page size, in any case: A0, A1, A2, A3, A4, A5, A6, Letter, Legal, Tabloid, Ledger. */
    readonly format?: string | undefined;
    /** Paper on its side. Default: `false`. */
    readonly landscape?: boolean | undefined;
    /** Print background colours and images. Default: `true`. */
    readonly print_background?: boolean | undefined;
    /** Scale of the content. From 0.1 to 2. Default: `1`. */
    readonly scale?: number | undefined;
    /** Margins in points (1/72 inch); 28.8 on every side when not sent, 0 for a side left out. */
    readonly margin?: {
      /** From 0 to 2000. Default: `0`. */
      readonly top?: number | undefined;
      /** From 0 to 2000. Default: `0`. */
      readonly bottom?: number | undefined;
      /** From 0 to 2000. Default: `0`. */
      readonly left?: number | undefined;
      /** From 0 to 2000. Default: `0`. */
      readonly right?: number | undefined;
    } | undefined;
    /** JPEG quality of the screenshot fallback. From 0 to 100. Default: `90`. */
    readonly quality?: number | undefined;
  } | undefined;
}

export interface ScrapeCsvRequest {
  /** Absolute http:// or https:// address of the page. At most 8192 characters. */
  readonly url: string;
  /** CSS selector awaited before the page is read. At most 4096 characters. */
  readonly wait_for_selector?: string | undefined;
  /** Time budget in milliseconds. From 1000 to 120000. Default: `20000`. */
  readonly timeout_ms?: number | undefined;
  /** Do not request images, fonts and video. Default: `true`. */
  readonly block_media?: boolean | undefined;
  /** Upstream proxy for this request: http://[user:password@]host:port or socks5://… At most 2048 characters. */
  readonly proxy_url?: string | undefined;
  /** Default: `"automatic"`. */
  readonly wait_strategy?: 'automatic' | 'default' | 'spa' | 'heavy' | 'cloudflare' | undefined;
  /** Retry transient failures with exponential backoff. Default: `true`. */
  readonly retry?: boolean | undefined;
  /** Skip the 5-minute response cache. Default: `false`. */
  readonly bypass_cache?: boolean | undefined;
  /** Oldest cached answer accepted, in milliseconds; 0 skips the cache. From 0 to 300000. */
  readonly max_age_ms?: number | undefined;
  /** Script run in the page after load; it may await. At most 100000 characters. */
  readonly javascript?: string | undefined;
  /** Request headers, by name, at most 50. They go to the origin of `url` only, and are dropped after a redirect to another; `User-Agent` and `Accept-Language` become those of the browser. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Cookies that the browser has before it goes to `url`, at most 100. At most 100 entries. */
  readonly cookies?: readonly Cookie[] | undefined;
  /** Visit as a phone: 412 × 915 CSS pixels at 2.625, touch, Chromium on Android. Default: `false`. */
  readonly mobile?: boolean | undefined;
  /** Language tag, such as `de-DE`: Accept-Language, `navigator.languages` and `Intl` agree on it. At most 64 characters. */
  readonly locale?: string | undefined;
  /** IANA time zone of the page, such as `Europe/Berlin`. At most 64 characters. */
  readonly timezone?: string | undefined;
  /** Done one after the other once the page is ready, before `javascript`; at most 50. Selectors are awaited, and reach into open shadow roots and into frames of the same origin. At most 50 entries. */
  readonly actions?: readonly Action[] | undefined;
  readonly output: 'csv';
  readonly options?: {
    /** CSS selector of the tables. At most 4096 characters. Default: `"table"`. */
    readonly table_selector?: string | undefined;
  } | undefined;
}

export interface ScrapeHtmlRequest {
  /** Absolute http:// or https:// address of the page. At most 8192 characters. */
  readonly url: string;
  /** CSS selector awaited before the page is read. At most 4096 characters. */
  readonly wait_for_selector?: string | undefined;
  /** Time budget in milliseconds. From 1000 to 120000. Default: `20000`. */
  readonly timeout_ms?: number | undefined;
  /** Do not request images, fonts and video. Default: `true`. */
  readonly block_media?: boolean | undefined;
  /** Upstream proxy for this request: http://[user:password@]host:port or socks5://… At most 2048 characters. */
  readonly proxy_url?: string | undefined;
  /** Default: `"automatic"`. */
  readonly wait_strategy?: 'automatic' | 'default' | 'spa' | 'heavy' | 'cloudflare' | undefined;
  /** Retry transient failures with exponential backoff. Default: `true`. */
  readonly retry?: boolean | undefined;
  /** Skip the 5-minute response cache. Default: `false`. */
  readonly bypass_cache?: boolean | undefined;
  /** Oldest cached answer accepted, in milliseconds; 0 skips the cache. From 0 to 300000. */
  readonly max_age_ms?: number | undefined;
  /** Script run in the page after load; it may await. At most 100000 characters. */
  readonly javascript?: string | undefined;
  /** Request headers, by name, at most 50. They go to the origin of `url` only, and are dropped after a redirect to another; `User-Agent` and `Accept-Language` become those of the browser. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Cookies that the browser has before it goes to `url`, at most 100. At most 100 entries. */
  readonly cookies?: readonly Cookie[] | undefined;
  /** Visit as a phone: 412 × 915 CSS pixels at 2.625, touch, Chromium on Android. Default: `false`. */
  readonly mobile?: boolean | undefined;
  /** Language tag, such as `de-DE`: Accept-Language, `navigator.languages` and `Intl` agree on it. At most 64 characters. */
  readonly locale?: string | undefined;
  /** IANA time zone of the page, such as `Europe/Berlin`. At most 64 characters. */
  readonly timezone?: string | undefined;
  /** Done one after the other once the page is ready, before `javascript`; at most 50. Selectors are awaited, and reach into open shadow roots and into frames of the same origin. At most 50 entries. */
  readonly actions?: readonly Action[] | undefined;
  readonly output: 'html';
  readonly options?: {
    /** Leave out navigation, sidebars and footers. Default: `true`. */
    readonly only_main_content?: boolean | undefined;
    /** Keep only elements that match. At most 50 entries. */
    readonly include_selectors?: readonly string[] | undefined;
    /** Leave out elements that match. At most 50 entries. */
    readonly exclude_selectors?: readonly string[] | undefined;
    /** Add `links`: every absolute link of the content. Default: `false`. */
    readonly links?: boolean | undefined;
  } | undefined;
}

export interface CrawlRequest {
  /** Where to start; not in batch mode. At most 8192 characters. */
  readonly start_url?: string | undefined;
  /** auto: batch with `urls`, else link. Default: `"auto"`. */
  readonly mode?: 'auto' | 'sitemap' | 'link' | 'pattern' | 'batch' | undefined;
  /** Most results; by default 100, in batch mode the number of `urls` if that is more. From 1 to 1000. */
  readonly max_pages?: number | undefined;
  /** Most links between the start page and a page. From 0 to 10. Default: `3`. */
  readonly depth?: number | undefined;
  /** Pattern mode: a glob or a regular expression, as `options.include_patterns`. At most 1000 characters. */
  readonly url_pattern?: string | undefined;
  /** Batch mode: the pages. At most 1000 entries. */
  readonly urls?: readonly string[] | undefined;
  readonly options?: {
    /** Honour robots.txt, its Crawl-delay included. Default: `true`. */
    readonly respect_robots_txt?: boolean | undefined;
    /** Between two pages of one host, from the end of one to the start of the next. From 0 to 60000. Default: `1000`. */
    readonly delay_ms?: number | undefined;
    /** Milliseconds for one page. From 1000 to 120000. Default: `30000`. */
    readonly timeout_per_page?: number | undefined;
    /** Pages under way at once; several of one host only without a delay. From 1 to 50. Default: `5`. */
    readonly parallel?: number | undefined;
    /** Link mode: follow links to other sites, too. Default: `false`. */
    readonly follow_external?: boolean | undefined;
    /** Link mode: follow only what matches one of these. At most 100 entries. */
    readonly include_patterns?: readonly string[] | undefined;
    /** Link mode: do not follow what matches one of these. At most 100 entries. */
    readonly exclude_patterns?: readonly string[] | undefined;
    /** Leave out navigation, sidebars and footers. Default: `true`. */
    readonly only_main_content?: boolean | undefined;
    /** What each result holds beside its Markdown, as `data`: `html` the page sanitised, `csv` its tables. Default: `"markdown"`. */
    readonly output?: 'markdown' | 'html' | 'csv' | undefined;
  } | undefined;
  /** Receives the webhooks. At most 2048 characters. */
  readonly callback_url?: string | undefined;
  /** Signs the webhooks with HMAC-SHA256. At most 1000 characters. */
  readonly webhook_secret?: string | undefined;
  /** Which events are sent; `crawl.page` is one for each result. At most 2 entries. Default: `["crawl.completed"]`. */
  readonly webhook_events?: readonly ('crawl.completed' | 'crawl.page')[] | undefined;
}

export interface MapRequest {
  /** A site or a page of it. At most 8192 characters. */
  readonly url: string;
  /** Addresses at most. From 1 to 50000. Default: `1000`. */
  readonly limit?: number | undefined;
  /** Only what matches one of these. At most 100 entries. */
  readonly include_patterns?: readonly string[] | undefined;
  /** Not what matches one of these. At most 100 entries. */
  readonly exclude_patterns?: readonly string[] | undefined;
  /** Links to other sites, too. Default: `false`. */
  readonly follow_external?: boolean | undefined;
  /** Leave out what robots.txt forbids. Default: `true`. */
  readonly respect_robots_txt?: boolean | undefined;
  /** Time budget in milliseconds. From 1000 to 120000. Default: `30000`. */
  readonly timeout_ms?: number | undefined;
}

export interface WebhookTestRequest {
  /** Where to send it. At most 2048 characters. */
  readonly url: string;
  /** Signs it with HMAC-SHA256. It is not stored. At most 1000 characters. */
  readonly secret: string;
  /** Name of the event. At most 50 characters. Default: `"test.webhook"`. */
  readonly event?: string | undefined;
  /** Sent as it is. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

export interface ExtractRequest {
  /** Absolute http:// or https:// address of the page. At most 8192 characters. */
  readonly url: string;
  /** An object whose properties are the wanted fields, found by meaning. */
  readonly schema?: {
    /** Default: `"object"`. */
    readonly type?: 'object' | undefined;
    /** At most 2000 characters. */
    readonly title?: string | undefined;
    /** What is wanted, in words: read for what the name leaves open. At most 2000 characters. */
    readonly description?: string | undefined;
    /** `date`, `date-time`, `uri`, `email`, … At most 2000 characters. */
    readonly format?: string | undefined;
    /** The only values that are given. At most 500 entries. */
    readonly enum?: readonly unknown[] | undefined;
    readonly properties?: JsonSchemas | undefined;
    /** At most 1000 entries. */
    readonly required?: readonly string[] | undefined;
    readonly items?: JsonSchema | undefined;
    /** At most 50 entries. */
    readonly anyOf?: readonly JsonSchema[] | undefined;
    /** At most 50 entries. */
    readonly oneOf?: readonly JsonSchema[] | undefined;
    /** At most 50 entries. */
    readonly allOf?: readonly JsonSchema[] | undefined;
    readonly $defs?: JsonSchemas | undefined;
    readonly definitions?: JsonSchemas | undefined;
  } | undefined;
  /** CSS selectors by field. They reach into shadow roots, and into frames of the same origin. */
  readonly selectors?: Selectors | undefined;
  /** XPath 1.0 expressions by field, evaluated by the browser in the page. */
  readonly xpaths?: Readonly<Record<string, string>> | undefined;
  readonly options?: {
    /** Default: `"json"`. */
    readonly format?: 'json' | undefined;
    /** CSS selector awaited before the page is read. At most 4096 characters. */
    readonly wait_for?: string | undefined;
    /** Time budget in milliseconds. From 1000 to 120000. Default: `30000`. */
    readonly timeout?: number | undefined;
    /** Do not request images, fonts and video. Default: `true`. */
    readonly block_media?: boolean | undefined;
    /** Default: `"automatic"`. */
    readonly wait_strategy?: 'automatic' | 'default' | 'spa' | 'heavy' | 'cloudflare' | undefined;
    /** Script run in the page after load; it may await. At most 100000 characters. */
    readonly javascript?: string | undefined;
    /** Upstream proxy for this request: http://[user:password@]host:port or socks5://… At most 2048 characters. */
    readonly proxy_url?: string | undefined;
    /** Retry transient failures with exponential backoff. Default: `true`. */
    readonly retry?: boolean | undefined;
    /** Skip the 5-minute response cache. Default: `false`. */
    readonly bypass_cache?: boolean | undefined;
  } | undefined;
  /** Oldest cached answer accepted, in milliseconds; 0 skips the cache. From 0 to 300000. */
  readonly max_age_ms?: number | undefined;
  /** Request headers, by name, at most 50. They go to the origin of `url` only, and are dropped after a redirect to another; `User-Agent` and `Accept-Language` become those of the browser. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Cookies that the browser has before it goes to `url`, at most 100. At most 100 entries. */
  readonly cookies?: readonly Cookie[] | undefined;
  /** Visit as a phone: 412 × 915 CSS pixels at 2.625, touch, Chromium on Android. Default: `false`. */
  readonly mobile?: boolean | undefined;
  /** Language tag, such as `de-DE`: Accept-Language, `navigator.languages` and `Intl` agree on it. At most 64 characters. */
  readonly locale?: string | undefined;
  /** IANA time zone of the page, such as `Europe/Berlin`. At most 64 characters. */
  readonly timezone?: string | undefined;
  /** Done one after the other once the page is ready, before `javascript`; at most 50. Selectors are awaited, and reach into open shadow roots and into frames of the same origin. At most 50 entries. */
  readonly actions?: readonly Action[] | undefined;
}

export type Selectors = Readonly<Record<string, string | SelectorObject>>;

export interface SelectorObject {
  /** CSS selector; the element around it when not sent. At most 4096 characters. */
  readonly selector?: string | undefined;
  /** This attribute instead of the text. At most 256 characters. */
  readonly attribute?: string | undefined;
  /** `list`: every match; else the first, as `text` (default), inner `html` or `number`. */
  readonly type?: 'text' | 'html' | 'number' | 'list' | undefined;
  /** Selectors within each match: the value is an object, or with `list` an array of them. */
  readonly fields?: Selectors | undefined;
}

export type JsonSchemas = Readonly<Record<string, JsonSchema>>;

export interface JsonSchema {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null' | readonly ('string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null')[] | undefined;
  /** At most 2000 characters. */
  readonly title?: string | undefined;
  /** What is wanted, in words: read for what the name leaves open. At most 2000 characters. */
  readonly description?: string | undefined;
  /** `date`, `date-time`, `uri`, `email`, … At most 2000 characters. */
  readonly format?: string | undefined;
  /** The only values that are given. At most 500 entries. */
  readonly enum?: readonly unknown[] | undefined;
  readonly properties?: JsonSchemas | undefined;
  /** At most 1000 entries. */
  readonly required?: readonly string[] | undefined;
  readonly items?: JsonSchema | undefined;
  /** At most 50 entries. */
  readonly anyOf?: readonly JsonSchema[] | undefined;
  /** At most 50 entries. */
  readonly oneOf?: readonly JsonSchema[] | undefined;
  /** At most 50 entries. */
  readonly allOf?: readonly JsonSchema[] | undefined;
  readonly $defs?: JsonSchemas | undefined;
  readonly definitions?: JsonSchemas | undefined;
}

export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Sent to this domain and all below it; when not sent, to the host of `url` alone. At most 253 characters. */
  readonly domain?: string | undefined;
  /** At most 1024 characters. Default: `"/"`. */
  readonly path?: string | undefined;
  /** Over https only. Default: `false`. */
  readonly secure?: boolean | undefined;
  /** Scripts cannot read it. Default: `false`. */
  readonly http_only?: boolean | undefined;
  readonly same_site?: string | undefined;
  /** Seconds since 1970. From 0 to 253402300799. */
  readonly expires?: number | undefined;
}

export type Action = {
  readonly type: 'click';
  /** At most 4096 characters. */
  readonly selector: string;
} | {
  readonly type: 'type';
  /** At most 4096 characters. */
  readonly selector: string;
  /** Typed key by key after what is there; a line break is Enter. A date, time, colour or range has it as its value: `2024-05-03`. At most 10000 characters. */
  readonly text: string;
} | {
  readonly type: 'press';
  /** A key by its DOM name, such as `Enter` or `a`, with modifiers: `Control+A`. At most 64 characters. */
  readonly key: string;
  /** Focused first; when not sent, the key goes where the focus is. At most 4096 characters. */
  readonly selector?: string | undefined;
} | {
  readonly type: 'scroll';
  /** Default: `"down"`. */
  readonly direction?: 'up' | 'down' | undefined;
  /** CSS pixels; all the way when not sent. From 1 to 1000000. */
  readonly amount?: number | undefined;
  /** What to scroll; the page when not sent. At most 4096 characters. */
  readonly selector?: string | undefined;
} | {
  readonly type: 'wait';
  /** From 1 to 120000. */
  readonly ms?: number | undefined;
  /** Until it matches. At most 4096 characters. */
  readonly selector?: string | undefined;
};

export interface KeyRequest {
  /** Whom the key, its jobs and its logs belong to; the owner of the calling key when omitted. */
  readonly owner?: string | undefined;
  /** A note to tell keys apart. */
  readonly name?: string | undefined;
  /** Default: `["scrape:read"]`. */
  readonly scopes?: readonly ('scrape:read' | 'page:read' | 'crawl:read' | 'crawl:write' | 'webhook:read' | 'webhook:write' | 'admin' | '*')[] | undefined;
  /** Default: `"standard"`. */
  readonly tier?: 'free' | 'standard' | 'pro' | undefined;
  /** When the key ends: ISO 8601. */
  readonly expires_at?: string | undefined;
}

export interface ScrapeResponse {
  readonly status: 200;
  readonly url: string;
  readonly output: 'markdown' | 'screenshot' | 'pdf' | 'csv' | 'html';
  readonly data: ScrapeMarkdownData | ScrapeScreenshotData | ScrapePdfData | ScrapeCsvData | ScrapeHtmlData;
  readonly execution_time_ms: number;
  readonly payment: Payment | null;
  readonly metadata: ScrapeMetadata;
  readonly warnings?: readonly string[];
}

export interface ScrapeMarkdownData {
  readonly title: string;
  readonly markdown: string;
  /** Length of `markdown` in UTF-16 code units. */
  readonly character_count: number;
  readonly links?: readonly {
    readonly url: string;
    readonly text: string;
  }[];
}

export interface ScrapeScreenshotData {
  readonly data: string;
  readonly format: 'png' | 'jpeg';
  readonly size_bytes: number;
}

export interface ScrapePdfData {
  readonly data: string;
  readonly format: 'pdf';
  readonly size_bytes: number;
}

export interface ScrapeCsvData {
  readonly format: 'csv';
  readonly tables: readonly string[];
  readonly table_count: number;
  /** All tables, separated by blank lines. */
  readonly data: string;
}

export interface ScrapeHtmlData {
  readonly html: string;
  readonly format: 'html';
  /** Length of `html` in UTF-8 bytes. */
  readonly size_bytes: number;
  readonly links?: readonly {
    readonly url: string;
    readonly text: string;
  }[];
}

export interface ScrapeMetadata {
  readonly title: string;
  readonly description: string | null;
  readonly language: string | null;
  readonly canonical_url: string | null;
  readonly site_name: string | null;
  readonly author: string | null;
  readonly published_at: string | null;
  readonly image: string | null;
  readonly final_url: string;
  readonly status_code: number;
  /** What became of the page; `ok` is the answer of the site, whatever its status. */
  readonly outcome: 'ok' | 'login_wall' | 'soft_404' | 'parked' | 'empty' | 'rate_limited' | 'origin_error' | 'cdn_error';
  readonly content_type: string;
  /** Whether the page was read from the response alone or shown in a browser. */
  readonly engine: 'response' | 'browser';
  /** Why: `no_script`, `learned`, `text`, `document`, `script`, `asked`, … */
  readonly engine_reason: string;
  readonly wait: {
    /** What ended the wait. */
    readonly ended_by: string;
    readonly after_ms: number;
  };
  /** Present when the budget ended before the page was done. */
  readonly stopped_by?: 'deadline';
  readonly attempts: number;
  /** Where the time went: `turn` waits for a slot of the owner, `tab` for a tab and through earlier attempts. From the cache: of when it was made. */
  readonly timings: readonly ({
    readonly phase: 'turn' | 'tab' | 'load' | 'wait' | 'read' | 'output';
    readonly start_ms: number;
    readonly end_ms: number;
  })[];
  readonly cached: boolean;
  readonly cached_at: string | null;
}

export interface CrawlCreated {
  readonly job_id: string;
  readonly status: 'pending' | 'running' | 'completed' | 'failed' | 'canceled';
  readonly mode: 'sitemap' | 'link' | 'pattern' | 'batch';
  /** Not in batch mode. */
  readonly start_url?: string;
  readonly max_pages: number;
  readonly depth: number;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly warnings?: readonly string[];
}

export interface CrawlStatus {
  readonly job_id: string;
  readonly status: 'pending' | 'running' | 'completed' | 'failed' | 'canceled';
  readonly mode: 'sitemap' | 'link' | 'pattern' | 'batch';
  /** Not in batch mode. */
  readonly start_url?: string;
  readonly max_pages: number;
  readonly depth: number;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly progress: {
    readonly pages_crawled: number;
    /** Pages done or known so far, at most `max_pages`. */
    readonly pages_total: number;
    readonly pages_failed: number;
    /** Addresses found and not fetched; those beyond `max_pages` do not count. */
    readonly skipped: number;
    /** A page under way, a few seconds ago; empty when there is none. */
    readonly current_url: string;
  };
  readonly skipped_reasons: {
    readonly robots: number;
    readonly pattern: number;
    readonly external: number;
    readonly duplicate: number;
    readonly depth: number;
    readonly trap: number;
    readonly type: number;
  };
  readonly result_count: number;
  readonly error_count: number;
  readonly error: string | null;
  /** What may be missing: sitemaps that could not be read, and the like. */
  readonly warnings: readonly string[];
  readonly callback_url: string | null;
  readonly started_at: string | null;
  readonly completed_at: string | null;
  /** When the job and its results are removed. */
  readonly expires_at: string;
}

export interface CrawlList {
  readonly count: number;
  readonly jobs: readonly CrawlStatus[];
  readonly warnings?: readonly string[];
}

export interface CrawlResults {
  readonly job_id: string;
  readonly count: number;
  readonly results: readonly CrawlResult[];
  readonly warnings?: readonly string[];
}

export interface CrawlResult {
  readonly id: string;
  readonly url: string;
  /** HTTP status of the page; 0 when there was no answer. */
  readonly status: number;
  readonly markdown: string;
  /** With `options.output` html or csv: what a scrape with that output gives. */
  readonly data?: ScrapeHtmlData | ScrapeCsvData;
  readonly metadata: {
    readonly title?: string;
    readonly description?: string | null;
    readonly language?: string | null;
    readonly canonical_url?: string | null;
    readonly site_name?: string | null;
    readonly author?: string | null;
    readonly published_at?: string | null;
    readonly image?: string | null;
    readonly final_url?: string;
    readonly content_type?: string;
    readonly outcome?: string;
    readonly depth: number;
    /** The page that led here first. */
    readonly parent_url: string | null;
    readonly attempts: number;
    readonly duration_ms: number;
    /** SHA-256 of the Markdown, hexadecimal. */
    readonly content_hash?: string;
    readonly engine?: 'response' | 'browser';
  };
  readonly error: string | null;
  /** ISO 8601, UTC. */
  readonly crawled_at: string;
}

export interface CrawlErrors {
  readonly job_id: string;
  readonly count: number;
  readonly errors: readonly {
    readonly url: string;
    readonly status: number;
    readonly error: string;
    readonly attempts: number;
    /** ISO 8601, UTC. */
    readonly crawled_at: string;
  }[];
  /** The ledger of addresses that were not fetched, in order of address. */
  readonly skipped: readonly ({
    readonly url: string;
    readonly reason: 'robots' | 'pattern' | 'external' | 'duplicate' | 'depth' | 'trap' | 'type';
    readonly found_on: string | null;
  })[];
  readonly warnings?: readonly string[];
}

export interface MapResponse {
  readonly url: string;
  readonly count: number;
  readonly links: readonly ({
    readonly url: string;
    readonly source: 'sitemap' | 'link';
  })[];
  readonly warnings?: readonly string[];
}

export interface WebhookTestResponse {
  readonly message: string;
  readonly delivery: WebhookDelivery;
  readonly warnings?: readonly string[];
}

export interface WebhookLogs {
  readonly count: number;
  readonly deliveries: readonly WebhookDelivery[];
  readonly warnings?: readonly string[];
}

export interface WebhookDelivery {
  /** Also in the payload, on every attempt the same: drop repeats by it. */
  readonly delivery_id: string;
  readonly event: string;
  readonly callback_url: string;
  /** `pending` while attempts remain. */
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly max_attempts: number;
  readonly last_attempt_at: string | null;
  /** Null when there will be none. */
  readonly next_attempt_at: string | null;
  /** What the receiver answered last. */
  readonly response_status: number | null;
  /** The first 2 KiB of it. */
  readonly response_body: string | null;
  /** Why the last attempt failed. */
  readonly error: string | null;
  /** ISO 8601, UTC. */
  readonly created_at: string;
}

export interface WebhookDeliveryDetail {
  /** Also in the payload, on every attempt the same: drop repeats by it. */
  readonly delivery_id: string;
  readonly event: string;
  readonly callback_url: string;
  /** `pending` while attempts remain. */
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly max_attempts: number;
  readonly last_attempt_at: string | null;
  /** Null when there will be none. */
  readonly next_attempt_at: string | null;
  /** What the receiver answered last. */
  readonly response_status: number | null;
  /** The first 2 KiB of it. */
  readonly response_body: string | null;
  /** Why the last attempt failed. */
  readonly error: string | null;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  /** As it is sent, its signature included. */
  readonly request_body: string;
}

export interface ExtractResponse {
  readonly status: 200;
  readonly url: string;
  /** By the keys of what was asked for; null where nothing was found. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: ExtractMetadata;
  readonly payment: Payment | null;
  readonly warnings?: readonly string[];
}

export interface ExtractMetadata {
  readonly final_url: string;
  readonly status_code: number;
  /** What became of the page; `ok` is the answer of the site, whatever its status. */
  readonly outcome: 'ok' | 'login_wall' | 'soft_404' | 'parked' | 'empty' | 'rate_limited' | 'origin_error' | 'cdn_error';
  readonly content_type: string;
  /** Whether the page was read from the response alone or shown in a browser. */
  readonly engine: 'response' | 'browser';
  /** Why: `no_script`, `learned`, `text`, `document`, `script`, `asked`, … */
  readonly engine_reason: string;
  readonly wait: {
    /** What ended the wait. */
    readonly ended_by: string;
    readonly after_ms: number;
  };
  /** Present when the budget ended before the page was done. */
  readonly stopped_by?: 'deadline';
  readonly attempts: number;
  /** Where the time went: `turn` waits for a slot of the owner, `tab` for a tab and through earlier attempts. From the cache: of when it was made. */
  readonly timings: readonly ({
    readonly phase: 'turn' | 'tab' | 'load' | 'wait' | 'read' | 'output';
    readonly start_ms: number;
    readonly end_ms: number;
  })[];
  readonly cached: boolean;
  readonly cached_at: string | null;
  readonly extraction_method: 'schema' | 'css_selector' | 'xpath' | 'none';
  /** Mean over the fields asked for; one that was not found counts 0. From 0 to 1. */
  readonly confidence: number;
  readonly processing_time_ms: number;
  /** For each field what it is founded on; those inside objects and lists by their path; null where nothing was found. */
  readonly fields: Readonly<Record<string, FieldEvidence | null>>;
}

export interface FieldEvidence {
  readonly source: 'jsonld' | 'microdata' | 'meta' | 'semantic' | 'attribute' | 'css_selector' | 'xpath';
  /** A selector, JSON path or XPath that finds it again. */
  readonly path: string;
  /** The text as it stands in the page, cut at 300 characters. */
  readonly snippet: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

export interface Payment {
  readonly settled: boolean;
  readonly amount_usd: string;
  /** Hash of the transaction; empty while there is none. */
  readonly transaction: string;
  readonly network: string;
  readonly payer: string;
  /** Why not: `not_charged`, `settlement_pending`, `settlement_unconfirmed`, or the chain's reason. */
  readonly error: string | null;
}

export interface Health {
  readonly status: 'ok' | 'degraded' | 'draining';
  readonly browser_active: boolean;
  readonly browser_contexts: number;
  readonly uptime_seconds: number;
  readonly x402_enabled: boolean;
  readonly version: string;
  /** Requests waiting for a browser tab. */
  readonly queue_depth: number;
}

export interface Pricing {
  readonly x402_enabled: boolean;
  readonly price_usd: string;
  readonly token_address: string;
  readonly network: string;
  readonly pay_to: string;
  readonly facilitator: string;
  readonly payment_header: 'X-PAYMENT';
  /** What a client needs to sign a permit; present where payments are on. */
  readonly x402?: {
    readonly versions: readonly number[];
    readonly scheme: 'exact';
    readonly chain_id: number;
    /** The network as version 2 names it. */
    readonly caip2: string;
    /** The price in the token's smallest unit. */
    readonly amount: string;
    readonly decimals: number;
    /** `name` of the EIP-712 domain of the token. */
    readonly token_name: string;
    /** `version` of the same. */
    readonly token_version: string;
    readonly max_timeout_seconds: number;
  };
}

export interface ProxyStatus {
  readonly enabled: boolean;
  readonly total: number;
  readonly healthy: number;
  readonly strategy: string;
  readonly proxies: readonly ProxyState[];
}

export interface ProxyState {
  readonly id: string;
  readonly scheme: 'http' | 'socks5';
  readonly state: 'healthy' | 'cooling' | 'dead';
  readonly successes: number;
  readonly failures: number;
  /** Of late: each new outcome counts for a fifth. */
  readonly success_rate: number | null;
  /** Until a connection through it stands, of late. */
  readonly latency_ms: number | null;
  readonly cooling_until: string | null;
}

export interface Key {
  readonly id: string;
  readonly owner: string;
  readonly name: string | null;
  readonly scopes: readonly string[];
  readonly tier: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  /** To the minute. */
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

export interface KeyCreated {
  readonly id: string;
  readonly owner: string;
  readonly name: string | null;
  readonly scopes: readonly string[];
  readonly tier: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  /** To the minute. */
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** Shown here and never again: only its digest is stored. */
  readonly key: string;
  readonly warnings?: readonly string[];
}

export interface KeyList {
  readonly count: number;
  readonly keys: readonly Key[];
  readonly warnings?: readonly string[];
}

export interface Usage {
  /** Null: of every owner. */
  readonly owner: string | null;
  /** Since when there are figures: a day ago, or when this process started. */
  readonly since: string;
  /** ISO 8601, UTC. */
  readonly until: string;
  /** Length of an entry of `series`. */
  readonly step_seconds: number;
  readonly totals: {
    readonly requests: number;
    /** Answers with a status of 400 or more, and those nobody waited for. */
    readonly errors: number;
    /** Milliseconds, to an eighth; null where nothing was asked. */
    readonly latency_ms: {
      readonly p50: number;
      readonly p90: number;
      readonly p99: number;
    } | null;
    /** Answers with a page, of scrape and extract. */
    readonly pages: number;
    /** Those of them that the response cache gave. */
    readonly cached: number;
  };
  /** Oldest first. */
  readonly series: readonly ({
    readonly requests: number;
    /** Answers with a status of 400 or more, and those nobody waited for. */
    readonly errors: number;
    /** Milliseconds, to an eighth; null where nothing was asked. */
    readonly latency_ms: {
      readonly p50: number;
      readonly p90: number;
      readonly p99: number;
    } | null;
    /** ISO 8601, UTC. */
    readonly at: string;
    readonly pages: number;
    readonly cached: number;
  })[];
  /** By operation of the API, busiest first. */
  readonly endpoints: readonly ({
    readonly requests: number;
    /** Answers with a status of 400 or more, and those nobody waited for. */
    readonly errors: number;
    /** Milliseconds, to an eighth; null where nothing was asked. */
    readonly latency_ms: {
      readonly p50: number;
      readonly p90: number;
      readonly p99: number;
    } | null;
    readonly endpoint: string;
  })[];
  /** What became of pages: `metadata.outcome`, or an error code. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Jobs of the last day, by status. */
  readonly crawls: Readonly<Record<string, number>>;
  /** Webhooks of the last day, by status. */
  readonly deliveries: Readonly<Record<string, number>>;
  /** Of the last day, by state; where every owner counts. */
  readonly payments?: readonly ({
    readonly state: 'claimed' | 'unsettled' | 'settling' | 'settled' | 'failed' | 'uncertain';
    readonly count: number;
    /** In the token's smallest unit. */
    readonly amount: string;
  })[];
}

export interface PaymentList {
  readonly count: number;
  readonly payments: readonly ({
    readonly network: string;
    readonly asset: string;
    readonly payer: string;
    readonly nonce: string;
    /** In the token's smallest unit. */
    readonly amount: string;
    /** ISO 8601, UTC. */
    readonly valid_before: string;
    readonly state: 'claimed' | 'unsettled' | 'settling' | 'settled' | 'failed' | 'uncertain';
    readonly transaction: string | null;
    readonly reason: string | null;
    readonly endpoint: string;
    readonly request_id: string;
    /** ISO 8601, UTC. */
    readonly created_at: string;
    /** ISO 8601, UTC. */
    readonly updated_at: string;
  })[];
  readonly warnings?: readonly string[];
}

export interface System {
  readonly version: string;
  readonly node: string;
  readonly uptime_seconds: number;
  /** Of this process, its browser not counted. */
  readonly memory_bytes: number;
  readonly cores: number;
  /** Those that run: version, open contexts, contexts made so far. */
  readonly browsers: readonly {
    readonly version: string;
    readonly age_seconds: number;
    readonly contexts: number;
    readonly served: number;
  }[];
  /** Starts by cause: start, crash, recycle. */
  readonly browser_launches: Readonly<Record<string, number>>;
  readonly pages: {
    /** Open browser contexts. */
    readonly contexts: number;
    /** Pages shown at once at most. */
    readonly shown_limit: number;
    /** Pages asked for at once at most. */
    readonly visits_limit: number;
    readonly queued: number;
    readonly queue_limit: number;
  };
  /** Under way in this process. */
  readonly crawl_jobs: number;
  readonly store: {
    readonly kind: 'embedded' | 'postgres';
    readonly version: string;
    readonly schema_version: number;
    readonly size_bytes: number;
  };
  readonly proxies: ProxyStatus;
}

export interface ErrorBody {
  readonly detail: {
    readonly error: string;
    readonly message: string;
    readonly url?: string;
    readonly payment_charged?: boolean;
    readonly reason?: string;
    /** Whose wall it was, for the reason `blocked`. */
    readonly blocked_by?: string;
    /** How each attempt at the page ended. */
    readonly attempts?: readonly {
      /** An outcome of a page, or the error code that the attempt ended with. */
      readonly outcome: string;
      /** What it was recognised by. */
      readonly reason?: string;
      /** The proxy in use, as in /v1/proxy/status. */
      readonly proxy?: string;
      /** When the attempt ended, from the start of the first. */
      readonly after_ms: number;
    }[];
    /** What became of a test webhook. */
    readonly delivery?: WebhookDelivery;
    /** What became of the payment, where one was tried. */
    readonly payment?: Payment;
    readonly retry_after?: number;
    readonly issues?: readonly {
      readonly path: string;
      readonly message: string;
    }[];
  };
  /** With `error` and `accepts`: an offer of x402, where a permit would do. */
  readonly x402Version?: 1;
  readonly error?: string;
  readonly accepts?: readonly {
    readonly scheme: 'exact';
    readonly network: string;
    /** In the token's smallest unit. */
    readonly maxAmountRequired: string;
    readonly asset: string;
    readonly payTo: string;
    readonly resource: string;
    readonly description: string;
    readonly mimeType: string;
    readonly maxTimeoutSeconds: number;
    /** Of the token, for the signature (EIP-712). */
    readonly extra: {
      readonly name: string;
      readonly version: string;
    };
  }[];
}
