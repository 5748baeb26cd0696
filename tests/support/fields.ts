export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The way to every value of a body that is not a record itself, in `company.name` form. */
export const leaves = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    isFields(value) ? leaves(value).map((path) => `${name}.${path}`) : [name],
  );

/** The body with another value in one place. */
export function replaced(fields: Fields, path: string, value: unknown): Fields {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...fields, [name]: value };
  return { ...fields, [name]: replaced(fields[name] as Fields, rest.join('.'), value) };
}

/** Behind the reason of a stop, the client reads where the money is. */
const WHERE_IT_IS = /^\.? No money has moved[.:]/;

/** How often a text stands somewhere in a value. */
export function occurrences(value: unknown, text: string): number {
  if (typeof value === 'string') {
    const rest = value.slice(text.length);
    return value.startsWith(text) && (rest === '' || WHERE_IT_IS.test(rest)) ? 1 : 0;
  }
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + occurrences(one, text), 0);
}
