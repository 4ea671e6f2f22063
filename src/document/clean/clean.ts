import { isJson } from '../formats/json-text.ts';
import { emptyField, isField, nameCode } from '../tree/fields.ts';
import type { ChildNode, Document, Element, ParentNode, TextNode } from '../tree/tree.ts';
import {
  attr,
  hasAttr,
  isElement,
  isText,
  parentElement,
  rawText,
  removeAll,
  replaceNodes,
  walk,
} from '../tree/tree.ts';
import { waitingWords } from '../tree/waiting-words.ts';
import { foldedIn } from './folded.ts';
import { isMonogram } from './monograms.ts';
import { variantsIn } from './variants.ts';

/** Removes what a reader does not see from a document, in place. */

/** Elements that never hold what a reader sees. Mathematics in scripts is kept: it is the formula's source. */
const unseen = new Set(
  'script style template link meta base title object embed applet noframes noembed datalist param track amp-ad amp-sticky-ad amp-embed amp-sidebar amp-analytics'.split(
    ' ',
  ),
);

const styleHides = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i;

/** By utility classes shown only in print, under the pointer or to machines. */
const classHides =
  /(?:^|\s)not-(?:print|(?:group-|peer-)?(?:hover|focus(?:-within|-visible)?)|machine):hidden(?:\s|$)/;

/** What the serialiser marked, and what raw HTML says by itself. */
export const isHidden = (element: Element): boolean =>
  saysHidden(element) && !opens.test(attr(element, 'class') ?? '');

/** Notes and folded boxes that a reader opens where they stand. */
const opens =
  /(?:^|\s)(?:foot-?note-?content|ltx_note_(?:outer|content)|fna?-content|side-?note|margin-?note|callout-content)(?:\s|$)/i;

/** What carousels repeat before their first slide and behind their last, so that they go round. */
const slideClones = /(?:^|\s)(?:cloned|slick-cloned|bx-clone|tns-slide-cloned|\w+__slide--clone)(?:\s|$)/;

const saysHidden = (element: Element): boolean => {
  for (const { name, value } of element.attrs)
    if (name === 'class') {
      if (value.includes(':hidden') && classHides.test(value)) return true;
      if (value.includes('clone') && slideClones.test(value)) return true;
      if (value === 'boring' && isInCode(element)) return true;
      if (value.includes('d-none') && isForMachines(element, value)) return true;
      if (value === 'meta' && isOfPicture(element)) return true;
    } else if (name === 'style') {
      if (styleHides.test(value)) return true;
    } else if (name === 'hidden') return value !== 'until-found';
    else if (name === 'data-gn-hidden') return true;
  return element.tagName === 'dialog' && !hasAttr(element, 'open');
};

/** There, mdBook marks so what its script hides: what an example needs to run, and nobody to read. */
const isInCode = (element: Element): boolean =>
  element.tagName === 'span' && parentElement(element)?.tagName === 'code';

/** A property of the page's data that stands in the text again, and is never shown, on a screen however wide. */
const isForMachines = (element: Element, classes: string): boolean =>
  hasAttr(element, 'itemprop') && /(?:^|\s)d-none(?:\s|$)/.test(classes) && !/(?:^|\s)d-\w\w-/.test(classes);

/** Name and size of a picture in a post of Discourse, for who points at it. */
const isOfPicture = (element: Element): boolean => {
  const link = parentElement(element);
  return link?.tagName === 'a' && attr(link, 'class') === 'lightbox';
};

const isUnseen = (node: ChildNode): boolean => {
  if (!isElement(node)) return !isText(node);
  if (!unseen.has(node.tagName)) return false;
  return !(node.tagName === 'script' && (attr(node, 'type') ?? '').trim().startsWith('math/'));
};

/** A page that shows this little beside much that is hidden has not started yet: the hidden part is the page. */
const fewCharacters = 40;

/** More than menus and notices hold: with this much hidden, and more than is shown, scripts were to show it. */
const muchProse = 1500;

/** Texts of this length are sentences rather than labels. */
const proseCharacters = 80;

/** How an element says that a style sheet hides it. What it holds may be for readers all the same, once it folds out. */
const saysUnseen = /hid(?:e|den)|invisible|d-none|opacity\s*:\s*0(?!\.)/i;

/** JSON, and nothing else, in an element that is hidden so: data for scripts. */
const isForScripts = (text: TextNode, words: string): boolean => {
  if (!words.startsWith('{') && !words.startsWith('[')) return false;
  const around = parentElement(text);
  if (around?.childNodes.length !== 1) return false;
  const names = `${attr(around, 'class') ?? ''} ${attr(around, 'style') ?? ''}`;
  return saysUnseen.test(names) && isJson(text.value);
};

/** Removes, in place, everything that a reader does not see: scripts, styles, comments, hidden elements. */
export const removeUnseen = (document: Document): void => {
  const found = survey(document);
  const { shown, hidden, shownProse, hiddenProse, isMarked } = found;
  const { noscripts, total, unseen, waiting, concealed, fields, parents } = found;
  const isUnstarted = shown < fewCharacters && hidden >= 10 * shown;
  // A browser knows what it does not show; only a page that none has run may be waiting for its scripts.
  const awaitsScripts = !isMarked && hiddenProse >= muchProse && hiddenProse >= 2 * shownProse;
  const isShown = isUnstarted || awaitsScripts;
  for (const { panel, readMore } of foldedIn(document, concealed)) {
    if (readMore !== undefined) unseen.add(readMore.control);
    if (readMore?.teaser !== undefined) unseen.add(readMore.teaser);
    concealed.delete(panel);
  }
  if (shown > 0) for (const text of waiting) unseen.add(text);
  removeAll(isShown ? unseen : new Set([...unseen, ...concealed]));
  for (const field of fields) if (!nameCode(field)) emptyField(field);
  settleNoscript(noscripts, total);
  removeAll(variantsIn(parents));
};

/** What a drawing is called is seen where it is all that is said: there, its label tells it. */
const nameDrawing = (title: Element): void => {
  const drawing = parentElement(title);
  if (drawing?.tagName !== 'svg' || hasAttr(drawing, 'aria-label')) return;
  drawing.attrs = [...drawing.attrs, { name: 'aria-label', value: rawText(title) }];
};

/** The sign of what folds out, in an element of its own beside what that says: `Can I track it? +`. */
const opensMore = (sign: TextNode, words: string): boolean => {
  if (words.length > 1 || !foldSigns.includes(words)) return false;
  let around = parentElement(sign);
  // Between others it joins them: `A + B`.
  if (around?.childNodes[0] !== sign && around?.childNodes.at(-1) !== sign) return false;
  for (let depth = 0; depth < 3 && around !== undefined; depth++, around = parentElement(around))
    if (around.tagName === 'summary' || hasAttr(around, 'aria-expanded'))
      return rawText(around).trim().length > 1;
  return false;
};

const foldSigns = '+−–×✕▼▾▲▴▸▶›⌄∨';

const waits = new RegExp(`^${waitingWords}$`, 'i');

/** What was shown in the place of something that never came, or had come and was hidden by a style sheet alone. */
const isWaiting = (text: TextNode, words: string): boolean => {
  if (!(words.endsWith('…') || words.endsWith('...')) || !waits.test(words)) return false;
  const around = parentElement(text);
  return around?.childNodes.length === 1 && !said.has(around.tagName);
};

/** There, it is what a page says. */
const said = new Set('h1 h2 h3 h4 h5 h6 a code em i q samp strong b'.split(' '));

/** Icon fonts that draw what the name in their text says: the name is none of the text, and may be that of a sign. */
const nameIcon = (name: TextNode, words: string): boolean => {
  if (!/^[a-z][a-z\d_]*$/.test(words)) return false;
  const holder = parentElement(name);
  // Some have an element of its own for the name.
  const outer = holder?.parentNode?.childNodes.length === 1 ? parentElement(holder) : undefined;
  const icon = [holder, outer].find((element) => element !== undefined && drawsByName(element));
  if (icon === undefined) return false;
  icon.attrs = [...icon.attrs, { name: 'data-icon', value: words }];
  return true;
};

/** Icon fonts that draw a character which means nothing in any other. */
const isGlyph = (words: string): boolean => /^[\p{Co}\s]+$/u.test(words);

/** What is drawn in place of a sign or a picture, or says that there is more. */
const isNoText = (text: TextNode, words: string): boolean =>
  nameIcon(text, words) || opensMore(text, words) || isGlyph(words) || isMonogram(text, words);

const icons = new Set(['i', 'span', 'mat-icon']);
const drawsByName = (element: Element): boolean =>
  icons.has(element.tagName) && iconFont.test(attr(element, 'class') ?? '');
const iconFont = /(?:^|\s)(?:material-(?:icons|symbols)|mat-icon|google-symbols)/;

interface Survey {
  /** Characters of text, without white space around each piece. */
  shown: number;
  hidden: number;
  /** Of these, in texts as long as sentences. */
  shownProse: number;
  hiddenProse: number;
  /** Whether a browser marked what is hidden. */
  isMarked: boolean;
  /** All of it, `<noscript>` included. */
  total: number;
  readonly noscripts: { element: Element; characters: number; hasImage: boolean }[];
  readonly unseen: Set<ChildNode>;
  /** Texts that stand in the place of others. */
  readonly waiting: TextNode[];
  /** Of forms; what they offer is no text of the page. */
  readonly fields: Element[];
  /** What is hidden. */
  readonly concealed: Set<ChildNode>;
  /** Elements that hold more than one node. */
  readonly parents: ParentNode[];
}

const columns = new Set(['col', 'colgroup']);

const survey = (document: Document): Survey => {
  const found: Survey = {
    shown: 0,
    hidden: 0,
    shownProse: 0,
    hiddenProse: 0,
    isMarked: false,
    total: 0,
    noscripts: [],
    unseen: new Set(),
    waiting: [],
    fields: [],
    concealed: new Set(),
    parents: [document],
  };
  let hiddenDepth = 0;
  let noscriptDepth = 0;
  const count = ({ length }: string) => {
    const noscript = noscriptDepth > 0 ? found.noscripts.at(-1) : undefined;
    found.total += length;
    if (noscript !== undefined) noscript.characters += length;
    else if (hiddenDepth > 0) {
      found.hidden += length;
      if (length >= proseCharacters) found.hiddenProse += length;
    } else {
      found.shown += length;
      if (length >= proseCharacters) found.shownProse += length;
    }
  };
  walk(
    document,
    (node) => {
      if (isText(node)) {
        const words = node.value.trim();
        // A half of all is white space between elements.
        if (words === '') return false;
        if (isForScripts(node, words)) {
          found.concealed.add(node);
          found.hidden += node.value.length;
        } else if (isNoText(node, words)) found.unseen.add(node);
        else if (isWaiting(node, words)) found.waiting.push(node);
        else count(words);
        return false;
      }
      if (isUnseen(node)) {
        if (isElement(node) && node.tagName === 'title') nameDrawing(node);
        found.unseen.add(node);
        return false;
      }
      if (!isElement(node)) return false;
      // A column holds nothing, and tells which cells are hidden.
      const isConcealed = isHidden(node) && !columns.has(node.tagName);
      if (isConcealed) found.concealed.add(node);
      if (isField(node)) {
        found.fields.push(node);
        return false;
      }
      found.isMarked ||= isConcealed && hasAttr(node, 'data-gn-hidden');
      if (noscriptDepth > 0 || node.tagName === 'noscript') {
        if (noscriptDepth++ === 0) found.noscripts.push({ element: node, characters: 0, hasImage: false });
        const noscript = found.noscripts.at(-1);
        if (noscript !== undefined && node.tagName === 'img') noscript.hasImage = true;
      } else if (hiddenDepth > 0 || isConcealed) hiddenDepth++;
      if (node.childNodes.length > 1) found.parents.push(node);
      return true;
    },
    () => {
      if (noscriptDepth > 0) noscriptDepth--;
      else if (hiddenDepth > 0) hiddenDepth--;
    },
  );
  return found;
};

/**
 * Without a script engine `<noscript>` may hold the whole page, or the real image beside a lazy one;
 * otherwise it tells the reader to switch scripts on.
 */
const settleNoscript = (noscripts: Survey['noscripts'], total: number): void => {
  const within = noscripts.reduce((sum, { characters }) => sum + characters, 0);
  const settled = noscripts.map(({ element, characters, hasImage }): [ChildNode, ChildNode[]] => {
    const holdsThePage = characters > fewCharacters && characters > total - within;
    const holdsAnImage = characters === 0 && hasImage;
    return [element, holdsThePage || holdsAnImage ? element.childNodes : []];
  });
  replaceNodes(new Map(settled));
};
