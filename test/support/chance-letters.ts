/** Letters a and b as if by chance: a pattern such as `[a].{900}c` has another state at each of them, and none is known from before. */
export const chanceLetters = (count: number, seed: number): string => {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 31 === 0 ? 'a' : 'b';
  }).join('');
};
