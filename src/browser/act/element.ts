/** Finding an element in a live page, and what an action must know of it. */

/** How an element stands to a pointer at its centre. `moving`: it is not where it was a moment ago. */
export type Reach = 'clear' | 'hidden' | 'covered' | 'disabled' | 'moving';

export interface Found {
  /** Where the pointer goes, in CSS pixels of the viewport. */
  readonly x: number;
  readonly y: number;
  readonly reach: Reach;
  /** What has the focus: it or something inside it, what it is inside of, nothing but the page, or another element. */
  readonly focus: 'inside' | 'around' | 'nowhere' | 'elsewhere';
  /** How it gets its text; a field that is read-only gets none, an option of a list that folds out is chosen. */
  readonly takes: 'keys' | 'value' | 'choice' | 'nothing';
}

/** What is done with an element that was found. */
export type Use = 'look' | 'show' | 'focus' | 'edit' | 'fill' | 'choose' | 'click' | 'scroll';

/** How far an element is scrolled; undefined is all the way. */
export interface Way {
  readonly up: boolean;
  readonly pixels: number | undefined;
}

/**
 * Self-contained: runs in the page's isolated world. Accessors come from prototypes, for a page may name its fields like
 * them. Looks in the document, in open shadow roots and in frames of the same origin, in this order.
 * @param selector undefined is the page itself.
 * @param given the way of `scroll`, the text of `fill`.
 * @returns null when nothing matches, `invalid` for a selector that the browser cannot parse.
 */
export const reachElement = (
  selector: string | undefined,
  use: Use,
  given?: Way | string,
): Found | 'invalid' | null => {
  const get = <T>(prototype: object, name: string): ((object: object) => T) => {
    const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return (object) => getter?.call(object);
  };
  const shadowOf = get<ShadowRoot | null>(Element.prototype, 'shadowRoot');
  const frameDocumentOf = get<Document | null>(HTMLIFrameElement.prototype, 'contentDocument');
  const parentOf = get<Node | null>(Node.prototype, 'parentNode');
  const documentOf = get<Document>(Node.prototype, 'ownerDocument');
  const windowOf = get<(Window & typeof globalThis) | null>(Document.prototype, 'defaultView');
  const scrollerOf = get<Element | null>(Document.prototype, 'scrollingElement');
  const activeOf = get<Element | null>(Document.prototype, 'activeElement');
  const activeOfRoot = get<Element | null>(ShadowRoot.prototype, 'activeElement');
  const hostOfRoot = get<Element>(ShadowRoot.prototype, 'host');
  const typeOf = get<string>(HTMLInputElement.prototype, 'type');
  const controlOf = get<Element | null>(HTMLLabelElement.prototype, 'control');
  const rootOf = (node: Node) => Node.prototype.getRootNode.call(node);
  const nodeTypeOf = get<number>(Node.prototype, 'nodeType');
  const namespaceOf = get<string | null>(Element.prototype, 'namespaceURI');
  const localNameOf = get<string>(Element.prototype, 'localName');
  const isElement = (node: Node | null): node is Element => node !== null && nodeTypeOf(node) === 1;
  const isHtml = (element: Element) => namespaceOf(element) === 'http://www.w3.org/1999/xhtml';
  const hostOf = (node: Node) => (nodeTypeOf(node) === 11 ? hostOfRoot(node) : null);
  const isDocument = (node: Node) => nodeTypeOf(node) === 9;

  /** What is left of a selector inside of an element that the beginning of it speaks of: `button` of `my-box button`. */
  const restsIn = (element: Element, css: string): string[] => {
    const steps = css.includes(',') ? [] : css.trim().split(/(?<![>+~]\s*)\s+(?![>+~]|[^([]*[)\]])/);
    return (
      steps
        .map((_, at) => [steps.slice(0, at).join(' '), steps.slice(at).join(' ')] as const)
        // A space within quotes parts nothing.
        .filter((halves) => halves.every((half) => half !== '' && CSS.supports(`selector(${half})`)))
        .filter(([head]) => Element.prototype.closest.call(element, head) !== null)
        .map(([, rest]) => rest)
    );
  };

  const find = (css: string): Element | null => {
    const places: { readonly root: ParentNode; readonly wanted: readonly string[] }[] = [
      { root: document, wanted: [css] },
    ];
    // They become more meanwhile.
    for (const { root, wanted } of places) {
      const { prototype } = isDocument(root) ? Document : DocumentFragment;
      for (const each of wanted) {
        const match = prototype.querySelector.call(root, each);
        if (match) return match;
      }
      for (const element of prototype.querySelectorAll.call(root, '*')) {
        const inner =
          shadowOf(element) ?? (localNameOf(element) === 'iframe' ? frameDocumentOf(element) : null);
        const rests = () => wanted.flatMap((each) => restsIn(element, each));
        if (inner) places.push({ root: inner, wanted: [...new Set([...wanted, ...rests()])] });
      }
    }
    return null;
  };

  /** The first box with an area: a link over two lines has one for each. */
  const boxOf = (element: Element) =>
    [...Element.prototype.getClientRects.call(element)].find(
      ({ width, height }) => width >= 1 && height >= 1,
    );

  /** Where the viewport of an element's document lies in that of the page. */
  const offsetOf = (element: Element) => {
    let [x, y] = [0, 0];
    for (
      let view = windowOf(documentOf(element));
      view && view !== window;
      view = view.parent as typeof view
    ) {
      const frame = view.frameElement;
      if (!frame) break;
      const { left, top } = Element.prototype.getBoundingClientRect.call(frame);
      x += left + frame.clientLeft;
      y += top + frame.clientTop;
    }
    return { x, y };
  };

  /** Whether a pointer there meets the element or something inside it, shadow roots included. */
  const meets = (element: Element, x: number, y: number): boolean => {
    const root = rootOf(element) as Document | ShadowRoot;
    const { prototype } = isDocument(root) ? Document : ShadowRoot;
    for (let node: Node | null = prototype.elementFromPoint.call(root, x, y); node; node = parentOf(node))
      if (node === element) return true;
    return false;
  };

  const matches = (element: Element, css: string) => Element.prototype.matches.call(element, css);

  const isNamed = (element: Element, name: string) => isHtml(element) && localNameOf(element) === name;

  /** What is typed on a label goes into its field. */
  const fieldOf = (element: Element) => (isNamed(element, 'label') && controlOf(element)) || element;

  const hasFocus = (element: Element) =>
    matches(element, ':focus-within') || matches(fieldOf(element), ':focus-within');

  /** Of a shadow root or a frame. */
  const activeWithin = (element: Element): Element | null => {
    const root = shadowOf(element);
    const inner = localNameOf(element) === 'iframe' ? frameDocumentOf(element) : null;
    return root ? activeOfRoot(root) : inner && activeOf(inner);
  };

  const focusOf = (element: Element): Found['focus'] => {
    if (hasFocus(element)) return 'inside';
    let holder = activeOf(document);
    for (let inner = holder; inner; inner = activeWithin(inner)) holder = inner;
    if (holder === null || localNameOf(holder) === 'body') return 'nowhere';
    for (let node: Node | null = element; node; node = parentOf(node) ?? hostOf(node))
      if (node === holder) return 'around';
    return 'elsewhere';
  };

  /** Of an option that has no box: the list that would fold out to show it. */
  const listOf = (element: Element): Element | null =>
    isNamed(element, 'option') && !boxOf(element) ? Element.prototype.closest.call(element, 'select') : null;

  /** What keys do to dates and the like depends on the language of the browser, and on where in the field it begins. */
  const takenBy = (field: Element): Found['takes'] => {
    if (matches(field, 'input[readonly], textarea[readonly]')) return 'nothing';
    if (listOf(field)) return 'choice';
    const types = /^(date|datetime-local|month|week|time|color|range)$/;
    return isNamed(field, 'input') && types.test(typeOf(field)) ? 'value' : 'keys';
  };

  const look = (element: Element): Found => {
    const shown = listOf(element) ?? element;
    const box = boxOf(shown);
    const visible = Element.prototype.checkVisibility.call(shown, { visibilityProperty: true });
    const focus = focusOf(element);
    const takes = takenBy(fieldOf(element));
    if (!box || !visible) return { x: 0, y: 0, reach: 'hidden', focus, takes };
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const offset = offsetOf(shown);
    const isOff = matches(element, ':disabled') || matches(shown, ':disabled');
    const reach = isOff ? 'disabled' : meets(shown, x, y) ? 'clear' : 'covered';
    return { x: x + offset.x, y: y + offset.y, reach, focus, takes };
  };

  /** Only where a pointer would not meet it: menus close when the page scrolls. */
  const show = (element: Element) => {
    const { x, y, reach } = look(element);
    const inView = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    if (reach === 'clear' && inView) return;
    Element.prototype.scrollIntoView.call(listOf(element) ?? element, {
      block: 'center',
      inline: 'center',
      behavior: 'instant',
    });
  };

  const focus = (element: Element) => {
    if (hasFocus(element)) return;
    // Of another kind than HTML: it takes the focus from a click, if at all.
    if (!isHtml(element)) return;
    HTMLElement.prototype.focus.call(element);
  };

  const click = (element: Element) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, detail: 1 });
    EventTarget.prototype.dispatchEvent.call(element, event);
  };

  /** The caret goes to the end: what is typed follows what is there. */
  const edit = (element: Element) => {
    focus(element);
    const { value, type } = element as HTMLInputElement;
    if (typeof value === 'string' && /^(text|search|url|tel|password|textarea)$/.test(type))
      (element as HTMLInputElement).setSelectionRange(value.length, value.length);
    // Addresses of mail and numbers have a caret, too, and no name for its place.
    else windowOf(documentOf(element))?.getSelection()?.modify('move', 'forward', 'documentboundary');
  };

  const tellChange = (field: Element) => {
    for (const type of ['input', 'change'])
      EventTarget.prototype.dispatchEvent.call(field, new Event(type, { bubbles: true, composed: true }));
  };

  /** Chromium folds the list out in a window of its own, which no pointer of ours reaches. */
  const choose = (option: Element) => {
    const list = listOf(option);
    const selected = Object.getOwnPropertyDescriptor(HTMLOptionElement.prototype, 'selected');
    if (!list || matches(option, ':disabled') || matches(list, ':disabled')) return;
    if (selected?.get?.call(option)) return;
    selected?.set?.call(option, true);
    tellChange(list);
  };

  let isRefused = false;

  /** By the prototype's setter: frameworks put their own before it. A field that does not take a text keeps its value. */
  const fill = (field: Element, text: string) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    const before = value?.get?.call(field);
    const wanted = typeOf(field) === 'color' ? text.trim().toLowerCase() : text.trim();
    value?.set?.call(field, wanted);
    isRefused = value?.get?.call(field) !== wanted;
    if (isRefused) return value?.set?.call(field, before);
    tellChange(field);
  };

  const canScroll = (element: Element, up: boolean) =>
    up ? element.scrollTop > 0 : element.scrollTop + element.clientHeight < element.scrollHeight - 1;

  /** Where the wheel would turn: the page, or what fills the middle of it. */
  const scrollerOfPage = (up: boolean): Element | null => {
    const page = scrollerOf(document);
    if (page && canScroll(page, up)) return page;
    const middle = Document.prototype.elementFromPoint.call(document, innerWidth / 2, innerHeight / 2);
    for (let node: Node | null = middle; isElement(node); node = parentOf(node))
      if (canScroll(node, up) && /auto|scroll/.test(getComputedStyle(node).overflowY)) return node;
    return page;
  };

  const scroll = (element: Element, { up, pixels }: Way) => {
    const far = pixels ?? element.scrollHeight;
    Reflect.apply(Element.prototype.scrollBy, element, [{ top: up ? -far : far, behavior: 'instant' }]);
  };

  const uses: Readonly<Record<Use, (element: Element) => void>> = {
    look: () => undefined,
    show,
    focus,
    edit,
    fill: (element) => typeof given === 'string' && fill(fieldOf(element), given),
    choose,
    click,
    scroll: (element) => typeof given === 'object' && scroll(element, given),
  };

  const isSelector = (css: string): boolean => {
    try {
      DocumentFragment.prototype.querySelector.call(new DocumentFragment(), css);
      return true;
    } catch {
      return false;
    }
  };

  if (selector !== undefined && !isSelector(selector)) return 'invalid';
  const isUp = typeof given === 'object' && given.up;
  const element = selector === undefined ? scrollerOfPage(isUp) : find(selector);
  if (!element) return null;
  uses[use](element);
  return isRefused ? { ...look(element), takes: 'nothing' } : look(element);
};
