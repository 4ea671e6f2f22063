import { sha256 } from '../../text.ts';
import type { Protocol } from '../devtools/cdp.ts';

/** Tells a page that asks for the same again and again from one that asks for one thing after the other. */

/** What a request asks for. */
export interface Question {
  /** Stands for its words. */
  readonly key: string;
  /** Of a list; -1 for none. */
  readonly part: number;
}

export interface Polls {
  /** Notes a request of an XHR or fetch. */
  note(question: Question): void;
  /** Notes that such a request has been answered. */
  answered(question: Question): void;
  isPolled(question: Question): boolean;
  clear(): void;
}

interface Asked {
  /** Requests that are made together, such as queries that all go to one address, count once. */
  readonly times: number;
  readonly at: number;
  readonly answered: boolean;
  /** The furthest part of a list, and how many there were. */
  readonly part: number;
  readonly parts: number;
}

/** What is asked for as often is polled. */
export const manyRepeats = 8;

/** A list has an end, but what counts up may not. */
const mostParts = 40;

/** Requests are made together that follow each other as closely, without an answer in between. */
const togetherMs = 50;

/** No page needs as many at once: what a flood has on top is counted and not remembered. */
export const maxRemembered = 1000;

const unasked: Asked = { times: 0, at: 0, answered: true, part: -1, parts: 0 };

export const watchPolls = (): Polls => {
  const asked = new Map<string, Asked>();
  return {
    note: ({ key, part }) => {
      const before = asked.get(key) ?? unasked;
      const at = performance.now();
      const isTogether = !before.answered && at - before.at < togetherMs;
      if (isTogether || (before === unasked && asked.size >= maxRemembered)) return;
      const isNext = part > before.part && before.parts < mostParts;
      asked.set(key, {
        times: isNext && before !== unasked ? before.times : before.times + 1,
        at,
        answered: false,
        part: Math.max(part, before.part),
        parts: before.parts + (isNext ? 1 : 0),
      });
    },
    answered: ({ key }) => {
      const last = asked.get(key);
      if (last) asked.set(key, { ...last, answered: true });
    },
    isPolled: ({ key }) => (asked.get(key)?.times ?? 0) >= manyRepeats,
    clear: () => asked.clear(),
  };
};

/** In characters of a query and a body. */
const mostTold = 1000;

/** Of what is no XHR or fetch. */
export const noQuestion: Question = { key: '', part: -1 };

/** A request may send megabytes, and is remembered. */
export const questionOf = ({ url, postData = '' }: Protocol.Network.Request): Question => {
  const path = url.split(/[?#]/, 1)[0] ?? url;
  const told = `${url.slice(path.length, path.length + mostTold)} ${postData.slice(0, mostTold)}`;
  return { key: sha256(`${path} ${wordsOf(told)}`).toString('base64'), part: partOf(told) };
};

/** Without what is new in each of those that poll: times, counts and random letters. */
const wordsOf = (told: string): string => told.replace(/[\w.%+-]+/g, (word) => (/\d/.test(word) ? '' : word));

/** By the names that parts of lists mostly go by. A time is none. */
const partOf = (told: string): number => Number(part.exec(told)?.[1] ?? -1);
const part =
  /(?<![a-z])(?:page|paged|pg|p|offset|start|skip|from|chunk|part|batch)(?:[_-]?(?:no|number|index))?["\]]*\s*[=:]\s*"?(\d{1,6})(?!\d)/i;
