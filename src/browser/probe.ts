/** What the waiter knows of the document, asked every few milliseconds in the isolated world. */
export interface Probe {
  /** Characters of text, scripts and styles not counted; text in open shadow roots is. */
  readonly text: number;
  /** How often content has changed. Counted, not timed: the page's clock may run in virtual time. */
  readonly changes: number;
  /** Whether anything could still change the page: executable scripts, handlers, frames. */
  readonly alive: boolean;
  /** Shows a spinner, skeleton or aria-busy. */
  readonly busy: boolean;
  /** Seconds of a `<meta http-equiv=refresh>`, if there is one. */
  readonly refreshAfter: number | null;
  readonly title: string;
  readonly challenge: boolean;
}

/**
 * Self-contained: runs in the page's isolated world. The first call of a document installs a mutation observer.
 * Tickers and carousels do not count as change: nodes that changed more than three times with little new text.
 */
export const probe = (): Probe => {
  interface State {
    changes: number;
  }
  const world = globalThis as typeof globalThis & { gannetProbe?: State };
  const install = (): State => {
    const state: State = { changes: 0 };
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

  const lengthOf = (root: Document | ShadowRoot): number => {
    let length = 0;
    const walker = document.createTreeWalker(root, 4);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement?.localName;
      if (parent === 'script' || parent === 'style' || parent === 'noscript' || parent === 'title') continue;
      length += node.nodeValue?.trim().length ?? 0;
      // Enough to know that the page is not thin.
      if (length > 20_000) return length;
    }
    for (const element of root.querySelectorAll('*'))
      if (element.shadowRoot) length += lengthOf(element.shadowRoot);
    return length;
  };

  const executable = (script: HTMLScriptElement) =>
    script.type === '' ||
    script.type === 'module' ||
    /^\s*(text|application)\/(x-)?(java|ecma)script\b/i.test(script.type);
  const refresh = document.querySelector('meta[http-equiv="refresh" i]')?.getAttribute('content');
  const handlers =
    '[onclick],[onload],[onerror],[onmouseover],[onfocus],[onscroll],[onresize],[ontoggle],[onanimationend]';
  return {
    text: lengthOf(document),
    changes: world.gannetProbe.changes,
    alive:
      [...document.scripts].some(executable) ||
      document.querySelector(`iframe,frame,object,embed,${handlers}`) !== null,
    busy:
      document.querySelector(
        '[aria-busy="true"],.skeleton,.shimmer,.spinner,.loading,[class*="skeleton-"],[class*="-skeleton"],[class*="spinner"]',
      ) !== null,
    refreshAfter: refresh ? Number.parseFloat(refresh) : null,
    title: document.title.slice(0, 200),
    challenge:
      document.querySelector(
        '#challenge-running,#challenge-form,#cf-challenge-running,script[src*="/cdn-cgi/challenge-platform/"]',
      ) !== null,
  };
};
