import { type Unit, unitBehind } from '../wishes/units.ts';
import { numbersIn } from './numbers.ts';

/** Digits that a number keeps which is told in another unit. */
const digits = 12;

/**
 * The number of a text in the unit asked for: `110 kW (150 PS)` in horsepower is 150, `0.94 kg` in grams 940.
 * @returns undefined where the text has no unit of the kind, null where it has only such as are not converted.
 */
export const readMeasured = (text: string, asked: Unit): number | null | undefined => {
  const told = numbersIn(text).flatMap(({ value, end }) => {
    const unit = unitBehind(text.slice(end, end + 20));
    return unit?.kind === asked.kind ? [{ value, unit }] : [];
  });
  const [first] = told;
  if (first === undefined) return undefined;
  const same = told.find(({ unit }) => unit === asked);
  if (same !== undefined) return same.value;
  const { value, unit } = first;
  return asked.factor === undefined || unit.factor === undefined
    ? null
    : Number(((value * unit.factor) / asked.factor).toPrecision(digits));
};
