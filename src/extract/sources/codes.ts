import { trust } from '../evidence/candidate.ts';
import { type Finder, isWhole } from './finder.ts';

/** What a shop calls a thing by, as its address tells. */

const ids =
  /^(?:p?id|sku|product_?id|item_?id|productid|itemid|variation_?id|article|offer_?id|show-uid|childsku|code)$/i;

/** Numbers and codes in the address of the page. */
export const sku: Finder = (region) => {
  const { index } = region;
  const found: { id: string; share: number }[] = [];
  const link = isWhole(region) ? index.url : undefined;
  const address = link === undefined ? null : URL.parse(link);
  if (address === null) return [];
  for (const [name, value] of address.searchParams)
    if (ids.test(name) && /\d/.test(value) && value.length < 40)
      found.push({ id: value, share: /^\d+$/.test(value) ? 0.62 : 0.5 });
  const segments = address.pathname
    .split('/')
    .filter((segment) => segment !== '')
    .reverse();
  for (const [depth, segment] of segments.slice(0, 3).entries()) {
    const id = idIn(segment);
    if (id !== undefined) found.push({ id, share: 0.55 * 0.85 ** depth });
  }
  return found.map(({ id, share }) => ({
    source: 'semantic',
    raw: id,
    confidence: trust.semantic * share,
    path: () => 'url',
  }));
};

/** `chair-12345.html` → `12345`; `B00BRMIU7A`. */
const idIn = (segment: string): string | undefined => {
  const name = segment.replace(/\.(?:html?|php|aspx?)$/i, '');
  if (/^(?=.*\d)[A-Z0-9]{6,14}$/.test(name)) return name;
  const parts = name.split(/[-_,.~]/).filter((part) => /^[a-z]{0,6}\d{4,}[a-z]{0,3}$/i.test(part));
  const last = parts.at(-1);
  return last === undefined || /^(?:19|20)\d\d$/.test(last)
    ? undefined
    : last.replace(/^(?:p|x|iid|id|prod|item|art)(?=\d+$)/i, '');
};
