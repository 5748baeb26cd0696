import { Database, EventStore } from '@corridor/event-store';
import { OPERATOR, systemCaller } from '@corridor/http';
import { Job } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { type ClientEvent, type Client, client, introduce, rate } from './client.js';
import type { ClientRow } from './client.view.js';

const EVERY_MS = 60_000;
/** Few, so that another process which waits for the lock is not refused: each is a command. */
const PAGE = 10;

/** PRODUCTION: tells the other services of clients that were created or rated before this was published. */
@Injectable()
export class Introductions extends Job {
  private isDone = false;

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
  ) {
    super(EVERY_MS);
  }

  /** Nothing once all have been told of: whatever is new is published. */
  async turn(): Promise<void> {
    while (!this.isDone) this.isDone = (await this.page()) === 0;
  }

  /** @returns how many clients it told of; other processes wait meanwhile */
  private page(): Promise<number> {
    return this.database.exclusively('introductions', async () => {
      const unknown = await this.clientsWithout(['created', 'changed', 'introduced'], 'true');
      for (const one of unknown) await this.handle(one.id, (state) => introduce(state, one));
      const unrated = await this.clientsWithout(['rated'], `data ->> 'riskRating' IS NOT NULL`);
      for (const { id, riskRating } of unrated)
        await this.handle(id, (state) => (riskRating ? rate(state, { riskRating }) : []));
      return unknown.length + unrated.length;
    });
  }

  private clientsWithout(types: readonly ClientEvent['type'][], condition: string): Promise<ClientRow[]> {
    return this.database
      .query<{ data: ClientRow }>(
        `SELECT data FROM client c WHERE ${condition} AND status <> 'Closed' AND NOT EXISTS (
           SELECT FROM events e WHERE e.stream_id = c.id AND e.type = ANY ($1) AND e.message IS NOT NULL
         ) ORDER BY id LIMIT ${PAGE}`,
        [types],
      )
      .then((rows) => rows.map(({ data }) => data));
  }

  private handle(id: string, decide: (state: Client) => ClientEvent[]) {
    return this.store.handle(client, id, decide, { caller: systemCaller('PRODUCTION', OPERATOR, id) });
  }
}
