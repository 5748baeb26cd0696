import { runMigrations } from 'bullmq';
import type { ClientBase } from 'pg';

/** BullMQ's own schema beside our tables. */
export const BULL_SCHEMA = 'bullmq';

/** Creates the schema, or brings it to the version of this BullMQ, on a connection outside of a transaction. */
export const migrateBull = (client: ClientBase): Promise<unknown> => runMigrations(client, BULL_SCHEMA);
