import type { BookingRequest } from '@corridor/conversions-contract';
import { EventStore } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { type Caller, Refusal, money } from '@corridor/kernel';
import type { OpenDatabase } from '@corridor/platform';
import { messageRegistry } from '@corridor/services';
import { TestClock, delivered, fixture, testCaller } from '@corridor/testing';
import { openServiceDatabase } from '@corridor/testing/service';
import { conversion } from '../conversion/conversion.js';
import { cancel } from '../conversion/ending.js';
import { KnownPolicy } from '../rates/known-policy.js';
import { Reactions } from '../reactions.js';
import { type LiveRates } from '../rates/live-rates.js';
import { SimulatedLiveRates } from '../rates/live-rates.fixture.js';
import { DueDates } from '../due-dates.js';
import { service } from '../service.js';
import { Credit } from './credit.js';
import { FundsReactions } from './funds-reactions.js';
import { type Limits, NO_DEPOSITS, OF_ALL, dealingLimits, limitsOf, setLimits, valueOf } from './limits.js';

/** Limits on Postgres, in PRODUCTION, with several replicas. */

const REPLICAS = 4;
const production: Caller = { ...testCaller, environment: 'PRODUCTION' };
const otherClient: Caller = { ...production, client: { id: `cli_${'7'.repeat(26)}`, name: 'Other' } };

let db: OpenDatabase;
let clock: TestClock;
let rates: LiveRates;
let replicas: { store: EventStore; reactions: Reactions; credit: Credit }[];

beforeEach(async () => {
  clock = new TestClock();
  db = await openServiceDatabase(service);
  rates = new SimulatedLiveRates(clock);
  replicas = Array.from({ length: REPLICAS }, () => {
    const store = new EventStore(service.name, db.database, service.registrations, messageRegistry, clock);
    const credit = new Credit(db.database, rates);
    return {
      store,
      credit,
      reactions: new Reactions(store, rates, credit, new KnownPolicy(db.database, clock), clock),
    };
  });
});
afterEach(() => db.close());

let number = 0;
async function book(amount: bigint, caller = production): Promise<string> {
  const conversionId = `con_${String(++number).padStart(26, '0')}`;
  const request: BookingRequest = {
    conversionId,
    order: { sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'SELL', amount: money('GBP', amount) },
    ...{ quote: null, margin: null, worst: null },
    valueDate: '2026-11-24',
    paymentInstructionId: 'pi_1',
    metadata: null,
  };
  const { reactions } = replicas[number % REPLICAS]!;
  const message = delivered<'conversions.booking_requested'>(request, caller);
  await repeated(() => reactions.onBookingRequested(message));
  return conversionId;
}
/** Whoever waits for the limit for two seconds is refused, as happens on a busy machine. */
async function repeated(booking: () => Promise<unknown>): Promise<unknown> {
  return booking().catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'rate_limited') return repeated(booking);
    throw error;
  });
}
const limit = (limits: Partial<Limits>, clientId: string | null = null) =>
  replicas[0]!.store.handle(
    dealingLimits,
    clientId === null ? OF_ALL : limitsOf(clientId),
    setLimits(clientId, {
      clientExposure: null,
      maximumDeal: null,
      totalExposure: null,
      deposits: NO_DEPOSITS,
      ...limits,
    }),
    { caller: { ...production, client: OPERATOR } },
  );
async function fund(minor: bigint, sortPriority = 1, clientId = production.client.id) {
  const { data } = fixture('transaction.completed');
  const value = Number(minor) / 100;
  const resource = {
    ...data.resource,
    client: { id: clientId, name: '' },
    balance: { ccyCode: 'GBP', value },
    sortPriority,
  };
  const message = delivered<'transaction.completed'>({ ...data, resource }, production);
  const dueDates = new DueDates(replicas[0]!.store, db.database, rates, clock);
  await new FundsReactions(db.database, dueDates, clock).onTransactionCompleted({
    ...message,
    recordId: 'wal_1',
  });
}
const eventsOf = async (id: string) =>
  (
    await db.database.query<{ type: string; reason: string | null }>(
      `SELECT type, data ->> 'reason' AS reason FROM events WHERE stream_id = $1 ORDER BY version`,
      [id],
    )
  ).map(({ type, reason }) => reason ?? type);

test('an unfunded client books nothing, and a funded one what it has', async () => {
  expect(await eventsOf(await book(500_000_000_00n))).toEqual(['exposure_limit_exceeded']);
  await fund(100_00n);
  expect(await eventsOf(await book(100_01n))).toEqual(['exposure_limit_exceeded']);
  expect(await eventsOf(await book(100_00n))).toEqual(['booked']);
  expect(await eventsOf(await book(1n))).toEqual(['exposure_limit_exceeded']);
  expect(await eventsOf(await book(100_00n, otherClient))).toEqual(['exposure_limit_exceeded']);
});

test('the funds are those after the latest movement', async () => {
  await fund(100_00n, 2);
  await fund(900_00n, 1);
  expect(await eventsOf(await book(100_01n))).toEqual(['exposure_limit_exceeded']);
});

test('what is over can be sold again', async () => {
  await fund(100_00n);
  const id = await book(100_00n);
  const order = { reason: 'x', market: null, now: '2026-11-21T09:30:00.123' };
  const { store } = replicas[0]!;
  const own = (state: Parameters<typeof cancel>[0]) =>
    'status' in state ? { ...state, paymentInstructionId: null } : state;
  await store.handle(conversion, id, (state) => cancel(own(state) as typeof state, order), {
    caller: production,
  });
  expect(await eventsOf(await book(100_00n))).toEqual(['booked']);
});

test.each<[string, Partial<Limits>, Caller[]]>([
  ['a client', { clientExposure: 1_000 }, [production]],
  ['all clients', { clientExposure: 1_000_000, totalExposure: 1_000 }, [production, otherClient]],
])('bookings at once do not pass the limit of %s together', async (_, limits, callers) => {
  await limit(limits);
  const ids = await Promise.all(
    Array.from({ length: 40 }, (__, n) => book(100_00n, callers[n % callers.length])),
  );
  const events = (await Promise.all(ids.map(eventsOf))).flat();
  const booked = events.filter((one) => one === 'booked').length;
  const market = await rates.lastKnown();
  const valueOfBooked = (times: number) => Number(valueOf({ GBP: 100_00n * BigInt(times) }, market)?.minor);
  expect(valueOfBooked(booked)).toBeLessThanOrEqual(1_000_00);
  expect(valueOfBooked(booked + 1)).toBeGreaterThan(1_000_00);
  expect(events.filter((one) => one !== 'booked')).toEqual(
    Array.from({ length: 40 - booked }, () => 'exposure_limit_exceeded'),
  );
});

test('the limits of a client are its own', async () => {
  await limit({ clientExposure: 1_000_000 }, otherClient.client.id);
  expect(await eventsOf(await book(100_00n))).toEqual(['exposure_limit_exceeded']);
  expect(await eventsOf(await book(100_00n, otherClient))).toEqual(['booked']);
  await limit({ clientExposure: 1_000_000, maximumDeal: 50 }, otherClient.client.id);
  expect(await eventsOf(await book(100_00n, otherClient))).toEqual(['deal_limit_exceeded']);
});
