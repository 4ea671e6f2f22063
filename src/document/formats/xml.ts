import { Parser } from 'htmlparser2';
import { html } from 'parse5';
import { treeAdapter } from '../tree/nodes.ts';
import type { Document, Element } from '../tree/tree.ts';

/** Elements in one another; what is deeper stands in the last of them, so that code further on may recurse. */
const maxDepth = 512;

/** XML as a tree like that of pages, below an element `html`: selectors read it as they read them, names in small letters. */
export const parseXml = (xml: string): Document => {
  const element = (name: string, attributes: Readonly<Record<string, string>>): Element =>
    treeAdapter.createElement(
      name.toLowerCase(),
      html.NS.HTML,
      Object.entries(attributes).map(([key, value]) => ({ name: key.toLowerCase(), value })),
    );
  const document = treeAdapter.createDocument();
  const root = element('html', {});
  treeAdapter.appendChild(document, root);
  const open = [root];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const child = element(name, attributes);
        const parent = open.at(-1) ?? root;
        treeAdapter.appendChild(parent, child);
        open.push(open.length < maxDepth ? child : parent);
      },
      ontext: (text) => treeAdapter.insertText(open.at(-1) ?? root, text),
      onclosetag: () => {
        open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return document;
};
