import type { MessageRegistry } from '@corridor/contracts';
import {
  type Aggregate,
  type Caller,
  type Clock,
  type DomainEvent,
  type Outcome,
  Refusal,
  refuse,
} from '@corridor/kernel';
import { type Appended, Appends, type Committed } from './appends.js';
import { BatchQueue } from './batch-queue.js';
import type { Command, Response } from './command-batch.js';
import { CommandExecutor, type Settled } from './command-executor.js';
import { traced } from './command-span.js';
import { type CommandObserver, type CommandOutcome, UNOBSERVED } from './command-observer.js';
import type { Database } from './database.js';
import { FIRST_EPOCH } from './epoch.js';
import {
  type Claim,
  type Idempotency,
  type KeyState,
  type SettledResponse,
  earlierUse,
  keepResponses,
  lookUp,
  release,
} from './idempotency.js';
import { isStepParked } from './parked-steps.js';
import { type AnyRegistration, sourceOf, sourceOfOwn } from './registration.js';
import { type Decrypt, replay } from './replay.js';
import { type Settlement, Settlements } from './settlements.js';
import { type AnyAggregate, Refolds } from './refolds.js';
import { readStream } from './streams.js';
import { type Versioned, versionsOf } from './versions.js';
import { readRows } from './view-rows.js';

/** The caller of a command and its idempotency key; reactions have no key. */
export interface CommandContext {
  readonly caller: Caller;
  readonly idempotency?: Idempotency | null;
  /** Of staff: the kinds of commands that need a second person. */
  readonly fourEyes?: readonly string[];
}

/** A response body as it is sent and stored: JSON text of `{ "data": … }`. */
export interface StoredResponse {
  readonly body: string;
  /** True if it is the repeated response of an earlier identical request. */
  readonly replayed: boolean;
  /** True if it contains a secret, and was stored encrypted. */
  readonly isSecret?: boolean;
}

/** The record that the command returns; by default the view's row of the stream. */
export interface ResponseOf<Row> {
  readonly id?: string;
  readonly view?: { readonly table: string };
  readonly as?: (row: Row) => unknown;
  /** Instead of a record: what the command has computed. */
  readonly value?: () => unknown;
  /** For a response that contains a secret: the stored response is encrypted with it. */
  readonly cipher?: Cipher;
}

/** Encrypts text for storage, and decrypts it. */
export interface Cipher {
  encrypt(text: string): string;
  /** @throws UndecipherableError */
  decrypt(ciphertext: string): string;
}

export type Decide<State, Event> = (state: State) => readonly Event[];

export const SETTLE_TIMEOUT_MS = 10_000;
/** What a caller is told whose command is not complete. */
const INCOMPLETE = { pending: 'unavailable', parked: 'step_parked' } as const;
/** How soon a waiting request first looks for a change that it was not notified of, and how often at least. */
const FIRST_POLL_MS = 50;
const SLOWEST_POLL_MS = 400;

/**
 * The only way to write. One command is one stream and one transaction: lock, fold, decide, append, project,
 * idempotency row with its response, commit. Callers never see the transaction: concurrent commands share one.
 */
export class EventStore {
  private readonly registrations: ReadonlyMap<string, AnyRegistration>;
  private readonly appends = new Appends();
  private readonly settlements = new Settlements();
  /** Streams that were stored under other rules than those of this build. */
  readonly refolds: Refolds;
  private commits = 0;
  private readonly executor: CommandExecutor;
  private readonly responses: BatchQueue<SettledResponse, string>;
  private readonly lookUps: BatchQueue<Idempotency, KeyState>;

  constructor(
    private readonly service: string,
    private readonly database: Database,
    registrations: readonly AnyRegistration[],
    /** Published messages are validated against it: an invalid one is a defect, and nothing commits. */
    messages: MessageRegistry,
    clock: Clock,
    /** Called after each commit with appended events, which may have messages to publish. */
    onAppended: (streams: readonly Appended[]) => void = () => undefined,
    epoch = FIRST_EPOCH,
    private readonly observer: CommandObserver = UNOBSERVED,
  ) {
    this.registrations = new Map(registrations.map((one) => [one.aggregate.name, one]));
    this.refolds = new Refolds(database, observer);
    const { settlements, refolds } = this;
    this.executor = new CommandExecutor(
      { service, messages, settlements, refolds, epoch },
      database,
      clock,
      (streams) => {
        this.commits++;
        for (const one of streams) this.appends.happened(one);
        onAppended(streams);
      },
    );
    this.responses = new BatchQueue(
      ({ claim }) => claim.scope,
      (settled) => keepResponses(database, settled),
    );
    this.lookUps = new BatchQueue(
      ({ scope }) => scope,
      (keys) => database.pipelined((sql) => lookUp(sql, keys)),
    );
  }

  /** Those of its streams. */
  get aggregates(): readonly AnyAggregate[] {
    return [...this.registrations.values()].map(({ aggregate }) => aggregate);
  }

  /** Changes with each commit of this process: what was read before is outdated. */
  get revision(): number {
    return this.commits;
  }

  /** Another process may have appended to this stream: requests that wait for it read it. */
  appendedElsewhere(streamId: string): void {
    this.appends.happenedElsewhere(streamId);
  }

  /**
   * Runs one command. The same key and request returns the same response again, byte for byte, without a second effect.
   * @throws Refusal of the command; a refused command stores nothing, not even its key
   */
  async handle<State, Event extends DomainEvent, Row extends { id: string } = { id: string }>(
    aggregate: Aggregate<State, Event>,
    streamId: string,
    decide: Decide<State, Event>,
    command: CommandContext & { readonly response?: ResponseOf<Row> },
  ): Promise<StoredResponse> {
    const { response = {} } = command;
    const { as = (row: Row) => row, value, cipher } = response;
    const done = await this.execute(aggregate, streamId, decide, command, response, (record) => {
      const body = JSON.stringify({ data: value ? value() : record && as(record) });
      return { body, stored: cipher?.encrypt(body) ?? body };
    });
    if (done.kind === 'repeated') return replay(done.earlier, cipher);
    return { body: done.response?.body ?? '', replayed: false };
  }

  /**
   * Runs a command that other services may have to complete, and responds when `outcome` of the stream's state is no longer
   * pending. A refusal then releases the key. After {@link SETTLE_TIMEOUT_MS} the caller is told to retry: the work
   * continues, and the same key waits for it again. If a service cannot continue it, the caller is told at once: `step_parked`.
   *
   * @param command.timeoutMs a shorter wait
   * @param command.onTimeout `respond` returns the response instead of a refusal, for commands that are complete except for a detail
   * @param command.complete begins the work that completes the command, once it is committed
   */
  async handleAndSettle<State, Event extends DomainEvent, Row extends { id: string } = { id: string }>(
    aggregate: Aggregate<State, Event>,
    streamId: string,
    decide: Decide<State, Event>,
    command: CommandContext & {
      readonly response?: Omit<ResponseOf<Row>, 'cipher' | 'value'>;
      readonly outcome: (state: State) => Outcome;
      readonly timeoutMs?: number;
      readonly onTimeout?: 'respond';
      readonly complete?: () => void;
    },
  ): Promise<StoredResponse> {
    const { response = {}, outcome: outcomeOf, caller } = command;
    const respond = atOnce(response, outcomeOf);
    const done = await this.execute(aggregate, streamId, decide, command, response, respond);
    if (done.kind === 'done' && done.response) return { body: done.response.body, replayed: false };
    const earlier = done.kind === 'repeated' ? done.earlier : null;
    if (earlier && earlier.response !== null) return replay(earlier);
    const claim = done.kind === 'repeated' ? done.earlier.claim : done.claim;

    // The key may have been used before by a request that generated other ids.
    const id = earlier?.resourceId ?? response.id ?? streamId;
    const stream = response.id === undefined ? id : streamId;
    const { timeoutMs = SETTLE_TIMEOUT_MS } = command;
    const known = done.kind === 'done' ? done.stream : null;
    const settlement =
      command.onTimeout === 'respond' ? null : settlementOf(done, respond as Command['respond']);
    const [outcome, committed] = await this.settlements.during(stream, settlement, () => {
      command.complete?.();
      return this.settled(aggregate, stream, known, outcomeOf, timeoutMs, caller);
    });
    if (outcome instanceof Refusal) {
      if (claim) await release(this.database, claim);
      throw outcome;
    }
    if (outcome !== 'done' && command.onTimeout !== 'respond') throw refuse(INCOMPLETE[outcome]);
    const body =
      storedWith(committed, claim) ??
      (await this.stored(claim, id, await this.bodyOf(aggregate, id, response, committed)));
    return { body, replayed: Boolean(earlier) };
  }

  private async stored(claim: Claim | null, resourceId: string, response: string): Promise<string> {
    return claim ? this.responses.add({ claim, response, resourceId }) : response;
  }

  /**
   * The stored response of this request, if it was executed before. It claims no key and changes nothing; it is for a
   * request that is refused before its command runs. @throws Refusal about the key: in flight, used by another request,
   * expired
   */
  async storedResponse(idempotency: Idempotency, cipher?: Decrypt): Promise<StoredResponse | null> {
    const state = await this.lookUps.add(idempotency);
    if (!state.isFree) throw refuse('idempotency_in_flight');
    const earlier = earlierUse(idempotency, state);
    return earlier && replay(earlier, cipher);
  }

  /**
   * The outcome, and the stream if this process has written it.
   * @param known the stream after the command; null if an earlier request has executed it
   */
  private async settled<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    streamId: string,
    known: Committed | null,
    outcomeOf: (state: State) => Outcome,
    timeoutMs: number,
    caller: Caller,
  ): Promise<[Outcome | 'parked', Committed | null]> {
    const deadline = Date.now() + timeoutMs;
    const isParked = () => isStepParked(this.database, caller, known ? null : streamId);
    for (let pollMs = FIRST_POLL_MS, stream = known; ; pollMs = Math.min(2 * pollMs, SLOWEST_POLL_MS)) {
      const restMs = Math.max(0, deadline - Date.now());
      const change = this.appends.next(streamId, Math.min(pollMs, restMs));
      const state = stream ? (stream.state as State) : await this.state(aggregate, streamId);
      const outcome = outcomeOf(state);
      if (outcome !== 'pending' || Date.now() >= deadline) return [outcome, stream];
      if (!stream && (await isParked())) return ['parked', null];
      stream = await change;
    }
  }

  /** The committed state of a stream, without a lock. */
  async state<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    streamId: string,
  ): Promise<State> {
    const row = await readStream(this.database, streamId);
    return row ? ((await this.refolds.stateAt(aggregate, streamId, row)) as State) : aggregate.initial;
  }

  /** A record after each of its changes, the last ones, oldest first. @returns none for a stream without a record */
  async versions(aggregate: { readonly name: string }, streamId: string, most: number): Promise<Versioned[]> {
    const row = await readStream(this.database, streamId);
    return versionsOf(this.database, this.registrationOf(aggregate), streamId, row?.version ?? 0, most);
  }

  private execute<State, Event extends DomainEvent, Row extends { id: string }>(
    aggregate: Aggregate<State, Event>,
    streamId: string,
    decide: Decide<State, Event>,
    { caller, idempotency = null }: CommandContext,
    response: ResponseOf<Row>,
    respond: ((record: Row | null, state: State) => Response | null) | null,
  ): Promise<Settled> {
    const registration = this.registrationOf(aggregate);
    const resourceId = response.id ?? streamId;
    const own = sourceOfOwn(registration);
    const table = response.view ? sourceOf(response.view) : own;
    const isOwn = table === own && resourceId === streamId;
    const command: Command = {
      registration,
      streamId,
      decide: decide as Command['decide'],
      caller,
      idempotency,
      resourceId,
      respond: respond as Command['respond'],
      table: respond && !isOwn ? table : null,
    };
    const executed = traced(this.service, command, (one) => this.executor.execute(one));
    return this.observed(aggregate.name, caller.traceparent, executed).catch(async (error: unknown) => {
      const isWaiting = error instanceof Refusal && error.code === 'step_in_progress';
      throw isWaiting && (await isStepParked(this.database, caller, streamId))
        ? refuse('step_parked')
        : error;
    });
  }

  private async observed(aggregate: string, trace: string, executed: Promise<Settled>): Promise<Settled> {
    const from = performance.now();
    const tell = (outcome: CommandOutcome) =>
      this.observer.executed(aggregate, outcome, (performance.now() - from) / 1000, trace);
    try {
      const settled = await executed;
      tell('done');
      return settled;
    } catch (error) {
      tell(error instanceof Refusal && error.code !== 'unavailable' ? 'refused' : 'failed');
      throw error;
    }
  }

  private async bodyOf<Row extends { id: string }>(
    aggregate: { readonly name: string },
    id: string,
    { view, as = (row) => row }: ResponseOf<Row>,
    committed: Committed | null,
  ): Promise<string> {
    const own = sourceOfOwn(this.registrationOf(aggregate));
    const table = view ? sourceOf(view) : own;
    const isOwn = table === own && committed?.id === id;
    const row = isOwn ? (committed.row as Row | null) : await this.read<Row>(table, id);
    return JSON.stringify({ data: row && as(row) });
  }

  private async read<Row extends { id: string }>(table: string | null, id: string): Promise<Row | null> {
    return table === null ? null : ((await readRows<Row>(this.database, table, [id])).get(id) ?? null);
  }

  private registrationOf({ name }: { readonly name: string }): AnyRegistration {
    const registration = this.registrations.get(name);
    if (!registration) throw new Error(`${this.service} has not registered ${name}`);
    return registration;
  }
}

/** The response of a command that is done as soon as it is executed, from the stream's own record. */
function atOnce<State, Row extends { id: string }>(
  { id, view, as = (row) => row }: ResponseOf<Row>,
  outcomeOf: (state: State) => Outcome,
): ((record: Row | null, state: State) => Response | null) | null {
  if (id !== undefined || view !== undefined) return null;
  return (record, state) => {
    if (outcomeOf(state) !== 'done') return null;
    const body = JSON.stringify({ data: record && as(record) });
    return { body, stored: body };
  };
}

/** Null if the response is not that of the stream's own record, or has no key. */
function settlementOf(done: Settled, respond: Command['respond']): Settlement | null {
  if (!respond || done.kind !== 'done' || !done.claim) return null;
  return { claim: done.claim, version: done.stream.version, respond };
}

/** The response that was stored with the commit that completed the command; null if there is none. */
const storedWith = (committed: Committed | null, claim: Claim | null): string | null =>
  (committed && claim && committed.responses.get(claim.id)) ?? null;
