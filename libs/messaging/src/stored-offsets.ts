import type { Database } from '@corridor/event-store';

/** Where a group stands in a partition: the offset of the next record. */
export interface PartitionOffset {
  readonly topic: string;
  readonly partition: number;
  readonly offset: bigint;
}

/** What a database knows of it. */
export interface KnownOffset extends PartitionOffset {
  /** When a message happened that the group has read there, not long before that offset; null if it has read none. */
  readonly heardOn: string | null;
}

/**
 * The offsets of a group, in the database that has its effects. They are stored before they are committed to the broker: a broker
 * that is further has delivered what this database does not know, so the database was restored.
 */
export class StoredOffsets {
  constructor(
    private readonly consumer: string,
    private readonly database: Pick<Database, 'query'>,
  ) {}

  async save(offsets: readonly KnownOffset[]): Promise<void> {
    await this.database.query(
      `INSERT INTO consumer_offset (consumer, source, seq, heard_on) SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::text[])
       ON CONFLICT (consumer, source) DO UPDATE SET seq = excluded.seq, heard_on = excluded.heard_on`,
      [
        this.consumer,
        offsets.map(nameOf),
        offsets.map(({ offset }) => offset),
        offsets.map(({ heardOn }) => heardOn),
      ],
    );
  }

  /**
   * What this database knows of partitions that were assigned. Those that were never stored are.
   * @param committed what the broker knows
   */
  async of(committed: readonly PartitionOffset[]): Promise<KnownOffset[]> {
    const rows = await this.database.query<{ name: string; seq: string; heardOn: string | null }>(
      `SELECT source AS name, seq, heard_on AS "heardOn" FROM consumer_offset WHERE consumer = $1 AND source = ANY ($2)`,
      [this.consumer, committed.map(nameOf)],
    );
    const stored = new Map(rows.map(({ name, seq, heardOn }) => [name, { offset: BigInt(seq), heardOn }]));
    const unknown = committed.filter((one) => !stored.has(nameOf(one)));
    if (unknown.length > 0) await this.save(unknown.map((one) => ({ ...one, heardOn: null })));
    return committed.map((one) => ({ ...one, heardOn: null, ...stored.get(nameOf(one)) }));
  }
}

export const nameOf = ({ topic, partition }: Pick<PartitionOffset, 'topic' | 'partition'>): string =>
  `${topic}/${partition}`;
