import { type Block, textOf } from './blocks.ts';

/** What is about something that happens tells when. */
export const happens = /Event$|^Festival$/;

/** In characters. */
export const longestDate = 80;

/** When it was written and how long it takes to read: that is in the metadata. */
export const isDate = (block: Block): boolean => {
  if (block.level > 0 || block.digits === 0 || block.characters > longestDate || block.linked > 0)
    return false;
  const text = textOf(block).toLowerCase();
  return (
    someTime.test(text) &&
    !/^\d{4}$/.test(text.trim()) &&
    !/[\p{L}\p{Sc}%]/u.test(text.replace(dateWords, ' '))
  );
};

/** Where Chinese news have a text from, who wrote it and when, with the links beside: `2023-10-11 来源：日报 作者：王丽 字号：大中小`. */
export const isSourceLine = (block: Block): boolean =>
  block.level === 0 &&
  block.characters <= longestDate &&
  /(?:来源|來源|作者|记者|字号|字號)\s*[:：]/.test(textOf(block)) &&
  someTime.test(textOf(block));

/** A year, or how many minutes. */
const someTime = /\b(?:19|20)\d\d\b|\bmin(?:ute)?s?\b/;

/** What is said of a time beside its numbers. */
export const dateWords =
  /\b(?:published|updated|posted|modified|last|on|at|date|(?:jan|febr?)(?:uary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|(?:octo?|nov(?:em)?|dec(?:em)?)(?:ber)?|(?:mon|tues?|wed(?:nes)?|thur?s?|fri|satu?r?|sun)(?:day)?|[ap]\.?m|utc|gmt|e[sd]t|p[sd]t|st|nd|rd|th|min(?:ute)?s?|read(?:ing)?|time)\b/g;
