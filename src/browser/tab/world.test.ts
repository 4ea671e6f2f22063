import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { ScriptError } from '../../page.ts';
import type { Protocol, Session } from '../devtools/cdp.ts';
import { enterWorld } from './world.ts';

/** A world that V8 runs here, and how long each function was that went there. */
const startWorld = async () => {
  const context = createContext({});
  const lengths: number[] = [];
  const call = async ({
    functionDeclaration,
    arguments: given = [],
  }: Protocol.Runtime.CallFunctionOnRequest) => {
    lengths.push(functionDeclaration.length);
    try {
      const run = runInContext(`(${functionDeclaration})`, context);
      return { result: { value: run(...given.map(({ value }) => value)) } };
    } catch (error) {
      return { exceptionDetails: { text: String(error) } };
    }
  };
  const send = async (method: string, params: never) =>
    method === 'Page.createIsolatedWorld' ? { executionContextId: 1 } : call(params);
  return { world: await enterWorld({ send } as unknown as Session, 'F'), lengths };
};

const long = (code: string) => `(a, b) => { /* ${'as long as a page is looked at '.repeat(30)} */ ${code} }`;
const add = long('return a + b');
const multiply = long('return a * b');
const [two, three] = [{ value: 2 }, { value: 3 }];

test('a function goes to a world once, whoever calls it, and another has its own place', async () => {
  const { world, lengths } = await startWorld();
  expect(await world.call(add, [two, three])).toBe(5);
  expect(await world.call(multiply, [two, three])).toBe(6);
  expect(await world.call(add, [three, three])).toBe(6);
  expect(await world.call(multiply, [three, three])).toBe(9);
  expect(lengths.map((length) => length > add.length)).toEqual([true, true, false, false]);
});

test('one that was sent ahead is called by its place, and is not sent again', async () => {
  const { world, lengths } = await startWorld();
  await world.keep([add, multiply]);
  await world.keep([multiply]);
  expect(await world.call(multiply, [two, three])).toBe(6);
  expect(await world.call(add, [two, three])).toBe(5);
  expect(lengths.map((length) => length > add.length)).toEqual([true, false, false]);
});

test('one that failed at first is sent again', async () => {
  const { world, lengths } = await startWorld();
  const fails = long('return a.b.c');
  await expect(world.call(fails, [two])).rejects.toThrow(ScriptError);
  await expect(world.call(fails, [{ value: { b: {} } }])).resolves.toBeUndefined();
  expect(lengths.map((length) => length > fails.length)).toEqual([true, true]);
});
