import { testsOf } from './check.js';
import type { Columns } from './compile.js';
import type { Search } from './search.js';

/**
 * A table of how many records a client has with the same values in a few columns. Triggers of the read model's table
 * write it, so it is exact in every transaction, whichever version of a service writes the records. Its columns have the
 * names of those of the read model: a condition on them selects cells as it selects records.
 */
export interface Counter {
  readonly table: string;
  /** Columns of the read model with few different values, never null. */
  readonly columns: readonly string[];
  /**
   * One of the columns, with an index by value. Its values are in no relation to the default order: a page of a search with a
   * condition on it is collected from the newest records of each value.
   */
  readonly scattered?: string;
  /** A column that searches sort by, never null; the counter's column of this name has its first characters. */
  readonly span?: Span;
}

export interface Span {
  readonly column: string;
  readonly length: number;
}

/** The days of a timestamp. */
export const daysOf = (column: string): Span => ({ column, length: '2026-11-21'.length });

/**
 * The first counter that answers the search: its conditions are on the counter's columns, or on whole days.
 * @param fixed fields with values from code
 */
export const counterOf = (
  counters: readonly Counter[],
  columns: Columns,
  { filter }: Pick<Search, 'filter'>,
  fixed: readonly string[],
): Counter | undefined => {
  const conditions = [
    ...fixed.map((name) => ({ column: columns[name] ?? '', isDay: false })),
    ...testsOf(filter).map(({ field, operand }) => ({
      column: columns[field.name] ?? '',
      isDay: operand.kind === 'day',
    })),
  ];
  return counters.find((counter) =>
    conditions.every(
      ({ column, isDay }) =>
        column === 'client_id' ||
        counter.columns.includes(column) ||
        (isDay && column === counter.span?.column),
    ),
  );
};
