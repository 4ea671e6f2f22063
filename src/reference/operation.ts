import {
  type Answer,
  type Document,
  nameOf,
  type Operation,
  type Parameter,
  type Schema,
} from './document.ts';
import { fieldTable, parameterTable } from './fields.ts';
import { inline, type Markup, markup, prose } from './markup.ts';

/** One endpoint: what it takes, what it answers, how it is called. */
export const operationSection = (
  document: Document,
  method: string,
  path: string,
  operation: Operation,
): Markup => {
  const parameters = operation.parameters.map((each) =>
    '$ref' in each ? (document.components.parameters[nameOf(each)] as Parameter) : each,
  );
  return markup`<section id="${operation.operationId}">
<h3><code class="method">${method.toUpperCase()}</code> <code>${path}</code></h3>
<p>${inline(operation.summary)}</p>
<p>${access(operation)} ${inline(operation.description ?? '')}</p>
${samples(operation)}
<h4>Parameters</h4>
${parameterTable(parameters)}
${body(document, operation)}
<h4>Answer</h4>
${Object.entries(operation.responses).map(([status, answer]) =>
  status.startsWith('2') ? success(document, status, answer) : '',
)}
<h4>Errors</h4>
<table><thead><tr><th>Status</th><th>Codes</th></tr></thead><tbody>
${Object.entries(operation.responses).map(([status, { description }]) =>
  status.startsWith('2') ? '' : markup`<tr><td>${status}</td><td>${prose(description)}</td></tr>\n`,
)}</tbody></table>
</section>
`;
};

const access = ({ security }: Operation): Markup => {
  if (security.length === 0) return markup`No key is needed.`;
  const pays = security.some((scheme) => 'permit' in scheme);
  return markup`Needs an API key: <code>Authorization: Bearer svc_live_…</code>${pays ? ', or a payment permit.' : '.'}`;
};

/** Folded by the browser itself: no script is needed to open one. */
const samples = ({ 'x-codeSamples': given }: Operation): Markup =>
  markup`<div class="samples">${given.map(
    ({ label, source }, index) =>
      markup`<details${index === 0 ? markup` open` : ''}><summary>${label}</summary><pre><code>${source}</code></pre></details>`,
  )}</div>`;

const body = (document: Document, { requestBody }: Operation): Markup => {
  if (!requestBody) return markup``;
  const [content] = Object.values(requestBody.content);
  if (!content) return markup``;
  return markup`<h4>Body</h4>
${prose(requestBody.description)}
${alternatives(document, content.schema.anyOf ?? [content.schema])}
${examples(content.examples)}`;
};

/** What all have in common once, then what each has of its own. */
const alternatives = (document: Document, schemas: readonly Schema[]): Markup => {
  const resolved = schemas.map((schema) => resolve(document, schema));
  const [first] = resolved;
  if (first === undefined || resolved.length === 1) return fieldTable(first ?? {});
  const isCommon = (name: string) =>
    resolved.every(
      ({ properties = {} }) => JSON.stringify(properties[name]) === JSON.stringify(first.properties?.[name]),
    );
  return markup`${fieldTable(only(first, isCommon))}
${schemas.map((schema, index) => {
  const own = only(resolved[index] ?? {}, (name) => !isCommon(name));
  return markup`<h5>${schema.$ref === undefined ? '' : nameOf({ $ref: schema.$ref })}</h5>${fieldTable(own)}`;
})}`;
};

const only = (schema: Schema, wanted: (name: string) => boolean): Schema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => wanted(name))),
});

const resolve = (document: Document, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (document.components.schemas[nameOf({ $ref: schema.$ref })] ?? {});

const success = (
  document: Document,
  status: string,
  { headers = {}, content = {} }: Answer,
): Markup => markup`
<p>Status ${status}${Object.keys(content).length === 0 ? ', no body' : ''}. Headers: ${Object.entries(
  headers,
).map(
  ([name, header], index) =>
    markup`${index === 0 ? '' : ', '}<code title="${document.components.headers[nameOf(header)]?.description ?? ''}">${name}</code>`,
)}.</p>
${Object.entries(content).map(
  ([type, { schema, examples: given }]) =>
    markup`<p><code>${type}</code></p>${fieldTable(resolve(document, schema))}${examples(given)}`,
)}`;

const examples = (given: Readonly<Record<string, { summary: string; value: unknown }>> = {}): Markup =>
  markup`${Object.values(given).map(
    ({ summary, value }) =>
      markup`<details><summary>Example: ${summary}</summary><pre><code>${JSON.stringify(value, null, 2)}</code></pre></details>`,
  )}`;
