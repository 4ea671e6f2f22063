import { isNamedKey, type KeyPress, type Modifier, type NamedKey } from '../../contract/keys.ts';
import type { Protocol, Session } from '../devtools/cdp.ts';

/** A keyboard of the US layout, for trusted key events. */

interface Key {
  readonly key: string;
  /** The key's place on the board: `KeyboardEvent.code`. */
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  /** What it writes. */
  readonly text?: string;
}

const codes: Readonly<Record<NamedKey, number>> = {
  Enter: 13,
  Tab: 9,
  Escape: 27,
  Backspace: 8,
  Delete: 46,
  Insert: 45,
  Home: 36,
  End: 35,
  PageUp: 33,
  PageDown: 34,
  ArrowUp: 38,
  ArrowDown: 40,
  ArrowLeft: 37,
  ArrowRight: 39,
  F1: 112,
  F2: 113,
  F3: 114,
  F4: 115,
  F5: 116,
  F6: 117,
  F7: 118,
  F8: 119,
  F9: 120,
  F10: 121,
  F11: 122,
  F12: 123,
};

/** Place, code, and what the key writes without and with Shift. */
const places: readonly (readonly [string, number, string])[] = [
  ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => {
    const upper = letter.toUpperCase();
    return [`Key${upper}`, upper.charCodeAt(0), letter + upper] as const;
  }),
  ...[...')!@#$%^&*('].map((sign, digit) => [`Digit${digit}`, 48 + digit, `${digit}${sign}`] as const),
  ['Space', 32, '  '],
  ['Semicolon', 186, ';:'],
  ['Equal', 187, '=+'],
  ['Comma', 188, ',<'],
  ['Minus', 189, '-_'],
  ['Period', 190, '.>'],
  ['Slash', 191, '/?'],
  ['Backquote', 192, '`~'],
  ['BracketLeft', 219, '[{'],
  ['Backslash', 220, '\\|'],
  ['BracketRight', 221, ']}'],
  ['Quote', 222, '\'"'],
];

const characters: ReadonlyMap<string, Key> = new Map(
  places.flatMap(([code, windowsVirtualKeyCode, written]) =>
    [...written].map((key) => [key, { key, code, windowsVirtualKeyCode, text: key }] as const),
  ),
);

const modifierKeys: Readonly<Record<Modifier, Key & { readonly bit: number }>> = {
  Alt: { key: 'Alt', code: 'AltLeft', windowsVirtualKeyCode: 18, bit: 1 },
  Control: { key: 'Control', code: 'ControlLeft', windowsVirtualKeyCode: 17, bit: 2 },
  Meta: { key: 'Meta', code: 'MetaLeft', windowsVirtualKeyCode: 91, bit: 4 },
  Shift: { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16, bit: 8 },
};

/** @returns undefined for a character that the board has no key for. */
const keyOf = (name: string): Key | undefined =>
  isNamedKey(name)
    ? { key: name, code: name, windowsVirtualKeyCode: codes[name], ...(name === 'Enter' && { text: '\r' }) }
    : characters.get(name);

type KeyEvent = Protocol.Input.DispatchKeyEventRequest;

const down = ({ text, ...key }: Key, bits: number): KeyEvent => ({
  ...key,
  modifiers: bits,
  // With Control, Alt or Meta held a key commands instead of writing.
  ...(text === undefined || (bits & 7) !== 0
    ? { type: 'rawKeyDown' as const }
    : { type: 'keyDown' as const, text, unmodifiedText: text }),
});

const up = ({ text: _, ...key }: Key, bits: number): KeyEvent => ({ ...key, modifiers: bits, type: 'keyUp' });

/** A letter beside other keys is what the keyboard makes of it: `Control+K` is no capital, for Shift is not held. */
const heldWith = (name: string, held: KeyPress['held']): string => {
  if (held.length === 0 || !/^[a-z]$/i.test(name)) return name;
  return held.includes('Shift') ? name.toUpperCase() : name.toLowerCase();
};

/** Presses and releases one key, with others held. */
export const press = async ({ send }: Session, { key: name, held }: KeyPress): Promise<void> => {
  const key = keyOf(heldWith(name, held));
  if (key === undefined) {
    await send('Input.insertText', { text: name });
    return;
  }
  const events: KeyEvent[] = [];
  let bits = 0;
  for (const modifier of held) {
    bits |= modifierKeys[modifier].bit;
    events.push(down(modifierKeys[modifier], bits));
  }
  events.push(down(key, bits), up(key, bits));
  for (const modifier of held.toReversed()) {
    bits &= ~modifierKeys[modifier].bit;
    events.push(up(modifierKeys[modifier], bits));
  }
  // The browser takes them in the order in which they are sent.
  await Promise.all(events.map((event) => send('Input.dispatchKeyEvent', event)));
};

/** Keys under way at once: twenty thousand events in one go hold up the thread that serves everybody. */
const keysAtOnce = 50;

/** Types text key by key; what the board has no key for is put in as it is, like that of an input method. */
export const typeText = async (session: Session, text: string, over: AbortSignal): Promise<void> => {
  const keys = [...text.replaceAll(/\r\n?/g, '\n')].map((key) => ({
    key: key === '\n' ? 'Enter' : key === '\t' ? 'Tab' : key,
    held: [],
  }));
  for (let at = 0; at < keys.length && !over.aborted; at += keysAtOnce)
    await Promise.all(keys.slice(at, at + keysAtOnce).map((key) => press(session, key)));
};
