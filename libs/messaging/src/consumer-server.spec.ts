import { type Envelope, MessageRegistry, type MessageType } from '@corridor/contracts';
import type { OpenDatabase } from '@corridor/event-store';
import { openTestDatabase } from '@corridor/event-store/testing';
import { testCaller } from '@corridor/kernel/testing';
import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { workFields } from '@corridor/tracing';
import { Type } from 'typebox';
import { type ConsumerSubscription, EventCarrier } from './carrier.js';
import { ConsumerServer } from './consumer-server.js';
import { type Concerning, reactionsOf } from './reactions.js';

/** Two reactions of a service to one type of message, each to those about records of its own. */
const messages = new MessageRegistry({
  'test.moved': { version: 1, data: Type.Object({ record: Type.String() }) },
});
const MOVED = 'test.moved' as MessageType;
const recordIn = (data: unknown) => (data as { record: string }).record;
const startingWith = (prefix: string) => (data: unknown) =>
  recordIn(data).startsWith(prefix) ? recordIn(data) : null;

const heard: string[] = [];
const On = reactionsOf('pair');

@Controller()
class Credits {
  @On(MOVED, { concerns: startingWith('credit') })
  onMoved({ recordId }: Concerning<MessageType>) {
    heard.push(`credits: ${recordId}`);
  }
}

@Controller()
class Debits {
  @On(MOVED, { concerns: startingWith('debit') })
  onMoved({ recordId }: Concerning<MessageType>) {
    heard.push(`debits: ${recordId}`);
    if (recordId === 'debit_traced') heard.push(JSON.stringify(workFields()));
  }
}

@Module({ controllers: [Credits, Debits] })
class Pair {}

/** Delivers when it is told to. */
class CarrierByHand extends EventCarrier {
  private subscription: ConsumerSubscription | null = null;

  override send(): Promise<void> {
    return Promise.resolve();
  }
  override subscribe(subscription: ConsumerSubscription): Promise<void> {
    this.subscription = subscription;
    return Promise.resolve();
  }
  override close(): Promise<void> {
    return Promise.resolve();
  }
  async deliver(...some: readonly Envelope[]): Promise<void> {
    await this.subscription?.deliver(some);
  }
}

const moved = (record: string): Envelope => ({
  ...{ id: `${record}/1`, type: MOVED, source: 'sender', streamId: record, version: 1, dataversion: 1 },
  ...{ occurredOn: '2026-11-22T09:30:00.123', caller: testCaller },
  data: { record } as unknown as Envelope['data'],
});

let db: OpenDatabase;
let server: ConsumerServer;
let app: INestMicroservice;
const carrier = new CarrierByHand();

beforeAll(async () => {
  db = await openTestDatabase();
  const nothing = () => undefined;
  const notices = { onRetryError: nothing, onWaiting: nothing, onWaitingForLocks: nothing };
  const parking = { parked: async () => {}, redriven: async () => {}, discarded: async () => {} };
  server = new ConsumerServer({ name: 'pair' }, db.database, carrier, messages, notices, parking);
  app = await NestFactory.createMicroservice(Pair, { strategy: server, logger: false });
  await app.listen();
});
afterAll(async () => {
  await server.stopRetries();
  await app.close();
  await db.close();
});

test('of several reactions to one type of message, each gets those that concern it', async () => {
  await carrier.deliver(moved('credit_1'), moved('debit_1'), moved('payment_1'));
  expect(heard.sort()).toEqual(['credits: credit_1', 'debits: debit_1']);
});

test('what a reaction logs names the request that has caused its message', async () => {
  heard.length = 0;
  const caller = { ...testCaller, correlationId: 'request-1' };
  await carrier.deliver({ ...moved('debit_traced'), caller });
  const [, traceId, spanId] = testCaller.traceparent.split('-');
  expect(heard).toEqual([
    'debits: debit_traced',
    JSON.stringify({ requestId: 'request-1', traceId, spanId }),
  ]);
});
