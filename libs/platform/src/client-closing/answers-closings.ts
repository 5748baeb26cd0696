import { Database, EventStore } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { type Concerning, reactionsOf } from '@corridor/messaging';
import { Controller, type Type } from '@nestjs/common';
import {
  type CLOSING_SERVICES,
  MOST_OBSTACLES,
  closesAfter,
  closingTurn,
  closingsOf,
  passClosingOn,
} from './closing-turn.js';

/** Records that must have ended. */
export interface OpenRecords {
  /** A read model with the columns `id`, `client_id` and `status`. */
  readonly table: string;
  /** For records of staff: the column that names the client, beside `client_id`. */
  readonly clientColumn?: string;
  /** Names the record in the answer. */
  readonly noun: string;
  readonly statuses: readonly string[];
}

/** The answer of a service when a client is to be closed: its records that have not ended. */
export function answersClosings(
  name: Exclude<(typeof CLOSING_SERVICES)[number], 'ledger'>,
  open: readonly OpenRecords[],
): Type {
  const On = reactionsOf(name);

  @Controller()
  class ClosingReactions {
    constructor(
      private readonly store: EventStore,
      private readonly database: Database,
    ) {}

    @On('corridor.client_closing', { concerns: ({ service }) => (service === name ? 'closing' : null) })
    async onClosing({ data, caller }: Concerning<'corridor.client_closing'>) {
      const { id } = caller.client;
      const obstacles = [...data.obstacles];
      for (const one of open) obstacles.push(...(await this.obstaclesOf(one, id)));
      const { attempt } = data;
      const turn = { service: closesAfter(name), attempt, obstacles: obstacles.slice(0, MOST_OBSTACLES) };
      await this.store.handle(closingTurn, closingsOf(id), (state) => passClosingOn(state, turn), { caller });
    }

    private async obstaclesOf({ table, clientColumn, noun, statuses }: OpenRecords, clientId: string) {
      const ofClient = clientColumn ? `client_id = '${OPERATOR.id}' AND ${clientColumn}` : 'client_id';
      const rows = await this.database.query<{ id: string; status: string }>(
        `SELECT id, status FROM ${table} WHERE ${ofClient} = $1 AND status = ANY($2) ORDER BY id LIMIT ${MOST_OBSTACLES}`,
        [clientId, statuses],
      );
      return rows.map(({ id, status }) => ({ kind: table, detail: `The ${noun} ${id} is ${status}.` }));
    }
  }
  return ClosingReactions;
}
