import type { Paragraph } from 'mdast';
import { attr, collapsedText, type Element, elements, squeeze } from '../../document/tree/tree.ts';

/** In characters: what is longer is an answer to a question. */
const longest = 40;
const mostFields = 40;

/** What may be chosen, in one line with its name: `Size: S, M, L`. Undefined for what is more than a name and short choices. */
export const choices = (element: Element): Paragraph | undefined => {
  if (element.tagName !== 'fieldset') return undefined;
  const inside = elements(element);
  const fields = inside.filter(({ tagName }) => tagName === 'input');
  if (fields.length < 2 || fields.length > mostFields) return undefined;
  const types = new Set(fields.map((field) => attr(field, 'type')));
  if (types.size > 1 || !(types.has('radio') || types.has('checkbox'))) return undefined;
  const textsOf = (name: string) =>
    inside.filter(({ tagName }) => tagName === name).map((part) => squeeze(collapsedText(part)));
  const [legend, ...others] = textsOf('legend');
  const labels = textsOf('label').filter((text) => text !== '');
  if (!legend || others.length > 0 || labels.length < 2 || labels.some((text) => text.length > longest))
    return undefined;
  const said = [legend, ...labels].join('').replace(/\s/g, '');
  if (said !== collapsedText(element).replace(/\s/g, '')) return undefined;
  return {
    type: 'paragraph',
    children: [
      {
        type: 'text',
        value: `${nameIn(legend, labels)}${/[?？:：]$/.test(legend) ? '' : ':'} ${labels.join(', ')}`,
      },
    ],
  };
};

/** The name without what is chosen, which stands among the choices, too: `Colour: Moss`. */
const nameIn = (legend: string, labels: readonly string[]): string => {
  const [, name, chosen] = /^(.+?)\s?:\s*(.*)$/.exec(legend) ?? [];
  return name !== undefined && (chosen === '' || labels.includes(chosen ?? '')) ? name : legend;
};
