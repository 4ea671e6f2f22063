/** Lengths of time as pages write them: `1 hr 5 mins`, `PT1H5M`, `90 Minuten`. */

const units: readonly (readonly [seconds: number, names: RegExp])[] = [
  [1, /^(?:s|sec|secs|seconds?|sek|sekunden?|secondes?|segundos?|secondi|秒)$/],
  [60, /^(?:m|min|mins|minutes?|minuten?|minutos?|minuti|分|分間|دقيقة|دقائق)$/],
  [3600, /^(?:h|hr|hrs|hours?|std|stunden?|heures?|horas?|ore|ora|時間|ساعة|ساعات)$/],
  [86_400, /^(?:d|days?|tage?|jours?|dias?|días?|giorni|giorno|日|日間)$/],
];

/** Seconds of a unit by its name; undefined for what is none. */
export const unitOf = (name: string): number | undefined => units.find(([, names]) => names.test(name))?.[0];

const iso = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const part = /(\d+(?:[.,]\d+)?)\s*(\p{L}+)\.?/gu;
/** `1 h 10`, `1h30`: minutes without their name. */
const bareMinutes = /(\d\s*(?:h|std|hrs?|heures?|horas?)\.?\s*[0-5]?\d)(?![\d.,:]|\s*\p{L})/gu;

/** @returns seconds; undefined where a text tells no length of time. */
export const readDuration = (text: string): number | undefined => {
  const [whole, ...counts] = iso.exec(text.trim()) ?? [];
  if (whole !== undefined)
    return counts.reduce((sum, count, at) => sum + Number(count ?? 0) * ([86_400, 3600, 60, 1][at] ?? 0), 0);
  let seconds: number | undefined;
  const named = text.slice(0, 100).toLowerCase().replace(bareMinutes, '$1 min');
  for (const [, count = '', name = ''] of named.matchAll(part)) {
    const unit = unitOf(name);
    const isThousands = /^[1-9]\d{0,2}[.,]\d{3}$/.test(count);
    const number = Number(isThousands ? count.replace(/[.,]/, '') : count.replace(',', '.'));
    if (unit !== undefined) seconds = (seconds ?? 0) + number * unit;
  }
  return seconds;
};

/** As ISO 8601 writes it: 5400 seconds are `PT1H30M`. */
export const isoDuration = (seconds: number): string => {
  const whole = Math.round(seconds);
  const counts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const parts = counts.flatMap((count, at) => (count > 0 ? `${count}${'HMS'[at]}` : []));
  return `PT${parts.join('') || '0S'}`;
};
