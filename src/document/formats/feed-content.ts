import { Parser } from 'htmlparser2';
import { escapeHtml } from '../tree/escape.ts';

/** The content of feed entries, side by side in one page. */

/** Where an entry of a feed came from, and which it is. */
interface Place {
  /** The address that its links are relative to; empty where it is not known. */
  readonly base: string;
  readonly number: number;
}

const links = new Set(['href', 'src', 'data-src', 'poster']);
const endless = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/**
 * The content of an entry as part of a page that holds others: HTML has one base for a whole document, and one element for a name,
 * but each entry has a note `fn1`.
 */
export const placedContent = (html: string, { base, number }: Place): string => {
  const names = namesIn(html);
  const own = (name: string): string => `e${number}-${name}`;
  const rewritten = (key: string, value: string): string => {
    if (key === 'id' || (key === 'name' && names.has(value))) return own(value);
    // Of several addresses the one beside them is enough.
    if (key === 'srcset') return /^\s*(?:https?:)?\/\//i.test(value) ? value : '';
    if (!links.has(key)) return value;
    const hash = value.indexOf('#');
    const isWithin = hash === 0 || (hash > 0 && value.slice(0, hash) === base);
    return isWithin && names.has(value.slice(hash + 1))
      ? `#${own(value.slice(hash + 1))}`
      : absolute(value, base);
  };
  const parts: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const written = Object.entries(attributes).map(
        ([key, value]) => ` ${key}="${escapeHtml(rewritten(key, value))}"`,
      );
      parts.push(`<${name}${written.join('')}>`);
    },
    ontext: (text) => parts.push(escapeHtml(text)),
    onclosetag: (name) => {
      if (!endless.has(name)) parts.push(`</${name}>`);
    },
  });
  parser.end(html);
  return parts.join('');
};

/** What links can lead to. */
const namesIn = (html: string): ReadonlySet<string> => {
  const names = new Set<string>();
  const parser = new Parser({
    onopentag: (tag, { id, name }) => {
      if (id !== undefined) names.add(id);
      if (tag === 'a' && name !== undefined) names.add(name);
    },
  });
  parser.end(html);
  return names;
};

/** @returns the link as it is where it cannot be resolved. */
export const absolute = (link: string, base: string): string =>
  link.trim() === '' ? '' : (URL.parse(link, base)?.href ?? link);
