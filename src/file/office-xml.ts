import { Parser } from 'htmlparser2';

/** Without its prefix: writers may give the namespace any, `x:numFmt`. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

export type Attributes = Readonly<Record<string, string>>;

/** Calls back for each element, names without prefix. */
export const readXml = (
  xml: string,
  onOpen: (name: string, attributes: Attributes) => void,
  onText: (text: string) => void = () => undefined,
  onClose: (name: string) => void = () => undefined,
): void => {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => onOpen(localName(name), attributes),
      ontext: onText,
      onclosetag: (name) => onClose(localName(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
};

/** `r:id`, whatever the prefix. */
export const relationshipOf = (attributes: Attributes): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';

/** What the relationships of a part lead to, as written, by their id. */
export const readTargets = (xml: string): Map<string, string> => {
  const targets = new Map<string, string>();
  readXml(xml, (name, { Id = '', Target = '' }) => {
    if (name === 'Relationship') targets.set(Id, Target);
  });
  return targets;
};
