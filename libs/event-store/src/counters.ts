import { type Columns, type Search, testsOf } from '@corridor/search';
import type { Where } from './read-models.js';

/**
 * A table of how many records a client has with the same values in a few columns. Triggers of the read model's table
 * write it, so it is exact in every transaction, whichever version of a service writes the records. Its columns have the
 * names of those of the read model: a condition on them selects cells as it selects records.
 */
export interface Counter {
  readonly table: string;
  /** Columns of the read model with few different values, never null. */
  readonly columns: readonly string[];
  /** A column that searches sort by, never null; the counter's column of this name has its first characters. */
  readonly span?: Span;
}

export interface Span {
  readonly column: string;
  readonly length: number;
}

/** The days of a timestamp. */
export const daysOf = (column: string): Span => ({ column, length: '2026-11-21'.length });

/** The first counter that answers the search: its conditions are on the counter's columns, or on whole days. */
export const counterOf = (
  counters: readonly Counter[],
  columns: Columns,
  { filter }: Pick<Search, 'filter'>,
  where: Where,
): Counter | undefined => {
  const conditions = [
    ...Object.keys(where).map((name) => ({ column: columns[name] ?? '', isDay: false })),
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

/**
 * SQL that adds counters to a read model and counts the records that it has.
 * @param isFixed the counted columns of a record never change
 */
export const addCounters = (table: string, counters: readonly Counter[], isFixed = false): string[] => [
  ...counters.flatMap(createCounter),
  ...createTrigger(table, counters, 'INSERT', 'NEW TABLE AS added', ['1 AS change FROM added']),
  ...createTrigger(table, counters, 'DELETE', 'OLD TABLE AS removed', ['-1 AS change FROM removed']),
  ...(isFixed
    ? []
    : createTrigger(table, counters, 'UPDATE', 'NEW TABLE AS added OLD TABLE AS removed', [
        '1 AS change FROM added',
        '-1 AS change FROM removed',
      ])),
  // The triggers have locked the table against writes, so each record is counted exactly once.
  ...counters.map(
    (counter) =>
      `INSERT INTO ${counter.table} (${cellOf(counter).join(', ')}, records)
       ${changesOf(counter, [`1 AS change FROM ${table}`])}`,
  ),
];

/** Several rows of one cell count together: a transaction uses one that no other has locked. */
const createCounter = (counter: Counter): string[] => {
  const [client, ...others] = cellOf(counter);
  return [
    `CREATE TABLE ${counter.table} (
      row_no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      ${client} text NOT NULL,
      ${others.map((column) => `${column} text COLLATE "C" NOT NULL,`).join('\n      ')}
      records bigint NOT NULL
    ) WITH (fillfactor = 50)`,
    `CREATE INDEX ${counter.table}_cells ON ${counter.table} (${cellOf(counter).join(', ')})`,
  ];
};

/** Commands of one client never wait for each other here: a row of the cell that another transaction has locked is skipped. */
const createTrigger = (
  table: string,
  counters: readonly Counter[],
  operation: string,
  rows: string,
  changes: readonly string[],
): string[] => {
  const name = `${table}_counted_${operation.toLowerCase()}`;
  return [
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE cell record;
     BEGIN
       ${counters.map((counter) => count(counter, changes)).join('\n')}
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER ${name} AFTER ${operation} ON ${table} REFERENCING ${rows}
     FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
  ];
};

const count = (counter: Counter, changes: readonly string[]): string => {
  const columns = cellOf(counter);
  const isCell = columns.map((column) => `one.${column} = cell.${column}`).join(' AND ');
  const values = columns.map((column) => `cell.${column}`).join(', ');
  return `FOR cell IN ${changesOf(counter, changes)} LOOP
    UPDATE ${counter.table} AS counter SET records = counter.records + cell.records WHERE row_no =
      (SELECT one.row_no FROM ${counter.table} AS one WHERE ${isCell} LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED);
    IF NOT FOUND THEN
      INSERT INTO ${counter.table} (${columns.join(', ')}, records) VALUES (${values}, cell.records);
    END IF;
  END LOOP;`;
};

const changesOf = (counter: Counter, changes: readonly string[]): string => {
  const columns = cellOf(counter).join(', ');
  const values = cellOf(counter)
    .map((column) =>
      column === counter.span?.column ? `left(${column}, ${counter.span.length}) AS ${column}` : column,
    )
    .join(', ');
  return `SELECT ${columns}, sum(change) AS records
    FROM (${changes.map((change) => `SELECT ${values}, ${change}`).join(' UNION ALL ')}) AS changes
    GROUP BY ${columns} HAVING sum(change) <> 0`;
};

const cellOf = ({ columns, span }: Counter): string[] => [
  'client_id',
  ...(span ? [span.column] : []),
  ...columns,
];
