/**
 * SQL of a read model's table. `data` is the public record as JSON text: key order and numbers stay as written.
 * @param name trusted, from code
 */
export const createReadModel = (name: string): string[] => [
  `CREATE TABLE ${name} (
    id         text PRIMARY KEY,
    client_id  text NOT NULL,
    created_on text NOT NULL,
    data       json NOT NULL
  )`,
  `CREATE INDEX ${name}_newest ON ${name} (client_id, created_on DESC, id DESC)`,
];

/**
 * SQL that adds generated columns for frequently searched fields to a read model. Text compares byte by byte (the
 * collation "C"), as searches promise. Rewrites the table once.
 * @param fields for each column, the path of its value in `data`: `wallet.id`; trusted, from code
 */
export const searchColumns = (table: string, fields: Readonly<Record<string, string>>): string => {
  const added = Object.entries(fields).map(
    ([column, path]) =>
      `ADD ${column} text COLLATE "C" GENERATED ALWAYS AS (data #>> '{${path.replaceAll('.', ',')}}') STORED`,
  );
  const compared = ['id', 'created_on'].map((column) => `ALTER ${column} TYPE text COLLATE "C"`);
  return `ALTER TABLE ${table} ${[...compared, ...added].join(', ')}`;
};

/**
 * SQL of the index over the records of each client in the collection's default order, with the frequently searched
 * columns included: searches on these columns read page and count from the index, and only the page from the table. It
 * replaces an index of the same name.
 * @param order of columns: `created_on DESC, id DESC`
 */
export const orderIndex = (
  table: string,
  name: string,
  order: string,
  columns: readonly string[],
  isUnique = false,
): string[] => [
  `DROP INDEX IF EXISTS ${name}`,
  `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${name} ON ${table} (client_id, ${order}) INCLUDE (${columns.join(', ')})`,
];

/**
 * SQL of indexes that hold, for each value of a column, the records of a client in the collection's default order: for
 * selective values only the matching records are read. They replace indexes of the same names.
 * @param order of columns: `created_on DESC, id DESC`
 * @param sparse columns that are null in many records, which the index omits
 * @param included other columns, for conditions on both: pages and counts are then read from the index alone
 */
export const valueIndexes = (
  table: string,
  order: string,
  columns: readonly string[],
  sparse: readonly string[] = [],
  included: readonly string[] = [],
): string[] =>
  [...columns, ...sparse].flatMap((column) => {
    const others = included.filter((one) => one !== column).join(', ');
    return [
      `DROP INDEX IF EXISTS ${table}_by_${column}`,
      `CREATE INDEX ${table}_by_${column} ON ${table} (client_id, ${column}, ${order})` +
        (others && ` INCLUDE (${others})`) +
        (sparse.includes(column) ? ` WHERE ${column} IS NOT NULL` : ''),
    ];
  });

/**
 * SQL of the indexes for searches over the records of all clients (ADR 52): one in the default order that includes the other columns,
 * so that a condition on any of them is answered by it alone, and some by value.
 * @param order of columns: `created_on DESC, id DESC`
 * @param included the searched columns that are not in the order
 * @param values columns with selective values, for pages in the default order
 * @param sparse such columns that are null in many records, which the index omits
 * @param numbers columns for ranges and sorts
 */
export const indexesOfAllClients = (
  table: string,
  order: string,
  included: readonly string[],
  {
    values = [],
    sparse = [],
    numbers = [],
  }: { readonly [kind in 'values' | 'sparse' | 'numbers']?: readonly string[] } = {},
): string[] => {
  const byValue = (column: string, rest: string) =>
    `CREATE INDEX ${table}_of_all_by_${column} ON ${table} (${column}, ${rest}`;
  const ordered = order.split(', ').map((column) => column.replace(/ .*/, ''));
  const others = ordered.filter((column) => column !== 'id');
  const including = others.length > 0 ? ` INCLUDE (${others.join(', ')})` : '';
  return [
    `CREATE INDEX ${table}_of_all ON ${table} (${order}) INCLUDE (${['client_id', ...included].join(', ')})`,
    ...values.map((column) => `${byValue(column, order)})`),
    ...sparse.map((column) => `${byValue(column, order)}) WHERE ${column} IS NOT NULL`),
    ...numbers.map((column) => `${byValue(column, 'id')})${including}`),
  ];
};

/**
 * SQL of indexes by fields without a column, for ranges and sorts. Their expressions are those of the compiler.
 * @param fields for each name of an index, the path of a value that is never null, and how it is compared
 */
export const fieldIndexes = (
  table: string,
  fields: Readonly<Record<string, readonly [path: string, as: 'numbers' | 'text']>>,
): string[] =>
  Object.entries(fields).map(([name, [path, as]]) => {
    const value = `(data #>> '{${path.replaceAll('.', ',')}}')`;
    return `CREATE INDEX ${table}_by_${name} ON ${table}
      (client_id, (${value}${as === 'numbers' ? '::numeric' : ' COLLATE "C"'}), id)`;
  });
