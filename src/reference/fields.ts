import { nameOf, type Parameter, type Schema } from './document.ts';
import { inline, type Markup, markup } from './markup.ts';

/** Fields of a schema as a table: name, type, bounds, default, what it says. Objects within are rows of their own. */

interface Row {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

export const fieldTable = (schema: Schema): Markup => {
  const rows = rowsOf(schema, '');
  return rows.length === 0 ? markup`<p>${typeOf(schema)}</p>` : table(rows);
};

export const parameterTable = (parameters: readonly Parameter[]): Markup =>
  table(
    parameters.map(({ name, in: place, required = false, description, schema }) => ({
      name: place === 'header' ? name : `${place === 'path' ? '' : '?'}${name}`,
      schema: description === undefined ? schema : { ...schema, description },
      required,
    })),
  );

const table = (rows: readonly Row[]): Markup => markup`<table>
<thead><tr><th>Field</th><th>Type</th><th>Default</th><th>Meaning</th></tr></thead>
<tbody>
${rows.map(
  ({
    name,
    schema,
    required,
  }) => markup`<tr><td><code>${name}</code>${required ? markup` <em>required</em>` : ''}</td><td>${typeOf(schema)}</td><td>${initial(schema)}</td><td>${inline(schema.description ?? '')}${boundsOf(schema)}</td></tr>
`,
)}</tbody></table>`;

const rowsOf = ({ properties = {}, required = [] }: Schema, prefix: string): Row[] =>
  Object.entries(properties).flatMap(([key, schema]) => {
    const name = `${prefix}${key}`;
    return [
      { name, schema, required: required.includes(key) },
      ...rowsOf(schema, `${name}.`),
      ...(schema.items ? rowsOf(schema.items, `${name}[].`) : []),
    ];
  });

const typeOf = (schema: Schema): Markup => {
  const { type, items, anyOf, oneOf, allOf, additionalProperties } = schema;
  if (schema.$ref !== undefined) {
    const name = nameOf({ $ref: schema.$ref });
    return markup`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return values([schema.const]);
  if (schema.enum) return values(schema.enum);
  const alternatives = anyOf ?? oneOf ?? allOf;
  if (alternatives) return joined(alternatives.map(typeOf), allOf ? ' and ' : ' or ');
  if (typeof type === 'object')
    return joined(
      type.map((each) => markup`${each}`),
      ' or ',
    );
  if (items) return markup`list of ${typeOf(items)}`;
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0)
    return markup`object of ${typeOf(additionalProperties)}`;
  return markup`${type ?? 'anything'}`;
};

const values = (given: readonly unknown[]): Markup =>
  joined(
    given.map((value) => markup`<code>${JSON.stringify(value)}</code>`),
    ', ',
  );

const joined = (parts: readonly Markup[], between: string): Markup =>
  markup`${parts.map((part, index) => (index === 0 ? part : markup`${between}${part}`))}`;

const initial = (schema: Schema) =>
  schema.default === undefined ? '' : markup`<code>${JSON.stringify(schema.default)}</code>`;

/** What a value may be, beyond its type. */
const boundsOf = (schema: Schema): Markup => {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format, contentEncoding } =
    schema;
  const said = [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' entries'),
    // Its format says it better.
    pattern === undefined || format !== undefined ? '' : `Form: \`${pattern}\`.`,
    format === undefined ? '' : `Format: ${format}.`,
    contentEncoding === undefined ? '' : `Encoding: ${contentEncoding}.`,
  ].filter((text) => text !== '');
  return said.length === 0 ? markup`` : markup` <span class="bounds">${inline(said.join(' '))}</span>`;
};

const range = (least: number | undefined, most: number | undefined, unit: string): string => {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}.`;
  if (least !== undefined) return `At least ${least}${unit}.`;
  return most === undefined ? '' : `At most ${most}${unit}.`;
};
