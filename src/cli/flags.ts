import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { ServiceError } from '../contract/error.ts';
import { reasonOf, UsageError } from './run.ts';

/**
 * Every field of a request is an option of its command: `wait_for_selector` is `--wait-for-selector`, and so is what
 * stands in `options`. They are made from the contract, which also checks what they are given.
 */
export interface Flags {
  /** The fields that were given. @throws UsageError for a value that cannot be read. */
  body(command: Command): Record<string, unknown>;
  /** What the contract says of a field, said of its option. Other errors are thrown as they are. */
  check<T>(parse: () => T): T;
}

interface Field {
  /** `['options', 'full_page']` */
  readonly path: readonly string[];
  readonly option: Option;
  readonly read: (given: unknown) => unknown;
}

/** What is said otherwise on the command line than in a body. */
interface Spelling {
  readonly flags: string;
  readonly help: string;
  readonly read: (given: readonly string[]) => unknown;
}

/** Of an option that may be given several times. */
export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

/** Of an option whose value is one of some names. */
export const oneOf =
  <T extends string>(names: readonly T[]) =>
  (text: string): T => {
    const found = names.find((name) => name === text);
    if (found === undefined) throw new InvalidArgumentError(`There are ${names.join(', ')}.`);
    return found;
  };

const spellings: Readonly<Record<string, Spelling>> = {
  headers: {
    flags: '--header <name: value>',
    help: 'request header, for the origin of the address only; may be repeated',
    read: (given) => {
      const headers = given.map((line) => pair(line, ':', '--header "Name: value"'));
      return onceEach(headers, '--header', (name) => name.toLowerCase());
    },
  },
  cookies: {
    flags: '--cookie <name=value>',
    help: 'cookie that the browser has, or a JSON object with domain, path …; may be repeated',
    read: (given) =>
      given.map((text) => {
        if (text.startsWith('{')) return readJson(text, '--cookie');
        const [name, value] = pair(text, '=', '--cookie name=value');
        return { name, value };
      }),
  },
};

const pair = (text: string, separator: string, form: string): [string, string] => {
  const at = text.indexOf(separator);
  if (at < 1) throw new UsageError(`write ${form}, not ${JSON.stringify(text)}`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
};

/** The object of these entries. @param same what a name is compared by. @throws UsageError for a name given twice. */
export const onceEach = <T>(
  entries: readonly (readonly [string, T])[],
  flag: string,
  same: (name: string) => string = (name) => name,
): Record<string, T> => {
  const seen = new Set<string>();
  for (const [name] of entries) {
    if (seen.has(same(name))) throw new UsageError(`${flag}: ${name} is given twice`);
    seen.add(same(name));
  }
  return Object.fromEntries(entries);
};

/** @param schemas one, or those of several kinds of request by their name. @param leftOut fields that are arguments of the command, or of no use there. */
export const addFlags = (
  command: Command,
  schemas: Readonly<Record<string, z.ZodObject>>,
  leftOut: readonly string[],
): Flags => {
  const found = Object.entries(schemas).flatMap(([of, schema]) =>
    leaves(schema).map((leaf) => ({ ...leaf, of })),
  );
  const wanted = found.filter(({ name, shape }) => !leftOut.includes(name) && shape.const === undefined);
  const fields = new Map<string, Field>();
  for (const [path, [first, ...others]] of Map.groupBy(wanted, (leaf) => leaf.path.join('.')))
    if (first !== undefined)
      fields.set(path, fieldOf(first, helpOfAll([first, ...others], Object.keys(schemas).length)));
  for (const { option } of fields.values()) command.addOption(option);

  return {
    body: (given) => {
      const body: Record<string, unknown> = {};
      for (const { path, option, read } of fields.values()) {
        const name = option.attributeName();
        if (given.getOptionValueSource(name) !== 'cli') continue;
        put(body, path, read(given.getOptionValue(name)));
      }
      return body;
    },
    check: (parse) => {
      try {
        return parse();
      } catch (error) {
        if (!(error instanceof ServiceError) || error.extras.issues === undefined) throw error;
        const said = error.extras.issues.map(({ path, message }) => `${spoken(fields, path)}${message}`);
        throw new UsageError(said.join('; '), { cause: error });
      }
    },
  };
};

/** `options.width` → `--width: `, `actions.0.key` → `--actions 0.key: `; what is no option keeps its name. */
const spoken = (fields: ReadonlyMap<string, Field>, path: string): string => {
  if (path === '') return '';
  const found = [...fields].find(([name]) => path === name || path.startsWith(`${name}.`));
  if (found === undefined) return `${path}: `;
  const [name, { option }] = found;
  return `${[option.long, path.slice(name.length + 1)].filter(Boolean).join(' ')}: `;
};

interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly description?: string;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
}

interface Leaf {
  readonly path: readonly string[];
  readonly name: string;
  readonly shape: Shape;
}

/** The fields of a request, those of its `options` among them. */
const leaves = (schema: z.ZodObject): Leaf[] => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
  return Object.entries(properties).flatMap(([name, shape]) =>
    name === 'options'
      ? Object.entries(shape.properties ?? {}).map(([inner, its]) => ({
          path: ['options', inner],
          name: inner,
          shape: its,
        }))
      : [{ path: [name], name, shape }],
  );
};

const fieldOf = ({ path, name, shape }: Leaf, help: string): Field => {
  const spelling = spellings[name];
  if (spelling !== undefined) {
    const option = new Option(spelling.flags, spelling.help).argParser(collect);
    return { path, option, read: (given) => spelling.read(given as string[]) };
  }
  const flag = `--${name.replaceAll('_', '-')}`;
  if (shape.type === 'boolean') {
    const on = shape.default !== true;
    const option = on
      ? new Option(flag, help)
      : new Option(flag.replace('--', '--no-'), `switch off: ${lowerFirst(help)}`);
    return { path, option, read: (given) => given };
  }
  const { placeholder, many, read } = scripts.has(name) ? script(flag) : kindOf(shape, flag);
  const option = new Option(`${flag} <${placeholder}>`, many ? `${help}; may be repeated` : help);
  return { path, option: many ? option.argParser(collect) : option, read };
};

interface Kind {
  readonly placeholder: string;
  readonly many?: true;
  readonly read: (given: unknown) => unknown;
}

/** Texts that are long enough for a file; any other may begin with an @. */
const scripts: ReadonlySet<string> = new Set(['javascript']);
const script = (flag: string): Kind => ({
  placeholder: 'text',
  read: (given) => readText(String(given), flag),
});

const kindOf = ({ type, enum: values, items }: Shape, flag: string): Kind => {
  if (values !== undefined) return { placeholder: 'name', read: (given) => given };
  if (type === 'integer' || type === 'number')
    return { placeholder: 'number', read: (given) => readNumber(String(given), flag) };
  if (type === 'string') return { placeholder: 'text', read: (given) => given };
  if (type === 'array' && items?.type === 'string')
    return { placeholder: 'text', many: true, read: (given) => given };
  return { placeholder: 'json', read: (given) => readJson(String(given), flag) };
};

/** What is said of a field that is not in every kind of request, or means another thing there. */
const helpOfAll = (leaves: readonly (Leaf & { of: string })[], kinds: number): string => {
  const texts = [...Map.groupBy(leaves, ({ shape }) => helpOf(shape))];
  const [[only = ''] = []] = texts;
  if (leaves.length === kinds && texts.length === 1) return only;
  return texts.map(([text, of]) => `${text} (${of.map((leaf) => leaf.of).join(', ')})`).join('; ');
};

const helpOf = ({ description = '', enum: values, default: fallback, type }: Shape): string => {
  const choices = values === undefined ? [] : [values.join(', ')];
  const isTold = ['string', 'number'].includes(typeof fallback) && type !== 'boolean';
  const words = [description.replaceAll('`', '').replace(/\.$/, ''), ...choices].filter(
    (part) => part !== '',
  );
  return `${lowerFirst(words.join(': '))}${isTold ? ` (default: ${fallback})` : ''}`;
};

const lowerFirst = (text: string): string =>
  /^[A-Z][a-z ]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;

const readNumber = (text: string, flag: string): number => {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number))
    throw new UsageError(`${flag} takes a number, not ${text}`);
  return number;
};

/** `@file` stands for what is in the file, `@-` for stdin. @throws UsageError */
const readText = (text: string, flag: string): string => {
  if (!text.startsWith('@')) return text;
  const file = text.slice(1);
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(`${flag}: ${file} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
};

/** JSON, or `@file` with it. @throws UsageError */
export const readJson = (text: string, flag: string): unknown => {
  try {
    return JSON.parse(readText(text, flag));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${flag} takes JSON, or @file: ${error.message}`);
    throw error;
  }
};

const put = (
  body: Record<string, unknown>,
  [first = '', ...rest]: readonly string[],
  value: unknown,
): void => {
  if (rest.length === 0) body[first] = value;
  else {
    const inner = (body[first] ?? {}) as Record<string, unknown>;
    body[first] = inner;
    put(inner, rest, value);
  }
};
