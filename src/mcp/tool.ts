import type { CallToolResult } from '@modelcontextprotocol/server';
import type { EndpointName } from '../contract/routes.ts';
import type { Backend } from './backend.ts';
import type { Report } from './progress.ts';
import type { JsonSchema } from './schemas.ts';

/** A row of the table of tools. */
export interface Tool {
  readonly title: string;
  readonly description: string;
  /** Hints for the host: whether it changes something, somewhere; whether a repeat changes more; whether it goes outside. */
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** Whose scope opens it, and in whose rate window its calls count. */
  readonly endpoint: EndpointName;
  readonly inputSchema: JsonSchema;
  /** Of `structuredContent`; absent where the answer is text, a picture or a file. */
  readonly outputSchema?: JsonSchema;
  /** What clients are told while they wait; absent where it does not take long, or the tool tells more. */
  doing?(given: Readonly<Record<string, unknown>>): string;
  /** @throws ServiceError */
  run(backend: Backend, given: Readonly<Record<string, unknown>>, call: Call): Promise<CallToolResult>;
}

export interface Call {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  readonly report: Report;
}

/** JSON, and the same as text for hosts that show models text only. */
export const jsonResult = (value: Readonly<Record<string, unknown>>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: { ...value },
});
