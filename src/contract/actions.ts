import { z } from 'zod';
import { keyPress } from './keys.ts';
import { cssSelector } from './request.ts';

/** What a caller has done on the page: `actions` of a request. */

const maxActions = 50;

const click = z.object({ type: z.literal('click'), selector: cssSelector });

const type = z.object({
  type: z.literal('type'),
  selector: cssSelector,
  text: z
    .string()
    .max(10_000)
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
    .describe(
      'Typed key by key after what is there; a line break is Enter. A date, time, colour or range has it as its value: `2024-05-03`.',
    ),
});

const press = z.object({
  type: z.literal('press'),
  key: keyPress,
  selector: cssSelector.optional().describe('Focused first; when not sent, the key goes where the focus is.'),
});

const scroll = z.object({
  type: z.literal('scroll'),
  direction: z.enum(['up', 'down']).default('down'),
  amount: z.int().min(1).max(1_000_000).optional().describe('CSS pixels; all the way when not sent.'),
  selector: cssSelector.optional().describe('What to scroll; the page when not sent.'),
});

const wait = z
  .object({
    type: z.literal('wait'),
    ms: z.int().min(1).max(120_000).optional(),
    selector: cssSelector.optional().describe('Until it matches.'),
  })
  .refine(
    ({ ms, selector }) => (ms === undefined) !== (selector === undefined),
    'needs ms or selector, and not both',
  );

export const action = z.discriminatedUnion('type', [click, type, press, scroll, wait], {
  error: 'must be an object whose type is click, type, press, scroll or wait',
});

export type Action = z.infer<typeof action>;

export const actions = z
  .array(action)
  .max(maxActions)
  .default([])
  .describe(
    'Done one after the other once the page is ready, before `javascript`; at most 50. Selectors are awaited, and reach ' +
      'into open shadow roots and into frames of the same origin.',
  );
