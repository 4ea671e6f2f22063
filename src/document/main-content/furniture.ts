import {
  attr,
  type ChildNode,
  collapsedText,
  type Element,
  elements,
  firstElement,
  hasWord,
  squeeze,
} from '../tree/tree.ts';
import { dateWords } from './block-dates.ts';
import { type Block, textOf } from './blocks.ts';
import {
  editElsewhere,
  helpfulElsewhere,
  hintElsewhere,
  onlineElsewhere,
  timeElsewhere,
  updatedElsewhere,
  yesOrNo,
} from './furniture-words.ts';
import { isRegulation } from './regulations.ts';
import { charactersOf } from './sums.ts';

/**
 * What documentation has around its pages: links to edit them, when they were last changed, whether they helped. Only
 * what says nothing else is such; a sentence with the same words is a sentence.
 */
export const furniture = (chosen: ReadonlySet<Block>, url: string): readonly Block[] => {
  const isInForce = isRegulation(url);
  const kept = [...chosen].sort((one, other) => one.index - other.index);
  const found = new Set<Block>();
  for (const [index, block] of kept.entries()) {
    if (block.characters > longest) continue;
    const said = textOf(block);
    if (isAlwaysFurniture(said) || isOverNothing(block, kept[index + 1]) || isToCalendar(block, said))
      found.add(block);
    if (noneSet.test(said)) {
      found.add(block);
      const label = kept[index - 1];
      if (label !== undefined && label.level > 0) found.add(label);
    }
    if (!hasHint(said)) continue;
    const text = sayingOf(said);
    if (
      isEditLink(block) ||
      isSourceLink(block, text) ||
      (!isInForce && block.level === 0 && isUpdated(text))
    )
      found.add(block);
    if (!helpful.test(text) && !helpfulElsewhere.test(text)) continue;
    found.add(block);
    const before = kept[index - 1];
    if (before !== undefined && before.level > 0 && /^feedback$/.test(sayingOf(textOf(before))))
      found.add(before);
    for (const next of kept.slice(index + 1, index + 1 + mostAnswers)) {
      if (next.characters > longest || !isAnswer(sayingOf(textOf(next)))) break;
      found.add(next);
    }
  }
  return charactersOf([...found]) * 2 > charactersOf(kept) ? [] : [...found];
};

const isAlwaysFurniture = (said: string): boolean =>
  prompt.test(said) ||
  unliked.test(said) ||
  sorting.test(said) ||
  otherMail.test(said) ||
  joining.test(said) ||
  online.test(said) ||
  onlineElsewhere.test(said) ||
  hits.test(said) ||
  edited.test(said) ||
  cooked.test(said) ||
  invitation.test(said) ||
  unsearched.test(said);

/** What is there for a search before anything was looked for. */
const unsearched = /^(?:no )?results matching ["“]\s?["”]$/i;

/** What stands over a list of headings, where none follows: it is folded in. */
const isOverNothing = (block: Block, next: Block | undefined): boolean =>
  contents.test(textOf(block)) && (next === undefined || next.linked * 2 < next.characters);
const contents =
  /^(?:(?:on|in) this page|auf dieser seite|sur cette page|en esta página|nesta página|in questa pagina|本页总览|本頁導覽|このページの見出し)$/i;

/** What stands over the form to write one. */
const invitation =
  /^(?:write|leave|add|submit|post) (?:an? |your (?:own )?)(?:customer |product )?(?:review|comment|reply|answer)$|^your answer$/i;

/** What cooks are asked below a recipe. */
const cooked = /^(?:tried|made|did you (?:make|try)) this recipe\?.{0,80}$/i;

/** Who else looks at a page of a forum. */
const online =
  /^(?:who(?:['’]s| is) online|users (?:browsing|viewing|reading) this (?:forum|topic|thread):? .{0,120}|(?:there (?:are|is) currently )?\d+ users? (?:browsing|viewing|reading) this (?:forum|topic|thread)\b.{0,120})$/i;

/** How often a page was looked at, as some systems say over each article. */
const hits =
  /^(?:hits|zugriffe|affichages|visite|visitas|hits count|阅读量?|閱讀量?|浏览(?:量|次数)?|点击(?:量|数)?)\s*[:：]\s*[\d.,]+$/i;

/** Who edited an article, below it. */
const edited =
  /^[【[（(]?\s*(?:责任|責任|网络|本文)?(?:编辑|編輯|校对|审核)\s*[:：]\s?[\p{L}· ]{1,20}[】\]）)]?$/u;

/** What trackers have beside an issue, below a heading for each property that nobody has set, and forms below theirs. */
const noneSet =
  /^(?:no one(?: is)? assigned|none yet|no (?:type|labels|projects?|milestone|assignees?|reviews?|due date)|no branches or pull requests|successfully merging (?:a|this) pull request may close (?:this|these) issues?\.?|\* ?required|\*? ?(?:indicates |denotes |= )(?:a )?required(?: fields?)?\.?|\*? ?required fields?\.?)$/i;

/** What is asked of those who are not logged in, where they would write. */
const joining =
  /^(?:(?:please )?(?:sign|log) ?(?:up|in)(?: for free)?|(?:please )?(?:register|sign up|log in|sign in) or (?:sign|log) in|you (?:must|need to|have to) (?:be (?:logged|signed) in|log in|sign in)) to (?:join (?:this|the) (?:conversation|discussion)|(?:post|leave|add|write) (?:a |your )?(?:comments?|repl(?:y|ies)|answers?)|comment|reply|answer)\b.{0,80}$/i;

/** What notebooks have before each cell. */
const prompt = /^(?:in|out)\s?\[[\d\s*]*\]:$/i;

/** What Confluence has below each page. */
const unliked = /^(?:like)? ?be the first to like this$/i;

/** What archives of mailing lists have around each message, and what an assistant says of itself. */
const otherMail =
  /^(?:(?:previous|next) message(?: \((?:by|in) thread\))?: .*|messages sorted by: ?\[.*|responses are generated using ai and may contain mistakes\.?)$/i;

/** What stands before a list that arranges the entries below. */
const sorting =
  /^(?:sort(?:ed|ing)? by|sort|order by|sortieren nach|trier par|ordenar por|ordina per)\s?:?$/i;

/** A link that puts what happens into the calendar of whoever reads of it. */
const isToCalendar = ({ link, level }: Block, said: string): boolean =>
  link !== undefined &&
  level === 0 &&
  calendarName.test(said) &&
  calendarAddress.test(attr(link, 'href')?.trim() ?? '');
const calendarName =
  /^\W*(?:(?:add|save|subscribe) to |export |download )?(?:my )?(?:google|apple|outlook|yahoo|i-?cal(?:endar)?|office|microsoft|\.?ics)?(?: ?(?:365|live|\.com|online))?(?: ?calendar)?(?: (?:export|file))?$/i;
const calendarAddress =
  /(?:google\.com\/calendar\/|outlook\.(?:live|office)\.com\/|calendar\.yahoo\.com\/|[?&](?:outlook-)?ical=|\.ics(?:$|[?#]))|^(?:webcal|data:text\/calendar)/i;

/** Icons without words that lead to where the page is edited. */
export const editIcons = (root: Element, dropped: ReadonlySet<ChildNode>): Element[] =>
  elements(root).filter(
    (element) =>
      element.tagName === 'a' &&
      !dropped.has(element) &&
      (attr(element, 'rel') === 'edit' || isEditing(titleOf(element))) &&
      !hasWord(collapsedText(element)) &&
      firstElement(element, 'img') === undefined,
  );

const titleOf = (link: Element): string => attr(link, 'title') ?? attr(link, 'aria-label') ?? '';

/** A word of each kind: most blocks have none, and need no closer look. */
const hint = /edit|improv|suggest|source|src|bearbeit|modif|updat|chang|revis|help|useful|编|編|更新/i;
const hasHint = (text: string): boolean => hint.test(text) || hintElsewhere.test(text);

/** In characters. */
const longest = 160;
const mostAnswers = 5;

/** In lower case, without the signs and arrows around. */
const sayingOf = (text: string): string =>
  squeeze(text)
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

const page = '(?:page|doc|docs|document|documentation|article|file|topic|guide|section|tutorial)';
const place = '(?: (?:on|in|at|with|via) [\\p{L}.]+(?: [\\p{L}.]+)?)?';
const edit = new RegExp(
  `^(?:(?:edit|improve) (?:this |the )?(?:${page}|source)${place}|edit (?:on|in) [\\p{L}.]+|suggest (?:an edit|edits|changes|improvements)(?: (?:to|for|on) this ${page})?${place}|(?:view|show) (?:(?:the )?source (?:of|for) this ${page}|${page} source)${place})$`,
  'u',
);
/** Beside a link to edit the page only. */
const besideEdit = new RegExp(
  `^(?:(?:report|open|create|raise|file) (?:an? )?(?:(?:documentation|docs?) )?(?:issue|bug|problem)(?: .{0,20})?|(?:view|show) (?:page )?(?:source|history)|view (?:this ${page} )?on [\\p{L}.]+|copy ${page}|(?:give|send|leave|submit|provide) (?:us )?feedback)$`,
  'u',
);

const isEdit = (text: string): boolean => edit.test(text) || editElsewhere.test(text);
const isEditing = (text: string): boolean => hasHint(text) && isEdit(sayingOf(text));

/** A link to edit the page, or a row of links with one of these. What leads on within the page is its content. */
const isEditLink = ({ link, linked, characters, level, nodes }: Block): boolean => {
  if (link === undefined || level > 0 || linked * 10 < characters * 8) return false;
  if (attr(link, 'href')?.trim().startsWith('#')) return false;
  const whole = squeeze(nodes.map(({ value }) => value).join(' '));
  if (isEditing(whole)) return true;
  const parts = nodes.map(({ value }) => sayingOf(value)).filter((text) => text !== '');
  return parts.some(isEdit) && parts.every((text) => isEdit(text) || besideEdit.test(text));
};

/** To the lines that a part of a reference was written in: `Source`, `[src]`. Beside a version it tells that. */
const isSourceLink = ({ link, level }: Block, text: string): boolean =>
  link !== undefined && level === 0 && source.test(text) && lines.test(attr(link, 'href') ?? '');
const source = /^(?:view |show )?(?:source(?: code)?|src)$/;
const lines = /#L?\d+(?:-L?\d+)?$/;

const updated = new RegExp(
  `^(?:this ${page} (?:was|has been) |${page} |content )?last (?:updated?|modified|edited|changed|revised|modification|change)(?= |:|$)`,
);
/** Who did it, and what the change is called. */
const byWhom = /\bby [\p{L}\p{N} .'’@_-]{1,40}$/u;
const change = /:\s.{1,80}\([0-9a-f]{7,12}$/;

const isUpdated = (text: string): boolean => {
  const opening = (updated.exec(text) ?? updatedElsewhere.exec(text))?.[0];
  if (opening === undefined) return false;
  const rest = text
    .slice(opening.length)
    .replace(change, ' ')
    .replace(byWhom, ' ')
    .replace(dateWords, ' ')
    .replace(timeElsewhere, ' ');
  return !/\p{L}/u.test(
    rest.replace(
      /\b(?:an?|about|ago|over|seconds?|hours?|days?|weeks?|months?|years?|t|z)\b|[于於年月日]/g,
      ' ',
    ),
  );
};

const helpful = new RegExp(
  `^(?:(?:was|is) (?:this|the) (?:${page} |content |information )?(?:helpful|useful)(?: (?:to|for) you)?|(?:did|do) you find this (?:${page} |content |information )?(?:helpful|useful)|did this ${page} help(?: you)?|how (?:helpful|useful) was this ${page})(?:[^\\p{L}]+yes)?(?:[^\\p{L}]+no)?$`,
  'u',
);
const answer =
  /^(?:|yes|no|yes\W+no|(?:thanks|thank you)(?: so much| very much)?(?: for (?:your|the|letting).*)?|(?:glad|sorry|great) to hear .*|(?:please )?(?:tell us|let us know) .*|(?:give|send|leave|submit|provide) (?:us )?feedback)$/;
const isAnswer = (text: string): boolean => answer.test(text) || yesOrNo.test(text);
