/** Lengths of time as pages write them: `1 hr 5 mins`, `PT1H5M`, `90 Minuten`. */

const units: readonly (readonly [seconds: number, names: RegExp])[] = [
  [1, /^(?:s|sec|secs|seconds?|sek|sekunden?|secondes?|segundos?|secondi)$/],
  [60, /^(?:m|min|mins|minutes?|minuten?|minutos?|minuti)$/],
  [3600, /^(?:h|hr|hrs|hours?|std|stunden?|heures?|horas?|ore|ora)$/],
  [86_400, /^(?:d|days?|tage?|jours?|dias?|días?|giorni|giorno)$/],
];

/** Seconds of a unit by its name; undefined for what is none. */
export const unitOf = (name: string): number | undefined => units.find(([, names]) => names.test(name))?.[0];

const iso = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const part = /(\d+(?:[.,]\d+)?)\s*(\p{L}+)\.?/gu;

/** @returns seconds; undefined where a text tells no length of time. */
export const readDuration = (text: string): number | undefined => {
  const [whole, ...counts] = iso.exec(text.trim()) ?? [];
  if (whole !== undefined)
    return counts.reduce((sum, count, at) => sum + Number(count ?? 0) * ([86_400, 3600, 60, 1][at] ?? 0), 0);
  let seconds: number | undefined;
  for (const [, count = '', name = ''] of text.slice(0, 100).toLowerCase().matchAll(part)) {
    const unit = unitOf(name);
    if (unit !== undefined) seconds = (seconds ?? 0) + Number(count.replace(',', '.')) * unit;
  }
  return seconds;
};
