import { createHash } from 'node:crypto';

/** Scripts in the text of a page, told without a parser. */

/** With the text of the tag behind its name. */
export const scriptTags = /<script((?:"[^"]*"|'[^']*'|[^'">])*)>?/gi;
const attributes = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** Of a tag's text behind its name: the attribute's value, the first of that name, as parsers take it. */
export const attributeOf = (tag: string, name: string): string | undefined => {
  for (const [, key, double, single, bare] of tag.matchAll(attributes))
    if (key?.toLowerCase() === name) return double ?? single ?? bare ?? '';
  return undefined;
};

const executableType = /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma|j|live)script(?:1\.\d)?)?$/i;

/** WHATWG HTML, "prepare the script element": other types are data. */
export const isExecutable = (tag: string): boolean =>
  executableType.test((attributeOf(tag, 'type') ?? '').split(';', 1)[0]?.trim() ?? '');

/** The same for two pages with the same scripts: by where these come from, and by what stands in them. */
export const markOfScripts = (html: string): string => {
  const mark = createHash('sha1');
  const tags = new RegExp(scriptTags);
  const ends = /<\/script/gi;
  for (let tag = tags.exec(html); tag !== null; tag = tags.exec(html)) {
    const [, text = ''] = tag;
    ends.lastIndex = tags.lastIndex;
    const end = ends.exec(html)?.index ?? html.length;
    if (isExecutable(text))
      mark.update(`${attributeOf(text, 'src') ?? ''}\n${html.slice(tags.lastIndex, end)}\n`);
    tags.lastIndex = end;
  }
  return mark.digest('base64url').slice(0, 12);
};
