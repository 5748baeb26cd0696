import type { ClientBase } from 'pg';
import type { LostStream } from './lost-history.js';

/** Beyond the numbers that others know there may be some that nobody has told. */
const MARGIN = 1_000;

/** The fence refuses it otherwise. */
const UNMARK = `ALTER TABLE events DISABLE TRIGGER fenced;
  UPDATE events SET seq = NULL WHERE seq IS NOT NULL;
  ALTER TABLE events ENABLE TRIGGER fenced`;

/**
 * Begins the next epoch of a fenced database that has lost events. All versions of it are above those that anybody knows. A
 * constraint lets processes append that know the epoch, and no others.
 *
 * The streams are listed in `lost_history`. Those of these kinds are frozen: they change when staff have compared them.
 * @param publishAgain the whole log: what was published is gone
 * @returns its number
 */
export async function beginEpoch(
  client: ClientBase,
  lost: readonly LostStream[],
  frozenKinds: readonly string[],
  { publishAgain = false } = {},
): Promise<number> {
  await client.query("BEGIN; SET LOCAL lock_timeout = '30s'");
  try {
    const heard = Math.max(0, ...lost.map((one) => one.heard));
    const { rows } = await client.query<{ number: number; above: number; position: string }>(
      `UPDATE epoch SET number = number + 1, former = CASE WHEN number > 0 THEN former || above ELSE former END, above = ceil((greatest(above, $1,
         (SELECT max(version) FROM streams)) + ${MARGIN}) / ${MARGIN}.0)::int * ${MARGIN}
       RETURNING number, above, (SELECT coalesce(max(position), 0) FROM events) AS position`,
      [heard],
    );
    const [epoch] = rows;
    if (!epoch) throw new Error('the database has no epoch');
    await client.query(
      `ALTER TABLE events DROP CONSTRAINT IF EXISTS of_its_epoch,
         ADD CONSTRAINT of_its_epoch CHECK (position <= ${epoch.position} OR version > ${epoch.above}) NOT VALID`,
    );
    await client.query(
      `INSERT INTO lost_history (stream_id, kind, version, heard, heard_by, epoch, is_frozen)
       SELECT stream_id, kind, version, heard, string_to_array(heard_by, ','), $6, coalesce(kind = ANY ($7), false)
       FROM unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::text[]) AS one (stream_id, kind, version, heard, heard_by)
       ON CONFLICT (stream_id) DO UPDATE SET kind = excluded.kind, version = excluded.version, heard = excluded.heard,
         heard_by = excluded.heard_by, epoch = excluded.epoch, is_frozen = excluded.is_frozen, listed_on = now()`,
      [
        lost.map(({ streamId }) => streamId),
        lost.map(({ kind }) => kind),
        lost.map(({ version }) => version),
        lost.map((one) => one.heard),
        lost.map(({ heardBy }) => heardBy.join()),
        epoch.number,
        frozenKinds,
      ],
    );
    await client.query(
      `UPDATE streams SET is_frozen = true FROM lost_history AS lost
       WHERE lost.stream_id = streams.stream_id AND lost.is_frozen AND NOT streams.is_frozen`,
    );
    if (publishAgain) await client.query(UNMARK);
    await client.query('COMMIT');
    return epoch.number;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Lets a stream change again. It can be repeated. @throws Error if nothing of the stream was lost */
export async function release(client: ClientBase, streamId: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM lost_history WHERE stream_id = $1', [streamId]);
  if (rowCount === 0)
    throw new Error(`nothing of ${streamId} was lost: corridor dr status lists what is frozen`);
  await client.query(
    `WITH released AS (UPDATE lost_history SET is_frozen = false WHERE stream_id = $1 AND is_frozen RETURNING stream_id)
     UPDATE streams SET is_frozen = false FROM released WHERE streams.stream_id = released.stream_id`,
    [streamId],
  );
}
