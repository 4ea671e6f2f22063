/**
 * The nearest of some names to a word that is none of them.
 * @param oneIn so many letters of a name one may be wrong, two in any case, but half of them at most.
 * @returns undefined when none is near.
 */
export const nearest = (word: string, names: readonly string[], oneIn: number): string | undefined =>
  names
    .map((name) => ({ name, distance: distanceOf(word, name) }))
    .filter(({ name: { length }, distance }) => distance <= Math.min(Math.max(2, length / oneIn), length / 2))
    .sort((a, b) => a.distance - b.distance)[0]?.name;

/** How many letters must be added, left out or replaced; two neighbours that change places are one. */
const distanceOf = (a: string, b: string): number => {
  let [before, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const costs = [
        (last?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last?.[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      ];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        costs.push((before?.[j - 2] ?? 0) + 1);
      row.push(Math.min(...costs));
    }
    [before, last] = [last, row];
  }
  return last?.[b.length] ?? 0;
};
