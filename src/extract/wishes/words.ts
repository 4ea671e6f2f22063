/** Words of names: of properties, classes and labels. */

const maxName = 200;

const ascii = /^[ -~]*$/;

/** `productName`, `product-name`, `product_name` → `product`, `name`. Accents are dropped. */
export const wordsIn = (name: string): string[] => {
  const text = name.length > maxName ? name.slice(0, maxName) : name;
  if (ascii.test(text)) return asciiWords(text);
  return (
    plain(text.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ').replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')).match(
      /[\p{L}\p{M}]+|\p{N}+/gu,
    ) ?? []
  );
};

/** The same for most names there are, a good deal faster. */
const asciiWords = (text: string): string[] => {
  const words = text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  let hasCompound = false;
  for (let at = 0; at < words.length; at++) {
    const word = (words[at] ?? '').toLowerCase();
    words[at] = word;
    hasCompound ||= word.length > 6 && word.includes('price');
  }
  return hasCompound ? words.flatMap((word) => priceCompound.exec(word)?.slice(1) ?? word) : words;
};

/** `oldprice`, `pricenew`: the one word that names are often joined with. */
const priceCompound = /^(?=.{7})(price(?=..)|[a-z]{2,}(?=price))(.*)$/;

/** Lower case, without accents. */
export const plain = (text: string): string => {
  const lower = text.toLowerCase();
  if (ascii.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
};

/** A label as it is looked up: its words, without the colon behind it. */
export const labelOf = (text: string): string =>
  /^[a-z]+$/.test(text)
    ? text
    : ascii.test(text)
      ? (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join(' ')
      : (plain(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
