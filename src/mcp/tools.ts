import { crawlCancel, crawlLook, crawlRead, crawlStart } from './crawl-tools.ts';
import { extract, map, scrape } from './page-tools.ts';
import type { Tool } from './tool.ts';

/** The table of tools (docs/mcp.md). */
export const tools = {
  scrape,
  extract,
  map,
  crawl_start: crawlStart,
  crawl_status: crawlLook,
  crawl_results: crawlRead,
  crawl_cancel: crawlCancel,
} as const satisfies Record<string, Tool>;

export type ToolName = keyof typeof tools;
export const toolNames = Object.keys(tools) as readonly ToolName[];
