import type { Filter } from './check.js';

/**
 * A query in the form of `meta.query` (interface-spec 2.16): the same for both forms, with the field names spelt as in
 * the records. Sent as `q`, it is the same query and has the same echo.
 */
export function echo(filter: Filter | null): string {
  if (filter === null) return '[None]';
  if ('groupOperator' in filter) return `${filter.groupOperator}(${filter.conditions.map(echo).join(',')})`;
  return `${filter.field.name} ${filter.operator} ${inQuotes(filter.value)}`;
}

/** Backslashes before a quotation mark, the closing one included, are doubled; see the grammar. */
const inQuotes = (value: string): string =>
  `"${value.replace(/(\\*)("|$)/g, (_, slashes: string, mark: string) => slashes + slashes + (mark && `\\${mark}`))}"`;
