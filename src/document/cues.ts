import type { Measures } from './measure.ts';
import type { Element } from './tree.ts';
import { childElements, collapsedText, elements, firstElement, isElement, parentElement } from './tree.ts';

/**
 * What surrounds content, told by its own words, for pages whose names say nothing: `<h3>Read also</h3>` over a list
 * of links, `Advertisement` over a box.
 */

/** Headings over links to other pages, in the languages most pages are written in. */
const teasers = new RegExp(
  `^(?:${[
    '(?:related|similar|recommended|popular|trending|latest|recent|more|other|featured) (?:articles?|posts?|stories|news|content|topics|links|videos|reading|products|items|resources|pages|questions|coverage)',
    '(?:you (?:may|might)|customers) (?:also )?(?:like|enjoy|be interested in|viewed|bought)',
    'related',
    'read (?:also|more|next)',
    'also (?:read|on .*|see)',
    'see also on .*',
    'more (?:from|in|on) .*',
    'recommended(?: for you| reading)?',
    'most (?:read|popular|viewed)',
    'trending(?: now)?',
    'up next',
    'keep reading',
    'what to read next',
    "don[’']t miss",
    "editors?[’']? (?:picks|choice)",
    'mehr zum thema',
    'das könnte (?:sie|dich) auch interessieren',
    'auch interessant',
    'meistgelesen',
    'weitere artikel',
    'ähnliche (?:artikel|beiträge)',
    'à lire aussi',
    'lire aussi',
    'articles similaires',
    'les plus lus',
    'sur le même sujet',
    'te puede interesar',
    'lee también',
    'lea también',
    'más leídas?',
    'artículos relacionados',
    'noticias relacionadas',
    'leggi anche',
    'potrebbe interessarti',
    'articoli correlati',
    'leia (?:também|mais)',
    'veja também',
    'mais lidas',
    'lees ook',
    'meest gelezen',
    'læs også',
    'läs också',
    'les også',
    'lue myös',
    'читайте также',
    'по теме',
    'похожие статьи',
    'czytaj (?:także|też|również)',
    'zobacz (?:także|też|również)',
    '関連記事',
    '関連リンク',
    'あわせて読みたい',
    '相关阅读',
    '相关文章',
    '推荐阅读',
    '相關文章',
    '관련 ?기사',
  ].join('|')})[:：]?$`,
  'i',
);

/** Words that stand over an advertisement, or over a form that asks for an address. */
const boxes =
  /^(?:advertisement|ads?|sponsored(?: (?:content|post))?|anzeige|werbung|publicité|publicidad|pubblicità|reklama|реклама|広告|广告|(?:sign up (?:for|to) (?:our )?)?newsletter|subscribe(?: to our newsletter)?|follow us|share this(?: (?:article|post|story))?)[:：]?$/i;

const titles = new Set('h2 h3 h4 h5 h6 p div span strong b small dt label'.split(' '));

/** Longest text that can be a cue. */
const longestCue = 60;

/** More cues than any page has: looking around each of them takes time. */
const maxCues = 300;

/** Elements that their own words show to lead elsewhere. */
export const findCued = (body: Element, measures: Measures): Set<Element> => {
  const found = new Set<Element>();
  const page = measures.of(body);
  let cues = 0;
  const isPart = (element: Element) => measures.of(element).prose <= page.prose * 0.4;
  for (const element of elements(body)) {
    const { characters } = measures.of(element);
    if (characters === 0 || characters > longestCue || !titles.has(element.tagName)) continue;
    const text = collapsedText(element);
    const isBox = boxes.test(text);
    if (!isBox && !teasers.test(text)) continue;
    if (++cues > maxCues) break;
    const around = boxAround(element, measures);
    const own = measures.of(around);
    const leadsElsewhere = isBox ? own.characters < 400 : own.linked >= own.characters * 0.3;
    if (around !== element && leadsElsewhere && isPart(around) && firstElement(around, 'h1') === undefined)
      found.add(around);
    else if (isBox || /^h[2-6]$/.test(element.tagName))
      for (const part of headed(element, measures)) found.add(part);
  }
  return found;
};

/** The nearest element around that holds more than the cue, if the cue opens it; else the cue itself. */
const boxAround = (cue: Element, measures: Measures): Element => {
  const { characters } = measures.of(cue);
  for (let element = cue; ; ) {
    const parent = parentElement(element);
    if (parent === undefined || ['body', 'main', 'article'].includes(parent.tagName)) return cue;
    const first = childElements(parent).find((child) => measures.of(child).characters > 0);
    if (first !== element) return cue;
    if (measures.of(parent).characters > characters) return parent;
    element = parent;
  }
};

/** A heading and the links below it, if there are any. */
const headed = (heading: Element, measures: Measures): Element[] => {
  const siblings = parentElement(heading)?.childNodes ?? [];
  const part = [heading];
  let hasLinks = false;
  for (let index = siblings.indexOf(heading) + 1; index < siblings.length; index++) {
    const node = siblings[index];
    if (node === undefined || !isElement(node)) continue;
    const { characters, linked } = measures.of(node);
    if (/^h[1-6]$/.test(node.tagName) || linked < characters * 0.6) break;
    hasLinks ||= linked > 0;
    part.push(node);
  }
  return hasLinks ? part : [];
};
