/** `navBar-mainMenu site_nav` → ` nav bar main menu site nav `. */
export const wordsOf = (names: string): string =>
  ` ${names
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** The words of a text in lower case, to compare it by: `What’s new? | Owls` → `whats new owls`. */
export const keyOf = (text: string): string =>
  (
    text
      .toLowerCase()
      .replace(/['’\u00AD]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');
