import { decodeHTML, decodeHTMLAttribute } from 'entities';
import {
  InsertionMode,
  html as markup,
  Parser,
  Token,
  TokenizerMode,
  type DefaultTreeAdapterTypes as Tree,
} from 'parse5';
import { treeAdapter } from './nodes.ts';

const options = { scriptingEnabled: false, treeAdapter };

/**
 * HTML text → Document, the same as parse5 makes of it with our nodes. Its tokenizer goes through a page character by character;
 * plain text and plain tags, which are nearly all of a page, are cut out here in one piece each and given to its tree
 * builder. Whatever is unusual goes through its tokenizer.
 */
export const parseDocument = (source: string): Tree.Document => {
  const parser = new Parser<Tree.DefaultTreeAdapterMap>(options);
  boundFormatting(parser.activeFormattingElements);
  // A null character means something else everywhere.
  if (source.includes('\0')) parser.tokenizer.write(source, true);
  else new Lexer(normalized(source), parser).run();
  return parser.document;
};

/** Elements of formatting that wait to be made again: each paragraph makes all of them, without end on a page made for it. */
const mostFormatting = 64;

type Formatting = Parser<Tree.DefaultTreeAdapterMap>['activeFormattingElements'];

/** Of too many the first is forgotten, as if it had been ended. */
const boundFormatting = (list: Formatting): void => {
  const push = list.pushElement.bind(list);
  list.pushElement = (...pushed) => {
    push(...pushed);
    let entry = list.newest;
    for (let count = 0; count < mostFormatting && isFormatting(entry); count++) entry = entry.older;
    if (isFormatting(entry)) list.removeEntry(entry);
  };
};

/** Others are marks between what is in a cell and what is around its table. */
const isFormatting = (
  entry: Formatting['newest'],
): entry is NonNullable<ReturnType<Formatting['getElementEntry']>> => entry !== null && 'element' in entry;

/** Line ends as HTML has them (WHATWG HTML, 13.2.3.5). */
const normalized = (html: string): string => (html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html);

const { TokenType } = Token;
const [tab, lineFeed, formFeed, carriageReturn, space] = [9, 10, 12, 13, 32];
const [exclamation, doubleQuote, singleQuote, slash] = [0x21, 0x22, 0x27, 0x2f];
const [lessThan, equals, greaterThan] = [0x3c, 0x3d, 0x3e];

/** The last one comes as a character reference only. */
const isSpace = (code: number): boolean =>
  code === space || code === lineFeed || code === tab || code === formFeed || code === carriageReturn;
const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

/** Where the tree builder takes white space, wherever it stands, and no words. */
const onlySpaceCounts: ReadonlySet<InsertionMode> = new Set([
  InsertionMode.IN_COLUMN_GROUP,
  InsertionMode.IN_FRAMESET,
  InsertionMode.AFTER_FRAMESET,
  InsertionMode.AFTER_AFTER_FRAMESET,
]);

/** With more attributes, looking each up among those before takes too long. */
const mostAttributes = 32;

/** Finds what comes next in places that follow each other, looking through the page once. */
class Finder {
  private readonly html: string;
  private readonly wanted: string;
  private found = -1;
  constructor(html: string, wanted: string) {
    this.html = html;
    this.wanted = wanted;
  }
  /** @returns Infinity where there is none. */
  from(at: number): number {
    if (this.found < at) {
      const found = this.html.indexOf(this.wanted, at);
      this.found = found < 0 ? Infinity : found;
    }
    return this.found;
  }
}

class Lexer {
  private readonly html: string;
  private readonly parser: Parser<Tree.DefaultTreeAdapterMap>;
  private readonly commentEnd: Finder;
  private readonly otherEnd: Finder;
  /** The next character. */
  private at = 0;

  constructor(html: string, parser: Parser<Tree.DefaultTreeAdapterMap>) {
    this.html = html;
    this.parser = parser;
    this.commentEnd = new Finder(html, '-->');
    this.otherEnd = new Finder(html, '--!>');
    // What was left to the tokenizer is forgotten at once: it would go through all of it each time.
    parser.tokenizer.preprocessor.bufferWaterline = 0;
  }

  run(): void {
    const { html, parser } = this;
    while (this.at < html.length && !parser.stopped) {
      const { state } = parser.tokenizer;
      if (state !== TokenizerMode.DATA) this.readRaw(state);
      else if (html.charCodeAt(this.at) === lessThan ? !this.readMarkup() : !this.readText())
        this.leaveToTokenizer();
    }
    if (!parser.stopped) parser.tokenizer.write('', true);
  }

  /** @returns as `readMarkup`. */
  private readText(): boolean {
    const { html, at, parser } = this;
    if (onlySpaceCounts.has(parser.insertionMode)) return false;
    const next = html.indexOf('<', at);
    this.at = next < 0 ? html.length : next;
    const text = html.slice(at, this.at);
    this.emitText(text.includes('&') ? decodeHTML(text) : text);
    return true;
  }

  /** The tree builder tells white space before the first word from the rest; what is between words is the same to it. */
  private emitText(text: string): void {
    let words = 0;
    while (isSpace(text.charCodeAt(words))) words++;
    if (words > 0)
      this.parser.onWhitespaceCharacter({
        type: TokenType.WHITESPACE_CHARACTER,
        chars: text.slice(0, words),
        location: null,
      });
    if (words < text.length)
      this.parser.onCharacter({ type: TokenType.CHARACTER, chars: text.slice(words), location: null });
  }

  /** @returns false where it is not plain; then nothing was read. */
  private readMarkup(): boolean {
    const { html, at } = this;
    const code = html.charCodeAt(at + 1);
    if (isLetter(code)) return this.readTag(at + 1, TokenType.START_TAG);
    if (code === slash && isLetter(html.charCodeAt(at + 2))) return this.readTag(at + 2, TokenType.END_TAG);
    return code === exclamation && this.readComment();
  }

  private readComment(): boolean {
    const { html, at } = this;
    const end = this.commentEnd.from(at + 4);
    if (!html.startsWith('<!--', at) || end === Infinity || this.otherEnd.from(at + 4) < end) return false;
    const data = html.slice(at + 4, end);
    if (data.startsWith('>') || data.startsWith('->')) return false;
    this.at = end + 3;
    this.parser.onComment({ type: TokenType.COMMENT, data, location: null });
    return true;
  }

  private readTag(from: number, type: Token.TagToken['type']): boolean {
    const { html, parser } = this;
    const nameEnd = this.endOfName(from);
    if (nameEnd < 0) return false;
    const name = nameOf(html, from, nameEnd);
    const tagName = name.text;
    const tagID = name.tagID || markup.getTagID(tagName);
    const attrs: Token.Attribute[] = [];
    let selfClosing = false;
    let at = nameEnd;
    for (;;) {
      at = this.afterSpace(at);
      const code = html.charCodeAt(at);
      if (code === greaterThan) break;
      if (code === slash) {
        selfClosing = html.charCodeAt(++at) === greaterThan;
        continue;
      }
      at = attrs.length < mostAttributes ? this.readAttribute(at, attrs) : -1;
      if (at < 0) return false;
    }
    this.at = at + 1;
    const token: Token.TagToken = {
      type,
      tagName,
      tagID,
      selfClosing,
      ackSelfClosing: false,
      attrs,
      location: null,
    };
    if (type === TokenType.END_TAG) parser.onEndTag(token);
    else {
      parser.tokenizer.lastStartTagName = tagName;
      parser.onStartTag(token);
    }
    return true;
  }

  /** @returns where it ends, -1 where it is not plain. */
  private readAttribute(from: number, attrs: Token.Attribute[]): number {
    const { html } = this;
    const nameEnd = this.endOfName(from);
    if (nameEnd < 0) return -1;
    const name = nameOf(html, from, nameEnd).text;
    let at = this.afterSpace(nameEnd);
    let value = '';
    if (html.charCodeAt(at) === equals) {
      at = this.afterSpace(at + 1);
      const code = html.charCodeAt(at);
      const isQuoted = code === doubleQuote || code === singleQuote;
      const start = isQuoted ? at + 1 : at;
      const end = isQuoted ? html.indexOf(code === doubleQuote ? '"' : "'", start) : this.endOfValue(start);
      if (end < 0) return -1;
      value = html.slice(start, end);
      at = isQuoted ? end + 1 : end;
    }
    if (!attrs.some((attribute) => attribute.name === name))
      attrs.push({ name, value: value.includes('&') ? decodeHTMLAttribute(value) : value });
    return at;
  }

  /** @returns -1 for names of other than ASCII characters, for none, and where the page ends within it. */
  private endOfName(from: number): number {
    const { html } = this;
    for (let at = from; at < html.length; at++) {
      const code = html.charCodeAt(at);
      if (isSpace(code) || code === slash || code === greaterThan || code === equals)
        return at === from ? -1 : at;
      if (code > 127) return -1;
    }
    return -1;
  }

  private endOfValue(from: number): number {
    const { html } = this;
    for (let at = from; at < html.length; at++) {
      const code = html.charCodeAt(at);
      if (isSpace(code) || code === greaterThan) return at;
    }
    return -1;
  }

  private afterSpace(from: number): number {
    let at = from;
    while (isSpace(this.html.charCodeAt(at))) at++;
    return at;
  }

  /** What stands in a script, a style, a title: text up to the end tag of the element. */
  private readRaw(state: number): void {
    const { html, at, parser } = this;
    const { tokenizer } = parser;
    const end = state === TokenizerMode.PLAINTEXT ? -1 : this.endTagOf(tokenizer.lastStartTagName);
    const text = html.slice(at, end);
    // Where a script holds a comment, its end tag may be part of it.
    if (end < 0 || (state === TokenizerMode.SCRIPT_DATA && text.includes('<!--'))) {
      this.leaveToTokenizer();
      return;
    }
    this.at = end;
    tokenizer.state = TokenizerMode.DATA;
    this.emitText(state === TokenizerMode.RCDATA && text.includes('&') ? decodeHTML(text) : text);
  }

  private endTagOf(tagName: string): number {
    const { html } = this;
    for (let at = html.indexOf('</', this.at); at >= 0; at = html.indexOf('</', at + 2)) {
      const end = at + 2 + tagName.length;
      const code = html.charCodeAt(end);
      if (isSpace(code) || code === slash || code === greaterThan)
        if (html.slice(at + 2, end).toLowerCase() === tagName) return at;
    }
    return -1;
  }

  /** Has parse5's tokenizer read on until it is between tags again. */
  private leaveToTokenizer(): void {
    const { html } = this;
    const { tokenizer } = this.parser;
    // It goes through what it has of an unfinished tag each time: longer and longer pieces.
    for (let length = 1; ; length *= 2) {
      const end = html.indexOf('>', this.at + length - 1);
      const piece = html.slice(this.at, end < 0 ? html.length : end + 1);
      this.at += piece.length;
      tokenizer.write(piece, end < 0);
      if (end < 0) return;
      if (tokenizer.state === TokenizerMode.DATA) break;
    }
    tokenizer.flushCharacters();
    tokenizer.preprocessor.dropParsedChunk();
  }
}

interface Name {
  readonly text: string;
  /** What parse5 knows a tag of this name by; 0 for names of none, and long ones. */
  readonly tagID: markup.TAG_ID;
}

/** Names of tags are compared at every step: they are the same text in all elements. */
const tagNames: ReadonlyMap<string, string> = new Map(
  Object.values(markup.TAG_NAMES).map((name) => [name, name]),
);

const named = (html: string, from: number, to: number): Name => {
  const name = html.slice(from, to).toLowerCase();
  return { text: tagNames.get(name) ?? name, tagID: markup.getTagID(name) };
};

/** Names are few and come again and again: each is one string, which is quick to compare and to look up. */
const names = new Array<Name>(1024).fill({ text: '', tagID: markup.TAG_ID.UNKNOWN });
/** V8 copies shorter slices; a longer one would keep its page. */
const longestKept = 12;

/** A name in lower case. */
const nameOf = (html: string, from: number, to: number): Name => {
  if (to - from > longestKept)
    return { text: html.slice(from, to).toLowerCase(), tagID: markup.TAG_ID.UNKNOWN };
  let hash = 0;
  for (let at = from; at < to; at++) hash = (hash * 31 + html.charCodeAt(at)) | 0;
  const slot = hash & (names.length - 1);
  const known = names[slot];
  if (known?.text.length === to - from && html.startsWith(known.text, from)) return known;
  const name = named(html, from, to);
  names[slot] = name;
  return name;
};
