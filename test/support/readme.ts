/** A block of shell commands in a Markdown text, and what a test is to do with it. */
export interface ShellBlock {
  /** Line of the text on which its fence opens, from 1. */
  readonly line: number;
  readonly script: string;
  /**
   * `run`: to its end, which must be a success; `background`: started, left running; `stopped`: to its end, while no service
   * runs; `skip`: not at all, `because` says why.
   */
  readonly mode: 'run' | 'background' | 'stopped' | 'skip';
  readonly because?: string;
}

type Mark = Pick<ShellBlock, 'mode' | 'because'>;

const marker = /^<!-- test: (.*?) -->$/;

/**
 * The blocks fenced as `sh`, in their order. A comment on the line before one marks it: `<!-- test: background -->`,
 * `<!-- test: stopped -->` or `<!-- test: skip because … -->`. Blocks of other languages are left alone.
 * @throws Error naming the line of a mark that is not understood or marks nothing, or of a fence that is not closed.
 */
export const shellBlocks = (markdown: string): ShellBlock[] => {
  const lines = `${markdown}\n`.split(/\r?\n/);
  const blocks: ShellBlock[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, fence, language] = /^(`{3,}|~{3,})\s*(\w*)/.exec(lines[at] ?? '') ?? [];
    const before = marker.exec(lines[at - 1] ?? '')?.[1];
    if (before !== undefined && language !== 'sh')
      throw new Error(`line ${at}: no sh block follows this mark`);
    if (fence === undefined) continue;
    const end = lines.findIndex((line, index) => index > at && closes(line, fence));
    if (end === -1) throw new Error(`line ${at + 1}: this block is not closed`);
    if (language === 'sh')
      blocks.push({
        line: at + 1,
        script: lines.slice(at + 1, end).join('\n'),
        ...(before === undefined ? { mode: 'run' } : readMark(before, at)),
      });
    at = end;
  }
  return blocks;
};

/** A fence is closed by one of the same kind that is at least as long. */
const closes = (line: string, fence: string) => line.startsWith(fence) && /^(`+|~+)\s*$/.test(line);

const readMark = (text: string, line: number): Mark => {
  if (text === 'background' || text === 'stopped') return { mode: text };
  const because = /^skip because (.+)$/.exec(text)?.[1];
  if (because === undefined)
    throw new Error(`line ${line}: "${text}" is neither "background", "stopped" nor "skip because …"`);
  return { mode: 'skip', because };
};
