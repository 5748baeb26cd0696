import type { Envelope } from '@corridor/contracts';
import type { Database } from '@corridor/event-store';
import type { SourceEpochs } from './generations.js';

/** Of these messages, the places of those whose event is listed. */
const LOST = `SELECT DISTINCT n::int FROM unnest($1::text[], $2::text[], $3::int[], $4::int[])
    WITH ORDINALITY AS one (source, stream_id, version, epoch, n)
  JOIN lost_event AS lost USING (source, stream_id)
  WHERE one.version > lost.after_version AND one.epoch < lost.before_epoch`;

/**
 * The events of other services that were lost when a database was restored, as `corridor dr resume` has listed them: their messages may
 * still come, and have no effect. Costs a statement for messages of earlier epochs only.
 */
export class LostEvents {
  constructor(private readonly database: Pick<Database, 'query'>) {}

  async among<Of extends { readonly message: Envelope }>(
    arrived: readonly Of[],
    epochs: SourceEpochs,
  ): Promise<Of[]> {
    const earlier = arrived.filter(({ message: { source, epoch = 0 } }) => epoch < (epochs[source] ?? 0));
    if (earlier.length === 0) return [];
    const messages = earlier.map(({ message }) => message);
    const rows = await this.database.query<{ n: number }>(LOST, [
      messages.map(({ source }) => source),
      messages.map(({ streamId }) => streamId),
      messages.map(({ version }) => version),
      messages.map(({ epoch = 0 }) => epoch),
    ]);
    return rows.map(({ n }) => earlier[n - 1] as Of);
  }
}
