import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Every counter and histogram by name. Labels take few values only: never a URL, host or key. */
export const createMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'gannet_' });
  const registers = [registry];
  const seconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60, 120];
  return {
    registry,
    requests: new Counter({
      name: 'gannet_http_requests_total',
      help: 'Answers by endpoint and status.',
      labelNames: ['endpoint', 'status'] as const,
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'gannet_http_request_seconds',
      help: 'Time to answer by endpoint.',
      labelNames: ['endpoint'] as const,
      buckets: seconds,
      registers,
    }),
    scrapes: new Counter({
      name: 'gannet_scrapes_total',
      help: 'Scrapes by output and outcome (an error code, or ok).',
      labelNames: ['output', 'outcome'] as const,
      registers,
    }),
    extracts: new Counter({
      name: 'gannet_extracts_total',
      help: 'Extractions by method and outcome (an error code, or ok).',
      labelNames: ['method', 'outcome'] as const,
      registers,
    }),
    mcpCalls: new Counter({
      name: 'gannet_mcp_calls_total',
      help: 'Calls of MCP tools by tool and outcome (an error code, or ok).',
      labelNames: ['tool', 'outcome'] as const,
      registers,
    }),
    attempts: new Counter({
      name: 'gannet_page_attempts_total',
      help: 'Attempts to load a page by outcome.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    cache: new Counter({
      name: 'gannet_cache_total',
      help: 'Response cache look-ups: hit, miss, joined (waited for an identical request) or skipped.',
      labelNames: ['result'] as const,
      registers,
    }),
    payments: new Counter({
      name: 'gannet_payments_total',
      help: 'Payments by the state that they came to: unsettled, settled, failed or uncertain.',
      labelNames: ['state'] as const,
      registers,
    }),
    rateLimited: new Counter({
      name: 'gannet_rate_limited_total',
      help: 'Requests refused by a rate limit, by what was counted: address or key.',
      labelNames: ['window'] as const,
      registers,
    }),
    egress: new Counter({
      name: 'gannet_egress_connections_total',
      help: 'Outward connections by outcome: ok, refused (address not allowed), failed.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    egressBytes: new Counter({
      name: 'gannet_egress_received_bytes_total',
      help: 'Bytes received from the web by the browser.',
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'gannet_webhook_attempts_total',
      help: 'Attempts to deliver a webhook by outcome: delivered, retried (another will follow) or failed.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    browserLaunches: new Counter({
      name: 'gannet_browser_launches_total',
      help: 'Browser starts, or connections to one elsewhere, by cause: start, crash or recycle.',
      labelNames: ['cause'] as const,
      registers,
    }),
    contexts: new Gauge({ name: 'gannet_browser_contexts', help: 'Open browser contexts.', registers }),
    crawlJobs: new Gauge({
      name: 'gannet_crawl_jobs',
      help: 'Crawl jobs under way in this process.',
      registers,
    }),
    crawlPages: new Counter({
      name: 'gannet_crawl_pages_total',
      help: 'Results of crawls, by state: done or failed.',
      labelNames: ['state'] as const,
      registers,
    }),
    queue: new Gauge({ name: 'gannet_queue_depth', help: 'Requests waiting for a page.', registers }),
  };
};

export type Metrics = ReturnType<typeof createMetrics>;
