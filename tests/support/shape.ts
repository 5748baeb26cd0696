import { decimalPlaces, isCalendarDate, isCurrency } from '@corridor/kernel';

/** What is wrong with a value, a line for each issue; `at` is where it stands. */
export type Shape = (value: unknown, at: string) => readonly string[];

const shape =
  (name: string, fits: (value: unknown) => boolean): Shape =>
  (value, at) =>
    fits(value) ? [] : [`${at}: ${JSON.stringify(value)} is no ${name}`];
const matching = (name: string, pattern: RegExp) =>
  shape(name, (value) => typeof value === 'string' && pattern.test(value));

export const text = shape('text', (value) => typeof value === 'string');
export const number = shape('number', (value) => typeof value === 'number');
export const integer = shape('integer', Number.isInteger);
export const flag = shape('boolean', (value) => typeof value === 'boolean');
export const nothing = shape('null', (value) => value === null);
export const date = shape('date', (value) => typeof value === 'string' && isCalendarDate(value));
/** UTC, without a time zone. */
export const timestamp = matching('timestamp', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/);
export const zonedTimestamp = matching('timestamp in Z', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const ccyCode = shape('currency code', (value) => typeof value === 'string' && isCurrency(value));
export const ccyPair = matching('pair of currencies', /^[A-Z]{6}$/);
export const countryCode = matching('country code', /^[A-Z]{2}$/);
export const id = (prefix: string) => matching(`${prefix}_ id`, new RegExp(`^${prefix}_[0-9A-Z]{26}$`));
export const oneOf = (...values: readonly string[]) =>
  shape(`one of ${values.join()}`, (value) => values.includes(value as string));

export const orNull =
  (other: Shape): Shape =>
  (value, at) =>
    value === null ? [] : other(value, at);

export const list =
  (item: Shape): Shape =>
  (value, at) =>
    Array.isArray(value) ? value.flatMap((one, i) => item(one, `${at}/${i}`)) : [`${at}: no list`];

/** Exactly these fields: none missing, none more. */
export const record =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at}: no record`];
    const more = Object.keys(value).filter((name) => !(name in fields));
    return [
      ...more.map((name) => `${at}/${name}: one field too many`),
      ...Object.entries(fields).flatMap(([name, field]) =>
        name in value
          ? field((value as Record<string, unknown>)[name], `${at}/${name}`)
          : [`${at}/${name}: missing`],
      ),
    ];
  };

/** A JSON number with no more decimals than its currency has. */
export const money: Shape = (value, at) => {
  const issues = record({ ccyCode, value: number })(value, at);
  if (issues.length > 0) return issues;
  const { ccyCode: code, value: amount } = value as { ccyCode: string; value: number };
  const decimals = String(amount).split('.')[1]?.length ?? 0;
  return decimals <= decimalPlaces(code) ? [] : [`${at}: ${amount} has more decimals than ${code}`];
};
