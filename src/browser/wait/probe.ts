import type { World } from '../tab/world.ts';
import { type BusySigns, busySigns } from './busy.ts';

/** What the waiter knows of the document, asked every few milliseconds in the isolated world. */
export interface Probe {
  /** Characters of text that is shown, in open shadow roots and frames of the same origin, too. Counting ends at 5000. */
  readonly text: number;
  /** Characters of it that are neither links nor in what stands around the content, such as a footer. Counting ends at 400. */
  readonly body: number;
  /** How often content has changed. Counted, not timed: the page's clock may run in virtual time. */
  readonly changes: number;
  /** How often what changes again and again has changed: a counter, a ticker. It is no change of content. */
  readonly repeats: number;
  /** How often a few words have taken the place of others: they may be the first of a counter. */
  readonly replaced: number;
  /** Milliseconds since what changes again and again did so last, by the page's clock. */
  readonly restMs: number;
  /** Whether it became shorter by that, as a text does that is typed and erased. */
  readonly shrinks: boolean;
  /** How often something grew: what was added took the place of nothing, or of less than ever stood there. */
  readonly growths: number;
  /** Milliseconds since content changed last, by the page's clock: no less than by ours. */
  readonly stillMs: number;
  /** What that clock says. */
  readonly clock: number;
  /** Milliseconds since the page had loaded, by that clock; undefined before. */
  readonly sinceLoadMs: number | undefined;
  /** Whether anything could still change the page: executable scripts, handlers, frames. */
  readonly alive: boolean;
  /**
   * Shows a spinner, skeleton or aria-busy, says that it is loading, or shows nothing at all: many pages are transparent
   * until a script has run.
   */
  readonly busy: boolean;
  /** Seconds after which a `<meta http-equiv=refresh>` leads on to another page, if one does. */
  readonly leadsOnAfter: number | null;
  /** Whether two frames were drawn since the page had loaded and its text was another: scripts that wait for one have been called. */
  readonly drawn: boolean;
  /** Its scripts wait for an idle moment, and have not had many since content changed: some ask for the next in each. */
  readonly idles: boolean;
  /** An animation runs that comes to an end: a script may wait for it. */
  readonly animates: boolean;
  /** Signs of a bot check under way: its own elements, or no more than a title that they have. */
  readonly challenge: 'marks' | 'title' | null;
  /** Milliseconds that this look took: more on a larger page. */
  readonly cost: number;
}

/**
 * Self-contained: runs in the page's isolated world. The first call of a document installs a mutation observer.
 * Tickers and carousels do not count as change: nodes that changed more than three times with little new text.
 *
 * Whatever the DOM offers by name is taken from prototypes: `<img name="scripts">` stands for `document.scripts`, a
 * field named `localName` for that of its form, here as in the page. A document of more than 20 000 elements is not
 * searched for marks: it is not thin, and looking would take its time.
 */
export const probe = (signs: BusySigns): Probe => {
  const started = performance.now();
  const get = <T>(prototype: object, name: string): ((object: object) => T) => {
    const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return (object) => getter?.call(object);
  };
  const parentOf = get<Element | null>(Node.prototype, 'parentElement');
  const textOf = get<string | null>(Node.prototype, 'textContent');
  const nameOf = get<string>(Element.prototype, 'localName');
  const shadowOf = get<ShadowRoot | null>(Element.prototype, 'shadowRoot');
  const typeOf = get<number>(Node.prototype, 'nodeType');
  const spaceOf = get<string | null>(Element.prototype, 'namespaceURI');
  const inIframe = get<Document | null>(HTMLIFrameElement.prototype, 'contentDocument');
  const inFrame = get<Document | null>(HTMLFrameElement.prototype, 'contentDocument');
  const heightOf = get<number>(HTMLElement.prototype, 'offsetHeight');
  const widthOf = get<number>(HTMLElement.prototype, 'offsetWidth');
  const childrenOf = get<number>(Element.prototype, 'childElementCount');
  const baseOf = get<string>(Node.prototype, 'baseURI');
  const titleOf = get<string>(Document.prototype, 'title');
  const bodyOf = get<HTMLElement | null>(Document.prototype, 'body');
  const stateOf = get<string>(Document.prototype, 'readyState');
  const attribute = (element: Element, name: string) => Element.prototype.getAttribute.call(element, name);
  const named = (name: string) => Document.prototype.getElementsByTagName.call(document, name);
  const first = (selector: string): Element | null =>
    Document.prototype.querySelector.call(document, selector);
  const all = (selector: string): NodeListOf<Element> =>
    Document.prototype.querySelectorAll.call(document, selector);
  const walk = (root: Node, what: number) => Document.prototype.createTreeWalker.call(document, root, what);

  const install = () => {
    const state = {
      changes: 0,
      growths: 0,
      repeats: 0,
      replaced: 0,
      repeatedAt: performance.now(),
      shrinks: false,
      changedAt: performance.now(),
      /** Drawn since the page had loaded and its text was another; undefined before. */
      frames: undefined as number | undefined,
      /** As it was looked at last. */
      text: 0,
      /** Calls for an idle moment: our own, those of the page, of these those answered, and of these those before content changed. */
      idle: { ours: 0, asked: 0, answered: 0, before: 0 },
    };
    const seenBefore = new WeakMap<Node, { times: number; characters: number; last: number; most: number }>();
    const charactersOf = (nodes: readonly Node[]) =>
      nodes.reduce((sum, node) => sum + (textOf(node)?.trim().length ?? 0), 0);
    const weigh = ({ target, addedNodes, removedNodes, type, oldValue }: MutationRecord) => {
      const added = type === 'characterData' ? [target] : [...addedNodes].slice(0, 100);
      const characters = charactersOf(added);
      const elements = added.some((node) => typeOf(node) === 1);
      if (characters === 0 && !elements) return;
      const seen = seenBefore.get(target) ?? { times: 0, characters: 0, last: 0, most: 0 };
      const replaced = oldValue?.trim().length ?? charactersOf([...removedNodes].slice(0, 100));
      if (replaced === 0 || characters > Math.max(seen.most, replaced)) state.growths += 1;
      if (!elements && replaced > 0 && characters < 100) state.replaced += 1;
      seen.most = Math.max(seen.most, replaced, characters);
      const shrinks = characters < seen.last;
      seen.last = characters;
      seen.times += 1;
      seen.characters += characters;
      seenBefore.set(target, seen);
      if (seen.times > 3 && seen.characters < 200 * (seen.times - 3)) {
        state.repeats += 1;
        state.repeatedAt = performance.now();
        state.shrinks = shrinks;
        return;
      }
      state.changes += 1;
      state.idle.before = state.idle.answered;
      state.changedAt = performance.now();
    };
    // Of a storm of changes the first thousand of each turn are weighed.
    const observer = new MutationObserver((records) => {
      for (const record of records.slice(0, 1000)) weigh(record);
    });
    observer.observe(document, { childList: true, characterDataOldValue: true, subtree: true });
    return state;
  };
  // By a symbol: what has a name may be an element of the page with that id.
  const key = Symbol.for('gannet.probe');
  const world = globalThis as typeof globalThis & { [key]?: ReturnType<typeof install> };
  world[key] ??= install();
  const state = world[key];
  const countFrames = () => {
    const isCounting = state.frames !== undefined && state.frames < 2;
    state.frames = 0;
    if (!isCounting) requestAnimationFrame(nextFrame);
  };
  const nextFrame = () => {
    state.frames = (state.frames ?? 0) + 1;
    if (state.frames < 2) requestAnimationFrame(nextFrame);
  };

  const manyCalls = 40;
  /** They are numbered by document, not by world, and answered in their order. */
  const countIdle = () => {
    const { idle } = state;
    const latest = requestIdleCallback(() => {
      idle.answered = asked;
    });
    idle.ours += 1;
    const asked = latest - idle.ours;
    if (asked === idle.asked) cancelIdleCallback(latest);
    idle.asked = asked;
    return idle.answered < asked && idle.answered - idle.before < manyCalls;
  };

  const xhtml = 'http://www.w3.org/1999/xhtml';
  /** `display: contents` has no box of its own: then its parent tells. */
  const isShown = (element: Element | null, how?: CheckVisibilityOptions): boolean => {
    for (let inner = element; inner !== null; inner = parentOf(inner)) {
      if (Element.prototype.checkVisibility.call(inner, how)) return true;
      if (getComputedStyle(inner).display !== 'contents') return false;
    }
    return true;
  };
  const documentIn = (frame: Element): Document | null => {
    // An element of another kind may bear the name.
    if (frames <= 0 || spaceOf(frame) !== xhtml) return null;
    frames -= 1;
    return nameOf(frame) === 'iframe' ? inIframe(frame) : inFrame(frame);
  };
  const enough = 5000;
  const unread = new Set(['script', 'style', 'title']);
  const isLarge = named('*').length > 20_000;
  /** Elements and texts to be looked at: this runs on every poll. */
  let steps = 5000;
  /** Each frame that is looked into gets a world of ours of its own: a thousand would take seconds. */
  let frames = 20;
  const roots: Node[] = [document];
  /** Open shadow roots that were looked into. */
  const shadows: ShadowRoot[] = [];
  let body = 0;
  let saysLoading = false;
  const around =
    'a,button,nav,header,footer,aside,[role="navigation"],[role="banner"],[role="contentinfo"],[role="complementary"]';
  const loading = new RegExp(signs.words, 'i');
  const weighText = (text: string, parent: Element | null) => {
    if (parent !== null && Element.prototype.closest.call(parent, around) !== null) return;
    body += text.length;
    if (text.length < 50) saysLoading ||= loading.test(text);
  };
  const textIn = (root: Node): number => {
    let length = 0;
    const texts = walk(root, NodeFilter.SHOW_TEXT);
    let shownParent: Element | null | undefined;
    for (let node = texts.nextNode(); node && length < enough && steps > 0; node = texts.nextNode()) {
      const text = node.nodeValue?.trim() ?? '';
      if (text === '') continue;
      steps -= 1;
      const parent = parentOf(node);
      if (parent !== null && unread.has(nameOf(parent))) continue;
      if (parent !== shownParent && !isShown(parent)) continue;
      shownParent = parent;
      length += text.length;
      if (body < 400 || text.length < 50) weighText(text, parent);
    }
    return length;
  };
  const findRootsIn = (root: Node) => {
    const elements = walk(root, NodeFilter.SHOW_ELEMENT);
    for (let node = elements.nextNode(); node && steps > 0; node = elements.nextNode(), steps--) {
      const shadow = shadowOf(node);
      if (!shadow) continue;
      roots.push(shadow);
      if (shadows.length < 200) shadows.push(shadow);
    }
    if (isLarge) return;
    const { querySelectorAll } = typeOf(root) === 9 ? Document.prototype : DocumentFragment.prototype;
    for (const frame of querySelectorAll.call(root, 'iframe,frame')) {
      const inner = documentIn(frame);
      if (inner && heightOf(frame) > 10 && isShown(frame)) roots.push(inner);
    }
  };
  const countText = (): number => {
    let length = 0;
    for (let root = roots.pop(); root && length < enough; root = roots.pop()) {
      length += textIn(root);
      if (length < enough) findRootsIn(root);
    }
    return isLarge ? Math.max(length, 400) : Math.min(length, enough);
  };

  const isExecutable = (script: Element) => {
    const type = attribute(script, 'type')?.trim() ?? '';
    return type === '' || /^(module|(text|application)\/(x-)?(java|ecma)script\b)/i.test(type);
  };
  /** Handlers that run without a reader's doing. */
  const handlers =
    '[onload],[onerror],[onfocus],[onscroll],[onresize],[ontoggle],[onanimationstart],[onanimationend],[ontransitionend],[onpageshow],[onmessage],[onhashchange],[onpopstate],[onclick],[onmouseover],[onplay],[oncanplay],[onloadeddata],[onloadedmetadata],[onloadstart],[onbegin],[onend],[onslotchange]';
  const isAlive = () =>
    isLarge ||
    [...named('script')].some(isExecutable) ||
    first(`iframe,frame,object,embed,${handlers}`) !== null;

  const isBusy = () => {
    const marks = [...all(signs.marks)].slice(0, 20);
    const { querySelectorAll } = DocumentFragment.prototype;
    for (const shadow of shadows)
      if (marks.length < 40) marks.push(...[...querySelectorAll.call(shadow, signs.marks)].slice(0, 20));
    const body = bodyOf(document);
    const seen = { opacityProperty: true, visibilityProperty: true };
    const isVeiled = body !== null && !Element.prototype.checkVisibility.call(body, seen);
    // Many pages keep a spinner that they do not show.
    return saysLoading || isVeiled || marks.some((mark) => isShown(mark, seen)) || isSkeletal();
  };

  const animations = isLarge
    ? []
    : Document.prototype.getAnimations.call(document).filter(({ playState }) => playState === 'running');
  const ends = ({ effect }: Animation) => Number.isFinite(effect?.getComputedTiming().endTime);

  const boxNames = new Set(['div', 'span', 'p', 'li', 'td']);
  /** Not the dots of a spinner, nor what floats or twinkles behind the content. */
  const isPlaceholder = (element: Element) => {
    if (!boxNames.has(nameOf(element)) || spaceOf(element) !== xhtml) return false;
    if (childrenOf(element) > 0 || textOf(element)?.trim() !== '') return false;
    const { position, backgroundImage } = getComputedStyle(element);
    const isInFlow = position === 'static' || position === 'relative';
    return isInFlow && !backgroundImage.includes('url(') && widthOf(element) >= 40 && heightOf(element) >= 8;
  };
  /** Three empty boxes that share one endless animation stand for what is to come; after 3 s they are decoration. */
  const isSkeletal = () => {
    if (performance.now() - state.changedAt > 3000) return false;
    const boxes = new Map<string, Set<Element>>();
    for (const animation of animations.slice(0, 100)) {
      const { effect } = animation;
      if (!(animation instanceof CSSAnimation && effect instanceof KeyframeEffect) || ends(animation))
        continue;
      const { target } = effect;
      if (target === null || !isPlaceholder(target)) continue;
      const alike = boxes.get(animation.animationName) ?? new Set();
      boxes.set(animation.animationName, alike.add(target));
      if (alike.size === 3) return true;
    }
    return false;
  };

  const leadsOnAfter = (): number | null => {
    for (const meta of named('meta')) {
      if (attribute(meta, 'http-equiv')?.trim().toLowerCase() !== 'refresh') continue;
      const [, seconds, address] =
        /^\s*(\d+)(?:\.[\d.]*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(
          attribute(meta, 'content') ?? '',
        ) ?? [];
      if (address === undefined || !URL.canParse(address.trim(), baseOf(document))) continue;
      // A page that only renews itself is already there.
      if (new URL(address.trim(), baseOf(document)).href !== location.href)
        return Number.parseFloat(seconds ?? '');
    }
    return null;
  };

  const challenge = (): Probe['challenge'] => {
    const marks = first(
      // The script of that platform that watches ordinary pages lies elsewhere below it.
      '#challenge-running,#challenge-form,#cf-challenge-running,script[src*="/cdn-cgi/challenge-platform/"][src*="/orchestrate/"]',
    );
    if (marks !== null) return 'marks';
    const title =
      /^(just a moment|checking your browser|attention required|one moment, please|verify(ing)? (you are|that you are) human|ddos-guard)/i;
    return title.test(titleOf(document).trim()) ? 'title' : null;
  };

  const sinceLoadMs = () => {
    const [navigation] = performance.getEntriesByType('navigation');
    const loadedAt = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : 0;
    return loadedAt === 0 ? undefined : performance.now() - loadedAt;
  };

  const text = countText();
  if (stateOf(document) === 'complete' && (state.frames === undefined || text !== state.text)) countFrames();
  state.text = text;
  const look = {
    text,
    body: isLarge ? 400 : Math.min(body, 400),
    changes: state.changes,
    growths: state.growths,
    repeats: state.repeats,
    replaced: state.replaced,
    restMs: performance.now() - state.repeatedAt,
    shrinks: state.shrinks,
    stillMs: performance.now() - state.changedAt,
    clock: performance.now(),
    sinceLoadMs: sinceLoadMs(),
    drawn: state.frames === 2,
    idles: countIdle(),
    alive: isAlive(),
    busy: !isLarge && isBusy(),
    animates: animations.some(ends),
    leadsOnAfter: isLarge ? null : leadsOnAfter(),
    challenge: isLarge ? null : challenge(),
  };
  return { ...look, cost: performance.now() - started };
};

/** In a frame, or where nothing is to be waited for. */
export const probeIn = (world: World): Promise<Probe> => world.call(probe.toString(), [{ value: busySigns }]);
