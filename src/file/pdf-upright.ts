/** A page turned so that its text can be read: landscape tables are drawn upwards, whether or not the page says so. */
export interface Upright {
  /** In which direction most letters run, in quarters of a turn. */
  readonly quarter: number;
  readonly place: (x: number, y: number) => readonly [x: number, y: number];
}

/** Of the first two numbers of a transformation. */
export const quarterOf = ([a = 0, b = 0]: readonly number[]): number =>
  (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4;

/** @param view left, bottom, right and top of the page. */
export const uprightOf = (
  texts: readonly { readonly str: string; readonly transform: readonly number[] }[],
  [left = 0, bottom = 0, right = 0, top = 0]: readonly number[],
): Upright => {
  const letters = [0, 0, 0, 0];
  for (const { str, transform } of texts) {
    const quarter = quarterOf(transform);
    letters[quarter] = (letters[quarter] ?? 0) + str.trim().length;
  }
  const quarter = letters.indexOf(Math.max(...letters));
  const asItIs: Upright['place'] = (x, y) => [x, y];
  const places: readonly Upright['place'][] = [
    asItIs,
    (x, y) => [y - bottom, right - x],
    (x, y) => [right - x, top - y],
    (x, y) => [top - y, x - left],
  ];
  return { quarter, place: places[quarter] ?? asItIs };
};

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** @param rect two corners of it, as the file has them. */
export const boxOf = (
  [left = 0, bottom = 0, right = 0, top = 0]: readonly number[],
  place: Upright['place'],
): Box => {
  const [one, other] = [place(left, bottom), place(right, top)];
  return {
    left: Math.min(one[0], other[0]),
    right: Math.max(one[0], other[0]),
    bottom: Math.min(one[1], other[1]),
    top: Math.max(one[1], other[1]),
  };
};
