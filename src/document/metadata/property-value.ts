import { resolveUrl } from '../tree/links.ts';
import type { Element } from '../tree/tree.ts';
import { attr, collapsedText } from '../tree/tree.ts';
import type { Value } from './entity.ts';

/** The value of a property in microdata and RDFa. */

/** The attribute that holds the value of a property, by element (WHATWG HTML, "Microdata: values"). */
const valueAttributes: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  object: 'data',
  data: 'value',
  meter: 'value',
  time: 'datetime',
};

const addresses = new Set(['href', 'src', 'data']);

/** `content` counts on every element, as it does for those who read these pages; addresses become absolute. */
export const propertyValue = (element: Element, base: string): Omit<Value, 'path'> => {
  const content = attr(element, 'content');
  if (content !== undefined) return { value: content.trim() };
  const name = valueAttributes[element.tagName];
  const value = name === undefined ? undefined : attr(element, name);
  if (name === undefined || value === undefined) return { value: collapsedText(element), isShown: true };
  return { value: addresses.has(name) ? (resolveUrl(value, base) ?? value) : value.trim() };
};

/** The words of an attribute. */
export const tokensOf = (element: Element, name: string): string[] =>
  attr(element, name)?.match(/\S+/g) ?? [];
