import { decodeHTML } from 'entities';
import { quoteLongIntegers } from '../formats/json-text.ts';
import type { Element } from '../tree/tree.ts';
import { attr, rawText } from '../tree/tree.ts';
import { type Entity, localName, type Value } from './entity.ts';
import { parseLoosely } from './loose-json.ts';

/** JSON-LD as entities. */

/** In UTF-16 code units, over all blocks of a page: later ones are left out. */
const maxText = 4_000_000;
/** Of a block that is no JSON: making it out takes longer. */
const maxBroken = 500_000;
/** Over all blocks of a page. */
const maxValues = 100_000;
/** Deeper values are left out: nobody nests so by intent. */
const maxDepth = 24;

/** An entity in the making. */
interface Node extends Entity {
  readonly properties: Map<string, Value[]>;
}

interface Reader {
  readonly nodes: Node[];
  left: number;
}

/**
 * Every top-level entity of the page's JSON-LD, arrays and `@graph` unfolded, in document order; references by `@id`
 * lead to the entity they name. What cannot be read is left out.
 */
export const readJsonLd = (scripts: readonly Element[]): Entity[] => {
  const reader: Reader = { nodes: [], left: maxValues };
  const top: Node[] = [];
  let characters = 0;
  for (const [index, block] of scripts.filter(isBlock).entries()) {
    const text = rawText(block);
    characters += text.length;
    if (characters > maxText) break;
    top.push(...readTop(parse(text), () => `jsonld[${index}]`, reader, 0));
  }
  resolveReferences(reader.nodes);
  return top.filter((node) => !isReference(node));
};

const isBlock = (element: Element): boolean => /^\s*application\/ld\+json/i.test(attr(element, 'type') ?? '');

/** A number may be rounded: article numbers and codes must not be. */
const longInteger = /\d{16}/;

/** Several values after another come as a list. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(longInteger.test(text) ? quoteLongIntegers(text) : text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const values = parseLoosely(text.slice(0, maxBroken));
    return values.length === 1 ? values[0] : values;
  }
};

type Path = () => string;
type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readTop = (value: unknown, path: Path, reader: Reader, depth: number): Node[] => {
  if (depth > maxDepth) return [];
  if (Array.isArray(value))
    return value.flatMap((entry, index) => readTop(entry, at(path, index), reader, depth + 1));
  if (!isMembers(value)) return [];
  const graph = readTop(value['@graph'], at(path, '@graph'), reader, depth + 1);
  const node = readNode(value, path, reader, depth);
  return node.properties.size === 0 && graph.length > 0 ? graph : [node, ...graph];
};

const readNode = (members: Members, path: Path, reader: Reader, depth: number): Node => {
  const types = [members['@type'] ?? members.type ?? []].flat();
  const id = members['@id'];
  const node: Node = {
    source: 'jsonld',
    id: typeof id === 'string' ? id : undefined,
    types: types.filter((type) => typeof type === 'string').map(localName),
    properties: new Map(),
    path,
  };
  reader.nodes.push(node);
  for (const [key, value] of Object.entries(members)) {
    if (key.startsWith('@')) continue;
    const values = readValues(value, at(path, key), reader, depth + 1);
    const name = localName(key);
    if (values.length > 0) node.properties.set(name, [...(node.properties.get(name) ?? []), ...values]);
  }
  return node;
};

const readValues = (value: unknown, path: Path, reader: Reader, depth: number): Value[] => {
  if (depth > maxDepth || reader.left <= 0) return [];
  if (Array.isArray(value))
    return value.flatMap((entry, index) => readValues(entry, at(path, index), reader, depth + 1));
  reader.left--;
  if (typeof value === 'string') return [{ value: value.includes('&') ? decodeHTML(value) : value, path }];
  if (typeof value === 'number' || typeof value === 'boolean') return [{ value, path }];
  if (!isMembers(value)) return [];
  for (const holder of ['@value', '@list', '@set'])
    if (value[holder] !== undefined) return readValues(value[holder], at(path, holder), reader, depth + 1);
  const node = readNode(value, path, reader, depth);
  return node.properties.size === 0 && node.types.length === 0 && node.id === undefined
    ? []
    : [{ value: node, path }];
};

/** `offers` → `.offers`, `@graph` → `['@graph']`, `2` → `[2]`. */
const at =
  (path: Path, key: string | number): Path =>
  () => {
    if (typeof key === 'number') return `${path()}[${key}]`;
    return /^[a-z_]\w*$/i.test(key)
      ? `${path()}.${key}`
      : `${path()}['${key.replace(/[\\']/g, (character) => `\\${character}`)}']`;
  };

const isReference = ({ id, properties }: Node): boolean => id !== undefined && properties.size === 0;

const resolveReferences = (nodes: readonly Node[]): void => {
  const byId = new Map<string, Node>();
  for (const node of nodes) {
    if (node.id === undefined || isReference(node)) continue;
    const known = byId.get(node.id);
    if (known === undefined || known.properties.size < node.properties.size) byId.set(node.id, node);
  }
  const target = new Map<Value['value'], Node>();
  for (const node of nodes) {
    const named = isReference(node) && node.id !== undefined ? byId.get(node.id) : undefined;
    if (named !== undefined) target.set(node, named);
  }
  if (target.size === 0) return;
  for (const { properties } of nodes)
    for (const values of properties.values())
      for (const [index, { value }] of values.entries()) {
        const named = target.get(value);
        if (named !== undefined) values[index] = { value: named, path: named.path };
      }
};
