import type { TextPeer } from './peer.ts';

interface Mdream {
  htmlToMarkdown(html: string, options: object): string;
}

export const mdream: TextPeer = {
  name: 'mdream',
  how: 'htmlToMarkdown with the minimal preset, which isolates the main content',
  packages: { dependencies: { mdream: '1.7.2' } },
  open: ({ load }) => {
    const { htmlToMarkdown } = load('mdream') as Mdream;
    return (html, url) => htmlToMarkdown(html, { minimal: true, origin: new URL(url).origin });
  },
};
