import { type Service, openDatabase } from '@corridor/platform';
import { Client, type QueryResult } from 'pg';
import { services } from '@corridor/all-in-one';

/** How long a statement may take before it is looked whether it waits for a lock. Longer than the deadlock timeout. */
const LOOK_MS = 10;
/**
 * Time is simulated, so the server may not measure it. To plan costs more than to execute: a statement is planned once by
 * each session. The rest is as in the services' own connections.
 */
const SESSION_SETTINGS = `SET lock_timeout = 0; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET deadlock_timeout = '1ms'; SET synchronous_commit = off; SET enable_seqscan = off; SET jit = off;
  SET plan_cache_mode = force_generic_plan`;
const CLEAN = `ROLLBACK; SELECT pg_advisory_unlock_all(); UNLISTEN *; RESET ALL; ${SESSION_SETTINGS}`;

const real = { setTimeout, clearTimeout };

export interface Statement {
  readonly text: string;
  readonly name?: string;
  readonly values?: readonly unknown[];
}

export type Reply = { readonly result: QueryResult } | { readonly error: Error & { code?: string } };

/** The databases of all services, migrated once and emptied before each seed. */
export class Postgres {
  private readonly databases: ReadonlyMap<string, ServiceDatabase>;

  private constructor(databases: readonly ServiceDatabase[]) {
    this.databases = new Map(databases.map((one) => [one.service, one]));
  }

  static async open(serverUrl: string, prefix: string): Promise<Postgres> {
    const opened = services.map(async (service) => {
      const name = `${prefix}-${service.name}`;
      const { close } = await openDatabase(serverUrl, { ...(service as Service), name });
      await close();
      return ServiceDatabase.open(serverUrl, name, service.name);
    });
    return new Postgres(await Promise.all(opened));
  }

  of(service: string): ServiceDatabase {
    const database = this.databases.get(service);
    if (!database) throw new Error(`no database of ${service}`);
    return database;
  }

  get all(): ServiceDatabase[] {
    return [...this.databases.values()];
  }

  async empty(): Promise<void> {
    await Promise.all(this.all.map((one) => one.empty()));
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((one) => one.close()));
  }
}

/** One service's database. Its sessions execute one statement at a time; those that wait for a lock are known. */
export class ServiceDatabase {
  private readonly free: Session[] = [];
  private readonly all: Session[] = [];
  private readonly waiting = new Set<Session>();
  private emptying = '';
  private reading: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly service: string,
    readonly url: string,
    private readonly control: Client,
  ) {}

  static async open(serverUrl: string, name: string, service: string): Promise<ServiceDatabase> {
    const url = new URL(serverUrl);
    url.pathname = `/corridor_${name.replaceAll('-', '_')}`;
    const control = new Client({ connectionString: url.href });
    await control.connect();
    await control.query(SESSION_SETTINGS);
    return new ServiceDatabase(service, url.href, control);
  }

  /** For what is read from outside of the simulation: one after the other. */
  async rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    const earlier = this.reading;
    const rows = earlier.then(async () => (await this.control.query(text, values)).rows as Row[]);
    this.reading = rows.catch(() => undefined);
    return rows;
  }

  async session(): Promise<Session> {
    const free = this.free.pop();
    if (free) return free;
    const client = new Client({ connectionString: this.url, pipeline: true });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(SESSION_SETTINGS);
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const session = new Session(this, client, rows[0]?.pid ?? 0);
    this.all.push(session);
    return session;
  }

  /** Ends the transaction and the locks of a session, as if its connection was closed. */
  async end(session: Session): Promise<void> {
    if (this.waiting.has(session)) await this.cancel(session);
    await session.clean();
    this.free.push(session);
  }

  /** A waiting statement fails. @returns its reply */
  async cancel(session: Session): Promise<Reply> {
    await this.control.query('SELECT pg_cancel_backend($1)', [session.pid]);
    this.waiting.delete(session);
    return session.reply as Promise<Reply>;
  }

  /** @returns null if it waits for a lock */
  async replyTo(session: Session): Promise<Reply | null> {
    for (let lookMs = LOOK_MS; ; lookMs *= 2) {
      const reply = await within(lookMs, session.reply as Promise<Reply>);
      if (reply) {
        this.waiting.delete(session);
        return reply;
      }
      if (await this.isBlocked(session)) {
        this.waiting.add(session);
        return null;
      }
    }
  }

  /** The sessions whose statements have waited for a lock and have it now. */
  async released(): Promise<{ session: Session; reply: Reply }[]> {
    const released: { session: Session; reply: Reply }[] = [];
    for (const session of this.waiting) {
      const reply = await this.replyTo(session);
      if (reply) released.push({ session, reply });
    }
    return released;
  }

  get hasWaiting(): boolean {
    return this.waiting.size > 0;
  }

  async empty(): Promise<void> {
    this.emptying ||= await this.statementsThatEmpty();
    await this.control.query(this.emptying);
  }

  async close(): Promise<void> {
    await Promise.all([this.control, ...this.all.map(({ client }) => client)].map((client) => client.end()));
  }

  private async isBlocked({ pid }: Session): Promise<boolean> {
    const rows = await this.rows(
      `SELECT FROM pg_stat_activity WHERE pid = $1 AND state = 'active' AND wait_event_type = 'Lock'`,
      [pid],
    );
    return rows.length > 0;
  }

  /** To delete few rows is faster than to truncate many tables. What migrations have written stays. */
  private async statementsThatEmpty(): Promise<string> {
    const all = await this.rows<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
       ORDER BY relname`,
    );
    const tables: { name: string }[] = [];
    for (const one of all)
      if ((await this.rows(`SELECT FROM "${one.name}" LIMIT 1`)).length === 0) tables.push(one);
    const sequences = await this.rows<{ name: string }>(
      `SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' AND sequencename NOT LIKE 'migrations%'`,
    );
    return [
      'SET session_replication_role = replica', // triggers forbid it
      ...tables.map(({ name }) => `DELETE FROM "${name}"`),
      ...sequences.map(({ name }) => `SELECT setval('"${name}"', 1, false)`),
      'RESET session_replication_role',
    ].join('; ');
  }
}

/** What the server responds to BEGIN. */
const BEGUN = { command: 'BEGIN', rowCount: null, rows: [] } as unknown as QueryResult;

/** A connection to a service's database. */
export class Session {
  reply: Promise<Reply> | null = null;
  /** BEGIN has no effect that anybody sees, so it is sent with the next statement. */
  private begins = false;

  constructor(
    readonly database: ServiceDatabase,
    readonly client: Client,
    readonly pid: number,
  ) {}

  /** @returns null if it waits for a lock */
  async execute(statement: Statement): Promise<Reply | null> {
    if (statement.text === 'BEGIN') {
      this.begins = true;
      return { result: BEGUN };
    }
    const { stream } = this.client.connection;
    stream.cork();
    if (this.begins) void this.client.query('BEGIN');
    this.begins = false;
    this.reply = this.client.query(prepared(statement)).then(
      (result) => ({ result }),
      (error: Error) => ({ error }),
    );
    stream.uncork();
    return this.database.replyTo(this);
  }

  /** Ends the transaction and the locks. */
  async clean(): Promise<void> {
    this.begins = false;
    await this.client.query(CLEAN);
  }
}

/** Named by its text, so that it is planned once. */
function prepared({
  text,
  values = [],
}: Statement): string | { text: string; name: string; values: unknown[] } {
  return values.length > 0 ? { text, name: nameOf(text), values: values as unknown[] } : text;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

/** @returns null if it is not there by then */
function within(ms: number, reply: Promise<Reply>): Promise<Reply | null> {
  return new Promise((resolve) => {
    const timeout = real.setTimeout(resolve, ms, null);
    void reply.then((one) => {
      real.clearTimeout(timeout);
      resolve(one);
    });
  });
}
