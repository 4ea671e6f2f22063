/** Units that names of properties and texts of pages measure in. */

export interface Unit {
  /** What is measured; units of one kind may be read as each other. */
  readonly kind: string;
  /** In the smallest of its kind. Whether a metric unit: others are not converted, which would make numbers up. */
  readonly factor: number | undefined;
  /** How texts write it, in small letters. */
  readonly written: readonly string[];
}

/** Kind, factor, what properties and texts call it, and what only texts do. */
const rows: readonly (readonly [string, number | undefined, string, string?])[] = [
  ['mass', 1, 'mg'],
  ['mass', 1e3, 'g gr gram grams gramm grammes'],
  ['mass', 1e6, 'kg kgs kilogram kilograms kilo kilos'],
  ['mass', undefined, 'lb lbs pounds'],
  ['mass', undefined, 'oz ounces'],
  ['length', 1, 'mm millimeters millimetres'],
  ['length', 10, 'cm centimeters centimetres'],
  ['length', 1e3, 'm meter meters metre metres'],
  ['length', 1e6, 'km kms kilometer kilometers kilometre kilometres'],
  ['length', undefined, 'inch inches', 'in " ″'],
  ['length', undefined, 'ft feet', "' ′"],
  ['length', undefined, 'mi mile miles'],
  ['volume', 1, 'ml milliliters millilitres cc', 'cm³ cm3 ccm'],
  ['volume', 10, 'cl'],
  ['volume', 1e3, 'l liter liters litre litres', 'ltr'],
  ['area', 1, 'sqm m2 qm', 'm² sq_m'],
  ['area', undefined, 'sqft ft2', 'ft² sq_ft square_feet'],
  ['area', undefined, 'ha hectares'],
  ['area', undefined, 'acres', 'acre'],
  ['power', 1e3, 'kw'],
  ['power', 1, 'w watt watts'],
  ['power', undefined, 'hp ps bhp horsepower', 'cv ch pk KM'],
  ['speed', undefined, 'kmh kph', 'km/h'],
  ['speed', undefined, 'mph'],
  ['pressure', 1, 'hpa mbar'],
  ['energy', undefined, 'kcal', 'cal calories'],
  ['energy', undefined, 'kj'],
  ['calendar', 1, 'months', 'month monat monate monaten mois mes meses mese mesi maand maanden ヶ月 か月'],
  [
    'calendar',
    12,
    'years',
    'year yr yrs jahr jahre jahren an ans année années año años anno anni jaar lata 年',
  ],
];

const units = rows.map(([kind, factor, names, more = '']) => ({
  kind,
  factor,
  names: names.split(' '),
  written: `${names} ${more}`
    .trim()
    .split(' ')
    .map((name) => name.replace('_', ' ')),
}));

const byName = new Map(units.flatMap((unit) => unit.names.map((name): [string, Unit] => [name, unit])));
const byText = new Map(units.flatMap((unit) => unit.written.map((name): [string, Unit] => [name, unit])));

/** The unit at the end of a name: `weight_kg`; a letter alone names none. */
export const unitNamed = (words: readonly string[]): Unit | undefined =>
  words.length > 1 ? byName.get(words.at(-1) ?? '') : undefined;

/** The unit that a text goes on with behind a number. */
export const unitBehind = (text: string): Unit | undefined => {
  const [word = ''] = /^\s?(?:(?:sq|square)\.? \p{L}+|\p{L}+(?:[²³23](?!\d)|\/h)?|["″'′])/u.exec(text) ?? [];
  const name = word.trim();
  return byText.get(name) ?? byText.get(name.toLowerCase().replace('.', ''));
};

/** Whether a word of a name says how it is measured, not what it is. */
export const isMeasure = (word: string): boolean =>
  (word.length > 1 && byName.has(word)) || /^(?:g|usd|eur|gbp|percent|pct)$/.test(word);
