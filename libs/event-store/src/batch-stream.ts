import { type Aggregate, type DomainEvent, decodeJson, timestamp } from '@corridor/kernel';
import type { Appended, AppendedMessage } from './appends.js';
import type { Command, Response } from './command-batch.js';
import type { Sql } from './database.js';
import type { SettledResponse } from './idempotency.js';
import { type LogEntry, type Publisher, logEntry } from './log.js';
import { type AnyRegistration, sourceOfOwn } from './registration.js';
import type { Settlement } from './settlements.js';
import { type StreamRow, type StreamWrite, historyState } from './streams.js';
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
  /** Whether its state was stored under earlier rules. */
  isOutdated = false;
  /** Whether no further command can be executed on it in this batch. */
  isUnavailable = false;
  row: Row | null = null;
  /** Of requests that wait for other services, by the ids of their claims. */
  readonly responses = new Map<string, string>();
  private stored: Row | null = null;

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
    this.isOutdated = stored.stateVersion !== this.stateVersion;
    if (!this.isOutdated) this.state = decodeJson(stored.state);
  }

  async foldAgain(sql: Sql): Promise<void> {
    this.state = await historyState(
      sql,
      this.registration.aggregate as Aggregate<unknown, DomainEvent>,
      this.id,
    );
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
      const recorded = { streamId: this.id, version: ++version, occurredOn, caller, event };
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
