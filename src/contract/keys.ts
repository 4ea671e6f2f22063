import { z } from 'zod';

/** Keys that an action can press, by their names in the DOM (`KeyboardEvent.key`). */

export const namedKeys = [
  'Enter',
  'Tab',
  'Escape',
  'Backspace',
  'Delete',
  'Insert',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'F1',
  'F2',
  'F3',
  'F4',
  'F5',
  'F6',
  'F7',
  'F8',
  'F9',
  'F10',
  'F11',
  'F12',
] as const;
export type NamedKey = (typeof namedKeys)[number];

export const modifiers = ['Alt', 'Control', 'Meta', 'Shift'] as const;
export type Modifier = (typeof modifiers)[number];

/** A key, and what is held down with it. */
export interface KeyPress {
  /** One of `namedKeys`, or a single character. */
  readonly key: string;
  readonly held: readonly Modifier[];
}

export const isNamedKey = (key: string): key is NamedKey => namedKeys.some((name) => name === key);
const isModifier = (name: string): name is Modifier => modifiers.some((modifier) => modifier === name);

const isCharacter = (text: string) => [...text].length === 1 && text.isWellFormed() && text >= ' ';

/** Reads `Enter`, `a`, `Space`, `Control+A`, `Control++`. */
export const keyPress = z
  .string()
  .max(64)
  .transform((text, context): KeyPress => {
    const [, before = '', name = ''] = /^((?:[A-Z][a-z]+\+)*)(.+)$/s.exec(text) ?? [];
    // The one key whose name in the DOM nobody sees.
    const key = name === 'Space' ? ' ' : name;
    const held = before.split('+').slice(0, -1);
    if (held.every(isModifier) && (isNamedKey(key) || isCharacter(key)))
      return { key, held: [...new Set(held)] };
    context.addIssue('must be a character or the DOM name of a key, such as Enter or Control+A');
    return z.NEVER;
  })
  .describe('A key by its DOM name, such as `Enter` or `a`, with modifiers: `Control+A`.');
