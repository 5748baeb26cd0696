/**
 * SQL of columns for searched fields that are written with the record: a generated column would read the whole document
 * again for each of them. Generated columns of these names become such columns. Rows that are written without them, by an
 * earlier version of a service or by hand, get them by triggers: those leave `stream_version` as it is.
 * @param fields for each column, the path of its value in `data`: `wallet.id`; trusted, from code
 * @param numbers the columns of a number type; the others compare byte by byte
 */
export const writtenColumns = (
  table: string,
  fields: Readonly<Record<string, string>>,
  numbers: readonly string[] = [],
): string[] => {
  const columns = Object.entries(fields).map(([column, path]) => {
    const text = `data #>> '{${path.replaceAll('.', ',')}}'`;
    return numbers.includes(column)
      ? { column, type: 'numeric', value: `(${text})::numeric` }
      : { column, type: 'text COLLATE "C"', value: text };
  });
  const added = columns.map(
    ({ column, type, value }) =>
      `ADD COLUMN IF NOT EXISTS ${column} ${type} GENERATED ALWAYS AS (${value}) STORED`,
  );
  const read = columns.map(({ column, value }) => `NEW.${column} := ${value.replace('data', 'NEW.data')};`);
  return [
    `ALTER TABLE ${table} ADD stream_version integer, ${added.join(', ')}`,
    `ALTER TABLE ${table} ${columns.map(({ column }) => `ALTER ${column} DROP EXPRESSION`).join(', ')}`,
    `CREATE FUNCTION ${table}_read_columns() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       ${read.join('\n       ')}
       RETURN NEW;
     END $$`,
    ...[
      ['INSERT', 'NEW.stream_version IS NULL'],
      ['UPDATE', 'NEW.stream_version IS NOT DISTINCT FROM OLD.stream_version'],
    ].map(
      ([operation = '', condition]) =>
        `CREATE TRIGGER ${table}_read_columns_${operation.toLowerCase()} BEFORE ${operation} ON ${table}
         FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION ${table}_read_columns()`,
    ),
  ];
};
