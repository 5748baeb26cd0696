import type { Database, Sql } from '../database.js';
import { migrationOf } from '../migration.js';

/**
 * Shadows of read models: unlogged tables of the same names in the schema `shadow`, at first without rows. The user of a service owns no
 * tables and creates none (ADR 26), so functions of the owner do it for it, there and nowhere else. A shadow has the columns of
 * its table and its unique indexes, which `ON CONFLICT` needs, and neither other indexes nor triggers.
 */
export const Shadows1700000610001 = migrationOf(
  'Shadows1700000610001',
  [
    `CREATE FUNCTION make_shadow(tables text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
     DECLARE
       name text;
       definition text;
     BEGIN
       CREATE SCHEMA IF NOT EXISTS shadow;
       CREATE UNLOGGED TABLE shadow.progress (stream_id text PRIMARY KEY, version integer NOT NULL);
       FOREACH name IN ARRAY tables || ARRAY['progress'] LOOP
         IF name <> 'progress' THEN
           EXECUTE format('CREATE UNLOGGED TABLE shadow.%1$I (LIKE public.%1$I INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING IDENTITY)', name);
           FOR definition IN SELECT pg_get_indexdef(indexrelid) FROM pg_index
             WHERE indrelid = format('public.%I', name)::regclass AND indisunique
           LOOP
             EXECUTE replace(definition, ' ON public.', ' ON shadow.');
           END LOOP;
         END IF;
         EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON shadow.%I TO %I', name, session_user);
       END LOOP;
       EXECUTE format('GRANT USAGE ON SCHEMA shadow TO %I', session_user);
     END $$`,
    `CREATE FUNCTION drop_shadow() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
     DECLARE
       name text;
     BEGIN
       FOR name IN SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace('shadow') AND relkind = 'r' LOOP
         EXECUTE format('DROP TABLE shadow.%I', name);
       END LOOP;
     END $$`,
  ],
  'shadows are dropped by their function',
);

/** Of the tables of a read model. @throws Error if there is a shadow already */
export async function makeShadow(database: Database, tables: readonly string[]): Promise<void> {
  const known = await shadowTables(database);
  if (known.length > 0)
    throw new Error(`there is a shadow of ${known.join(', ')}: swap it or abort it first`);
  await database.query('SELECT make_shadow($1::text[])', [tables]);
}

export const dropShadow = (database: Database): Promise<unknown> => database.query('SELECT drop_shadow()');

/** The tables of the shadow that there is. */
export async function shadowTables(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = to_regnamespace('shadow') AND relkind = 'r' AND relname <> 'progress' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}
