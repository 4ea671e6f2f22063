import { attr, type Element, elements, hasAttr, rawText, squeeze } from './tree.ts';

/** Inputs whose value a reader sees as text. */
const textual = /^(?:|text|search|number|email|tel|url|date|time|month|week|datetime-local)$/i;

/**
 * What a field of a form shows: as the browser marked it, else as the markup says. Undefined for elements that are no
 * fields and for fields that show no text.
 */
export const heldIn = (field: Element): string | undefined => {
  const { tagName } = field;
  if (tagName === 'input' && !textual.test(attr(field, 'type')?.trim() ?? '')) return undefined;
  if (tagName !== 'input' && tagName !== 'select' && tagName !== 'textarea') return undefined;
  const marked = attr(field, 'data-gn-value');
  if (marked !== undefined) return marked;
  if (tagName === 'select') return chosenIn(field);
  return tagName === 'textarea' ? rawText(field).trim() : (attr(field, 'value') ?? '').trim();
};

/** Where nothing is chosen a list that folds out shows its first option. */
const chosenIn = (list: Element): string => {
  const options = elements(list).filter(({ tagName }) => tagName === 'option');
  const chosen = options.filter((option) => hasAttr(option, 'selected'));
  if (hasAttr(list, 'multiple')) return chosen.map(nameOf).join(', ');
  const shown = chosen.at(-1) ?? options.find((option) => !hasAttr(option, 'disabled'));
  return shown === undefined ? '' : nameOf(shown);
};

const nameOf = (option: Element): string => squeeze(rawText(option)) || (attr(option, 'label') ?? '');
