import { type Aggregate, type DomainEvent, decodeJson, encodeJson, timestamp } from '@corridor/kernel';
import type { Archive } from './archive/archive.js';
import type { Appended, AppendedMessage } from './appends.js';
import type { Command, Response } from './command-batch.js';
import type { Sql } from './database.js';
import type { SettledResponse } from './idempotency.js';
import { type LogEntry, type Publisher, logEntry } from './log.js';
import { type AnyRegistration, sourceOfOwn } from './registration.js';
import type { Settlement } from './settlements.js';
import { type KeptState, WORTH_KEEPING } from './kept-states.js';
import { type Folded, foldOn } from './refolds.js';
import type { StreamRow, StreamWrite } from './streams.js';
import type { Row, RowWrite } from './view-rows.js';

/** A stream in a batch of commands: as it is stored, and with the events that the batch adds. */
export class BatchStream implements StreamWrite, Appended {
  readonly entries: LogEntry[] = [];
  readonly kind: string;
  readonly stateVersion: number;
  state: unknown;
  version = 0;
  versionBefore = 0;
  isNew = true;
  /** Its row, if the state in it is under other rules than those of this build. */
  outdated: StreamRow | null = null;
  /** Whether it has to be folded first, outside of this transaction: no command can be executed on it. */
  isTooLong = false;
  /** Whether staff have to compare it with what other services know, after its database was restored. */
  isFrozen = false;
  /** Whether no further command can be executed on it in this batch. */
  isUnavailable = false;
  row: Row | null = null;
  /** Of requests that wait for other services, by the ids of their claims. */
  readonly responses = new Map<string, string>();
  private stored: Row | null = null;
  /** The state of the version before, if it had to be folded. */
  private folded: { readonly state: unknown; readonly events: number } | null = null;

  constructor(
    readonly id: string,
    readonly registration: AnyRegistration,
  ) {
    const aggregate = registration.aggregate as Aggregate<unknown, DomainEvent>;
    this.kind = aggregate.name;
    this.stateVersion = aggregate.stateVersion;
    this.state = aggregate.initial;
  }

  /** From where its record is read. */
  get source(): string | null {
    return sourceOfOwn(this.registration);
  }

  get messages(): AppendedMessage[] {
    return this.entries.flatMap(({ recorded: { streamId, version }, messageType: type, message: json }) =>
      type !== null && json !== null ? [{ type, streamId, version, json }] : [],
    );
  }

  /** The record to write; null if there is none, or if it is as it was. */
  get rowWrite(): RowWrite | null {
    const [first] = this.entries;
    if (!this.row || !first || this.row === this.stored) return null;
    const { caller, occurredOn } = first.recorded;
    return { row: this.row, version: this.version, clientId: caller.client.id, createdOn: occurredOn };
  }

  /** Completes requests that wait for this state. @returns their responses, to be stored */
  settle(settlements: readonly Settlement[]): SettledResponse[] {
    return settlements.flatMap(({ claim, version, respond }) => {
      const response = version === this.versionBefore ? respond(this.row, this.state) : null;
      if (!response) return [];
      this.responses.set(claim.id, response.body);
      return [{ claim, response: response.stored, resourceId: this.id }];
    });
  }

  /** @param stored null if another transaction has locked it */
  read(stored: StreamRow | null): void {
    this.isNew = false;
    if (!stored) {
      this.isUnavailable = true;
      return;
    }
    this.version = stored.version;
    this.versionBefore = stored.version;
    this.isFrozen = stored.isFrozen;
    if (stored.stateVersion === this.stateVersion) this.state = decodeJson(stored.state);
    else this.outdated = stored;
  }

  /** Folds the events after that state. */
  async foldOn(sql: Sql, archive: Archive, from: Folded): Promise<void> {
    const { version, state } = await foldOn(sql, archive, this.registration.aggregate, this.id, from);
    this.folded = { state, events: version - from.version };
    this.state = state;
  }

  /** Whether its row is written although it has no new events: nobody has to fold it again under these rules. */
  get isOnlyRefolded(): boolean {
    return this.folded !== null && this.entries.length === 0 && !this.isLater;
  }

  /** States to keep: its own if it took long to fold, and that of its row if it is replaced, for the replicas that wrote it. */
  get keptStates(): KeptState[] {
    const { id, stateVersion, versionBefore: version, outdated, folded } = this;
    if (!outdated || !folded) return [];
    const own = { id, stateVersion, version, state: encodeJson(folded.state) };
    const isReplaced = this.entries.length > 0 || !this.isLater;
    return [
      ...(folded.events > WORTH_KEEPING ? [own] : []),
      ...(isReplaced && version > WORTH_KEEPING ? [{ id, ...outdated }] : []),
    ];
  }

  /** Whether a later build has written its row. */
  private get isLater(): boolean {
    return this.outdated !== null && this.outdated.stateVersion > this.stateVersion;
  }

  readRow(row: Row): void {
    this.stored = row;
    this.row = row;
  }

  /**
   * Decides a command and adds its events. If it throws, the stream is as before.
   * @returns the response from the stream's own record; null for one from another table
   */
  append({ decide, caller, respond, table }: Command, publisher: Publisher, now: Date): Response | null {
    const { aggregate, view, publish } = this.registration;
    const occurredOn = timestamp(now);
    let { state, version } = this;
    let row: Row | null = this.row;
    const entries = decide(state).map((event): LogEntry => {
      version = Math.max(version, publisher.epoch.above) + 1;
      const recorded = { streamId: this.id, version, occurredOn, caller, event };
      state = aggregate.evolve(state, event);
      row = (view?.project(row, recorded) ?? null) as Row | null;
      return logEntry(publisher, aggregate, recorded, publish?.(recorded, row) ?? null);
    });
    const response = table === null && respond ? respond(row, state) : null;
    this.entries.push(...entries);
    this.state = state;
    this.row = row;
    this.version = version;
    // The record has to be read before a later command changes it.
    if (table !== null) this.isUnavailable = true;
    return response;
  }
}
