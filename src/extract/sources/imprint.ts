import { linesOf } from '../page/lines.ts';
import { oncePerRegion, within } from '../page/page-index.ts';
import { at, type Finder } from './finder.ts';

/** Who is behind a page and where, as it is written on envelopes: a firm, a street, a town with its code. */

interface Address {
  readonly place: number;
  readonly all: string;
  readonly street: string;
  readonly code: string;
  readonly city: string;
}

const longest = 300;
const mostAddresses = 3;

const street = String.raw`(?<street>\p{L}[^,\d]{2,50}\s(?!(?:19|20)\d\d)\d{1,4}\s?[a-z]?|\d{1,5}(?:\s?[a-z]|\s?bis)?,?\s\p{L}[^,\d]{2,50})`;
const town = String.raw`\p{Lu}[\p{L}.'-]{1,30}(?:\s(?:\p{Lu}[\p{L}.'-]*|am|an|der|im|in|de|la|le|les|sur|del|di)){0,4}`;
/** `Weg 1, 20457 Hamburg`, `1 Main Street, Reno, NV 89501`. */
const forms = [
  String.raw`${street},\s(?:[A-Z]{1,2}[-–\s])?(?<code>\d{5}|(?!19|20)\d{4}|\d{4}\s?[A-Z]{2})\s(?<city>${town})(?=,|$)`,
  String.raw`${street},\s(?<city>${town}),\s[A-Z]{2},?\s(?<code>\d{5}(?:-\d{4})?)(?!\d)`,
  String.raw`${street},\s(?<city>${town}),?\s(?<code>[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2})(?![A-Z\d])`,
].map((form) => new RegExp(String.raw`(?:^|,\s|[:：]\s)${form}`, 'u'));

const addressesIn = oncePerRegion((region): readonly Address[] => {
  const { index } = region;
  const found: Address[] = [];
  for (const place of within(index.speakers, region)) {
    if (!index.isShown(place)) continue;
    const text = (linesOf(index, place) ?? [index.textOf(place)])
      .filter((line) => line !== '')
      .join(', ')
      .replace(/\s+[·•|]\s+/g, ', ');
    if (text.length > longest) continue;
    const match = forms.map((form) => form.exec(text)).find((one) => one !== null);
    const { street = '', code = '', city = '' } = match?.groups ?? {};
    if (match) found.push({ place, all: match[0].replace(/^[,:：]\s/, ''), street, code, city: city.trim() });
    if (found.length === mostAddresses) break;
  }
  return found;
});

/** @param share of the trust in such texts. */
const part =
  (name: 'all' | 'street' | 'code' | 'city', share = 0.7): Finder =>
  (region) =>
    addressesIn(region).map((address, rank) => ({
      ...at(region.index, address.place, address[name], share * 0.9 ** rank),
      snippet: region.index.textOf(address.place),
    }));

export const postalAddress = part('all', 0.6);
export const streetAddress = part('street');
export const postalCode = part('code');
export const city = part('city');

const firm =
  /^\p{Lu}[^©®|:]{1,60}\s(?:GmbH(?: & Co\. KG)?|AG|KG|OHG|UG \(haftungsbeschränkt\)|e\.\s?V\.|Ltd\.?|Limited|Inc\.?|LLC|Corp\.?|SARL|SAS|S\.A\.S?\.?|S\.L\.U?\.?|S\.r\.l\.|B\.V\.|Oy|A\/S)$|^株式会社\S{1,20}$/u;

/** A line that ends in the form that a firm has by law. */
export const company: Finder = oncePerRegion((region) => {
  const { index } = region;
  for (const place of within(index.speakers, region)) {
    const text = index.isShown(place) ? index.textOf(place) : '';
    if (text.length > longest) continue;
    const name = (linesOf(index, place) ?? [text]).find((line) => firm.test(line));
    if (name !== undefined) return [{ ...at(index, place, name, 0.6), snippet: text }];
  }
  return [];
});
