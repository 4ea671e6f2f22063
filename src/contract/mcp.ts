import { z } from 'zod';

/** POST /mcp: one message of JSON-RPC, or several. What is in it is checked by the protocol itself. */
export const mcpMessage = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int()]).optional(),
  method: z.string().optional().describe('`initialize`, `tools/list`, `tools/call`, …'),
  params: z.looseObject({}).optional(),
});

/** What is answered: results, failures, and what was asked back. */
const mcpReply = z.object({
  ...mcpMessage.shape,
  // Whatever number was sent is sent back with its refusal.
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});
export const mcpAnswer = z.union([mcpReply, z.array(mcpReply)]);
