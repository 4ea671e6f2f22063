import { readJsonLd } from '../../src/document/metadata/jsonld.ts';
import { showEmails } from '../../src/document/tree/emails.ts';
import { parseHtml } from '../../src/document/tree/parse.ts';
import { compileSelector, selectAll } from '../../src/document/tree/select.ts';
import { type Element, elements, isElement, isText, rawText, walk } from '../../src/document/tree/tree.ts';
import { isUnseen } from '../../src/extract/page/survey.ts';

/** Goes back to where an extraction says that it found a value, by the path alone. */
export const createFindAgain = (html: string, url: string) => {
  const document = parseHtml(html);
  const all = elements(document);
  // As a script of the page does for its readers.
  showEmails(all);
  /** Every text that stands at the path; empty where it leads nowhere. */
  return (path: string): string[] => {
    if (path === 'url') return [url];
    if (path.startsWith('jsonld[')) return linkedTexts(readJsonLd(all), path);
    const [, selector = path, attribute] = /^(.*)\[([\w-]+)\]$/.exec(path) ?? [];
    const found = selectAll(document, compileSelector(selector, 'path'));
    const [element] = found;
    if (element === undefined || found.length !== 1) return [];
    const values = element.attrs
      .filter(({ name }) => attribute === undefined || name === attribute)
      .map(({ value }) => value);
    // Microdata gives addresses in their absolute form.
    const addresses = values.map((value) => URL.parse(value, url)?.href ?? '');
    return attribute === undefined ? [rawText(element), readText(element), ...values, ...addresses] : values;
  };
};

/** Without what a reader may choose from. */
const readText = (root: Element): string => {
  const parts: string[] = [];
  walk(root, (node) => {
    if (isText(node)) parts.push(node.value);
    return !isElement(node) || !isUnseen(node);
  });
  return parts.join('');
};

type Entities = ReturnType<typeof readJsonLd>;

/** Values of all entities whose own path is the one looked for. */
const linkedTexts = (entities: Entities, path: string): string[] => {
  const found: string[] = [];
  const open = new Set(entities);
  for (const entity of open) {
    if (entity.path() === path) found.push(entity.types.join(' '));
    for (const values of entity.properties.values())
      for (const { value, path: pathOf } of values) {
        if (typeof value === 'object') open.add(value);
        else if (pathOf() === path) found.push(String(value));
      }
  }
  return found;
};
