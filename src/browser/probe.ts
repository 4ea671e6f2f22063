/** What the waiter knows of the document, asked every few milliseconds in the isolated world. */
export interface Probe {
  /** Characters of text, scripts and styles not counted; text in open shadow roots is. Counting ends at 20 000. */
  readonly text: number;
  /** How often content has changed. Counted, not timed: the page's clock may run in virtual time. */
  readonly changes: number;
  /** Whether anything could still change the page: executable scripts, handlers, frames. */
  readonly alive: boolean;
  /** Shows a spinner, skeleton or aria-busy. */
  readonly busy: boolean;
  /** Seconds of a `<meta http-equiv=refresh>`, if there is one. */
  readonly refreshAfter: number | null;
  /** Carries the marks of a bot check under way. */
  readonly challenge: boolean;
  /** Milliseconds that this look took: more on a larger page. */
  readonly cost: number;
}

/**
 * Self-contained: runs in the page's isolated world. The first call of a document installs a mutation observer.
 * Tickers and carousels do not count as change: nodes that changed more than three times with little new text.
 */
export const probe = (): Probe => {
  const started = performance.now();
  const world = globalThis as typeof globalThis & { gannetProbe?: { changes: number } };
  const install = () => {
    const state = { changes: 0 };
    const seenBefore = new WeakMap<Node, { times: number; characters: number }>();
    const observer = new MutationObserver((records) => {
      for (const { target, addedNodes, type } of records) {
        const added = type === 'characterData' ? [target] : [...addedNodes];
        const characters = added.reduce((sum, node) => sum + (node.textContent?.trim().length ?? 0), 0);
        const elements = added.some((node) => node.nodeType === 1);
        if (characters === 0 && !elements) continue;
        const seen = seenBefore.get(target) ?? { times: 0, characters: 0 };
        seen.times += 1;
        seen.characters += characters;
        seenBefore.set(target, seen);
        if (seen.times <= 3 || seen.characters >= 200 * (seen.times - 3)) state.changes += 1;
      }
    });
    observer.observe(document, { childList: true, characterData: true, subtree: true });
    return state;
  };
  world.gannetProbe ??= install();

  // From the prototype: a form whose field is named shadowRoot would otherwise hide its own.
  const shadowOf = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot')?.get;
  const unread = new Set(['script', 'style', 'noscript', 'title']);
  const countText = (): number => {
    const enough = 20_000;
    /** Elements looked at for shadow roots: this runs on every poll. */
    let steps = 5000;
    let length = 0;
    const roots: Node[] = [document];
    for (let root = roots.pop(); root && length < enough; root = roots.pop()) {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node && length < enough; node = texts.nextNode())
        if (!unread.has(node.parentElement?.localName ?? '')) length += node.nodeValue?.trim().length ?? 0;
      const elements = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
      for (let node = elements.nextNode(); node && steps > 0; node = elements.nextNode(), steps--) {
        const shadow = shadowOf?.call(node);
        if (shadow) roots.push(shadow);
      }
    }
    return length;
  };

  const executable = (script: HTMLScriptElement) =>
    script.type === '' ||
    script.type === 'module' ||
    /^\s*(text|application)\/(x-)?(java|ecma)script\b/i.test(script.type);
  const refresh = document.querySelector('meta[http-equiv="refresh" i]')?.getAttribute('content');
  const handlers =
    '[onclick],[onload],[onerror],[onmouseover],[onfocus],[onscroll],[onresize],[ontoggle],[onanimationend]';
  const look = {
    text: countText(),
    changes: world.gannetProbe.changes,
    alive:
      [...document.scripts].some(executable) ||
      document.querySelector(`iframe,frame,object,embed,${handlers}`) !== null,
    busy:
      document.querySelector(
        '[aria-busy="true"],.skeleton,.shimmer,.spinner,.loading,[class*="skeleton-"],[class*="-skeleton"],[class*="spinner"]',
      ) !== null,
    refreshAfter: refresh ? Number.parseFloat(refresh) : null,
    challenge:
      document.querySelector(
        // The script of that platform that watches ordinary pages lies elsewhere below it.
        '#challenge-running,#challenge-form,#cf-challenge-running,script[src*="/cdn-cgi/challenge-platform/"][src*="/orchestrate/"]',
      ) !== null,
  };
  return { ...look, cost: performance.now() - started };
};
