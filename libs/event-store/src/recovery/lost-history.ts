import type { ClientBase } from 'pg';

/** What others know of a stream that its database does not have any more. */
export interface LostStream {
  readonly streamId: string;
  /** Null if the stream is gone. */
  readonly kind: string | null;
  readonly version: number | null;
  /** The last version that others know. */
  readonly heard: number;
  readonly heardBy: readonly string[];
}

/** What one consumer knows of the streams of a service: rows of `consumer`, `streamId`, `heard` and, if it is known, `heardOn`. */
export interface Witness {
  readonly client: ClientBase;
  /** $1 is the service. */
  readonly statement: string;
}

/** What every service knows of the streams of another one. */
export const CHECKPOINTS = `SELECT consumer, stream_id AS "streamId", version AS heard,
    CASE WHEN heard = version THEN nullif(heard_on, '') END AS "heardOn"
  FROM checkpoint WHERE source = $1`;

const AT_ONCE = 5_000;

/** The number was not given yet, or was given a second time. */
const LOST = `SELECT one.stream_id AS "streamId", s.kind, s.version, one.heard, one.consumer
  FROM unnest($1::text[], $2::int[], $3::text[], $4::text[]) AS one (stream_id, heard, heard_on, consumer)
  LEFT JOIN streams AS s USING (stream_id)
  LEFT JOIN events AS e ON e.stream_id = one.stream_id AND e.version = one.heard
  WHERE s.version IS NULL OR s.version < one.heard OR e.occurred_on > (one.heard_on || 'Z')::timestamptz + interval '5 s'`;

interface Heard {
  readonly consumer: string;
  readonly streamId: string;
  readonly heard: number;
  readonly heardOn: string | null;
}

/** The streams of a service of which others know more than its database has. Reads what each of them knows once. */
export async function lostStreams(
  log: ClientBase,
  service: string,
  witnesses: readonly Witness[],
): Promise<LostStream[]> {
  const lost = new Map<string, LostStream>();
  for (const witness of witnesses)
    for await (const page of pagesOf(witness, service)) {
      const { rows } = await log.query<Omit<LostStream, 'heardBy'> & { consumer: string }>(LOST, [
        page.map(({ streamId }) => streamId),
        page.map(({ heard }) => heard),
        page.map(({ heardOn }) => heardOn),
        page.map(({ consumer }) => consumer),
      ]);
      for (const { consumer, ...one } of rows) {
        const known = lost.get(one.streamId);
        const heardBy = [...(known?.heardBy ?? []), consumer];
        lost.set(one.streamId, { ...one, heard: Math.max(one.heard, known?.heard ?? 0), heardBy });
      }
    }
  return [...lost.values()].sort((a, b) => (a.streamId < b.streamId ? -1 : 1));
}

/** Tells a consumer which events of a service are lost: those of these streams before the epoch, after what is left. */
export async function listLost(
  reader: ClientBase,
  service: string,
  lost: readonly LostStream[],
  epoch: number,
): Promise<void> {
  await reader.query(
    `INSERT INTO lost_event (source, stream_id, after_version, before_epoch)
     SELECT $1, *, $4 FROM unnest($2::text[], $3::int[]) ON CONFLICT DO NOTHING`,
    [service, lost.map(({ streamId }) => streamId), lost.map(({ version }) => version ?? 0), epoch],
  );
  await reader.query(
    `INSERT INTO source_epoch VALUES ($1, $2) ON CONFLICT (source) DO UPDATE SET number = excluded.number`,
    [service, epoch],
  );
}

async function* pagesOf({ client, statement }: Witness, service: string): AsyncGenerator<Heard[]> {
  await client.query('BEGIN');
  try {
    await client.query(`DECLARE heard NO SCROLL CURSOR FOR ${statement}`, [service]);
    for (;;) {
      const { rows } = await client.query<Heard>(`FETCH ${AT_ONCE} FROM heard`);
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    await client.query('COMMIT');
  }
}
