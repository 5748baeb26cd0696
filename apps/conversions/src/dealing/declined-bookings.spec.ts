import type { BookingRequest } from '@corridor/conversions-contract';
import { EventStore } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { type Caller, money } from '@corridor/kernel';
import type { OpenDatabase } from '@corridor/platform';
import { messageRegistry } from '@corridor/services';
import { TestClock, delivered, fixture, testCaller } from '@corridor/testing';
import { openServiceDatabase } from '@corridor/testing/service';
import { conversion, exchangeFor } from '../conversion/conversion.js';
import { KnownPolicy } from '../rates/known-policy.js';
import { SimulatedLiveRates } from '../rates/live-rates.fixture.js';
import { Reactions } from '../reactions.js';
import { DueDates } from '../due-dates.js';
import { service } from '../service.js';
import { Credit } from './credit.js';
import { DeclinedBookings } from './declined-bookings.js';
import { FundsReactions } from './funds-reactions.js';
import { type Limits, NO_DEPOSITS, OF_ALL, dealingLimits, limitsOf, setLimits } from './limits.js';

/** PRODUCTION, on Postgres, with two replicas: what was declined is told when it can be booked, once, and is silent before. */

const caller: Caller = { ...testCaller, environment: 'PRODUCTION' };
const other: Caller = { ...caller, client: { id: `cli_${'7'.repeat(26)}`, name: 'Other' } };

let db: OpenDatabase;
let clock: TestClock;
let rates: SimulatedLiveRates;
let store: EventStore;
let reactions: Reactions;
let jobs: DeclinedBookings[];
beforeEach(async () => {
  clock = new TestClock();
  db = await openServiceDatabase(service);
  rates = new SimulatedLiveRates(clock);
  const { database } = db;
  store = new EventStore(service.name, database, service.registrations, messageRegistry, clock);
  const [credit, policy] = [new Credit(database, rates), new KnownPolicy(database, clock)];
  reactions = new Reactions(store, rates, credit, policy, clock);
  jobs = [1, 2].map(() => new DeclinedBookings(store, database, rates, credit, policy, clock));
});
afterEach(() => db.close());

let number = 0;
async function book(paymentInstructionId: string, minor: bigint, by = caller, more: object = {}) {
  const conversionId = `con_${String(++number).padStart(26, '0')}`;
  const request: BookingRequest = {
    conversionId,
    order: { sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'SELL', amount: money('GBP', minor) },
    ...{ quote: null, margin: null, worst: null, valueDate: '2026-11-24', paymentInstructionId },
    metadata: null,
    ...more,
  };
  await reactions.onBookingRequested(delivered<'conversions.booking_requested'>(request, by));
  return conversionId;
}
const limit = (limits: Partial<Limits>, clientId: string | null = null) =>
  store.handle(
    dealingLimits,
    clientId === null ? OF_ALL : limitsOf(clientId),
    setLimits(clientId, {
      ...{ clientExposure: null, maximumDeal: null, totalExposure: null, deposits: NO_DEPOSITS },
      ...limits,
    }),
    { caller: { ...caller, client: OPERATOR } },
  );
let sortPriority = 0;
async function fund(minor: bigint) {
  const { data } = fixture('transaction.completed');
  const balance = { ccyCode: 'GBP', value: Number(minor) / 100 };
  const resource = { ...data.resource, client: caller.client, balance, sortPriority: ++sortPriority };
  const message = delivered<'transaction.completed'>({ ...data, resource }, caller);
  const dueDates = new DueDates(store, db.database, rates, clock);
  await new FundsReactions(db.database, dueDates, clock).onTransactionCompleted({
    ...message,
    recordId: 'wal_1',
  });
}
const settle = (id: string) =>
  store.handle(conversion, id, (state) => exchangeFor(state, { payment: null }), { caller });

const turn = () => Promise.all(jobs.map((job) => job.turn()));
const countOf = async () => (await db.database.query('SELECT FROM events')).length;
/** Which instructions were told, in order. */
const told = async () =>
  (
    await db.database.query<{ id: string }>(
      `SELECT data ->> 'paymentInstructionId' AS id FROM events WHERE type = 'decline_ended' ORDER BY position`,
    )
  ).map(({ id }) => id);
const lastOf = async (id: string) =>
  (
    await db.database.query<{ type: string; reason: string; detail: string }>(
      `SELECT type, data ->> 'reason' AS reason, data ->> 'detail' AS detail FROM events
       WHERE stream_id = $1 ORDER BY version DESC LIMIT 1`,
      [id],
    )
  )[0];

/** What declines a booking of GBP 100, the figures for staff, and what ends that. */
const cases: [string, string, string | null, () => Promise<unknown>, () => Promise<unknown>][] = [
  [
    'money that comes',
    'exposure_limit_exceeded',
    'There is not enough GBP: unsettled conversions and this one need GBP 100.00, and GBP 100.00 of it is missing in the wallet.',
    async () => undefined,
    () => fund(100_00n),
  ],
  [
    'a limit that is raised',
    'exposure_limit_exceeded',
    'The client would owe EUR 113.58 for unsettled conversions; its limit is EUR 50.00.',
    () => limit({ clientExposure: 50 }, caller.client.id),
    () => limit({ clientExposure: 200 }, caller.client.id),
  ],
  [
    'another conversion that settles',
    'exposure_limit_exceeded',
    'The client would owe EUR 227.16 for unsettled conversions; its limit is EUR 150.00.',
    async () => {
      await limit({ clientExposure: 150 });
      first = await book('pi_first', 100_00n);
    },
    () => settle(first),
  ],
  [
    'a conversion of another client that settles',
    'exposure_limit_exceeded',
    'Unsettled conversions of all clients would be worth EUR 227.16; their limit is EUR 150.00.',
    async () => {
      await limit({ totalExposure: 150 });
      first = await book('pi_first', 100_00n, other);
    },
    () => settle(first),
  ],
  [
    'a limit of one conversion that is raised',
    'deal_limit_exceeded',
    'It is worth EUR 113.58; the limit of one conversion is EUR 50.00.',
    () => limit({ maximumDeal: 50 }),
    () => limit({ maximumDeal: 200 }),
  ],
  [
    'a rate that is back',
    'rate_unavailable',
    null,
    async () => {
      await limit({});
      halt('EURGBP');
    },
    async () => halt(),
  ],
];
let first: string;
const halt = (...halted: string[]) => {
  const offer = SimulatedLiveRates.prototype.offerFor.bind(rates);
  rates.offerFor = async (id) => {
    const given = await offer(id);
    return {
      ...given,
      halted,
      quotes: given.quotes.filter(({ base, quote }) => !halted.includes(base + quote)),
    };
  };
};

test.each(cases)(
  '%s: told once, and nothing is written down before',
  async (_, reason, detail, before, after) => {
    await before();
    const id = await book('pi_1', 100_00n);
    expect(await lastOf(id)).toEqual({ type: 'booking_declined', reason, detail });
    const count = await countOf();
    for (let n = 0; n < 3; n++) await turn();
    expect(await countOf()).toBe(count);
    await after();
    for (let n = 0; n < 3; n++) await turn();
    expect(await told()).toEqual(['pi_1']);
    expect(await lastOf(await book('pi_1', 100_00n))).toMatchObject({ type: 'booked' });
    await turn();
    expect(await told()).toEqual(['pi_1']);
  },
);

test('of several only those that have room together are told, the oldest first', async () => {
  for (const id of ['pi_1', 'pi_2', 'pi_3']) await book(id, 100_00n);
  await book('pi_4', 100_00n, other);
  await fund(250_00n);
  await jobs[0]!.turn();
  expect(await told()).toEqual(['pi_1', 'pi_2']);
});

test('a price that has moved waits for a consent: only if it moves meanwhile it is told', async () => {
  await limit({});
  const worst = { worst: money('EUR', 1_000_00n) };
  expect(await lastOf(await book('pi_1', 100_00n, caller, worst))).toMatchObject({ reason: 'price_moved' });
  await turn();
  expect(await told()).toEqual([]);
  halt('EURGBP');
  await book('pi_2', 100_00n, caller, worst);
  halt();
  await turn();
  expect(await told()).toEqual(['pi_2']);
});

test('a job that is killed before the commit tells it with its next turn', async () => {
  await book('pi_1', 100_00n);
  await fund(100_00n);
  const killed = db.database.transaction(async () => {
    await jobs[0]!.turn();
    throw new Error('killed before the commit');
  });
  await expect(killed).rejects.toThrow('killed');
  expect(await told()).toEqual([]);
  await turn();
  expect(await told()).toEqual(['pi_1']);
});

test('the sandbox tells nobody', async () => {
  await limit({ clientExposure: 0 });
  await book('pi_1', 100_00n, testCaller);
  await fund(100_00n);
  await turn();
  expect(await told()).toEqual([]);
});
