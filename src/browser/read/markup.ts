import type { DomReaders } from './dom.ts';
import type { Marks } from './marks.ts';

/** Writes tags and texts so that a parser reads back what stood in the page. Self-contained: runs in the page. */
export const createMarkup = (dom: DomReaders, marks: Marks, pageBase: string) => {
  const { attribute } = dom;
  const namesOf = Element.prototype.getAttributeNames;
  const words = (text: string) => new Set(text.split(' '));

  const escapeText = (text: string) =>
    text.replace(/[&<>\u00a0]/g, (c) =>
      c === '&' ? '&amp;' : c === '<' ? '&lt;' : c === '>' ? '&gt;' : '&nbsp;',
    );
  const escapeValue = (text: string) =>
    text.replace(/[&"\u00a0]/g, (c) => (c === '&' ? '&amp;' : c === '"' ? '&quot;' : '&nbsp;'));

  const addresses = words(
    'href src srcset poster cite data-src data-srcset data-lazy-src data-lazy-srcset data-original data-full-src data-url',
  );
  const absolute = (address: string, base: string) => URL.parse(address, base)?.href ?? address;
  /** In a frame, addresses are relative to another base than the page's. */
  const resolved = (name: string, value: string, base: string | undefined) => {
    if (base === undefined || value === '' || !addresses.has(name)) return value;
    if (!name.endsWith('srcset')) return absolute(value, base);
    return value.replace(
      /([^\s,]\S*[^\s,])((?:\s+[\d.]+[wx])?\s*(?:,|$))/g,
      (_, url, size) => absolute(url, base) + size,
    );
  };
  /** The base that a node's addresses must be resolved against here and now; undefined where the page's own will do. */
  const ownBase = (node: Node) => {
    const base = dom.baseUrl(node);
    return base === pageBase ? undefined : base;
  };

  /** What a parser would read as raw text, or where it would drop what stands in place of frames. */
  const renamed = new Map([
    ['plaintext', 'pre'],
    ['xmp', 'pre'],
    ['listing', 'pre'],
    ['frameset', 'body'],
  ]);

  const hides = /(^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))[^;]*/gi;

  /** `<name a="b"`, still open for marks. What is seen all the same does not say that it is hidden. */
  const openTag = (element: Element, name: string, base: string | undefined, isSeen: boolean): string => {
    let tag = `<${name}`;
    const isSecret = name === 'input' && marks.isSecret(element);
    for (const key of namesOf.call(element).slice(0, 500)) {
      // Names that a parser would read otherwise, and forged marks.
      if (/[\s"'<>/=\0]|^data-gn-/i.test(key) || (isSecret && key === 'value')) continue;
      const value = attribute(element, key) ?? '';
      const told = isSeen && key === 'style' ? value.replace(hides, '$1') : value;
      tag += ` ${key}="${escapeValue(resolved(key, told, base))}"`;
    }
    for (const [key, value] of marks.marksOf(element, name)) tag += ` ${key}="${escapeValue(value)}"`;
    return tag;
  };

  /** Of all scripts, the page's linked data and formulas are content. */
  const scriptOf = (element: Element, inFrame: boolean): string => {
    const type = attribute(element, 'type') ?? '';
    const isData = /^\s*application\/ld\+json/i.test(type);
    if (isData ? inFrame : !/^\s*math\/(tex|mml)/i.test(type)) return '';
    const text = (dom.textContent(element) ?? '').replace(/<(?=\/script|!--)/gi, isData ? '\\u003c' : '< ');
    return `<script type="${escapeValue(type)}">${text}</script>`;
  };

  return { escapeText, escapeValue, openTag, scriptOf, ownBase, nameOf: (name: string) => renamed.get(name) };
};

export type Markup = ReturnType<typeof createMarkup>;
