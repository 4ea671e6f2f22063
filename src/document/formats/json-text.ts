/** JSON as text: values stay as they are written, where `JSON.parse` would round numbers and merge or sort keys. */

/** Media types of JSON. */
export const jsonType = /^(?:application|text)\/(?:[\w.-]+\+)?json$/;
/** Those of values of JSON on lines. */
export const jsonLinesType = /^(?:application|text)\/(?:x-)?(?:ndjson|jsonl|json-?lines)$/;

/** Longer text stays as it came: indenting would double it. */
const maxIndented = 200_000;
/** Text that nests deeper stays as it came: it would grow with the square of its length. */
const maxDepth = 100;

/** A string, which may lack its end, a sign, or a number or word. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** Laid out like `JSON.stringify(…, undefined, 2)`; what is no JSON stays as it came. */
export const indentJson = (text: string): string => {
  if (text.length > maxIndented || !isJson(text)) return text.trim();
  const parts: string[] = [];
  let depth = 0;
  let last = '';
  for (const [next] of text.matchAll(token)) {
    const opened = last === '{' || last === '[';
    const closes = next === '}' || next === ']';
    if (closes) depth--;
    if (closes ? !opened : opened || last === ',') parts.push('\n', '  '.repeat(depth));
    parts.push(next === ':' ? ': ' : next);
    if (next === '{' || next === '[') depth++;
    if (depth > maxDepth) return text.trim();
    last = next;
  }
  return parts.join('');
};

export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
};

/** Integers that a number would round become strings of their digits. */
export const quoteLongIntegers = (text: string): string =>
  text.replace(token, (found) =>
    /^-?\d+$/.test(found) && !Number.isSafeInteger(Number(found)) ? `"${found}"` : found,
  );
