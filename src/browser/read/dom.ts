/**
 * How functions in the page read the DOM: by the getters of its prototypes. A form with a field named `childNodes` hides
 * the property of that name, in our isolated world as well as in the page's own. Self-contained: runs in the page.
 */
export const domReaders = () => {
  const getter = <T>(prototype: object, name: string): ((object: object) => T) => {
    const read = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return (object) => {
      try {
        return read?.call(object);
      } catch {
        // An element of another namespace bears the name: it has no such property.
        return undefined as T;
      }
    };
  };
  const namespaceOf = getter<string | null>(Element.prototype, 'namespaceURI');
  const attributeOf = Element.prototype.getAttribute;
  return {
    getter,
    nodeType: getter<number>(Node.prototype, 'nodeType'),
    nodeValue: getter<string>(Node.prototype, 'nodeValue'),
    firstChild: getter<Node | null>(Node.prototype, 'firstChild'),
    previousSibling: getter<Node | null>(Node.prototype, 'previousSibling'),
    nextSibling: getter<Node | null>(Node.prototype, 'nextSibling'),
    parentElement: getter<Element | null>(Node.prototype, 'parentElement'),
    textContent: getter<string | null>(Node.prototype, 'textContent'),
    baseUrl: getter<string>(Node.prototype, 'baseURI'),
    localName: getter<string>(Element.prototype, 'localName'),
    shadowRoot: getter<ShadowRoot | null>(Element.prototype, 'shadowRoot'),
    title: getter<string>(Document.prototype, 'title'),
    body: getter<HTMLElement | null>(Document.prototype, 'body'),
    documentElement: getter<Element | null>(Document.prototype, 'documentElement'),
    attribute: (element: Element, name: string): string | null => attributeOf.call(element, name),
    isHtml: (element: Element): boolean => namespaceOf(element) === 'http://www.w3.org/1999/xhtml',
    isVisible: Element.prototype.checkVisibility,
    boxOf: Element.prototype.getBoundingClientRect,
  };
};

export type DomReaders = ReturnType<typeof domReaders>;
