/** How rows are shown: the heading of each column and what stands in it. */
export type Columns<T> = Readonly<Record<string, (row: T) => string>>;

/** Rows under their headings, as wide as they need to be. */
export const table = <T>(columns: Columns<T>, rows: readonly T[]): string => {
  const cells = [Object.keys(columns), ...rows.map((row) => Object.values(columns).map((cell) => cell(row)))];
  const widths = Object.keys(columns).map((_, index) =>
    Math.max(...cells.map((line) => line[index]?.length ?? 0)),
  );
  const lines = cells.map((line) => line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
};

export const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** To the minute, UTC. */
export const time = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')}Z`;
