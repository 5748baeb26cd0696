import { migrationOf } from '@corridor/event-store';

/**
 * Events contain signing secrets, encrypted, and are encrypted again when the key is rotated. The database accepts this change
 * of an event and no other.
 */
export const RotatedKeys1700000051000 = migrationOf(
  'RotatedKeys1700000051000',
  [
    'DROP TRIGGER unchanged ON events',
    `CREATE TRIGGER unchanged BEFORE UPDATE OF position, stream_id, version, type, schema_version, caller, occurred_on,
       message_type, message ON events
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history()`,
    `CREATE TRIGGER unchanged_data BEFORE UPDATE OF data ON events
     FOR EACH ROW WHEN (
       OLD.data::jsonb - 'sealedSecret' IS DISTINCT FROM NEW.data::jsonb - 'sealedSecret'
       OR OLD.data ->> 'sealedSecret' IS NULL OR NEW.data ->> 'sealedSecret' IS NULL)
     EXECUTE FUNCTION refuse_change_of_history()`,
  ],
  'history is never changed',
);
