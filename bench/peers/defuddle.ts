import { join } from 'node:path';
import type { TextPeer } from './peer.ts';
import { linkedomVersion } from './readability.ts';

interface Dom {
  parseHTML(html: string): { readonly document: object };
}
interface Cleaner {
  Defuddle(document: object, url: string, options: object): Promise<{ content: string }>;
}

export const defuddle: TextPeer = {
  name: 'Defuddle',
  how: 'linkedom parses, Defuddle chooses and writes, without asking the network',
  packages: { dependencies: { defuddle: '0.19.4', linkedom: linkedomVersion } },
  open: ({ load, folder }) => {
    const { parseHTML } = load('linkedom') as Dom;
    // Its entry for Node.js can only be imported by name, and only from where it is installed.
    const { Defuddle } = load(join(folder, 'node_modules/defuddle/dist/node.js')) as Cleaner;
    return async (html, url) =>
      (await Defuddle(parseHTML(html).document, url, { markdown: true, useAsync: false })).content;
  },
};
