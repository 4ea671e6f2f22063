/** Names that a body has twice, which JSON parsers pass over. */

/** Where the scan is in one list or object. */
interface Level {
  /** The names so far; absent in a list. */
  readonly names?: Set<string>;
  /** Where it stands, as `options` or `actions[]`; empty for the whole. */
  readonly path: string;
  /** The name that was read last; none in a list. */
  name: string;
  /** Whether the next string is a name. */
  isNameNext: boolean;
}

/** More than that nobody reads. */
const maxTold = 100;

/**
 * The names that an object of a JSON text has more than once, each once, as `options.delay_ms` or `actions[].type`: what
 * reads JSON takes the last of them and says nothing.
 * @param text valid JSON.
 */
export const repeatedNames = (text: string): string[] => {
  const repeated = new Set<string>();
  const levels: Level[] = [];
  for (let index = 0; index < text.length; index++) {
    const level = levels.at(-1);
    switch (text[index]) {
      case '"': {
        const end = endOfString(text, index);
        if (level?.isNameNext) note(level, JSON.parse(text.slice(index, end)), repeated);
        index = end - 1;
        break;
      }
      case '{':
        levels.push({ names: new Set(), path: pathOf(level), name: '', isNameNext: true });
        break;
      case '[':
        levels.push({ path: pathOf(level), name: '', isNameNext: false });
        break;
      case ',':
        if (level?.names) level.isNameNext = true;
        break;
      case '}':
      case ']':
        levels.pop();
    }
  }
  return [...repeated];
};

/** Behind the closing quote of the string that begins at `start`. */
const endOfString = (text: string, start: number): number => {
  let index = start + 1;
  while (text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index + 1;
};

const note = (level: Level, name: string, repeated: Set<string>): void => {
  if (level.names?.has(name) && repeated.size < maxTold) repeated.add(join(level.path, name));
  level.names?.add(name);
  level.name = name;
  level.isNameNext = false;
};

/** The path of what begins inside a level. */
const pathOf = (level: Level | undefined): string => {
  if (level === undefined) return '';
  return level.names ? join(level.path, level.name) : `${level.path}[]`;
};

/** Names are as long as their senders want. */
const maxShown = 64;

const join = (path: string, name: string): string =>
  `${path}${path === '' ? '' : '.'}${name.slice(0, maxShown)}`;
