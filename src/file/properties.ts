import { DomUtils, parseDocument } from 'htmlparser2';

/** What an Office file says of itself in `docProps/core.xml` (ECMA-376, part 2). */
export interface Properties {
  readonly title: string;
  readonly author: string;
  readonly created: string;
  readonly language: string;
}

export const readProperties = (core: Uint8Array | undefined): Properties => {
  const xml = core === undefined ? '' : new TextDecoder().decode(core);
  const document = parseDocument(xml, { xmlMode: true });
  const textOf = (name: string): string => {
    const [element] = DomUtils.getElementsByTagName(name, document, true, 1);
    return element === undefined ? '' : DomUtils.textContent(element).trim();
  };
  return {
    title: textOf('dc:title'),
    author: textOf('dc:creator'),
    created: textOf('dcterms:created'),
    language: textOf('dc:language'),
  };
};
