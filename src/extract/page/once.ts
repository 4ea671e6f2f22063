/** Remembers what is found for each page, or each entity: several that look for something ask for the same. */
export const onceForEach = <K extends WeakKey, T>(find: (of: K) => T): ((of: K) => T) => {
  const known = new WeakMap<K, { readonly found: T }>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined) return before.found;
    const found = find(of);
    known.set(of, { found });
    return found;
  };
};
