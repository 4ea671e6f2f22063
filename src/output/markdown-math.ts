import { attr, type Element, elements, rawText, squeeze } from '../document/tree.ts';
import { mathmlToTex } from './mathml.ts';

export interface Formula {
  readonly tex: string;
  /** Whether it stands on a line of its own. */
  readonly display: boolean;
}

/** The TeX source that a formula carries: an annotation, `alttext`, a script, a picture's description. */
export const formula = (root: Element): Formula | undefined => {
  const inside = [root, ...elements(root)];
  const math = inside.find(({ tagName }) => tagName === 'math');
  const annotation = inside.find(
    (element) => element.tagName === 'annotation' && /tex/i.test(attr(element, 'encoding') ?? ''),
  );
  const script = inside.find(({ tagName }) => tagName === 'script');
  const picture = inside.find(({ tagName }) => tagName === 'img');
  const tex = [
    annotation === undefined ? undefined : rawText(annotation),
    math === undefined ? undefined : (attr(math, 'alttext') ?? attr(math, 'data-latex')),
    script === undefined ? undefined : rawText(script),
    picture === undefined ? undefined : attr(picture, 'alt'),
    math === undefined ? undefined : mathmlToTex(math),
  ]
    .map((source) => squeeze(source ?? ''))
    .find((source) => source !== '');
  if (tex === undefined) return undefined;
  const display =
    (math !== undefined && attr(math, 'display') === 'block') ||
    /display/i.test(attr(root, 'class') ?? '') ||
    (script !== undefined && /mode=display/.test(attr(script, 'type') ?? ''));
  return { tex: unwrap(tex), display };
};

/**
 * `{\displaystyle x}` → `x`, `$x$` → `x`. TeX goes into Markdown as it stands, so whatever could end as markup or a
 * link there is written otherwise.
 */
const unwrap = (tex: string): string =>
  tex
    .replace(/^\{\\(?:displaystyle|textstyle)\s*([\s\S]*)\}$/, '$1')
    .replace(/^\$+|\$+$/g, '')
    .replaceAll('<', '\\lt ')
    .replaceAll('](', '] (')
    .trim();
