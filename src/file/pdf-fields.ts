import { z } from 'zod';
import type { Fragment } from './pdf-lines.ts';
import { boxOf, type Upright } from './pdf-upright.ts';

/** What has been filled into a form, and notes that are written on a page: no part of its text, but seen like it. */
export interface FilledField {
  readonly id: string;
  readonly text: string;
  readonly fragments: readonly Fragment[];
}

const field = z.object({
  id: z.string(),
  subtype: z.enum(['Widget', 'FreeText']),
  annotationFlags: z.number().catch(0),
  rect: z.array(z.number()),
  password: z.boolean().catch(false),
  checkBox: z.boolean().catch(false),
  radioButton: z.boolean().catch(false),
  pushButton: z.boolean().catch(false),
  exportValue: z.string().nullish().catch(null),
  buttonValue: z.string().nullish().catch(null),
  multiLine: z.boolean().catch(false),
  fieldValue: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .catch(null),
  options: z.array(z.object({ exportValue: z.string(), displayValue: z.string() })).catch([]),
  textContent: z.array(z.string()).catch([]),
  defaultAppearanceData: z.object({ fontSize: z.number() }).catch({ fontSize: 0 }),
});

/** Hidden, or only printed (ISO 32000, 12.5.3). */
const unseen = 2 | 32;
const usualSize = 11;
/** Of the height of a field. */
const largestSize = 0.7;

/** @returns none for annotations that show nothing of their own. */
export const fieldOf = (annotation: unknown, { place }: Upright): FilledField[] => {
  const { data } = field.safeParse(annotation);
  if (data === undefined || data.annotationFlags & unseen || data.password || data.pushButton) return [];
  const lines = shownLines(data).filter((line) => line.trim() !== '');
  if (lines.length === 0) return [];
  const { left, right, bottom, top } = boxOf(data.rect, place);
  const size = data.defaultAppearanceData.fontSize || Math.min(usualSize, largestSize * (top - bottom));
  const isTall = data.multiLine || data.subtype === 'FreeText';
  const first = isTall ? top - size : (top + bottom) / 2 - size / 3;
  const fragments = lines.map((text, index) => ({
    text,
    x: left,
    y: first - 1.2 * size * index,
    width: Math.min(right - left, 0.5 * size * text.length),
    size,
    link: undefined,
  }));
  return [{ id: data.id, text: lines.join('\n'), fragments }];
};

const shownLines = (data: z.infer<typeof field>): readonly string[] => {
  if (data.subtype === 'FreeText') return data.textContent;
  const values = [data.fieldValue ?? []].flat();
  if (data.checkBox || data.radioButton) {
    const own = data.checkBox ? data.exportValue : data.buttonValue;
    return [values.some((value) => value === own) ? '☒' : '☐'];
  }
  const shown = values.map(
    (value) => data.options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value,
  );
  return shown.join(', ').split(/\r\n|\r|\n/);
};
