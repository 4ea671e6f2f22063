import type { TextPeer } from './peer.ts';

interface Dom {
  parseHTML(html: string): { readonly document: object };
}
interface Reader {
  readonly Readability: new (document: object) => { parse(): { content?: string | null } | null };
}
type Converter = new (options: object) => { turndown(html: string): string };

export const linkedomVersion = '0.18.12';

export const readability: TextPeer = {
  name: 'Readability + Turndown',
  how: 'linkedom parses, Readability chooses, Turndown writes',
  packages: {
    dependencies: { '@mozilla/readability': '0.6.0', turndown: '7.2.5', linkedom: linkedomVersion },
  },
  open: ({ load }) => {
    const { parseHTML } = load('linkedom') as Dom;
    const { Readability } = load('@mozilla/readability') as Reader;
    const Turndown = load('turndown') as Converter;
    const converter = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
    return (html) => converter.turndown(new Readability(parseHTML(html).document).parse()?.content ?? '');
  },
};
