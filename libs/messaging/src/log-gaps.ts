import type { KafkaMessage } from 'kafkajs';
import { type KnownOffset, type PartitionOffset, nameOf } from './stored-offsets.js';

/** The header of a record before everything that is published again: since when, or empty if it is all. */
export const AGAIN = 'corridor_published_again';

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
 * place of those that are missing. The group goes on at the record after which all of them are published again (ADR 90).
 */
export class LogGaps {
  private readonly known = new Map<string, KnownOffset>();
  private readonly found = new Map<string, LogGap>();

  constructor(private readonly onGap: (gap: LogGap) => void) {}

  get all(): readonly LogGap[] {
    return [...this.found.values()];
  }

  /**
   * The partitions that the group was assigned, with what comes next.
   * @param kept the first offsets that the broker has: a gap is noticed although nothing follows yet
   */
  expect(offsets: readonly KnownOffset[], kept: readonly PartitionOffset[]): void {
    this.known.clear();
    this.found.clear();
    for (const one of offsets) this.known.set(nameOf(one), one);
    for (const { topic, partition, offset } of kept) {
      const known = this.known.get(nameOf({ topic, partition }));
      if (known) this.compare({ topic, partition, from: known.offset, upTo: offset });
    }
  }

  /** When the last messages happened that the group has read of partitions; without those of which it must not commit an offset. */
  committable<Of extends PartitionOffset>(offsets: readonly Of[]): (Of & KnownOffset)[] {
    return offsets
      .filter((one) => !this.found.has(nameOf(one)))
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
    if (!known || !first || !last) return records.filter(isMessage);
    if (!this.found.has(name) && BigInt(first.offset) > known.offset)
      this.compare({ ...at, from: known.offset, upTo: await firstKept() });
    const begin = this.found.has(name) ? records.findIndex((one) => covers(one, known)) : 0;
    const taken = begin < 0 ? [] : records.slice(begin).filter(isMessage);
    if (begin >= 0) this.found.delete(name);
    const heardOn = taken[0]?.headers?.['ce_time']?.toString() ?? known.heardOn;
    this.known.set(name, { ...known, offset: BigInt(last.offset) + 1n, heardOn });
    return taken;
  }

  /** A batch that was fetched before the partition was assigned again is further without a gap. */
  private compare(gap: LogGap): void {
    if (gap.upTo <= gap.from) return;
    this.found.set(nameOf(gap), gap);
    this.onGap(gap);
  }
}

const isMessage = ({ headers }: KafkaMessage) => headers?.[AGAIN] === undefined;

/** Whether everything that is missing follows. */
function covers({ headers }: KafkaMessage, { heardOn }: KnownOffset): boolean {
  const since = headers?.[AGAIN]?.toString();
  if (since === undefined || since === '') return since === '';
  return heardOn !== null && Date.parse(`${since}Z`) <= Date.parse(heardOn) - DISORDER_MS;
}
