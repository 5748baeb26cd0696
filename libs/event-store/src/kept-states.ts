import type { Sql, SqlTransaction } from './database.js';
import { migrationOf } from './migration.js';
import type { RetentionPolicy } from './retention.js';

/**
 * Folded states beside those of `streams`: a stream's state there is under the rules of the build that wrote last. Builds with
 * other rules continue from the state that they have here, instead of the first event.
 */
export const KeptStates1700000610000 = migrationOf(
  'KeptStates1700000610000',
  [
    `CREATE TABLE kept_state (
      stream_id     text NOT NULL,
      state_version integer NOT NULL,
      version       integer NOT NULL,
      state         json NOT NULL,
      kept_on       timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (stream_id, state_version)
    )`,
    'CREATE INDEX kept_state_by_age ON kept_state (kept_on)',
    // How far the streams of earlier rules are folded again: `rules` are those of a build, `after` is the last stream examined.
    `CREATE TABLE refold (
      rules     text PRIMARY KEY,
      after     text NOT NULL DEFAULT '',
      examined  bigint NOT NULL DEFAULT 0,
      refolded  bigint NOT NULL DEFAULT 0,
      events    bigint NOT NULL DEFAULT 0,
      worker    text NOT NULL DEFAULT '',
      leased_to timestamptz NOT NULL DEFAULT now(),
      begun_on  timestamptz NOT NULL DEFAULT now(),
      ended_on  timestamptz
    )`,
    `DO $$ BEGIN
       IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'corridor_retention') THEN
         GRANT SELECT, DELETE ON kept_state TO corridor_retention;
       END IF;
     END $$`,
  ],
  'states under the rules of other builds would be folded from the first event',
);

/** A state of more events than this is kept: to fold these again is cheaper than to store a state. */
export const WORTH_KEEPING = 100;

/** What the events of a stream up to a version result in, under some rules. */
export interface KeptState {
  readonly id: string;
  readonly stateVersion: number;
  readonly version: number;
  /** JSON text. */
  readonly state: string;
}

/** The states that are kept under these rules, by stream. */
export async function readKeptStates(
  sql: Sql,
  streams: readonly { readonly id: string; readonly stateVersion: number }[],
): Promise<ReadonlyMap<string, KeptState>> {
  const rows = await sql.query<KeptState>(
    `SELECT stream_id AS id, state_version AS "stateVersion", version, state::text
     FROM unnest($1::text[], $2::int[]) AS wanted (stream_id, state_version) JOIN kept_state USING (stream_id, state_version)
     WHERE stream_id = ANY ($1)`,
    [streams.map(({ id }) => id), streams.map(({ stateVersion }) => stateVersion)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const KEEP = `INSERT INTO kept_state AS known (stream_id, state_version, version, state)
  SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::json[])
  ON CONFLICT (stream_id, state_version) DO UPDATE
  SET version = excluded.version, state = excluded.state, kept_on = now() WHERE known.version < excluded.version`;

const valuesOf = (states: readonly KeptState[]) => [
  states.map(({ id }) => id),
  states.map(({ stateVersion }) => stateVersion),
  states.map(({ version }) => version),
  states.map(({ state }) => state),
];

/** Keeps states, unless those of later versions are there. */
export function writeKeptStates(sql: SqlTransaction, states: readonly KeptState[]): void {
  if (states.length > 0) sql.write(KEEP, valuesOf(states));
}

/** The same, at once. */
export async function keepState(sql: Sql, state: KeptState): Promise<void> {
  await sql.query(KEEP, valuesOf([state]));
}

/** Replicas of two builds work side by side for less than this. */
const KEPT_DAYS_OF_STATES = 7;

export const keptStates: RetentionPolicy = {
  name: 'kept states',
  setting: null,
  days: KEPT_DAYS_OF_STATES,
  due: () => ({
    from: 'kept_state WHERE kept_on < now() - make_interval(days => $1)',
    ...{ order: 'kept_on', time: 'kept_on', values: [KEPT_DAYS_OF_STATES] },
  }),
  batch: (limit) => ({
    text: `DELETE FROM kept_state WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM kept_state WHERE kept_on < now() - make_interval(days => $1)
             ORDER BY kept_on LIMIT $2 FOR UPDATE SKIP LOCKED))
           RETURNING 1`,
    values: [KEPT_DAYS_OF_STATES, limit],
  }),
};
