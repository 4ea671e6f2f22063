import type { DomReaders } from './dom.ts';

/** What an element holds, as far as it takes to judge it. */
export interface Holding {
  readonly text: string;
  /** What can be clicked says. */
  readonly buttons: readonly string[];
  /** Names, titles and addresses of frames. */
  readonly frames: readonly string[];
  /** Local names of what is in it. */
  readonly names: ReadonlySet<string>;
  readonly links: number;
}

/** What lies over the page, and what it says. Self-contained: runs in the page. */
export const createOverlays = (dom: DomReaders) => {
  const hit = Document.prototype.elementFromPoint;
  const hitInside = ShadowRoot.prototype.elementFromPoint;
  const hostOf = dom.getter<Element>(ShadowRoot.prototype, 'host');
  const rootOf = Node.prototype.getRootNode;
  const styleOf = dom.getter<CSSStyleDeclaration>(HTMLElement.prototype, 'style');

  /** The topmost element at a point given in shares of the window, inside open shadow roots, too. */
  const topmostAt = (x: number, y: number): Element | null => {
    const at = [innerWidth * x, innerHeight * y] as const;
    let found = hit.call(document, ...at);
    for (let depth = 0; found && depth < 8; depth++) {
      const root = dom.shadowRoot(found);
      const inner = root && hitInside.call(root, ...at);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found;
  };

  /** An element and what is around it, outermost first. */
  const pathTo = (element: Element | null): Element[] => {
    const path: Element[] = [];
    const parentOf = (child: Element) => {
      const root = rootOf.call(child);
      return dom.parentElement(child) ?? (root instanceof ShadowRoot ? hostOf(root) : null);
    };
    for (let step = element; step && path.length < 300; step = parentOf(step)) path.push(step);
    return path.reverse();
  };

  /** Lies over the page, rather than in it. */
  const isAbove = (element: Element): boolean => {
    if (dom.localName(element) === 'dialog') return true;
    const { position, zIndex } = getComputedStyle(element);
    return /fixed|sticky/.test(position) || (position === 'absolute' && Number(zIndex) >= 10);
  };

  /** Reads an element with its open shadow roots: at most 3000 nodes and 6000 characters. */
  const holdingOf = (element: Element): Holding => {
    const parts: string[] = [];
    const buttons: string[] = [];
    const frames: string[] = [];
    const names = new Set<string>();
    let [links, length, steps] = [0, 0, 0];
    /** A sign that is clicked, though it is no button. */
    const closing = /\b(close|dismiss)\b/i;
    const unread = /^(script|style|template|noscript)$/;
    const enter = (child: Element): boolean => {
      const name = dom.localName(child);
      if (unread.test(name)) return false;
      const own = (attribute: string) => dom.attribute(child, attribute) ?? '';
      names.add(name);
      if (own('role') === 'main') names.add('main');
      if (name === 'iframe') frames.push(['id', 'name', 'title', 'src', 'class'].map(own).join(' '));
      if (name === 'a') links += 1;
      const isButton = name === 'a' || name === 'button' || own('role') === 'button' || own('onclick');
      if (isButton || closing.test(own('class'))) {
        const label = (dom.textContent(child) ?? '').trim() || own('aria-label') || own('title');
        buttons.push(label.slice(0, 60));
      }
      if (name === 'input' && /^(button|submit)$/.test(own('type'))) buttons.push(own('value'));
      return true;
    };
    const stack: Node[] = [element];
    for (let node = stack.pop(); node && steps < 3000 && length < 6000; node = stack.pop(), steps++) {
      if (node !== element) {
        const next = dom.nextSibling(node);
        if (next) stack.push(next);
      }
      const type = dom.nodeType(node);
      if (type === 3) {
        const text = dom.nodeValue(node).trim();
        length += text.length;
        if (text) parts.push(text);
      }
      if (type !== 1 && type !== 11) continue;
      if (type === 1 && !enter(node as Element)) continue;
      const root = type === 1 ? dom.shadowRoot(node) : null;
      for (const inside of [dom.firstChild(node), root]) if (inside) stack.push(inside);
    }
    return { text: parts.join(' '), buttons, frames, names, links };
  };

  /** @returns whether the element can be styled. */
  const set = (element: Element, property: string, value: string): boolean => {
    if (!(element instanceof HTMLElement)) return false;
    styleOf(element).setProperty(property, value, 'important');
    return true;
  };

  return { topmostAt, pathTo, isAbove, holdingOf, set };
};

export type Overlays = ReturnType<typeof createOverlays>;
