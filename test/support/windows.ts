/** What a sliding window is: the last `quota` requests let through must not all lie within the last `span` seconds. */
export const modelOfWindows = (span: number) => {
  const hits = new Map<string, number[]>();
  const live = (name: string, now: number) => (hits.get(name) ?? []).filter((hit) => hit > now - span);
  return (windows: readonly { name: string; quota: number }[], now: number) => {
    const admitted = windows.every(({ name, quota }) => live(name, now).length < quota);
    if (admitted) for (const { name } of windows) hits.set(name, [...live(name, now), now]);
    return {
      admitted,
      windows: windows.map(({ name, quota }) => ({
        remaining: Math.max(0, quota - live(name, now).length),
        wait: (live(name, now)[0] ?? now - span) + span - now,
      })),
    };
  };
};
