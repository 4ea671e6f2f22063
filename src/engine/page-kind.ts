/** Kinds of pages: those of one host whose addresses have one shape, and so probably come from one template. */

/** Kinds of which something is remembered. */
export const mostKinds = 20_000;

/** The key of a kind. */
export const keyOf = (host: string, shape: string): string => `${host} ${shape}`;

/** @param url absolute. */
export const kindOf = (url: string): string => keyOf(new URL(url).host, shapeOf(url));

/**
 * What the addresses of pages made by one template have in common: `/blog/2026/how-to-fly?page=2` → `/blog/#/~?page`.
 * @param url absolute.
 */
export const shapeOf = (url: string): string => {
  const { pathname, searchParams } = new URL(url);
  const path = pathname.split('/').map(shapeOfSegment).join('/');
  const names = [...new Set(searchParams.keys())].sort();
  return `${path}${names.length > 0 ? `?${names.join('&')}` : ''}`.slice(0, 300);
};

/** A name and the ending of a file stay; a number, a title or an id becomes a sign. */
const shapeOfSegment = (segment: string): string => {
  const [, name = '', ending = ''] = /^(.*?)(\.[a-z]{1,5})?$/i.exec(segment) ?? [];
  if (/^[0-9a-f-]{16,}$/i.test(name)) return `*${ending}`;
  const isTitle = name.length > 24 || name.split(/[-_]|%20/).length > 2 || name.includes('%');
  if (isTitle) return `~${ending}`;
  return `${name.replace(/\d+/g, '#')}${ending}`;
};
