/** `navBar-mainMenu site_nav` → ` nav bar main menu site nav `. */
export const wordsOf = (names: string): string =>
  ` ${names
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
