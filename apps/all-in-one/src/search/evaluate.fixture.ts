/**
 * Searches as in interface-spec 4.1 and decisions §5, over records in memory: written from the specification, without
 * code of the search library.
 */

export interface Leaf {
  readonly path: string;
  readonly type: 'Id' | 'String' | 'Number' | 'Boolean' | 'Date' | 'Enum';
  readonly values: readonly string[];
  readonly isInList: boolean;
}

/** A query in the form of a POST. */
export type Query =
  | { readonly field: string; readonly operator: string; readonly value: string }
  | { readonly groupOperator: 'AND' | 'OR'; readonly conditions: readonly Query[] };

export interface SortBy {
  readonly field: string;
  readonly order: 'ASC' | 'DESC';
}

/** The scalars of a record, read from its JSON Schema. */
export function leavesOf(schema: any, path = '', isInList = false): Leaf[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one: unknown) => leavesOf(one, path, isInList));
  if (schema.type === 'array') return leavesOf(schema.items, path, true);
  if (schema.type === 'object')
    return Object.entries(schema.properties).flatMap(([name, one]) =>
      leavesOf(one, path ? `${path}.${name}` : name, isInList),
    );
  const type = schema['x-search-type'];
  return type ? [{ path, type, values: schema.enum ?? [], isInList }] : [];
}

type Scalar = string | number | boolean;

/** All values at a path, through lists, without nulls. */
function valuesAt(record: unknown, [name, ...rest]: readonly string[]): Scalar[] {
  if (record === null || record === undefined) return [];
  if (Array.isArray(record))
    return record.flatMap((one) => valuesAt(one, name === undefined ? [] : [name, ...rest]));
  return name === undefined ? [record as Scalar] : valuesAt((record as any)[name], rest);
}

export function matches(leaves: readonly Leaf[], record: unknown, query: Query | null): boolean {
  if (query === null) return true;
  if ('groupOperator' in query) {
    const results = query.conditions.map((one) => matches(leaves, record, one));
    return query.groupOperator === 'AND' ? results.every(Boolean) : results.some(Boolean);
  }
  const leaf = leaves.find(({ path }) => path.toLowerCase() === query.field.toLowerCase()) as Leaf;
  const found = valuesAt(record, leaf.path.split('.'));
  const any = (operator: string) => found.some((one) => meets(leaf, one, operator, query.value));
  if (query.operator === 'DoesNotEqual') return !any('Equals');
  if (query.operator === 'DoesNotContain') return !any('Contains');
  return any(query.operator);
}

function meets({ type }: Leaf, found: Scalar, operator: string, value: string): boolean {
  const text = String(found);
  if (type === 'Number') return ordered(operator, compareDecimals(text, value));
  if (type === 'Date') return ordered(operator, compareDates(text, value));
  switch (operator) {
    case 'Equals':
      return text === value;
    case 'Contains':
      return anyCase(text).includes(anyCase(value));
    case 'StartsWith':
      return anyCase(text).startsWith(anyCase(value));
    case 'EndsWith':
      return anyCase(text).endsWith(anyCase(value));
    default:
      throw new Error(operator);
  }
}

const anyCase = (text: string) => text.toUpperCase();

function ordered(operator: string, order: number): boolean {
  switch (operator) {
    case 'Equals':
      return order === 0;
    case 'GreaterThan':
    case 'After':
      return order > 0;
    case 'GreaterThanOrEqual':
    case 'OnOrAfter':
      return order >= 0;
    case 'LessThan':
    case 'Before':
      return order < 0;
    case 'LessThanOrEqual':
    case 'OnOrBefore':
      return order <= 0;
    default:
      throw new Error(operator);
  }
}

/** Both as integers in the smaller unit of the two. */
function compareDecimals(a: string, b: string): number {
  const places = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0));
  const units = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(places, '0'));
  };
  return units(a) < units(b) ? -1 : units(a) > units(b) ? 1 : 0;
}

/** Timestamps to the nanosecond; dates if one of them is a date. */
function compareDates(a: string, b: string): number {
  if (a.length === 10 || b.length === 10) return compareTexts(a.slice(0, 10), b.slice(0, 10));
  const nanoseconds = (text: string) => {
    const [to, fraction = ''] = text.replace('Z', '').split('.');
    return BigInt(Date.parse(`${to}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
  };
  return nanoseconds(a) < nanoseconds(b) ? -1 : nanoseconds(a) > nanoseconds(b) ? 1 : 0;
}

/** By code points, not by UTF-16 units. */
const compareTexts = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Nulls last in either direction; then by the id, in the direction of the last sort. */
export function inOrder<Row extends { id: string }>(
  leaves: readonly Leaf[],
  records: readonly Row[],
  sorts: readonly SortBy[],
): Row[] {
  const by = [...sorts, { field: 'id', order: sorts.at(-1)?.order ?? 'DESC' }];
  const keys = by.map(({ field, order }) => ({
    leaf: leaves.find(({ path }) => path.toLowerCase() === field.toLowerCase()) as Leaf,
    sign: order === 'ASC' ? 1 : -1,
  }));
  return [...records].sort((a, b) => {
    for (const { leaf, sign } of keys) {
      const [x] = valuesAt(a, leaf.path.split('.'));
      const [y] = valuesAt(b, leaf.path.split('.'));
      if (x === undefined && y === undefined) continue;
      if (x === undefined) return 1;
      if (y === undefined) return -1;
      const order = (leaf.type === 'Number' ? compareDecimals : compareTexts)(String(x), String(y));
      if (order !== 0) return order * sign;
    }
    return 0;
  });
}

/** Every value in the records, by leaf. */
export const seenValues = (leaves: readonly Leaf[], records: readonly unknown[]): Map<string, string[]> =>
  new Map(
    leaves.map(({ path }) => [
      path,
      [...new Set(records.flatMap((record) => valuesAt(record, path.split('.'))).map(String))],
    ]),
  );
