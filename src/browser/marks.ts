import type { DomReaders } from './dom.ts';

/** Whether a reader sees an element. `astray`: it has no place on the page, for its parent's closed shadow root has none for it. */
export type Sight = 'shown' | 'hidden' | 'astray';

/**
 * What is known of an element only while it lives: whether it is seen, the picture in use, what a form holds.
 * Self-contained: runs in the page.
 */
export const createMarks = ({ getter, isVisible, parentElement, attribute, textContent }: DomReaders) => {
  const boxless = /^(head|title|meta|link|base|option|optgroup|area|source|track|param|br|wbr|col|colgroup)$/;
  const withCss = { checkVisibilityCSS: true };

  /**
   * `display: contents` has no box of its own, nor have elements that are never shown: both are not hidden, nor is
   * what a closed `<details>` or `hidden=until-found` holds. Transparent text is seen: it is often faded in.
   */
  const sightOf = (element: Element, name: string): Sight => {
    if (isVisible.call(element, withCss) || boxless.test(name)) return 'shown';
    const { display, visibility } = getComputedStyle(element);
    if (display === '') return 'astray';
    if (display === 'none') return 'hidden';
    const parent = parentElement(element);
    const skipped =
      parent !== null &&
      getComputedStyle(parent).contentVisibility === 'hidden' &&
      attribute(parent, 'hidden') !== 'until-found';
    return skipped || (display !== 'contents' && visibility !== 'visible') ? 'hidden' : 'shown';
  };

  const sourceOf: Readonly<Record<string, (element: Element) => string>> = {
    img: getter(HTMLImageElement.prototype, 'currentSrc'),
    video: getter(HTMLMediaElement.prototype, 'currentSrc'),
    audio: getter(HTMLMediaElement.prototype, 'currentSrc'),
  };
  const typeOf = getter<string>(HTMLInputElement.prototype, 'type');
  const isChecked = getter<boolean>(HTMLInputElement.prototype, 'checked');
  const chosenOf = getter<HTMLCollectionOf<HTMLOptionElement>>(
    HTMLSelectElement.prototype,
    'selectedOptions',
  );
  const inputValue = getter<string>(HTMLInputElement.prototype, 'value');
  const secret = /^(password|hidden|file)$/;
  const heldIn: Readonly<Record<string, (element: Element) => string>> = {
    input: (element) => (secret.test(typeOf(element)) ? '' : inputValue(element)),
    textarea: getter(HTMLTextAreaElement.prototype, 'value'),
    select: (element) =>
      Array.from(chosenOf(element), (option) => (textContent(option) ?? '').trim()).join(', '),
  };

  const marked = new Set([...Object.keys(sourceOf), ...Object.keys(heldIn)]);
  const namespaceOf = getter<string | null>(Element.prototype, 'namespaceURI');

  /** Names and values of further marks. */
  const marksOf = (element: Element, name: string): [string, string][] => {
    // An element of that name need not be one of HTML's.
    if (!marked.has(name) || namespaceOf(element) !== 'http://www.w3.org/1999/xhtml') return [];
    const marks: [string, string][] = [
      ['data-gn-src', sourceOf[name]?.(element) ?? ''],
      ['data-gn-value', heldIn[name]?.(element) ?? ''],
      ['data-gn-checked', name === 'input' && isChecked(element) ? 'true' : ''],
    ];
    return marks.filter(([, value]) => value !== '');
  };

  return {
    sightOf,
    marksOf,
    /** An input whose value is nobody's to read. */
    isSecret: (element: Element) => secret.test(attribute(element, 'type')?.toLowerCase() ?? ''),
    /** Text without size is there for machines only. */
    isSizeless: (parent: Element, name: string) =>
      !/^(title|textarea|option)$/.test(name) && getComputedStyle(parent).fontSize === '0px',
  };
};

export type Marks = ReturnType<typeof createMarks>;
