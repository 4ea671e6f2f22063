import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The library's server, whose refusals of parameters are sentences: those of the library are its checker's issues as JSON. */
export class PlainServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const handle = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await handle(request, context);
      } catch (error) {
        throw inWords(method, error);
      }
    };
  }
}

const issueList = z
  .array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))
  .min(1);

/** As many of them as one reads. */
const maxTold = 5;

/** Of what the library throws for a request that is none, a refusal with a sentence; anything else as it is. */
const inWords = (method: string, error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const issues = issuesOf(error.message.replace(`Invalid ${method} request: `, ''));
  if (issues === undefined) return error;
  const told = issues.slice(0, maxTold).map(({ path, message }) => sentence(path.join('.'), message));
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid ${method}: ${told.join('; ')}.`);
};

const issuesOf = (text: string): z.infer<typeof issueList> | undefined => {
  if (!text.startsWith('[')) return undefined;
  try {
    return issueList.safeParse(JSON.parse(text)).data;
  } catch {
    // A sentence that begins with a bracket.
    return undefined;
  }
};

/** As the contract words it, where a body is wrong. */
const sentence = (path: string, message: string): string =>
  message.endsWith('received undefined')
    ? `${path} is required`
    : `${path}: ${message.replace('expected record', 'expected object')}`;
