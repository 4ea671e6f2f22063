import {
  attr,
  childElements,
  type Element,
  elements,
  hasAttr,
  parentElement,
  rawText,
  rename,
  squeeze,
} from './tree.ts';
import { wordsOf } from './words.ts';

const mark = 'data-gn-value';

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
  const marked = attr(field, mark);
  if (tagName === 'select') return chosenIn(field, marked);
  if (marked !== undefined) return marked;
  return tagName === 'textarea' ? rawText(field).trim() : (attr(field, 'value') ?? '').trim();
};

/**
 * Where nothing is chosen a list that folds out shows its first option. One whose value is empty asks the visitor to
 * choose.
 */
const chosenIn = (list: Element, marked: string | undefined): string => {
  const options = elements(list).filter(({ tagName }) => tagName === 'option');
  if (marked !== undefined) {
    const isPrompt = options.some((option) => asksToChoose(option) && nameOf(option) === squeeze(marked));
    return isPrompt ? '' : marked;
  }
  const chosen = options.filter((option) => hasAttr(option, 'selected'));
  if (hasAttr(list, 'multiple')) return chosen.map(nameOf).join(', ');
  const shown = chosen.at(-1) ?? options.find((option) => !hasAttr(option, 'disabled'));
  return shown === undefined || asksToChoose(shown) ? '' : nameOf(shown);
};

const asksToChoose = (option: Element): boolean => attr(option, 'value') === '';

const nameOf = (option: Element): string => squeeze(rawText(option)) || (attr(option, 'label') ?? '');

/** Whether what stands inside an element is offered, or may be changed, by a form. */
export const isField = ({ tagName }: Element): boolean => tagName === 'select' || tagName === 'textarea';

/** As shops name the fields for what may be chosen of their goods: WooCommerce, Shopify, Magento. */
export const offersChoice = (field: Element): boolean =>
  field.tagName === 'select' && /^(?:attribute_|options\[|super_attribute\[)/.test(attr(field, 'name') ?? '');

const offeredIn = (list: Element): string =>
  elements(list)
    .filter((option) => option.tagName === 'option' && !asksToChoose(option))
    .map(nameOf)
    .join(', ');

/** Leaves of a field what it shows, or all that it offers of goods, as its mark. */
export const emptyField = (field: Element): void => {
  const value = (offersChoice(field) && offeredIn(field)) || (heldIn(field) ?? '');
  field.attrs = [...field.attrs.filter(({ name }) => name !== mark), { name: mark, value }];
  field.childNodes = [];
};

/** An example that a reader may change becomes code: it is what a page shows. Whether the field was one. */
export const nameCode = (field: Element): boolean => {
  const value = field.tagName === 'textarea' && isEditor(field) ? (heldIn(field) ?? '') : '';
  if (value === '') return false;
  rename(field, 'pre');
  field.attrs = field.attrs.filter(({ name }) => name !== mark);
  field.childNodes = [{ nodeName: '#text', value, parentNode: field }];
  return true;
};

/** Others show their code beside the field, in colours. What it says when it runs may stand there, too. */
const isEditor = (field: Element): boolean => {
  const around = parentElement(field);
  if (around === undefined) return false;
  const parts = childElements(around);
  const at = parts.indexOf(field);
  const code = lettersOf(field);
  const isShown = [parts[at - 1], parts[at + 1]].some(
    (beside) => beside?.tagName === 'pre' && lettersOf(beside).includes(code),
  );
  if (isShown) return false;
  const names = [field, around].flatMap((one) => [attr(one, 'class') ?? '', attr(one, 'id') ?? '']).join(' ');
  const words = mayBeEditor.test(names) ? wordsOf(names) : '';
  return editor.test(words) && !otherEditor.test(words);
};
const lettersOf = (element: Element): string => rawText(element).replace(/[^\p{L}]+/gu, '');
const mayBeEditor = /code|editor|playground|snippet|example|sandbox|repl|try/i;
const editor = / (?:code|(?:code )?editor|playground|snippet|examples?|sandbox|repl|try ?it) /;
const otherEditor = / (?:embed|share|comments?|reply|message|post|coupon|promo|discount|captcha|citation) /;

/** Whether a box is ticked, as the browser marked it, or as the markup says. */
export const isTicked = (field: Element): boolean =>
  attr(field, 'type') === 'checkbox' && (hasAttr(field, 'checked') || hasAttr(field, 'data-gn-checked'));
