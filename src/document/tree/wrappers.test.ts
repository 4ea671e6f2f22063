import { expect, test } from 'vitest';
import { readersTarget } from './wrappers.ts';

const target = 'https://kiln.example.org/log?cone=6&day=2#end';
const escaped = encodeURIComponent(target);

test.each([
  `https://www.google.com/url?sa=t&q=${escaped}&usg=AOvVaw`,
  `https://google.co.uk/url?url=${escaped}`,
  `https://l.facebook.com/l.php?u=${escaped}&h=AT0x&__tn__=-UK`,
  `https://l.instagram.com/?u=${escaped}&e=AT1`,
  `https://out.reddit.com/t3_1abc?url=${escaped}&token=AQAA`,
  `https://steamcommunity.com/linkfilter/?u=${escaped}`,
  `https://steamcommunity.com/linkfilter/?url=${target.replaceAll('&', '%26').replace('#', '%23')}`,
  `https://www.youtube.com/redirect?event=video_description&q=${escaped}&v=abc`,
  `https://vk.com/away.php?to=${escaped}`,
  `https://eur02.safelinks.protection.outlook.com/?url=${escaped}&data=05`,
  `https://duckduckgo.com/l/?uddg=${escaped}&rut=1`,
  `https://link.zhihu.com/?target=${escaped}`,
  `https://href.li/?${target}`,
  `https://forum.example.net/proxy.php?link=${escaped}&hash=0a1b`,
  `https://l.facebook.com/l.php?u=${encodeURIComponent(`https://www.google.com/url?q=${escaped}`)}`,
])('a page that leads on gives way to what it leads to: %s', (link) => {
  expect(readersTarget(link)).toBe(target);
});

test.each([
  'https://www.google.com/search?q=https%3A%2F%2Fa.example%2F',
  'https://www.google.com/url?q=kilns',
  'https://www.google.com/url?q=javascript%3Aalert(1)',
  'https://www.google.com/url?q=%2Fpreferences',
  'https://google.example.com/url?q=https%3A%2F%2Fa.example%2F',
  'https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fa.example%2F',
  'https://forum.example.net/proxy.php?link=https%3A%2F%2Fa.example%2F',
  'https://archive.example.net/web?url=https%3A%2F%2Fa.example%2F',
  'mailto:me@example.com?subject=https://a.example/',
  'https://a.example/view.php?sid=12&t=5',
  'https://a.example/talk?session_id=550e8400-e29b-41d4-a716-446655440000',
  'https://img.example/kiln.png?w=900&s=0123456789abcdef0123456789abcdef',
])('others stay as they are: %s', (link) => {
  expect(readersTarget(link)).toBe(link);
});

test.each([
  ['viewtopic.php?f=2&t=5&sid=0123456789abcdef0123456789abcdef#p7', 'viewtopic.php?f=2&t=5#p7'],
  ['index.php?PHPSESSID=ab12', 'index.php'],
  ['showthread.php?s=0123456789abcdef0123456789abcdef&t=5', 'showthread.php?t=5'],
  ['shop/item.do;jsessionid=AB12.node?id=7', 'shop/item.do?id=7'],
])('the session of a visitor is not for others: %s', (link, own) => {
  expect(readersTarget(`https://a.example/${link}`)).toBe(`https://a.example/${own}`);
});

test('wrappers in wrappers have an end', () => {
  let link = 'https://a.example/';
  for (let depth = 0; depth < 8; depth++) link = `https://www.google.com/url?q=${encodeURIComponent(link)}`;
  expect(readersTarget(link)).toMatch(/^https:\/\/www\.google\.com\/url\?q=/);
});
