import type { Database } from '@corridor/event-store';

/** A pause ends by itself: who wants it longer says so again. */
const PAUSE_SECONDS = 60;

/** All processes of a consumer leave its group, so that its offsets can be set. */
export async function pause(database: Pick<Database, 'query'>, consumer: string): Promise<void> {
  await database.query(
    `INSERT INTO consumer_pause (consumer, paused_until) VALUES ($1, now() + make_interval(secs => ${PAUSE_SECONDS}))
     ON CONFLICT (consumer) DO UPDATE SET paused_until = excluded.paused_until`,
    [consumer],
  );
}

export async function goOn(database: Pick<Database, 'query'>, consumer: string): Promise<void> {
  await database.query('UPDATE consumer_pause SET paused_until = now() WHERE consumer = $1', [consumer]);
}

export async function isPaused(database: Pick<Database, 'query'>, consumer: string): Promise<boolean> {
  const found = await database.query(
    'SELECT 1 FROM consumer_pause WHERE consumer = $1 AND paused_until > now()',
    [consumer],
  );
  return found.length > 0;
}
