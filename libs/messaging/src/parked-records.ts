import type { StreamName } from './backlog.js';

/** A message about a record, or about one that its consumer does not name. */
export interface AboutRecord extends StreamName {
  readonly record: string | null;
}

/**
 * The records whose messages are parked, by stream. Later messages of the stream about the same record wait behind them.
 * One about an unknown record waits for all before it, and all later ones wait for it.
 */
export class ParkedRecords {
  private readonly streams = new Map<string, Set<string | null>>();

  constructor(parked: readonly AboutRecord[] = []) {
    for (const one of parked) this.add(one);
  }

  add(parked: AboutRecord): void {
    const records = this.streams.get(nameOf(parked)) ?? new Set();
    this.streams.set(nameOf(parked), records.add(parked.record));
  }

  /** Whether a later message has to wait. */
  stop(later: AboutRecord): boolean {
    const records = this.streams.get(nameOf(later));
    return records !== undefined && (later.record === null || records.has(null) || records.has(later.record));
  }
}

const nameOf = ({ source, streamId }: StreamName) => `${source} ${streamId}`;
