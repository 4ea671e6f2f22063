import type { Snapshot } from '../page.ts';
import type { MainResponse } from './activity.ts';
import type { Evaluate } from './world.ts';

interface Serialized {
  readonly html: string;
  readonly title: string;
  readonly url: string;
  readonly baseUrl: string;
  /** The page is longer than is read. */
  readonly cut: boolean;
}

/** Reads the live document as plain data. */
export const takeSnapshot = async (
  evaluate: Evaluate,
  main: MainResponse,
): Promise<{ snapshot: Snapshot; cut: boolean }> => {
  const { html, title, url, baseUrl, cut } = await evaluate(serialize);
  const { status, headers, mimeType: contentType } = main;
  return { snapshot: { url, status, headers, contentType, html, title, baseUrl }, cut };
};

/**
 * Self-contained: runs in the page's isolated world, iteratively, for a page may be 200 000 elements deep.
 * Getters come from prototypes: a form with a field named `childNodes` would otherwise hide its own.
 */
const serialize = (): Serialized => {
  const get = <T>(prototype: object, name: string): ((object: Node) => T) => {
    const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return (object) => getter?.call(object);
  };
  const firstChildOf = get<Node | null>(Node.prototype, 'firstChild');
  const nextSiblingOf = get<Node | null>(Node.prototype, 'nextSibling');
  const nodeTypeOf = get<number>(Node.prototype, 'nodeType');
  const nodeValueOf = get<string>(Node.prototype, 'nodeValue');
  const localNameOf = get<string>(Element.prototype, 'localName');
  const shadowOf = get<ShadowRoot | null>(Element.prototype, 'shadowRoot');
  const attribute = (element: Element, name: string) => Element.prototype.getAttribute.call(element, name);
  const namesOf = Element.prototype.getAttributeNames;
  const isVisible = Element.prototype.checkVisibility;

  const voids = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
  const dropped = new Set(['script', 'style', 'template', 'noscript', 'object', 'embed']);
  const rawText = new Set(['xmp', 'iframe', 'noembed', 'noframes', 'plaintext']);
  const parts: string[] = [];
  /** In characters; a text of control characters takes six times as much on its way to us. */
  const maxLength = 30_000_000;
  let length = 0;
  const push = (text: string) => {
    length += text.length;
    if (length <= maxLength) parts.push(text);
  };
  const escapeText = (text: string) =>
    text.replace(/[&<>\u00a0]/g, (c) =>
      c === '&' ? '&amp;' : c === '<' ? '&lt;' : c === '>' ? '&gt;' : '&nbsp;',
    );
  const escapeValue = (text: string) =>
    text.replace(/[&"\u00a0]/g, (c) => (c === '&' ? '&amp;' : c === '"' ? '&quot;' : '&nbsp;'));

  const isJsonLd = (element: Element) => /^\s*application\/ld\+json/i.test(attribute(element, 'type') ?? '');
  const isMath = (element: Element) => /^\s*math\/(tex|mml)/i.test(attribute(element, 'type') ?? '');

  const hints = (element: Element, name: string, parentHidden: boolean): string => {
    let text = '';
    if (!parentHidden && !isVisible.call(element, { checkVisibilityCSS: true }) && isHidden(element, name))
      text += ' data-gn-hidden=""';
    if (name === 'img') {
      const source = (element as HTMLImageElement).currentSrc;
      if (source) text += ` data-gn-src="${escapeValue(source)}"`;
    }
    if (name === 'input' || name === 'textarea' || name === 'select') {
      const { value, type } = element as HTMLInputElement;
      if (typeof value === 'string' && type !== 'password') text += ` data-gn-value="${escapeValue(value)}"`;
    }
    return text;
  };
  /** `display: contents` has no box of its own, nor have elements that are never shown: both are not hidden. */
  const isHidden = (element: Element, name: string): boolean => {
    if (
      /^(head|title|meta|link|base|option|optgroup|area|source|track|param|br|wbr|col|colgroup)$/.test(name)
    )
      return false;
    const style = getComputedStyle(element);
    if (style.display === 'none') return true;
    if (style.display === 'contents') return false;
    return style.visibility === 'hidden' || style.visibility === 'collapse';
  };

  interface Step {
    readonly node: Node | null;
    readonly close: string;
    readonly hidden: boolean;
    /** Nodes assigned to a slot are visited by themselves, not as a run of siblings. */
    readonly alone: boolean;
  }
  const stack: Step[] = [];
  const visitAll = (nodes: readonly Node[], close: string, hidden: boolean) => {
    stack.push({ node: null, close, hidden, alone: true });
    for (let index = nodes.length - 1; index >= 0; index--)
      stack.push({ node: nodes[index] ?? null, close: '', hidden, alone: true });
  };

  const open = (element: Element, parentHidden: boolean) => {
    const name = localNameOf(element);
    if (dropped.has(name) && !(name === 'script' && (isJsonLd(element) || isMath(element)))) return;
    const hint = hints(element, name, parentHidden);
    const hidden = parentHidden || hint.includes('data-gn-hidden');
    let tag = `<${name}`;
    for (const key of namesOf.call(element).slice(0, 500))
      if (!key.startsWith('data-gn-')) tag += ` ${key}="${escapeValue(attribute(element, key) ?? '')}"`;
    if (name === 'iframe' || name === 'frame') return openFrame(element as HTMLIFrameElement, hint, hidden);
    push(`${tag}${hint}>`);
    if (voids.has(name)) return;
    if (name === 'script') {
      push(`${(element.textContent ?? '').replace(/<\/script/gi, '<\\/script')}</script>`);
      return;
    }
    const close = `</${name}>`;
    const root = shadowOf(element);
    if (root) return visitAll([root], close, hidden);
    const assigned = name === 'slot' ? (element as HTMLSlotElement).assignedNodes() : [];
    if (assigned.length > 0) return visitAll(assigned, close, hidden);
    stack.push({ node: null, close, hidden, alone: true });
    stack.push({ node: firstChildOf(element), close: '', hidden, alone: false });
  };

  /** A frame of the same origin is part of what a reader sees: its body takes the frame's place. */
  const openFrame = (frame: HTMLIFrameElement, hint: string, hidden: boolean) => {
    const body = frame.contentDocument?.body;
    const source = escapeValue(frame.src ?? '');
    push(`<div data-gn-frame="${source}"${hint}>`);
    if (body) visitAll([...body.childNodes], '</div>', hidden);
    else push('</div>');
  };

  stack.push({ node: document, close: '', hidden: false, alone: true });
  for (let step = stack.pop(); step && length <= maxLength; step = stack.pop()) {
    const { node, close, hidden, alone } = step;
    if (node === null) {
      push(close);
      continue;
    }
    if (!alone) {
      const next = nextSiblingOf(node);
      if (next) stack.push({ node: next, close: '', hidden, alone: false });
    }
    const type = nodeTypeOf(node);
    if (type === 1) open(node as Element, hidden);
    else if (type === 3 || type === 4) {
      const parent = node.parentElement;
      const text = nodeValueOf(node);
      push(parent && rawText.has(localNameOf(parent)) ? '' : escapeText(text));
    } else if (type === 9 || type === 11)
      stack.push({ node: firstChildOf(node), close: '', hidden, alone: false });
    else if (type === 10) push('<!DOCTYPE html>');
  }
  return {
    html: parts.join(''),
    title: document.title.slice(0, 1000),
    url: location.href,
    baseUrl: document.baseURI,
    cut: length > maxLength,
  };
};
