import { type Caller, type Clock, type DomainEvent, refuse } from '@corridor/kernel';
import { randomUUID } from 'node:crypto';
import type { Committed } from './appends.js';
import { type RecordsOf, readBatch } from './batch-read.js';
import { BatchStream } from './batch-stream.js';
import type { SqlTransaction } from './database.js';
import {
  type Claim,
  type EarlierUse,
  type Idempotency,
  type KeyState,
  earlierUse,
  writeResponses,
  writeUses,
} from './idempotency.js';
import { JointWrite } from './joint-write.js';
import { writeKeptStates } from './kept-states.js';
import { type Publisher, writeLog } from './log.js';
import { type Folded, PAGE_OF_HISTORY, type Refolds, startsOf } from './refolds.js';
import type { AnyRegistration, RelatedRows } from './registration.js';
import type { Settlements } from './settlements.js';
import { writeStreams } from './streams.js';
import { type Row, type RowTable, readRows, writeRows } from './view-rows.js';

/** One command on one stream. */
export interface Command {
  readonly registration: AnyRegistration;
  readonly streamId: string;
  readonly decide: (state: unknown) => readonly DomainEvent[];
  readonly caller: Caller;
  readonly idempotency: Idempotency | null;
  /** The record that the command is about. */
  readonly resourceId: string;
  /** Makes the response from that record and the state of the stream; null while other services complete the command. */
  readonly respond: ((record: Row | null, state: unknown) => Response | null) | null;
  /** The table of that record, if it is not the stream's own. */
  readonly table: string | null;
}

export interface Response {
  readonly body: string;
  /** The body as it is stored. */
  readonly stored: string;
}

export interface BatchContext extends Publisher {
  readonly settlements: Settlements;
  readonly refolds: Refolds;
}

/** What became of a command. */
export type Outcome =
  | {
      readonly kind: 'done';
      readonly response: Response | null;
      readonly claim: Claim | null;
      /** Its stream after the command. */
      readonly stream: Committed;
    }
  | { readonly kind: 'repeated'; readonly earlier: EarlierUse }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Nothing has happened: another transaction has locked its stream, or an earlier command has to be read first. */
  | { readonly kind: 'postponed' }
  /** Nothing has happened: its stream is long, and has to be folded under the rules of this build first. */
  | { readonly kind: 'outdated' };

/**
 * Executes commands together, in one transaction and with as many statements as for one: the first round trip reserves
 * the keys, locks the streams and reads their rows; the last one writes. Commands of one stream fold one after the
 * other. A command that is refused writes nothing, and the others succeed.
 */
export class CommandBatch {
  private readonly streams = new Map<string, BatchStream>();
  private readonly keys = new Map<string, KeyState>();
  private related: RelatedRows = new Map();

  constructor(
    private readonly sql: SqlTransaction,
    private readonly commands: readonly Command[],
    private readonly context: BatchContext,
    private readonly clock: Clock,
  ) {
    for (const { streamId, registration } of commands)
      if (!this.streams.has(streamId)) this.streams.set(streamId, new BatchStream(streamId, registration));
  }

  /**
   * @param locked what to do with streams that another transaction has locked
   * @param maxEvents of an outdated stream that are folded in this transaction
   */
  async execute(locked: 'wait' | 'skip', maxEvents = PAGE_OF_HISTORY): Promise<Outcome[]> {
    await this.read(locked);
    await this.foldOutdated(maxEvents);
    const decided = this.commands.map((command) => this.executed(command));
    const needsRecords = decided.some((outcome, i) => this.isForeign(outcome, i));
    const writes = new JointWrite(this.sql);
    this.write(writes);
    if (!needsRecords) this.useKeys(writes, decided);
    await this.project(writes);
    writes.send();
    if (!needsRecords) return decided;
    const outcomes = await this.withForeignRecords(decided);
    this.useKeys(this.sql, outcomes);
    return outcomes;
  }

  /** The streams that have new events. */
  changed(): BatchStream[] {
    return [...this.streams.values()].filter(({ entries }) => entries.length > 0);
  }

  private async read(locked: 'wait' | 'skip'): Promise<void> {
    const all = this.commands.flatMap(({ idempotency }) => idempotency ?? []);
    const keys = [...new Map(all.map((one) => [nameOf(one), one])).values()];
    const records = recordsOf([...this.streams.values()]);
    const found = await readBatch(this.sql, { keys, streamIds: [...this.streams.keys()], records }, locked);
    keys.forEach((one, i) => this.keys.set(nameOf(one), found.keys[i] as KeyState));
    for (const [id, row] of found.streams) this.streams.get(id)?.read(row);
    for (const [id, row] of found.records) this.streams.get(id)?.readRow(row);
    this.related = found.records;
  }

  private async foldOutdated(maxEvents: number): Promise<void> {
    const outdated = [...this.streams.values()].filter((stream) => stream.outdated);
    if (outdated.length === 0) return;
    const aggregates = new Map(outdated.map(({ id, registration: { aggregate } }) => [id, aggregate]));
    const starts = await startsOf(this.sql, aggregates);
    const folded = outdated.map(async (stream) => {
      const start = starts.get(stream.id) as Folded;
      stream.isTooLong = stream.version - start.version > maxEvents;
      if (stream.isTooLong) return;
      this.context.refolds.counted(stream.registration.aggregate);
      await stream.foldOn(this.sql, this.context.refolds.archive, start);
    });
    await Promise.all(folded);
  }

  private executed(command: Command): Outcome {
    const { idempotency, streamId } = command;
    try {
      const earlier = idempotency && earlierUse(idempotency, this.keys.get(nameOf(idempotency)) as KeyState);
      if (earlier) return { kind: 'repeated', earlier };
      const stream = this.streams.get(streamId) as BatchStream;
      if (stream.isFrozen) throw refuse('step_parked', 'Staff examine this record after a recovery.');
      if (stream.isUnavailable) return { kind: 'postponed' };
      if (stream.isTooLong) return { kind: 'outdated' };
      const response = stream.append(command, this.context, this.clock.nowFor(command.caller));
      const { id, version, state, row, responses } = stream;
      const committed = { id, version, state, row, responses };
      const done = { kind: 'done', response, stream: committed } as const;
      if (!idempotency) return { ...done, claim: null };
      this.keys.set(nameOf(idempotency), TAKEN);
      const { scope, key } = idempotency;
      return { ...done, claim: { scope, key, id: randomUUID() } };
    } catch (error) {
      return { kind: 'failed', error };
    }
  }

  private write(sql: JointWrite): void {
    const changed = this.changed();
    // The streams come first, so that positions in the log increase in commit order within a stream.
    const all = [...this.streams.values()];
    writeStreams(sql, [...changed, ...all.filter(({ isOnlyRefolded }) => isOnlyRefolded)]);
    writeKeptStates(
      sql,
      all.flatMap(({ keptStates }) => keptStates),
    );
    for (const [registration, streams] of Map.groupBy(changed, (stream) => stream.registration))
      if (registration.view)
        writeRows(
          sql,
          registration.view as RowTable,
          streams.flatMap((stream) => stream.rowWrite ?? []),
        );
    writeLog(
      sql,
      changed.flatMap((stream) => stream.entries),
    );
    const { settlements } = this.context;
    writeResponses(
      sql,
      changed.flatMap((stream) => stream.settle(settlements.of(stream.id))),
    );
  }

  private async project(sql: JointWrite): Promise<void> {
    for (const [registration, streams] of Map.groupBy(this.changed(), (stream) => stream.registration)) {
      const { projections = [], projectsJointly } = registration;
      const recorded = streams.flatMap((stream) => stream.entries.map((entry) => entry.recorded));
      if (projections.length > 0 && !projectsJointly) sql.send();
      for (const project of projections)
        await project(projectsJointly ? sql : this.sql, recorded, this.related);
    }
  }

  /** The responses that are about records of other tables, which the projections have written. */
  private async withForeignRecords(outcomes: readonly Outcome[]): Promise<Outcome[]> {
    const foreign = this.commands.filter((_, i) => this.isForeign(outcomes[i] as Outcome, i));
    const byTable = Map.groupBy(foreign, ({ table }) => table as string);
    const records = new Map<string, ReadonlyMap<string, Row>>();
    await Promise.all(
      [...byTable].map(async ([table, commands]) => {
        const ids = commands.map(({ resourceId }) => resourceId);
        records.set(table, await readRows(this.sql, table, ids));
      }),
    );
    return outcomes.map((outcome, i) => {
      const { table, resourceId, respond } = this.commands[i] as Command;
      if (outcome.kind !== 'done' || table === null || !respond) return outcome;
      return {
        ...outcome,
        response: respond(records.get(table)?.get(resourceId) ?? null, outcome.stream.state),
      };
    });
  }

  private isForeign({ kind }: Outcome, i: number): boolean {
    return kind === 'done' && this.commands[i]?.table !== null;
  }

  private useKeys(sql: SqlTransaction, outcomes: readonly Outcome[]): void {
    const uses = outcomes.flatMap((outcome, i) => {
      const { idempotency, resourceId } = this.commands[i] as Command;
      if (outcome.kind !== 'done' || !outcome.claim || !idempotency) return [];
      return { idempotency, resourceId, claim: outcome.claim, response: outcome.response?.stored ?? null };
    });
    writeUses(sql, uses);
  }
}

/** Used by an earlier command of the batch. */
const TAKEN: KeyState = { isFree: false, use: null };

const nameOf = ({ scope, operation, key }: Idempotency) => JSON.stringify([scope, operation, key]);

/** The streams' own records, and those that their projections change. */
function recordsOf(streams: readonly BatchStream[]): RecordsOf[] {
  const values = new Map<string, RecordsOf & { readonly values: string[] }>();
  const add = (table: string, column: string, id: string) => {
    const of = values.get(`${table} ${column}`) ?? { table, column, values: [] };
    values.set(`${table} ${column}`, of);
    of.values.push(id);
  };
  for (const { id, source, registration } of streams) {
    if (source !== null) add(source, 'id', id);
    const { reads } = registration;
    if (reads) add(reads.table, reads.column, id);
  }
  return [...values.values()];
}
