const ROWS = {
  INSERT: 'NEW TABLE AS added',
  UPDATE: 'NEW TABLE AS added OLD TABLE AS removed',
  DELETE: 'OLD TABLE AS removed',
};

/**
 * SQL of a trigger that follows each statement with the rows that it has `added` and `removed`, whichever version of a
 * service writes them.
 * @param body of a PL/pgSQL function
 * @param declared its variables
 */
export const rowTrigger = (
  table: string,
  what: string,
  operation: keyof typeof ROWS,
  body: string,
  declared = '',
): string[] => {
  const name = `${table}_${what}_${operation.toLowerCase()}`;
  return [
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
     ${declared} BEGIN
       ${body}
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER ${name} AFTER ${operation} ON ${table} REFERENCING ${ROWS[operation]}
     FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
  ];
};
