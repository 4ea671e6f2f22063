import { z } from 'zod';
import { cssSelector, unknownFields } from './request.ts';

/** `selectors` of an extraction: CSS selectors by field. */

/** Of all CSS selectors of a request, which are compiled on the thread that all requests share. */
export const maxCharacters = 65_536;

export const fieldName = z.string().min(1).max(256);

/** `list`: every match. The others: the first match, as trimmed text, inner HTML or a number. */
const selectorTypes = ['text', 'html', 'number', 'list'] as const;

export const selectorObject = z.object({
  selector: cssSelector.optional().describe('CSS selector; the element around it when not sent.'),
  attribute: z.string().min(1).max(256).optional().describe('This attribute instead of the text.'),
  type: z
    .enum(selectorTypes)
    .optional()
    .describe('`list`: every match; else the first, as `text` (default), inner `html` or `number`.'),
  get fields() {
    return selectorMap
      .optional()
      .describe('Selectors within each match: the value is an object, or with `list` an array of them.');
  },
});

export const selectorMap: z.ZodType<Readonly<Record<string, Selector>>> = z.record(
  fieldName,
  z.union([cssSelector, z.lazy(() => selectorObject)], {
    error: 'must be a CSS selector, or an object with selector, attribute, type, fields',
  }),
);

export interface SelectorObject {
  readonly selector?: string | undefined;
  readonly attribute?: string | undefined;
  readonly type?: (typeof selectorTypes)[number] | undefined;
  readonly fields?: Readonly<Record<string, Selector>> | undefined;
}
export type Selector = string | SelectorObject;

/** Characters of all selectors, those within others included. */
export const charactersOf = (fields: Readonly<Record<string, Selector>> = {}): number =>
  Object.values(fields).reduce<number>((sum, field) => {
    const { selector = '', fields: inner } = typeof field === 'string' ? { selector: field } : field;
    return sum + selector.length + charactersOf(inner);
  }, 0);

/** @param fields as they were sent, and found to be valid. */
export const unknownSelectorFields = (fields: unknown, prefix: string): string[] =>
  Object.entries(Object(fields)).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? [
          ...unknownFields(selectorObject, { ...value, fields: undefined }, `${prefix}${name}.`),
          ...unknownSelectorFields('fields' in value ? value.fields : {}, `${prefix}${name}.fields.`),
        ]
      : [],
  );

/** What says how to read a match means nothing where the match is an object of fields. */
export const unusedBesideFields = (
  selectors: Readonly<Record<string, Selector>> = {},
  prefix: string,
): string[] =>
  Object.entries(selectors).flatMap(([name, selector]) => {
    if (typeof selector === 'string' || selector.fields === undefined) return [];
    const at = `${prefix}${name.slice(0, 64)}.`;
    return [
      ...(selector.attribute === undefined ? [] : [`${at}attribute is not used beside fields`]),
      ...(selector.type === undefined || selector.type === 'list'
        ? []
        : [`${at}type ${selector.type} is not used beside fields`]),
      ...unusedBesideFields(selector.fields, `${at}fields.`),
    ];
  });
