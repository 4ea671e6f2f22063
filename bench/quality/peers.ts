import { install } from '../install.ts';
import { loader } from '../peers/peer.ts';
import { textPeers } from '../peers.ts';

/** A page → its main content as Markdown, by another system. */
export interface Converter {
  readonly name: string;
  toMarkdown(html: string, url: string): Promise<string>;
}

/** What people use for this, and why what cannot be installed is not there. */
export const loadConverters = async (): Promise<{ converters: Converter[]; missing: string[] }> => {
  const converters: Converter[] = [];
  const missing: string[] = [];
  for (const [id, { name, packages, open }] of Object.entries(textPeers)) {
    const installed = await install(id, packages);
    if ('missing' in installed) missing.push(`${name}: ${installed.missing}`);
    else {
      const convert = open({ load: loader(installed.folder), ...installed });
      converters.push({ name, toMarkdown: async (html, url) => convert(html, url) });
    }
  }
  for (const line of missing) console.error(`Nothing is compared with ${line}`);
  return { converters, missing };
};
