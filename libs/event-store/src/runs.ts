import { migrationOf } from './migration.js';
import { createReadModel } from './read-model-schema.js';

/** Long work that staff start in a service, and how far each run is. */
export const Runs1700000620000 = migrationOf(
  'Runs1700000620000',
  [
    ...createReadModel('operations_run'),
    // `holder` is the process that executes it, as long as its lease lasts: then another one continues at `position`.
    `CREATE TABLE run_progress (
      run_id       text PRIMARY KEY,
      kind         text NOT NULL,
      position     json,
      done         bigint NOT NULL DEFAULT 0,
      holder       uuid,
      leased_until timestamptz,
      started_on   timestamptz,
      moved_on     timestamptz,
      ended_on     timestamptz
    )`,
    `CREATE INDEX run_progress_open ON run_progress (kind) WHERE ended_on IS NULL`,
    // The relay never uses a number again, also when all messages are to be published once more; and publishes nothing while what
    // was published is lost.
    `ALTER TABLE relay_term ADD last_seq bigint NOT NULL DEFAULT 0, ADD held boolean NOT NULL DEFAULT false`,

    // Until when the processes of a consumer stay away from its group.
    `CREATE TABLE consumer_pause (
      consumer     text PRIMARY KEY,
      paused_until timestamptz NOT NULL
    )`,
  ],
  'runs are a part of the history',
);
