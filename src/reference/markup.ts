/** HTML as text, of which everything is escaped that is not markup already. */
export interface Markup {
  readonly html: string;
}

type Part = Markup | string | readonly Part[];

/** Markup with values in it: text is escaped, lists are joined. */
export const markup = (texts: TemplateStringsArray, ...values: readonly Part[]): Markup => ({
  html: texts.map((text, index) => (index === 0 ? text : written(values[index - 1] ?? '') + text)).join(''),
});

const written = (part: Part): string => {
  if (typeof part === 'string') return escaped(part);
  return 'html' in part ? part.html : part.map(written).join('');
};

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A sentence of the contract: what stands between backquotes is code, an empty line begins a paragraph. */
export const prose = (text: string): Markup =>
  markup`${text.split('\n\n').map((paragraph) => markup`<p>${inline(paragraph)}</p>`)}`;

export const inline = (text: string): Part =>
  text.split('`').map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part));
