import type { Element } from './tree.ts';
import { ancestors, isElement, isText, walk } from './tree.ts';

/** How much text an element holds, in characters with white space collapsed. */
export interface Measure {
  characters: number;
  /** Of these, inside links. */
  linked: number;
  /** Of these, in blocks that read like prose: long enough and not mostly links. */
  prose: number;
}

const none: Measure = { characters: 0, linked: 0, prose: 0 };

/** Shortest block that counts as prose: about ten words. */
const proseCharacters = 60;

const blocks = new Set(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure
  footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p plaintext pre
  search section summary table tbody td tfoot th thead tr ul xmp`.split(/\s+/),
);

/** Whether the element stands in a block of its own, by the default style sheet. */
export const isBlock = ({ tagName }: Element): boolean => blocks.has(tagName);

export interface Measures {
  of(element: Element): Readonly<Measure>;
  /** Takes what the element holds from every element around it. */
  remove(element: Element): void;
}

/** Measures `root` and every element below it in one pass. */
export const measure = (root: Element): Measures => {
  const whole = { ...none };
  const measures = new Map<Element, Measure>([[root, whole]]);
  const open: Measure[] = [whole];
  let links = 0;
  /** The run of text since the last block boundary. */
  let run = 0;
  let linkedRun = 0;

  const endRun = () => {
    const holder = open.at(-1);
    if (holder !== undefined && run >= proseCharacters && linkedRun < run / 2) holder.prose += run;
    run = 0;
    linkedRun = 0;
  };

  walk(
    root,
    (node) => {
      if (isText(node)) {
        const length = visibleLength(node.value);
        const holder = open.at(-1);
        if (length === 0 || holder === undefined) return false;
        holder.characters += length;
        run += length;
        if (links > 0) {
          holder.linked += length;
          linkedRun += length;
        }
        return false;
      }
      if (!isElement(node)) return false;
      if (isBlock(node)) endRun();
      if (node.tagName === 'a') links++;
      const own = { ...none };
      measures.set(node, own);
      open.push(own);
      return true;
    },
    (element) => {
      if (isBlock(element)) endRun();
      if (element.tagName === 'a') links--;
      const own = open.pop();
      const outer = open.at(-1);
      if (own === undefined || outer === undefined) return;
      outer.characters += own.characters;
      outer.linked += own.linked;
      outer.prose += own.prose;
    },
  );
  endRun();
  return {
    of: (element) => measures.get(element) ?? none,
    remove: (element) => {
      const own = measures.get(element) ?? none;
      for (const outer of ancestors(element)) {
        const around = measures.get(outer);
        if (around === undefined) return;
        around.characters -= own.characters;
        around.linked -= own.linked;
        around.prose -= own.prose;
      }
    },
  };
};

/** Length with white space collapsed, without making the collapsed string. */
const visibleLength = (text: string): number => {
  let length = 0;
  let inSpace = true;
  for (let index = 0; index < text.length; index++) {
    const isSpace = text.charCodeAt(index) <= 32;
    if (!isSpace || !inSpace) length++;
    inSpace = isSpace;
  }
  return inSpace && length > 0 ? length - 1 : length;
};
