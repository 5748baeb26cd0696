import type { KafkaMessage } from 'kafkajs';
import { type KnownOffset, type PartitionOffset, nameOf } from './stored-offsets.js';

/**
 * The header of a record before everything that is published again, or behind everything that one consumer was sent: since when, or
 * empty if it is all.
 */
export const AGAIN = 'corridor_published_again';

/** The header of a record that is for one consumer: its name. All others leave it out. */
export const CONSUMER = 'corridor_consumer';
/** The header of a message that one consumer is sent: since when the others are that it is sent, as above. */
export const SINCE = 'corridor_since';
/** The header of a record after which one consumer is sent what it lacks, until one with {@link AGAIN}: since when, as there. */
export const BACKFILL = 'corridor_backfill';

/** A relay publishes what happened earlier at most so much later: a transaction that commits late. */
const DISORDER_MS = 60_000;

/** Records that were removed from a partition before a group has read them. */
export interface LogGap extends Pick<PartitionOffset, 'topic' | 'partition'> {
  /** Comes next. */
  readonly from: bigint;
  /** The first one that is kept. */
  readonly upTo: bigint;
}

/**
 * Notices that a broker has removed what a group has not read. What is kept of such a partition is left out: a later message of a stream would take the
 * place of those that are missing. The group goes on at the record after which all of them are published again (ADR 90), or at the
 * one before which it was sent all of them (ADR 55). From the record at which that begins, it leaves out everything else.
 */
export class LogGaps {
  private readonly known = new Map<string, KnownOffset>();
  private readonly found = new Map<string, LogGap>();
  /** The partitions of which the group gets what it lacks, each since when. */
  private readonly backfills = new Map<string, string>();

  constructor(
    private readonly consumer: string,
    private readonly onGap: (gap: LogGap) => void,
  ) {}

  get all(): readonly LogGap[] {
    return [...this.found.values()];
  }

  /** Whether the group gets what it lacks of a topic, and nothing else of it. */
  isBackfilled(topic: string): boolean {
    return [...this.backfills.keys()].some((name) => name.startsWith(`${topic}/`));
  }

  /**
   * The partitions that the group was assigned, with what comes next.
   * @param kept the first offsets that the broker has: a gap is noticed although nothing follows yet
   */
  expect(offsets: readonly KnownOffset[], kept: readonly PartitionOffset[]): void {
    this.known.clear();
    this.found.clear();
    this.backfills.clear();
    for (const one of offsets) this.known.set(nameOf(one), one);
    for (const { topic, partition, offset } of kept) {
      const known = this.known.get(nameOf({ topic, partition }));
      if (known) this.compare({ topic, partition, from: known.offset, upTo: offset });
    }
  }

  /** When the last messages happened that the group has read of partitions; without those of which it must not commit an offset. */
  committable<Of extends PartitionOffset>(offsets: readonly Of[]): (Of & KnownOffset)[] {
    return offsets
      .filter((one) => !this.isWaiting(nameOf(one)))
      .map((one) => ({ ...one, heardOn: this.known.get(nameOf(one))?.heardOn ?? null }));
  }

  /**
   * @param records the next ones of a partition
   * @param firstKept the first offset that the broker has
   * @returns those that may be handled
   */
  async readable(
    at: Pick<PartitionOffset, 'topic' | 'partition'>,
    records: readonly KafkaMessage[],
    firstKept: () => Promise<bigint>,
  ): Promise<readonly KafkaMessage[]> {
    const name = nameOf(at);
    const known = this.known.get(name);
    const [first, last] = [records[0], records.at(-1)];
    if (!known || !first || !last) return records.filter((one) => isMessage(one) && this.isMine(one));
    if (!this.found.has(name) && BigInt(first.offset) > known.offset)
      this.compare({ ...at, from: known.offset, upTo: await firstKept() });
    const taken = records.filter((one) => this.takes(one, known));
    const heardOn = taken.find((one) => !isForOne(one))?.headers?.['ce_time']?.toString() ?? known.heardOn;
    this.known.set(name, { ...known, offset: BigInt(last.offset) + 1n, heardOn });
    return taken;
  }

  private takes(record: KafkaMessage, known: KnownOffset): boolean {
    const name = nameOf(known);
    if (!this.isMine(record)) return false;
    if (isMessage(record)) {
      const since = header(record, SINCE);
      return since === null ? !this.isWaiting(name) : this.isEnough(name, since, known);
    }
    const [since, again] = [header(record, BACKFILL), header(record, AGAIN)];
    if (since !== null) this.backfills.set(name, earlier(since, this.backfills.get(name) ?? since));
    if (again !== null) this.goesOn(name, again, known);
    return false;
  }

  /** Whether nothing that it lacks happened before: what is sent since then would take the place of that. */
  private isEnough(name: string, since: string, { heardOn }: KnownOffset): boolean {
    return (!this.found.has(name) || covers(since, heardOn)) && since <= (this.backfills.get(name) ?? since);
  }

  /** If it has, or gets, all that it lacks: everything since then. */
  private goesOn(name: string, since: string, { heardOn }: KnownOffset): void {
    if (covers(since, heardOn)) this.found.delete(name);
    if (since <= (this.backfills.get(name) ?? '')) this.backfills.delete(name);
  }

  private isMine(record: KafkaMessage): boolean {
    return [null, this.consumer].includes(header(record, CONSUMER));
  }

  private isWaiting(name: string): boolean {
    return this.found.has(name) || this.backfills.has(name);
  }

  /** A batch that was fetched before the partition was assigned again is further without a gap. */
  private compare(gap: LogGap): void {
    if (gap.upTo <= gap.from) return;
    this.found.set(nameOf(gap), gap);
    this.onGap(gap);
  }
}

const header = ({ headers }: KafkaMessage, name: string): string | null =>
  headers?.[name]?.toString() ?? null;

const isForOne = (record: KafkaMessage) => header(record, CONSUMER) !== null;

const isMessage = (record: KafkaMessage) =>
  header(record, AGAIN) === null && header(record, BACKFILL) === null;

/** Whether what happened since then contains everything that is missing. */
const covers = (since: string, heardOn: string | null): boolean =>
  since === '' || (heardOn !== null && Date.parse(`${since}Z`) <= Date.parse(heardOn) - DISORDER_MS);

const earlier = (one: string, other: string): string => (one < other ? one : other);
