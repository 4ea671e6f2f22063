import { errors } from '../src/contract/error.ts';
import type { Schema } from '../src/reference/document.ts';

/** Writes the types of the SDK from the schemas of the OpenAPI document, so that they stand on their own: no zod, no import. */

/** How a schema is called in TypeScript, where its own name is taken. */
const renamed: Readonly<Record<string, string>> = { Error: 'ErrorBody' };
const nameOf = (name: string): string => renamed[name] ?? name;

/** @param sent of a request: what may be left out may also be `undefined`. */
const typeOf = (schema: Schema, indent: string, sent: boolean): string => {
  const { $ref, type, items, anyOf, oneOf, additionalProperties } = schema;
  if ($ref !== undefined) return nameOf($ref.replace(/.*\//, ''));
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return alternatives.map((each) => typeOf(each, indent, sent)).join(' | ');
  if (typeof type === 'object') return type.map((each) => typeOf({ type: each }, indent, sent)).join(' | ');
  if (type === 'array') return `readonly ${grouped(typeOf(items ?? {}, indent, sent))}[]`;
  if (Object.keys(schema.properties ?? {}).length > 0) return objectOf(schema, indent, sent);
  if (type === 'object') {
    const values = typeof additionalProperties === 'object' ? additionalProperties : {};
    return `Readonly<Record<string, ${typeOf(values, indent, sent)}>>`;
  }
  return plain[type ?? ''] ?? 'unknown';
};

const plain: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** As the formatter writes them. */
const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));
const grouped = (type: string) => (type.includes(' | ') ? `(${type})` : type);

const objectOf = ({ properties = {}, required = [] }: Schema, indent: string, sent: boolean): string => {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name);
    const type = typeOf(schema, inner, sent);
    const key = /^[\w$]+$/.test(name) ? name : `'${name}'`;
    const written = `readonly ${key}${isRequired ? '' : '?'}: ${type}${sent && !isRequired ? ' | undefined' : ''};`;
    return `${comment(schema, inner)}${inner}${written}`;
  });
  return `{\n${fields.join('\n')}\n${indent}}`;
};

const comment = (schema: Schema, indent: string): string => {
  const text = [schema.description, bounds(schema), initial(schema.default)].filter((part) => part).join(' ');
  return text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
};

const bounds = ({ minimum, maximum, maxLength, maxItems }: Schema): string => {
  if (minimum !== undefined && maximum !== undefined) return `From ${minimum} to ${maximum}.`;
  if (minimum !== undefined) return `At least ${minimum}.`;
  if (maximum !== undefined) return `At most ${maximum}.`;
  if (maxItems !== undefined) return `At most ${maxItems} entries.`;
  return maxLength === undefined ? '' : `At most ${maxLength} characters.`;
};

const initial = (value: unknown): string => {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return value === undefined || isEmpty ? '' : `Default: \`${JSON.stringify(value)}\`.`;
};

const declaration = (name: string, schema: Schema): string => {
  const sent = /Request$|^(Cookie|Action|Selector.*|JsonSchema.*)$/.test(name);
  const type = typeOf(schema, '', sent);
  const head = comment(schema, '');
  return schema.properties
    ? `${head}export interface ${nameOf(name)} ${type}`
    : `${head}export type ${nameOf(name)} = ${type};`;
};

const errorTable = () =>
  Object.entries(errors).map(
    ([code, { status, retryable, message }]) =>
      `  /** ${message} */\n  ${code}: { status: ${status}, retryable: ${retryable} },`,
  );

/** @param schemas of the OpenAPI document. @returns the text of a module. */
export const clientTypes = (schemas: Readonly<Record<string, Schema>>): string => {
  // What only narrows another schema has no fields of its own, and MCP has clients of its own.
  const named = Object.entries(schemas).filter(
    ([name, schema]) => !('allOf' in schema) && !name.startsWith('Mcp'),
  );
  return `// Written by scripts/generate.ts from the contract of the service. Do not edit.

/** Every code that \`detail.error\` of an answer can be: its HTTP status, and whether the same request may succeed later. */
export const errors = {
${errorTable().join('\n')}
} as const;

export type ErrorCode = keyof typeof errors;

${named.map(([name, schema]) => declaration(name, schema)).join('\n\n')}
`;
};
