import { EventEmitter } from 'node:events';
import type { Pool, PoolClient, QueryResult } from 'pg';
import type { Faults } from './faults.js';
import type { Life, Machine } from './machine.js';
import type { Surroundings } from './simulated-service.js';
import type { Reply, ServiceDatabase, Session, Statement } from './postgres.js';

const CONNECTION_TIMEOUT_MS = 5_000;
/** How long the services' databases let a statement wait for a lock. */
const LOCK_TIMEOUT_MS = 2_000;
/** About how long a statement and its reply are under way. */
const LATENCY_MS = 0.4;

type Callback = (
  error: Error | undefined,
  client?: SimulatedClient,
  release?: (error?: Error) => void,
) => void;

interface Waiting {
  readonly statement: Statement;
  readonly resolve: (result: QueryResult) => void;
  readonly reject: (error: Error) => void;
}

/** The pool of one life of a service: what `pg` offers, with the delays and failures that the seed draws. */
export class SimulatedPool extends EventEmitter {
  private readonly idle: SimulatedClient[] = [];
  private readonly line: ((client: SimulatedClient) => void)[] = [];
  private readonly clients = new Set<SimulatedClient>();

  readonly machine: Machine;
  readonly faults: Faults;

  constructor(
    private readonly around: Pick<Surroundings, 'machine' | 'faults' | 'bug'>,
    readonly life: Life,
    readonly database: ServiceDatabase,
    private readonly max: number,
  ) {
    super();
    this.machine = around.machine;
    this.faults = around.faults;
  }

  /** With the bug that is planted. */
  planted(statement: Statement): Statement {
    const text = this.around.bug.statement?.(statement.text, this.database.service) ?? statement.text;
    return text === statement.text ? statement : { text, values: statement.values };
  }

  /** As the pool that the services expect. */
  get asPool(): Pool {
    return this as unknown as Pool;
  }

  connect(callback?: Callback): Promise<PoolClient> {
    const connecting = this.take();
    if (callback)
      connecting.then(
        (client) => callback(undefined, client, (error) => client.release(error)),
        (error: Error) => callback(error),
      );
    return connecting as unknown as Promise<PoolClient>;
  }

  async query(statement: Statement | string, values?: readonly unknown[]): Promise<QueryResult> {
    const client = await this.take();
    try {
      return await client.query(statement, values);
    } finally {
      client.release();
    }
  }

  end(callback?: () => void): Promise<void> {
    callback?.();
    return Promise.resolve();
  }

  /** Ends all connections, as the end of the process does. */
  async abandon(): Promise<void> {
    for (const client of this.clients) await client.abandon();
    this.clients.clear();
  }

  giveBack(client: SimulatedClient): void {
    const next = this.line.shift();
    if (next) next(client);
    else this.idle.push(client);
  }

  lost(client: SimulatedClient): void {
    this.clients.delete(client);
    const next = this.line.shift();
    if (next) void this.open().then(next);
  }

  private async take(): Promise<SimulatedClient> {
    if (this.faults.isAway(this.database.service)) {
      await this.pause(LATENCY_MS);
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    }
    const client = this.idle.pop();
    if (client) return client;
    if (this.clients.size < this.max) return this.open();
    return new Promise((resolve, reject) => {
      const timeout = this.machine.after(CONNECTION_TIMEOUT_MS, this.life, () => {
        this.line.splice(this.line.indexOf(got), 1);
        reject(new Error('timeout exceeded when trying to connect'));
      });
      const got = (one: SimulatedClient) => {
        this.machine.cancel(timeout);
        resolve(one);
      };
      this.line.push(got);
    });
  }

  private open(): Promise<SimulatedClient> {
    const client = new SimulatedClient(this);
    this.clients.add(client);
    return this.pause(LATENCY_MS).then(() => client);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.machine.after(this.machine.about(ms), this.life, resolve));
  }
}

/** A connection. Its statements are executed in order, and their replies arrive in order. */
export class SimulatedClient extends EventEmitter {
  private readonly queue: Waiting[] = [];
  private session: Session | null = null;
  private isBusy = false;
  private isBroken = false;
  private repliesAtMs = 0;
  private lockTimeoutMs = 0;

  constructor(private readonly pool: SimulatedPool) {
    super();
  }

  query(given: Statement | string, values?: readonly unknown[]): Promise<QueryResult> {
    const statement = this.pool.planted(typeof given === 'string' ? { text: given, values } : given);
    return new Promise((resolve, reject) => {
      if (this.isBroken) return reject(terminated());
      this.queue.push({ statement, resolve, reject });
      if (!this.isBusy) this.next();
    });
  }

  release(error?: Error | boolean): void {
    if (!error && !this.isBroken) return this.pool.giveBack(this);
    this.pool.lost(this);
    if (this.session) this.pool.machine.after(0, null, () => this.abandon());
    this.isBroken = true;
  }

  async abandon(): Promise<void> {
    this.isBroken = true;
    const { session } = this;
    this.session = null;
    if (!session) return;
    locked.delete(session);
    await session.database.end(session);
    if (session.database.hasWaiting) await releaseWaiting(session.database);
  }

  private next(): void {
    const { machine, life } = this.pool;
    this.isBusy = this.queue.length > 0;
    if (this.isBusy) machine.after(machine.about(LATENCY_MS), life, () => this.execute());
  }

  private async execute(): Promise<void> {
    const waiting = this.queue.shift();
    if (!waiting || this.isBroken) return;
    const { faults, machine, database } = this.pool;
    const fault = faults.ofStatement(database.service, waiting.statement.text);
    machine.note(`${database.service} ${waiting.statement.text} ${fault ?? ''}`);
    if (fault === 'lost') return this.break(waiting);
    this.session ??= await database.session();
    const reply = await this.session.execute(fault ? failing(fault) : this.timed(waiting.statement));
    if (!reply) return this.wait(waiting);
    await this.arrived(waiting, reply, fault === null && faults.losesReply(waiting.statement.text));
  }

  /** What the seed draws replaces the timeout of the server, which knows the real time only. */
  private timed(statement: Statement): Statement {
    const [, timeout] = /; SET LOCAL lock_timeout = (\d+)/.exec(statement.text) ?? [];
    if (timeout === undefined) return statement;
    this.lockTimeoutMs = Number(timeout);
    return { ...statement, text: 'BEGIN' };
  }

  private wait(waiting: Waiting): void {
    const { machine, life } = this.pool;
    const session = this.session as Session;
    const timeout = machine.after(this.lockTimeoutMs || LOCK_TIMEOUT_MS, life, async () => {
      locked.delete(session);
      await this.arrived(waiting, timedOut(await session.database.cancel(session)), false);
    });
    locked.set(session, async (reply) => {
      locked.delete(session);
      machine.cancel(timeout);
      await this.arrived(waiting, reply, false);
    });
  }

  private async arrived(waiting: Waiting, reply: Reply, isLost: boolean): Promise<void> {
    const { machine, life, database } = this.pool;
    if (/^(COMMIT|ROLLBACK)/.test(waiting.statement.text)) this.lockTimeoutMs = 0;
    if (isLost) await this.break(waiting);
    else {
      machine.note('error' in reply ? String(reply.error.code) : String(reply.result.rowCount));
      this.repliesAtMs = Math.max(this.repliesAtMs, machine.uptimeMs + machine.about(LATENCY_MS));
      machine.after(this.repliesAtMs - machine.uptimeMs, life, () => {
        if (this.isBroken) waiting.reject(terminated());
        else if ('error' in reply) waiting.reject(reply.error);
        else waiting.resolve(reply.result);
      });
      this.next();
    }
    if (database.hasWaiting) await releaseWaiting(database);
  }

  /** The connection is gone: what was sent has no reply. */
  private async break(waiting: Waiting): Promise<void> {
    await this.abandon();
    const { machine, life } = this.pool;
    machine.after(machine.about(LATENCY_MS), life, () => {
      for (const { reject } of [waiting, ...this.queue.splice(0)]) reject(terminated());
      if (this.listenerCount('error') > 0) this.emit('error', terminated());
    });
    if (this.pool.database.hasWaiting) await releaseWaiting(this.pool.database);
  }
}

/** What follows when a statement has the lock that it waited for. */
const locked = new Map<Session, (reply: Reply) => Promise<void>>();

async function releaseWaiting(database: ServiceDatabase): Promise<void> {
  for (const { session, reply } of await database.released()) await locked.get(session)?.(reply);
}

const terminated = () => new Error('Connection terminated unexpectedly');

/** In place of a statement: the server fails with this code, and its transaction is aborted. */
const failing = (code: string): Statement => ({
  text: `DO $$ BEGIN RAISE EXCEPTION 'simulated' USING ERRCODE = '${code}'; END $$`,
});

function timedOut(reply: Reply): Reply {
  if ('error' in reply && reply.error.code === '57014') reply.error.code = '55P03';
  return reply;
}
