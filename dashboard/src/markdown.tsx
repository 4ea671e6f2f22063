import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { ComponentChildren, VNode } from 'preact';
import { Wide } from './ui.tsx';

/**
 * Markdown as elements: marked reads it, and each of its tokens becomes an element of ours. No markup of the page is ever
 * parsed: HTML in it is shown as text, images are named and not loaded, links lead to the web or nowhere.
 */

const longest = 300_000;
const deepest = 30;

export const Markdown = ({ text }: { text: string }) => {
  const tokens = read(text.slice(0, longest));
  return (
    <div class="prose">
      {tokens === undefined ? <pre>{text}</pre> : blocks(tokens, 0)}
      {text.length > longest && <p class="quiet">The rest is in the source: {text.length} characters.</p>}
    </div>
  );
};

/** Undefined for what is nested too deep for the parser. */
const read = (text: string): Token[] | undefined => {
  try {
    return lexer(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

const blocks = (tokens: readonly Token[] | undefined, depth: number): ComponentChildren =>
  depth > deepest
    ? tokens?.map(({ raw }) => raw).join('')
    : tokens?.map((token, at) => <Piece key={at} token={token as MarkedToken} depth={depth + 1} />);

interface Part<T = MarkedToken> {
  readonly token: T;
  readonly depth: number;
}

const Piece = ({ token, depth }: Part): VNode | null => {
  const row = pieces[token.type] as ((part: Part) => VNode | null) | undefined;
  return row ? row({ token, depth }) : <>{token.raw}</>;
};

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

type Pieces = {
  readonly [T in MarkedToken['type']]?: (part: Part<Extract<MarkedToken, { type: T }>>) => VNode | null;
};

const pieces: Pieces = {
  space: () => null,
  def: () => null,
  hr: () => <hr />,
  br: () => <br />,
  heading: ({ token, depth }) => {
    const Heading = headings[token.depth - 1] ?? 'h6';
    return <Heading>{blocks(token.tokens, depth)}</Heading>;
  },
  paragraph: ({ token, depth }) => <p>{blocks(token.tokens, depth)}</p>,
  blockquote: ({ token, depth }) => <blockquote>{blocks(token.tokens, depth)}</blockquote>,
  code: ({ token }) => (
    <pre>
      <code>{token.text}</code>
    </pre>
  ),
  codespan: ({ token }) => <code>{token.text}</code>,
  strong: ({ token, depth }) => <strong>{blocks(token.tokens, depth)}</strong>,
  em: ({ token, depth }) => <em>{blocks(token.tokens, depth)}</em>,
  del: ({ token, depth }) => <del>{blocks(token.tokens, depth)}</del>,
  escape: ({ token }) => <>{token.text}</>,
  text: ({ token, depth }) => (
    <>{'tokens' in token && token.tokens ? blocks(token.tokens, depth) : decoded(token.text)}</>
  ),
  html: ({ token }) => (/^<br\s*\/?>$/i.test(token.raw.trim()) ? <br /> : <>{token.raw}</>),
  checkbox: ({ token }) => <input type="checkbox" checked={token.checked} disabled aria-label="Task" />,
  image: ({ token }) => (
    <WebLink href={token.href}>[image{token.text && `: ${decoded(token.text)}`}]</WebLink>
  ),
  link: ({ token, depth }) => <WebLink href={token.href}>{blocks(token.tokens, depth)}</WebLink>,
  list: ({ token, depth }) => {
    const items = token.items.map((item, at) => <li key={at}>{blocks(item.tokens, depth)}</li>);
    return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>;
  },
  table: ({ token, depth }) => <MarkdownTable token={token} depth={depth} />,
};

const MarkdownTable = ({ token: { header, rows }, depth }: Part<Tokens.Table>) => (
  <Wide label="Table">
    <table>
      <thead>
        <tr>
          {header.map(({ tokens }, at) => (
            <th key={at}>{blocks(tokens, depth)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map(({ tokens }, cell) => (
              <td key={cell}>{blocks(tokens, depth)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </Wide>
);

/** Leads to the web in a tab of its own, or is text alone. */
export const WebLink = ({ href, children }: { href: string; children: ComponentChildren }) =>
  isWeb(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ) : (
    <>{children}</>
  );

const isWeb = (href: string): boolean => ['http:', 'https:'].includes(URL.parse(href)?.protocol ?? '');

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** References to characters, which marked leaves to the browser. */
const decoded = (text: string): string =>
  text.replace(
    /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (whole, name, decimal, hex) => {
      if (name !== undefined) return named[String(name).toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
