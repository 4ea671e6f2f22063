import { z } from 'zod';

/** Changes to what `mammoth` has read of a Word file, before it becomes HTML. */

/** What the reader has read of a Word document, as far as it is changed. */
const part = z.object({
  type: z.string(),
  styleId: z.string().nullish(),
  styleName: z.string().nullish(),
  numbering: z.object({ isOrdered: z.boolean(), level: z.string() }).nullish(),
  children: z.array(z.unknown()).optional(),
});

type Part = z.infer<typeof part>;

/** What the styles of the file say of its parts, by their ids. */
export interface Styles {
  readonly headings: ReadonlyMap<string, number>;
  readonly hidden: ReadonlySet<string>;
}

/**
 * Lists that a style names, `List Bullet 2`, although the file does not say what the style looks like; headings of styles that
 * are the file's own; and what styles hide.
 */
export const styled =
  (styles: Styles) =>
  (read: unknown): unknown => {
    const { data } = part.safeParse(read);
    if (data === undefined || typeof read !== 'object') return read;
    const { children, styleName } = data;
    const isHidden = styles.hidden.has(data.styleId ?? '');
    const level = styles.headings.get(data.styleId ?? '');
    return {
      ...read,
      numbering: level === undefined ? numberingOf(data) : undefined,
      styleName: level === undefined ? styleName : `Heading ${level}`,
      ...(children && { children: isHidden ? [] : withoutGaps(children.map(styled(styles))) }),
    };
  };

const numberingOf = ({ numbering, styleName }: Part): Part['numbering'] => {
  const [, kind, depth = '1'] = /^List (Bullet|Number)(?: ([2-5]))?$/i.exec(styleName ?? '') ?? [];
  return kind === undefined || numbering
    ? numbering
    : { isOrdered: /number/i.test(kind), level: String(Number(depth) - 1) };
};

/** Lists whose first items stand further in, as lists of the first level; and those within others, of the next. */
const withoutGaps = (children: readonly unknown[]): readonly unknown[] => {
  let open: number[] = [];
  return children.map((child) => {
    const { data } = part.safeParse(child);
    if (data === undefined || typeof child !== 'object') return child;
    const { numbering } = data;
    if (!numbering) {
      // What holds nothing is no part of the page, and parts no list.
      if (data.children?.length !== 0) open = [];
      return child;
    }
    const level = Number(numbering.level);
    open = [...open.filter((above) => above < level), level];
    return { ...child, numbering: { ...numbering, level: String(open.length - 1) } };
  });
};
