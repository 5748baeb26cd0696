import { Database, EventStore } from '@corridor/event-store';
import type { Caller } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { Job } from '../job.js';
import { type ClockTurn, clockTurn, passOn, serviceAfter, turnsOf } from './clock-turn.js';
import { DueWork, atTime, earlier } from './due-work.js';

/** How often turns are taken that failed, or that another process has left when it ended. */
const EVERY_MS = 10_000;

type Turn = ClockTurn & { readonly caller: Caller };

/**
 * SANDBOX: the turns of a service as test clocks advance. A turn is stored with the message that gives it, and taken after the
 * commit, because it waits for other services. Any number of processes may take it: each effect happens once.
 */
@Injectable()
export class ClockTurns extends Job {
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly service: string,
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly work: DueWork,
  ) {
    super(EVERY_MS);
  }

  override onApplicationBootstrap(): void {
    this.task.start();
    void this.task.turn();
  }

  override async onModuleDestroy(): Promise<void> {
    this.work.isEnding = true;
    await super.onModuleDestroy();
    await Promise.all(this.underWay.values());
  }

  /** In the transaction of the message. */
  async receive(received: ClockTurn, caller: Caller): Promise<void> {
    const { turn, at, byMs, next } = received;
    const { id } = caller.client;
    await this.work.begin(received, caller);
    await this.database.query(
      `INSERT INTO clock_turn (client_id, turn, at, by_ms, next, caller) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (client_id) DO UPDATE SET turn = excluded.turn, at = excluded.at, by_ms = excluded.by_ms, next = excluded.next,
         caller = excluded.caller
       WHERE clock_turn.turn < excluded.turn`,
      [id, turn, at, byMs, next, JSON.stringify(caller)],
    );
    this.database.afterCommit(() => void this.take(id));
  }

  /** All that are left. */
  protected async turn(): Promise<void> {
    const rows = await this.database.query<{ id: string }>('SELECT client_id AS id FROM clock_turn');
    await Promise.all(rows.filter(({ id }) => !this.underWay.has(id)).map(({ id }) => this.take(id)));
  }

  /** The turns of one client one after the other. Never rejects. */
  private take(clientId: string): Promise<void> {
    const taken: Promise<void> = (this.underWay.get(clientId) ?? Promise.resolve())
      .then(() => this.takeNext(clientId))
      .catch((error: unknown) => this.log.error(error, clientId))
      .finally(() => {
        if (this.underWay.get(clientId) === taken) this.underWay.delete(clientId);
      });
    this.underWay.set(clientId, taken);
    return taken;
  }

  private async takeNext(clientId: string): Promise<void> {
    const [due] = await this.database.query<Turn>(
      'SELECT turn, at, by_ms::float8 AS "byMs", next, caller FROM clock_turn WHERE client_id = $1',
      [clientId],
    );
    if (!due) return;
    const { turn, at, byMs, caller } = due;
    const acting = atTime(caller, at);
    await this.work.carryOut(acting, at);
    if (this.work.isEnding) return;
    const next = earlier(due.next, await this.work.nextAfter(at, clientId));
    const passed = { service: serviceAfter(this.service), turn, at, byMs, next };
    await this.store.handle(clockTurn, turnsOf(clientId), (state) => passOn(state, passed), {
      caller: acting,
    });
    await this.database.query('DELETE FROM clock_turn WHERE client_id = $1 AND turn = $2', [clientId, turn]);
  }
}
