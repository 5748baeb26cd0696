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
import { Appends } from './appends.js';
import { append, lockStream, readRow, stateOf } from './append.js';
import { type Database, type Sql, isUniqueViolation } from './database.js';
import { type EarlierUse, type Idempotency, claim, keepResponse, lookUp, release } from './idempotency.js';
import type { AnyRegistration, View } from './registration.js';
import { UndecipherableError } from './secret-cipher.js';

/** The caller of a command and its idempotency key; reactions have no key. */
export interface CommandContext {
  readonly caller: Caller;
  readonly idempotency?: Idempotency | null;
}

/** A response body as it is sent and stored: JSON text of `{ "data": … }`. */
export interface StoredResponse {
  readonly body: string;
  /** True if it is the repeated response of an earlier identical request. */
  readonly replayed: boolean;
}

/** The record that the command returns; by default the view's row of the stream. */
export interface ResponseOf<Row> {
  readonly id?: string;
  readonly view?: { readonly table: string };
  readonly as?: (row: Row) => unknown;
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
/** How often a waiting request polls for changes by other processes; its own process notifies it at once. */
const SETTLE_POLL_MS = 50;
const CREATION_RACES = 5;

/**
 * The only way to write. One command is one stream and one transaction: lock, fold, decide, append, project,
 * idempotency row with its response, commit. Callers never see the transaction, so many commands may share one.
 */
export class EventStore {
  private readonly registrations: ReadonlyMap<string, AnyRegistration>;
  private readonly appends = new Appends();

  constructor(
    private readonly service: string,
    private readonly database: Database,
    registrations: readonly AnyRegistration[],
    /** Published messages are validated against it: an invalid one is a defect, and nothing commits. */
    private readonly messages: MessageRegistry,
    private readonly clock: Clock,
    /** Called after each commit with appended events, which may have messages to publish. */
    private readonly onAppended: () => void = () => undefined,
  ) {
    this.registrations = new Map(registrations.map((one) => [one.aggregate.name, one]));
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
    const { caller, idempotency, response = {} } = command;
    return this.retryingCreation(() =>
      this.database.transaction(async (sql) => {
        const claimed = idempotency && (await claim(sql, idempotency, streamId));
        if (claimed?.earlier) return replay(claimed.earlier, response.cipher);
        const row = await this.decideAndAppend(sql, aggregate, streamId, decide, caller);
        const body = await this.bodyOf(sql, aggregate, streamId, response, row);
        const kept = response.cipher?.encrypt(body) ?? body;
        if (claimed) await keepResponse(sql, claimed, kept, response.id ?? streamId);
        return { body, replayed: false };
      }),
    );
  }

  /**
   * Runs a command that other services complete, and responds when `outcome` of the stream's state is no longer
   * pending. A refusal then releases the key. After {@link SETTLE_TIMEOUT_MS} the caller is told to retry: the work
   * continues, and the same key waits for it again.
   *
   * @param command.timeoutMs a shorter wait
   * @param command.onTimeout `respond` returns the response instead of a refusal, for commands that are complete except for a detail
   */
  async handleAndSettle<State, Event extends DomainEvent, Row extends { id: string } = { id: string }>(
    aggregate: Aggregate<State, Event>,
    streamId: string,
    decide: Decide<State, Event>,
    command: CommandContext & {
      readonly response?: Omit<ResponseOf<Row>, 'cipher'>;
      readonly outcome: (state: State) => Outcome;
      readonly timeoutMs?: number;
      readonly onTimeout?: 'respond';
    },
  ): Promise<StoredResponse> {
    const { caller, idempotency, response = {} } = command;
    const claimed = await this.retryingCreation(() =>
      this.database.transaction(async (sql) => {
        const key = idempotency && (await claim(sql, idempotency, response.id ?? streamId));
        if (!key?.earlier) await this.decideAndAppend(sql, aggregate, streamId, decide, caller);
        return key;
      }),
    );
    const earlier = claimed?.earlier;
    if (earlier && earlier.response !== null) return replay(earlier);

    // The key may have been used before by a request that generated other ids.
    const id = earlier?.resourceId ?? response.id ?? streamId;
    const stream = response.id === undefined ? id : streamId;
    const outcome = await this.settled(
      aggregate,
      stream,
      command.outcome,
      command.timeoutMs ?? SETTLE_TIMEOUT_MS,
    );
    if (outcome instanceof Refusal) {
      if (claimed) await release(this.database, claimed);
      throw outcome;
    }
    if (outcome === 'pending' && command.onTimeout !== 'respond') throw refuse('unavailable');
    const body = await this.bodyOf(this.database, aggregate, stream, { ...response, id }, null);
    const kept = claimed ? await keepResponse(this.database, claimed, body, id) : body;
    return { body: kept, replayed: Boolean(earlier) };
  }

  /**
   * The stored response of this request, if it was executed before. It claims no key and changes nothing; it is for a
   * request that is refused before its command runs. @throws Refusal about the key: in flight, used by another request,
   * expired
   */
  async storedResponse(idempotency: Idempotency, cipher?: Decrypt): Promise<StoredResponse | null> {
    const earlier = await lookUp(this.database, idempotency);
    return earlier && replay(earlier, cipher);
  }

  private async settled<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    streamId: string,
    outcomeOf: (state: State) => Outcome,
    timeoutMs: number,
  ): Promise<Outcome> {
    for (const deadline = Date.now() + timeoutMs; ;) {
      const restMs = Math.max(0, deadline - Date.now());
      const change = this.appends.next(streamId, Math.min(SETTLE_POLL_MS, restMs));
      const outcome = outcomeOf(await this.state(aggregate, streamId));
      if (outcome !== 'pending' || Date.now() >= deadline) return outcome;
      await change;
    }
  }

  /** The committed state of a stream, without a lock. */
  async state<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    streamId: string,
  ): Promise<State> {
    const [row] = await this.database.query<{ version: number; state: string; stateVersion: number }>(
      `SELECT version, state::text, state_version AS "stateVersion" FROM streams WHERE stream_id = $1`,
      [streamId],
    );
    return row ? stateOf(this.database, aggregate, streamId, row) : aggregate.initial;
  }

  private async decideAndAppend<State, Event extends DomainEvent>(
    sql: Sql,
    aggregate: Aggregate<State, Event>,
    streamId: string,
    decide: Decide<State, Event>,
    caller: Caller,
  ): Promise<unknown> {
    const registration = this.registrations.get(aggregate.name);
    if (!registration) throw new Error(`${this.service} has not registered ${aggregate.name}`);
    const stream = await lockStream(sql, aggregate, streamId);
    const events = decide(stream.state);
    if (events.length === 0) return null;
    const publisher = { service: this.service, messages: this.messages };
    const row = await append(sql, publisher, registration, stream, events, caller, this.clock.now());
    this.database.afterCommit(() => {
      this.appends.happened(stream.id);
      this.onAppended();
    });
    return row;
  }

  private async bodyOf<Row extends { id: string }>(
    sql: Sql,
    aggregate: { readonly name: string },
    streamId: string,
    { id = streamId, view, as }: ResponseOf<Row>,
    written: unknown,
  ): Promise<string> {
    const own = this.registrations.get(aggregate.name)?.view as View<Row, never> | undefined;
    const from = view ?? own;
    if (!from) return JSON.stringify({ data: null });
    const row =
      (from === own && id === streamId ? (written as Row | null) : null) ??
      (await readRow<Row>(sql, from as View<Row, never>, id));
    return JSON.stringify({ data: row && as ? as(row) : row });
  }

  /**
   * Two callers may create one stream at once: the second insert fails, and that caller decides again on the existing
   * stream.
   */
  private async retryingCreation<T>(attempt: () => Promise<T>): Promise<T> {
    for (let left = CREATION_RACES; ; left--) {
      try {
        return await attempt();
      } catch (error) {
        if (left === 0 || this.database.isOpen() || !isUniqueViolation(error, 'streams_pkey')) throw error;
      }
    }
  }
}

function replay({ response, resourceId }: EarlierUse, cipher?: Decrypt): StoredResponse {
  if (response === null) throw refuse('idempotency_in_flight');
  // Encrypted text is not JSON; responses stored before encryption was introduced are JSON, and stay unencrypted.
  const body = response.startsWith('{') ? response : decrypted(response, cipher, resourceId);
  return { body, replayed: true };
}

type Decrypt = Pick<Cipher, 'decrypt'>;

function decrypted(response: string, cipher: Decrypt | undefined, resourceId: string): string {
  if (!cipher) throw new Error('a stored response is encrypted, and nothing is there to decrypt it');
  try {
    return cipher.decrypt(response);
  } catch (error) {
    if (!(error instanceof UndecipherableError)) throw error;
    throw refuse(
      'idempotency_key_expired',
      'The response to this request was encrypted with a secret of the installation that has changed. Its effect stands.',
      { resourceId },
    );
  }
}
