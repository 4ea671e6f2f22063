import { createHash } from 'node:crypto';
import type { Document, Operation } from './document.ts';
import { fieldTable } from './fields.ts';
import { inline, type Markup, markup, prose } from './markup.ts';
import { operationSection } from './operation.ts';
import { style } from './style.ts';

/** The OpenAPI document as one page to read: no script, nothing from elsewhere. */

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export const referencePage = (document: Document): string => {
  const { info, tags } = document;
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => ({ method, path, operation })),
  );
  const groups = tags.map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} ${info.version}: reference</title>
<style>${{ html: style }}</style>
</head>
<body>
<nav aria-label="Endpoints">
<p class="title">${info.title} <small>${info.version}</small></p>
${groups.map(
  ({ name, entries: own }) =>
    markup`<p>${name}</p><ul>${own.map(
      ({ method, path, operation }) =>
        markup`<li><a href="#${operation.operationId}"><small>${method.toUpperCase()}</small> ${path}</a></li>`,
    )}</ul>`,
)}
<p>More</p><ul><li><a href="#access">Access</a></li><li><a href="#schemas">Schemas</a></li><li><a href="openapi.json">openapi.json</a></li></ul>
</nav>
<main>
<h1>${info.title} reference</h1>
${prose(info.description)}
${access(document)}
${groups.map(
  ({ name, description, entries: own }) => markup`<h2>${name}</h2><p>${inline(description)}</p>
${own.map(({ method, path, operation }) => operationSection(document, method, path, operation))}`,
)}
<h2 id="schemas">Schemas</h2>
${schemas(document)}
</main>
</body>
</html>
`.html;
};

/** Nothing but the style of the page itself is let in. */
export const referencePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const access = ({ components }: Document): Markup => markup`<section id="access"><h2>Access</h2><ul>
${Object.entries(components.securitySchemes).map(
  ([, { name = 'Authorization: Bearer …', description }]) =>
    markup`<li><code>${name}</code>: ${inline(description)}</li>`,
)}</ul></section>`;

const schemas = ({ components }: Document): Markup =>
  markup`${Object.entries(components.schemas).map(
    ([name, schema]) => markup`<section id="schema-${name}"><h3>${name}</h3>
${(schema.oneOf ?? schema.allOf ?? [schema]).map(fieldTable)}</section>
`,
  )}`;
