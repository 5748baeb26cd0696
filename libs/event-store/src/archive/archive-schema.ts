import { migrationOf } from '../migration.js';

/** What happened within this time is never removed from the log, whatever a setting says. */
export const LEAST_DAYS = 30;

/**
 * Old events in compressed files. The user of a service records what it has written; a function of the owner removes the events, and that
 * only if they are what was recorded: the user itself may delete none (ADR 26, ADR 90).
 */
export const Archive1700000680002 = migrationOf(
  'Archive1700000680002',
  [
    // Removed: when its events were removed from the log.
    `CREATE TABLE archive_file (
      name           text PRIMARY KEY,
      sha256         text NOT NULL,
      bytes          bigint NOT NULL,
      streams        integer NOT NULL,
      events         integer NOT NULL,
      first_position bigint NOT NULL,
      last_position  bigint NOT NULL,
      written_on     timestamptz NOT NULL DEFAULT now(),
      removed_on     timestamptz
    )`,
    'CREATE INDEX archive_file_in_log ON archive_file (name) WHERE removed_on IS NULL',
    // A part of a stream, the versions after one up to another one: a member of the file, its digest before compression.
    `CREATE TABLE archived_part (
      stream_id text NOT NULL,
      after     integer NOT NULL,
      up_to     integer NOT NULL,
      file      text NOT NULL REFERENCES archive_file,
      at        bigint NOT NULL,
      bytes     integer NOT NULL,
      sha256    text NOT NULL,
      PRIMARY KEY (stream_id, after)
    )`,
    'CREATE INDEX archived_part_of_file ON archived_part (file)',
    ...['archive_file', 'archived_part'].map(
      (table) =>
        `CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history()`,
    ),

    // JSON lines. Without seq, which changes when messages are published again.
    `CREATE FUNCTION log_lines(id text, after_version integer, last_version integer) RETURNS text LANGUAGE sql STABLE AS $$
       SELECT string_agg(json_build_object('position', position, 'streamId', stream_id, 'version', version, 'type', type,
         'schemaVersion', schema_version, 'occurredOn', to_char(occurred_on AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
         'caller', caller, 'data', data, 'messageType', message_type, 'message', message)::text || chr(10), '' ORDER BY version)
       FROM events WHERE stream_id = id AND version > after_version AND version <= last_version
     $$`,
    `CREATE FUNCTION log_digest(lines text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
       SELECT encode(sha256(convert_to(lines, 'UTF8')), 'hex')
     $$`,
    `CREATE FUNCTION is_archived(id text, number integer) RETURNS boolean LANGUAGE sql STABLE AS $$
       SELECT EXISTS (SELECT FROM archived_part WHERE stream_id = id AND after < number AND up_to >= number)
     $$`,

    // Whoever deletes events, other than the role for that, deletes what is archived, by the function below.
    'DROP TRIGGER kept ON events',
    `CREATE TRIGGER kept BEFORE DELETE ON events FOR EACH STATEMENT
     WHEN (current_user <> 'corridor_retention' AND coalesce(current_setting('corridor.removes_archived', true), '') <> 'on')
     EXECUTE FUNCTION refuse_change_of_history()`,
    `CREATE TRIGGER kept_whole BEFORE TRUNCATE ON events FOR EACH STATEMENT
     WHEN (current_user <> 'corridor_retention') EXECUTE FUNCTION refuse_change_of_history()`,
    `CREATE FUNCTION refuse_unless_archived() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF is_archived(OLD.stream_id, OLD.version) THEN RETURN OLD; END IF;
       RAISE EXCEPTION '% % is not archived', OLD.stream_id, OLD.version USING ERRCODE = 'restrict_violation';
     END $$`,
    `CREATE TRIGGER kept_until_archived BEFORE DELETE ON events FOR EACH ROW
     WHEN (current_user <> 'corridor_retention') EXECUTE FUNCTION refuse_unless_archived()`,

    `CREATE FUNCTION remove_archived(archive text) RETURNS integer
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
     DECLARE
       wrong text;
       removed integer;
     BEGIN
       PERFORM FROM archive_file WHERE name = archive AND removed_on IS NULL FOR UPDATE;
       IF NOT FOUND THEN RETURN 0; END IF;
       SELECT stream_id INTO wrong FROM archived_part AS part WHERE file = archive AND (
         log_digest(log_lines(part.stream_id, part.after, part.up_to)) IS DISTINCT FROM part.sha256
         OR EXISTS (SELECT FROM events AS e WHERE e.stream_id = part.stream_id AND version > part.after AND version <= part.up_to
           AND (occurred_on > now() - interval '${LEAST_DAYS} days' OR (seq IS NULL AND message IS NOT NULL)))) LIMIT 1;
       IF wrong IS NOT NULL THEN
         RAISE EXCEPTION 'the log of % is not what % has, or is too young, or not published', wrong, archive
           USING ERRCODE = 'restrict_violation';
       END IF;
       -- The relay never uses a number again.
       UPDATE relay_term SET last_seq = greatest(last_seq, (SELECT max(seq) FROM events));
       PERFORM set_config('corridor.removes_archived', 'on', true);
       DELETE FROM events AS e USING archived_part AS part
       WHERE part.file = archive AND e.stream_id = part.stream_id AND version > part.after AND version <= part.up_to;
       GET DIAGNOSTICS removed = ROW_COUNT;
       PERFORM set_config('corridor.removes_archived', '', true);
       UPDATE archive_file SET removed_on = now() WHERE name = archive;
       RETURN removed;
     END $$`,
  ],
  'what is archived is not in the log',
);
