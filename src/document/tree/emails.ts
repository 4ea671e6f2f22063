import { attr, type Element } from './tree.ts';

/** Most pages hide none, and need not be looked through. The script that shows them comes from there, too. */
export const hidesEmails = (html: string): boolean => html.includes('/cdn-cgi/');

/**
 * Shows, in place, the e-mail addresses that a server in front of a site hides from programs, as the script that it sends along
 * does for readers: the first two hexadecimal digits are the key that each pair behind them was combined with.
 */
export const showEmails = (all: readonly Element[]): void => {
  for (const element of all) {
    const link = element.attrs.find(({ name, value }) => name === 'href' && protectedLink.test(value));
    const code = attr(element, 'data-cfemail');
    const address = decoded(code ?? link?.value.split('#')[1]);
    if (address === undefined) continue;
    if (code !== undefined) element.childNodes = [{ nodeName: '#text', value: address, parentNode: element }];
    if (link !== undefined) link.value = `mailto:${address}`;
  }
};

const protectedLink = /^[^#?]*\/cdn-cgi\/l\/email-protection(?:#|$)/;
/** In digits. */
const longest = 1000;

const decoded = (code = ''): string | undefined => {
  if (code.length > longest || !/^(?:[\da-f]{2}){2,}$/i.test(code)) return undefined;
  const [key = 0, ...bytes] = Buffer.from(code, 'hex');
  return Buffer.from(bytes.map((byte) => byte ^ key)).toString();
};
