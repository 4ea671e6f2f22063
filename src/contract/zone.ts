/** @returns the canonical form of an IANA name, whatever its letters' case; offsets such as `+02:00` are none. */
export const zoneNamed = (name: string): string | undefined => {
  if (!/^[a-z]/i.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};
