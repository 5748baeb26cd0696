import type { Counter } from '@corridor/search';
import { rowTrigger } from './row-trigger.js';

/** After about so many changes they are added to the cells. Searches read those that are not. */
const CHANGES_AT_ONCE = 500;

/**
 * SQL that adds counters to a read model and counts the records that it has; it replaces former counters. A transaction
 * only notes what it changes, which locks nothing; every now and then one adds what all have noted to the cells.
 * A counter is a view of both.
 * @param isFixed the counted columns of a record never change; {@link countUpdates} if they do later
 */
export const addCounters = (table: string, counters: readonly Counter[], isFixed = false): string[] => {
  const columns = columnsOf(counters);
  const changes = changesOf(table);
  return [
    ...removeFormer(table, counters),
    tableOf(changes, columns),
    `CREATE INDEX ${changes}_of_client ON ${changes} (client_id)`,
    ...counters.flatMap((counter) => createCounter(table, counter)),
    createSum(table, counters),
    ...noteOn(table, columns, 'INSERT', addedTo(counters)),
    ...noteOn(table, columns, 'DELETE', removedFrom(counters)),
    ...(isFixed ? [] : countUpdates(table, counters)),
    // The triggers have locked the table against writes, so each record is counted exactly once.
    ...counters.map((counter) => {
      const cell = cellOf(counter);
      return `INSERT INTO ${cellsOf(counter)} (${cell.join(', ')}, records)
        ${sumBy(cell, `SELECT *, 1 AS change FROM (${select([counter], cell, '', table)}) AS one`)}`;
    }),
  ];
};

/** SQL that lets the counted columns of a read model's records change. */
export const countUpdates = (table: string, counters: readonly Counter[]): string[] =>
  noteOn(table, columnsOf(counters), 'UPDATE', `${addedTo(counters)} UNION ALL ${removedFrom(counters)}`);

/** Adds what is noted to the cells, unless another transaction does. */
export const sumChanges = (table: string): string => `${changesOf(table)}_sum()`;

const changesOf = (table: string): string => `${table}_count_change`;
const columnsOf = (counters: readonly Counter[]): string[] => [...new Set(counters.flatMap(cellOf))];
const addedTo = (counters: readonly Counter[]) =>
  select(counters, columnsOf(counters), '1 AS change', 'added');
const removedFrom = (counters: readonly Counter[]) =>
  select(counters, columnsOf(counters), '-1 AS change', 'removed');
const cellsOf = (counter: Counter): string => `${counter.table}_cell`;
const cellOf = ({ columns, span }: Counter): string[] => [
  'client_id',
  ...(span ? [span.column] : []),
  ...columns,
];

/** Those of earlier versions, which were tables. */
const removeFormer = (table: string, counters: readonly Counter[]): string[] => [
  ...['insert', 'delete', 'update'].map(
    (operation) => `DROP FUNCTION IF EXISTS ${table}_counted_${operation} CASCADE`,
  ),
  ...counters.map((counter) => `DROP TABLE IF EXISTS ${counter.table}`),
];

const tableOf = (name: string, columns: readonly string[], more = ''): string => `CREATE TABLE ${name} (
    ${columns.map((column) => `${column} text ${column === 'client_id' ? '' : 'COLLATE "C"'} NOT NULL,`).join('\n    ')}
    records bigint NOT NULL${more}
  )`;

const createCounter = (table: string, counter: Counter): string[] => {
  const cell = cellOf(counter).join(', ');
  return [
    `${tableOf(cellsOf(counter), cellOf(counter), `, PRIMARY KEY (${cell})`)} WITH (fillfactor = 50)`,
    `CREATE VIEW ${counter.table} AS SELECT ${cell}, records FROM ${cellsOf(counter)}
     UNION ALL SELECT ${cell}, sum(records)::bigint FROM ${changesOf(table)} GROUP BY ${cell}`,
  ];
};

/** Only one transaction at a time writes cells, so they need no order to be locked in. */
const createSum = (table: string, counters: readonly Counter[]): string => {
  const sums = counters.map((counter) => {
    const cell = cellOf(counter).join(', ');
    return `INSERT INTO ${cellsOf(counter)} AS one (${cell}, records)
      SELECT ${cell}, sum(records) FROM changes GROUP BY ${cell} HAVING sum(records) <> 0
      ON CONFLICT (${cell}) DO UPDATE SET records = one.records + excluded.records`;
  });
  const others = sums.slice(1).map((sum, i) => `, sum_${i} AS (${sum})`);
  return `CREATE FUNCTION ${sumChanges(table)} RETURNS void LANGUAGE plpgsql AS $$ BEGIN
    IF pg_try_advisory_xact_lock(hashtextextended('${changesOf(table)}', 0)) THEN
      WITH changes AS (DELETE FROM ${changesOf(table)} RETURNING *) ${others.join('\n')}
      ${sums[0]};
    END IF;
  END $$`;
};

const noteOn = (
  table: string,
  columns: readonly string[],
  operation: Parameters<typeof rowTrigger>[2],
  changes: string,
): string[] =>
  rowTrigger(
    table,
    'counted',
    operation,
    `INSERT INTO ${changesOf(table)} (${columns.join(', ')}, records) ${sumBy(columns, changes)};
     GET DIAGNOSTICS noted = ROW_COUNT;
     IF random() * ${CHANGES_AT_ONCE} < noted THEN PERFORM ${sumChanges(table)}; END IF;`,
    'DECLARE noted bigint;',
  );

const sumBy = (columns: readonly string[], changes: string): string =>
  `SELECT ${columns.join(', ')}, sum(change) FROM (${changes}) AS changes
   GROUP BY ${columns.join(', ')} HAVING sum(change) <> 0`;

/** The columns of rows, cut to the spans of counters. */
const select = (
  counters: readonly Counter[],
  columns: readonly string[],
  more: string,
  from: string,
): string => {
  const values = columns.map((column) => {
    const span = counters.find((counter) => counter.span?.column === column)?.span;
    return span ? `left(${column}, ${span.length}) AS ${column}` : column;
  });
  return `SELECT ${[...values, ...(more ? [more] : [])].join(', ')} FROM ${from}`;
};
