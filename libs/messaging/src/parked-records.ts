import type { StreamName } from './backlog.js';

/** A message about a record, or about one that its consumer does not name. */
export interface AboutRecord extends StreamName {
  readonly record: string | null;
}

/** A record whose messages wait. */
export interface WaitingRecord extends AboutRecord, WaitsFor {}

/** What a message waits for. */
export interface WaitsFor {
  /** The lock that another transaction holds; null if the message, or one before it, has failed. */
  readonly lock: string | null;
}

/**
 * The records whose messages wait, by stream. Later messages of the stream about the same record wait behind them.
 * One about an unknown record waits for all before it, and all later ones wait for it.
 */
export class ParkedRecords {
  private readonly streams = new Map<string, Map<string | null, WaitsFor>>();

  constructor(parked: readonly WaitingRecord[] = []) {
    for (const one of parked) this.add(one, one);
  }

  add(about: AboutRecord, { lock }: WaitsFor): void {
    const records = this.streams.get(nameOf(about)) ?? new Map<string | null, WaitsFor>();
    const known = records.get(about.record);
    this.streams.set(nameOf(about), records.set(about.record, known?.lock === null ? known : { lock }));
  }

  /** What a later message has to wait for: if for several, for one that has failed. Null if it need not wait. */
  before(later: AboutRecord): WaitsFor | null {
    const records = this.streams.get(nameOf(later)) ?? new Map<string | null, WaitsFor>();
    const some =
      later.record === null ? [...records.values()] : [records.get(null), records.get(later.record)];
    const causes = some.filter((one) => one !== undefined);
    return causes.find(({ lock }) => lock === null) ?? causes[0] ?? null;
  }
}

const nameOf = ({ source, streamId }: StreamName) => `${source} ${streamId}`;
