import { migrationOf } from './migration.js';

/**
 * The database refuses to change or delete what has happened, to the owner of the tables as well: of an event only its
 * publication mark `seq` can be written, and the version of a stream only grows. The role `corridor_retention`, which is
 * nobody's until an operator grants it, deletes streams and events.
 *
 * Appends and marks write none of the columns whose triggers fire once a statement, so only the condition on versions costs
 * them anything: about 1 µs of Postgres for an append to a stream that exists.
 */
export const HistoryGuard1700000027000 = migrationOf(
  'HistoryGuard1700000027000',
  [
    `CREATE FUNCTION refuse_change_of_history() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       RAISE EXCEPTION '% of % would change history', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
     END $$`,
    `CREATE TRIGGER unchanged BEFORE UPDATE OF position, stream_id, version, type, schema_version, data, caller, occurred_on,
       message_type, message ON events
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history()`,
    `CREATE TRIGGER unchanged BEFORE UPDATE OF stream_id, kind ON streams
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history()`,
    `CREATE TRIGGER grows AFTER UPDATE OF version ON streams
     FOR EACH ROW WHEN (NEW.version < OLD.version) EXECUTE FUNCTION refuse_change_of_history()`,
    ...['events', 'streams'].map(
      (table) =>
        `CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT
         WHEN (current_user <> 'corridor_retention') EXECUTE FUNCTION refuse_change_of_history()`,
    ),

    // Roles belong to the server: another service may create it at the same time, and this user may not be allowed to.
    `DO $$ BEGIN
       BEGIN
         CREATE ROLE corridor_retention NOLOGIN;
       EXCEPTION WHEN duplicate_object OR unique_violation OR insufficient_privilege THEN NULL;
       END;
       IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'corridor_retention') THEN
         GRANT SELECT, DELETE ON events, streams TO corridor_retention;
       END IF;
     END $$`,
  ],
  'history is never changed',
);

/** What was handled is history, too: a consumer that forgets it handles it again. The owner of the tables is refused as well. */
export const KeptCheckpoints1700000710001 = migrationOf(
  'KeptCheckpoints1700000710001',
  [
    `CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON checkpoint FOR EACH STATEMENT
     EXECUTE FUNCTION refuse_change_of_history()`,
    `CREATE TRIGGER grows AFTER UPDATE OF version ON checkpoint
     FOR EACH ROW WHEN (NEW.version < OLD.version) EXECUTE FUNCTION refuse_change_of_history()`,
  ],
  'what was handled stays so',
);

/** A table on which a view depends is not dropped without it, as `pg_restore --clean --table=checkpoint` would. */
export const ConsumedStreams1700000760001 = migrationOf(
  'ConsumedStreams1700000760001',
  [
    `CREATE VIEW consumed AS
     SELECT consumer, source, count(*)::int AS streams FROM checkpoint GROUP BY consumer, source`,
  ],
  'what was handled stays so',
);
