import { Database, EventStore } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { type Concerning, reactionsOf } from '@corridor/messaging';
import type { Caller } from '@corridor/kernel';
import { Controller, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import {
  CLOSING_OWNER,
  type CLOSING_SERVICES,
  type ClosingTurn,
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

/** What a service does when a client has been closed. */
export interface ClosedClientListener {
  /** In the transaction of the message. @param caller of the client */
  onClientClosed(caller: Caller): Promise<void>;
}

/** The answer of a service when a client is to be closed: its records that have not ended. */
export function answersClosings(
  name: Exclude<(typeof CLOSING_SERVICES)[number], 'ledger'>,
  open: readonly OpenRecords[],
  listener?: Type<ClosedClientListener>,
): Type {
  const On = reactionsOf(name);
  const turns: readonly string[] = listener ? [name, CLOSING_OWNER] : [name];

  @Controller()
  class ClosingReactions {
    constructor(
      private readonly store: EventStore,
      private readonly database: Database,
      private readonly modules: ModuleRef,
    ) {}

    @On('corridor.client_closing', {
      concerns: ({ service }) => (turns.includes(service) ? 'closing' : null),
    })
    onClosing({ data, caller }: Concerning<'corridor.client_closing'>): Promise<void> | undefined {
      if (data.service === name) return this.answer(data, caller);
      const isClosed = data.obstacles.length === 0;
      return isClosed && listener ? this.modules.get(listener).onClientClosed(caller) : undefined;
    }

    private async answer(data: ClosingTurn, caller: Caller): Promise<void> {
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
