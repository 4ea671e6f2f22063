import { attr, type ChildNode, collapsedText, type Element, isElement, squeeze } from '../tree/tree.ts';
import type { Block } from './blocks.ts';

/** In characters. */
const longestAct = 30;
/** Elements between a text and the link around it. */
const linkDepth = 4;

/**
 * What can be done with a post where people talk with each other: links such as `reply`, `hide` and `[–]` beside who wrote it,
 * and the signs that part them. A sentence that links these words is a sentence.
 */
export const acts = (chosen: ReadonlySet<Block>): ChildNode[] => {
  const found = new Set<ChildNode>();
  const judged = new Map<Element, boolean>();
  const isActing = (link: Element): boolean => {
    const is = judged.get(link) ?? isAct(link);
    judged.set(link, is);
    return is;
  };
  for (const { isProse, level, linked, nodes } of chosen) {
    if (isProse || level > 0 || linked === 0) continue;
    let parting: ChildNode[] = [];
    for (const node of nodes) {
      const link = linkAround(node);
      if (link !== undefined && isActing(link)) {
        found.add(link);
        for (const sign of parting) found.add(sign);
      }
      if (link !== undefined || !isSigns(node.value)) parting = [];
      else parting.push(node);
    }
  }
  return [...found];
};

const isSigns = (text: string): boolean => /^[\s|·•()[\]/,-]*$/.test(text);

const linkAround = (node: ChildNode): Element | undefined => {
  let around = node.parentNode;
  for (let depth = 0; depth < linkDepth && around !== null && isElement(around); depth++) {
    if (around.tagName === 'a') return around;
    around = around.parentNode;
  }
  return undefined;
};

const isAct = (link: Element): boolean => {
  const text = collapsedText(link);
  if (text.length > longestAct) return false;
  const href = (attr(link, 'href') ?? '').trim();
  return act.test(squeeze(text).toLowerCase()) || href === '#' || doing.test(href);
};

const act =
  /^(?:[[(]?[-–+][\])]?|\[?\d+ more\]?|(?:un-?)?(?:hide|fav(?:ou?rite)?|flag|save|like)|past|caches|share|report(?: to moderator)?|(?:reply|quote)(?: with quote)?|(?:perma)?link|(?:unread )?post|parent|root|next|prev|context|embed|edit|delete|up-?vote|down-?vote|vote|give award|antworten|zitieren|melden|teilen|répondre|citer|signaler|partager|responder|citar|compartir|ответить|цитировать|回复|引用|返信)$/;
/** Where one has to log in first, or what is done at once. */
const doing = /^javascript:|\/(?:log-?in|sign-?in|vote|reply|hide|fave)(?:[/?#]|$)/i;
