import type { DomReaders } from './dom.ts';

/** Whether a reader sees an element. `astray`: it has no place on the page, for its parent's closed shadow root has none for it. */
export type Sight = 'shown' | 'hidden' | 'astray';

/**
 * What is known of an element only while it lives: whether it is seen, the picture in use, what a form holds.
 * Self-contained: runs in the page.
 */
export const createMarks = ({
  getter,
  isVisible,
  parentElement,
  attribute,
  textContent,
  baseUrl,
  boxOf,
}: DomReaders) => {
  const boxless =
    /^(head|title|meta|link|base|option|optgroup|area|source|track|param|br|wbr|col|colgroup|annotation)$/;
  const withCss = { checkVisibilityCSS: true };

  const documentOf = getter<Document>(Node.prototype, 'ownerDocument');
  const isAloft = ({ position }: CSSStyleDeclaration) => /absolute|fixed|sticky/.test(position);
  const isFolded = (element: Element, { overflowX, overflowY }: CSSStyleDeclaration) => {
    const { width, height } = boxOf.call(element);
    return (overflowX !== 'visible' && width < 10) || (overflowY !== 'visible' && height < 10);
  };
  const inFlow = new WeakMap<Element, boolean>();
  const isInFlow = (element: Element): boolean => {
    const asked: Element[] = [];
    let answer: boolean | undefined;
    for (let outer: Element | null = element; answer === undefined && outer !== null; ) {
      const style = getComputedStyle(outer);
      asked.push(outer);
      answer = inFlow.get(outer) ?? (isAloft(style) || isFolded(outer, style) ? false : undefined);
      outer = parentElement(outer);
    }
    for (const outer of asked) inFlow.set(outer, answer ?? true);
    return answer ?? true;
  };
  /** As scripts write it that fade parts in, each at its time. */
  const isFadedIn = (element: Element): boolean => {
    const own = attribute(element, 'style') ?? '';
    return /(?:^|[;\s])opacity:\s*0(?:;|$)/.test(own) && /visibility:\s*hidden/.test(own);
  };
  const isBelowOrFadedIn = (element: Element): boolean => {
    const { width, height, left, right, bottom } = boxOf.call(element);
    const isBeside = width <= 10 || height <= 10 || right <= 0 || left >= innerWidth;
    return !isBeside && (bottom + scrollY > innerHeight || isFadedIn(element));
  };

  const awaiting = new WeakSet<Element>();
  /** So many are asked about: each may cost a look at all that is around it. */
  let left = 1000;
  /**
   * Whether an invisible element has a place of its own below the window: scripts show such parts when a reader comes to them,
   * or is about to be faded in where it is.
   * Menus, tips and dialogs stand above the page, slides beside the window.
   */
  const awaitsSight = (element: Element, style: CSSStyleDeclaration): boolean => {
    const parent = parentElement(element);
    const awaits =
      parent !== null && awaiting.has(parent)
        ? !(isAloft(style) && style.opacity === '0')
        : left-- > 0 && documentOf(element) === document && isBelowOrFadedIn(element) && isInFlow(element);
    if (awaits) awaiting.add(element);
    return awaits;
  };

  /**
   * `display: contents` has no box of its own, nor have elements that are never shown: both are not hidden, nor is
   * what a closed `<details>` or `hidden=until-found` holds. Transparent text is seen: it is often faded in.
   */
  const sightOf = (element: Element, name: string): Sight => {
    if (isVisible.call(element, withCss) || boxless.test(name)) return 'shown';
    const style = getComputedStyle(element);
    const { display, visibility } = style;
    if (display === '') return 'astray';
    if (display === 'none') return 'hidden';
    const parent = parentElement(element);
    const skipped =
      parent !== null &&
      getComputedStyle(parent).contentVisibility === 'hidden' &&
      attribute(parent, 'hidden') !== 'until-found';
    if (skipped) return 'hidden';
    if (display === 'contents' || visibility === 'visible') return 'shown';
    return visibility === 'hidden' && awaitsSight(element, style) ? 'shown' : 'hidden';
  };

  const sourceOf: Readonly<Record<string, (element: Element) => string>> = {
    img: getter(HTMLImageElement.prototype, 'currentSrc'),
    video: getter(HTMLMediaElement.prototype, 'currentSrc'),
    audio: getter(HTMLMediaElement.prototype, 'currentSrc'),
  };
  /** Of a picture that has not come, or is kept away, Chromium tells the address as it stands in the page. */
  const absolute = (address: string, element: Element): string =>
    address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address)
      ? address
      : (URL.parse(address, baseUrl(element))?.href ?? address);
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
      ['data-gn-src', absolute(sourceOf[name]?.(element) ?? '', element)],
      ['data-gn-value', heldIn[name]?.(element) ?? ''],
      ['data-gn-checked', name === 'input' && isChecked(element) ? 'true' : ''],
    ];
    return marks.filter(([, value]) => value !== '');
  };

  return {
    sightOf,
    marksOf,
    /** Whether elements of that name can be seen by themselves. */
    hasBox: (name: string) => !boxless.test(name),
    /** An input whose value is nobody's to read. */
    isSecret: (element: Element) => secret.test(attribute(element, 'type')?.toLowerCase() ?? ''),
    /** Text without size is there for machines only. */
    isSizeless: (parent: Element, name: string) =>
      !/^(title|textarea|option)$/.test(name) && getComputedStyle(parent).fontSize === '0px',
  };
};

export type Marks = ReturnType<typeof createMarks>;
