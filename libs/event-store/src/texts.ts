import { rowTrigger } from './row-trigger.js';

/**
 * SQL that adds the texts of a read model's records, and fills them from those that it has.
 * @param fields for each column, the path of its text in `data`
 * @param isFixed the texts of a record never change; {@link updateTexts} if they do later
 */
export const addTexts = (
  table: string,
  texts: string,
  fields: Readonly<Record<string, string>>,
  isFixed = false,
): string[] => {
  const columns = Object.keys(fields);
  const insertFrom = (rows: string) => `INSERT INTO ${texts} (id, client_id, ${columns.join(', ')})
    SELECT id, client_id, ${valuesOf(fields).join(', ')} FROM ${rows}`;
  return [
    `CREATE TABLE ${texts} (
      id text COLLATE "C" PRIMARY KEY,
      client_id text NOT NULL,
      ${columns.map((column) => `${column} text COLLATE "und-x-icu"`).join(', ')}
    )`,
    ...rowTrigger(table, 'texts', 'INSERT', `${insertFrom('added')};`),
    ...rowTrigger(table, 'texts', 'DELETE', `DELETE FROM ${texts} WHERE id IN (SELECT id FROM removed);`),
    ...(isFixed ? [] : updateTexts(table, texts, fields)),
    insertFrom(table),
    `CREATE INDEX ${texts}_of_client ON ${texts} (client_id)`,
    trigrams(texts, columns),
  ];
};

/** SQL that lets the texts of a read model's records change. */
export const updateTexts = (
  table: string,
  texts: string,
  fields: Readonly<Record<string, string>>,
): string[] => {
  const columns = Object.keys(fields);
  const changed = valuesOf(fields).map((value, i) => `${value} AS ${columns[i]}`);
  return rowTrigger(
    table,
    'texts',
    'UPDATE',
    `UPDATE ${texts} AS texts SET (${columns.join(', ')}) = ROW (${columns.map((one) => `changed.${one}`).join(', ')})
     FROM (SELECT id, ${changed.join(', ')} FROM added) AS changed
     WHERE texts.id = changed.id AND (${columns.map((one) => `texts.${one}`).join(', ')})
       IS DISTINCT FROM (${columns.map((one) => `changed.${one}`).join(', ')});`,
  );
};

const valuesOf = (fields: Readonly<Record<string, string>>): string[] =>
  Object.values(fields).map(
    (path) => `upper((data #>> '{${path.replaceAll('.', ',')}}') COLLATE "und-x-icu")`,
  );

/**
 * `pg_trgm` belongs to Postgres, and whoever may create a database may also install it there. Where a server does not have
 * it, searches for parts of texts read all texts of the client instead.
 */
const trigrams = (texts: string, columns: readonly string[]): string => `DO $$ BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX ${texts}_trigrams ON ${texts} USING gin (${columns.map((one) => `(translate(${one}, 'Σ', 'S')) gin_trgm_ops`).join(', ')})
      WITH (gin_pending_list_limit = 256);
  EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
    RAISE WARNING 'searches for parts of texts are slow without the extension pg_trgm: %', SQLERRM;
  END $$`;
