import { MessageRegistry, message } from '@corridor/contracts';
import { type Registration, createReadModel } from '../index.js';
import { type Aggregate, refuse } from '@corridor/kernel';
import { Type } from 'typebox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A minimal aggregate: coins go in and out, never below zero. For tests of the infrastructure. */
export interface Jar {
  readonly coins: number;
}

export type JarEvent =
  | { readonly type: 'put'; readonly coins: number }
  | { readonly type: 'taken'; readonly coins: number };

export interface JarRow {
  readonly id: string;
  readonly coins: number;
  readonly version: number;
}

export const jar: Aggregate<Jar, JarEvent> = {
  name: 'jar',
  stateVersion: 1,
  initial: { coins: 0 },
  evolve: ({ coins }, event) => ({ coins: event.type === 'put' ? coins + event.coins : coins - event.coins }),
};

export const put = (coins: number) => (): JarEvent[] => [{ type: 'put', coins }];

export const take =
  (coins: number) =>
  (state: Jar): JarEvent[] => {
    if (state.coins < coins) throw refuse('insufficient_funds');
    return [{ type: 'taken', coins }];
  };

/** Publishes every event, under a message type that any consumer knows. */
export const jars: Registration<Jar, JarEvent, JarRow> = {
  aggregate: jar,
  view: {
    table: 'jar',
    project: (row, { streamId, version, event }) => ({
      id: streamId,
      coins: (row?.coins ?? 0) + (event.type === 'put' ? event.coins : -event.coins),
      version,
    }),
  },
  publish: ({ event, streamId }) =>
    message('conversions.exchange_requested', {
      conversionId: `${streamId}:${event.type}:${event.coins}`,
      holdFor: null,
    }),
};

/** The messages of a jar. */
export const jarMessages = new MessageRegistry({
  'conversions.exchange_requested': { version: 1, data: Type.Object({ conversionId: Type.String() }) },
});

export class JarTables1700000000001 implements MigrationInterface {
  readonly name = 'JarTables1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of createReadModel('jar')) await runner.query(statement);
  }

  async down(): Promise<void> {}
}
