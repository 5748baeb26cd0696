import type { Counter } from '@corridor/search';
import { rowTrigger } from './row-trigger.js';

/**
 * SQL that adds counters to a read model and counts the records that it has.
 * @param isFixed the counted columns of a record never change
 */
export const addCounters = (table: string, counters: readonly Counter[], isFixed = false): string[] => [
  ...counters.flatMap(createCounter),
  ...countOn(table, counters, 'INSERT', ['1 AS change FROM added']),
  ...countOn(table, counters, 'DELETE', ['-1 AS change FROM removed']),
  ...(isFixed
    ? []
    : countOn(table, counters, 'UPDATE', ['1 AS change FROM added', '-1 AS change FROM removed'])),
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

const countOn = (
  table: string,
  counters: readonly Counter[],
  operation: Parameters<typeof rowTrigger>[2],
  changes: readonly string[],
): string[] => {
  const body = counters.map((counter) => count(counter, changes)).join('\n');
  return rowTrigger(table, 'counted', operation, body, 'DECLARE cell record;');
};

/** Commands of one client never wait for each other here: a row of the cell that another transaction has locked is skipped. */
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
