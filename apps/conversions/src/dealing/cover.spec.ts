import { EventStore } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { type Caller, type Quote, money } from '@corridor/kernel';
import type { OpenDatabase } from '@corridor/platform';
import { messageRegistry } from '@corridor/services';
import { TestClock, delivered, fixture, sized, testCaller } from '@corridor/testing';
import { openServiceDatabase } from '@corridor/testing/service';
import type { BookingRequest } from '@corridor/conversions-contract';
import { conversion } from '../conversion/conversion.js';
import { DueDates } from '../due-dates.js';
import { KnownPolicy } from '../rates/known-policy.js';
import { SimulatedLiveRates } from '../rates/live-rates.fixture.js';
import { Reactions } from '../reactions.js';
import { service } from '../service.js';
import { CoverReactions } from './cover-reactions.js';
import { paymentCover, release, requestCover } from './cover.js';
import { Credit } from './credit.js';
import { DeclinedCovers } from './declined-covers.js';
import { FundsReactions } from './funds-reactions.js';
import {
  type Limits,
  NO_DEPOSITS,
  OF_ALL,
  dealingLimits,
  limitsOf,
  neededOf,
  setLimits,
  uncovered,
  valueOf,
} from './limits.js';

describe('what of a balance can leave', () => {
  const market: Quote[] = [{ base: 'EUR', quote: 'GBP', bid: '0.8', mid: '0.8', ask: '0.8' }];
  const gbp = (whole: bigint) => money('GBP', whole * 100n);
  test.each<[string, bigint | null, bigint, bigint, bigint, [bigint, bigint] | null]>([
    // limit in EUR, open, funds, amount in GBP; what is needed and payable
    ['without conversions all of it', 0n, 0n, 50n, 50n, null],
    ['also what is not known to be there', 0n, 0n, 0n, 50n, null],
    ['what conversions do not need', 0n, 10n, 12n, 2n, null],
    ['not more', 0n, 10n, 12n, 3n, [10n, 2n]],
    ['nothing, if they need all', 0n, 50n, 50n, 50n, [50n, 0n]],
    ['nothing, if they need more', 0n, 60n, 50n, 1n, [50n, 0n]],
    ['what the credit allows', 100n, 80n, 80n, 80n, null],
    ['up to the credit', 50n, 80n, 80n, 40n, null],
    ['not beyond the credit', 50n, 80n, 80n, 41n, [40n, 40n]],
    ['less, if a part of the credit is used', 50n, 80n, 60n, 21n, [40n, 20n]],
    ['all of it without a limit', null, 80n, 80n, 80n, null],
    ['not what has not come', 0n, 10n, 0n, 5n, [0n, 0n]],
  ])('%s', (_, limit, open, funds, amount, expected) => {
    const limits = { clientExposure: limit === null ? null : Number(limit) };
    const standing = { open: { GBP: open * 100n }, funds: { GBP: funds * 100n } };
    expect(neededOf([gbp(amount)], limits, standing, market)).toEqual(
      expected && { needed: gbp(expected[0]), payable: gbp(expected[1]) },
    );
  });

  test('another currency is free, also beyond the limit', () => {
    const standing = { open: { GBP: 100n }, funds: { USD: 100n } };
    expect(neededOf([money('USD', 100n)], { clientExposure: 0 }, standing, market)).toBeNull();
  });
  test('the fee counts', () => {
    const standing = { open: { GBP: 100n }, funds: { GBP: 150n } };
    expect(
      neededOf([money('GBP', 50n), money('GBP', 1n)], { clientExposure: 0 }, standing, market),
    ).toMatchObject({ payable: { minor: 50n } });
  });
  test('without a rate nothing leaves that is needed', () => {
    const standing = { open: { TRY: 100n }, funds: { TRY: 150n } };
    expect(neededOf([money('TRY', 50n)], { clientExposure: 9 }, standing, market)).toBeNull();
    expect(neededOf([money('TRY', 51n)], { clientExposure: 9 }, standing, market)).toMatchObject({
      payable: { minor: 50n },
    });
  });
});

/** On Postgres, in PRODUCTION, with several replicas. */

const REPLICAS = 3;
const caller: Caller = { ...testCaller, environment: 'PRODUCTION' };

let db: OpenDatabase;
let clock: TestClock;
let rates: SimulatedLiveRates;
let replicas: ReturnType<typeof replica>[];
let balance: bigint;
let movements: number;

function replica() {
  const store = new EventStore(service.name, db.database, service.registrations, messageRegistry, clock);
  const credit = new Credit(db.database, rates);
  return {
    store,
    credit,
    bookings: new Reactions(store, rates, credit, new KnownPolicy(db.database, clock), clock),
    covers: new CoverReactions(store, credit),
    funds: new FundsReactions(db.database, new DueDates(store, db.database, rates, clock), clock),
    job: new DeclinedCovers(store, db.database, credit),
  };
}
beforeEach(async () => {
  clock = new TestClock();
  db = await openServiceDatabase(service);
  rates = new SimulatedLiveRates(clock);
  replicas = Array.from({ length: REPLICAS }, replica);
  [balance, movements] = [0n, 0];
});
afterEach(() => db.close());

let number = 0;
const next = () => String(++number).padStart(26, '0');
const any = () => replicas[number % REPLICAS]!;

const bookingOf = (conversionId: string, minor: bigint) =>
  delivered<'conversions.booking_requested'>(
    {
      conversionId,
      order: { sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'SELL', amount: money('GBP', minor) },
      ...{ quote: null, margin: null, worst: null, valueDate: '2026-11-24', metadata: null },
      paymentInstructionId: `pi_${conversionId.slice(4)}`,
    } satisfies BookingRequest,
    caller,
  );
async function book(minor: bigint): Promise<string> {
  const id = `con_${next()}`;
  await patiently(() => any().bookings.onBookingRequested(bookingOf(id, minor)));
  return id;
}
const coverOf = (paymentId: string, minor: bigint, attempt = 1, fee = 0n) => ({
  ...delivered<'conversions.cover_requested'>(
    {
      ...{ coverId: `${paymentId}/cover/${attempt}`, paymentId, paymentInstructionId: null },
      payouts: [
        { action: 'PAYMENT', amount: money('GBP', minor) },
        ...(fee > 0n ? [{ action: 'PAYMENT_FEE' as const, amount: money('GBP', fee) }] : []),
      ],
    },
    caller,
  ),
  recordId: paymentId,
});
async function ask(minor: bigint, paymentId = `pmt_${next()}`, attempt = 1, fee = 0n): Promise<string> {
  await patiently(() => any().covers.onCoverRequested(coverOf(paymentId, minor, attempt, fee)));
  return paymentId;
}
const releaseOf = (paymentId: string, attempt = 1) => ({
  ...delivered<'conversions.cover_released'>({ coverId: `${paymentId}/cover/${attempt}`, paymentId }, caller),
  recordId: paymentId,
});
const released = (paymentId: string, attempt = 1) =>
  any().covers.onCoverReleased(releaseOf(paymentId, attempt));

type Moved = { action?: string; relatedId?: string; heldFor?: string | null; balance?: bigint };
/** What the ledger says of a movement. */
function movement(
  minor: bigint,
  { action = 'FUNDING', relatedId = 'if_1', heldFor = null, balance: given }: Moved = {},
) {
  const { data } = fixture('transaction.completed');
  balance += minor;
  movements += 1;
  const after = given ?? balance;
  const resource = {
    ...data.resource,
    client: caller.client,
    direction: minor < 0n ? 'DEBIT' : 'CREDIT',
    amount: { ccyCode: 'GBP', value: Number(minor < 0n ? -minor : minor) / 100 },
    balance: { ccyCode: 'GBP', value: Number(after) / 100 },
    triggeredByAction: action,
    relatedEntity: { ...data.resource.relatedEntity, id: relatedId },
    sortPriority: movements,
  } as typeof data.resource;
  return {
    ...delivered<'transaction.completed'>({ resource, heldFor }, caller),
    recordId: 'wal_1',
  };
}
const hear = (message: ReturnType<typeof movement>) => any().funds.onTransactionCompleted(message);
const fund = (minor: bigint) => hear(movement(minor));
const paid = (paymentId: string, minor: bigint, action = 'PAYMENT') =>
  movement(-minor, { action, relatedId: paymentId });

async function patiently(work: () => Promise<unknown>): Promise<void> {
  for (;;)
    try {
      await work();
      return;
    } catch (error) {
      if (
        !(error instanceof Error) ||
        !/rate_limited|Too many|holds the lock/.test(`${error.name} ${error.message}`)
      )
        throw error;
    }
}
const limit = (limits: Partial<Limits>, clientId: string | null = null) =>
  replicas[0]!.store.handle(
    dealingLimits,
    clientId === null ? OF_ALL : limitsOf(clientId),
    setLimits(clientId, {
      ...{ clientExposure: null, maximumDeal: null, totalExposure: null, deposits: NO_DEPOSITS, ...limits },
    }),
    { caller: { ...caller, client: OPERATOR } },
  );
const eventsOf = async (id: string) =>
  (
    await db.database.query<{ type: string }>(
      'SELECT type FROM events WHERE stream_id = $1 OR stream_id LIKE $2 ORDER BY position',
      [id, `${id}/%`],
    )
  ).map(({ type }) => type);
const grants = async () =>
  (await db.database.query<{ count: string }>('SELECT count(*) AS count FROM granted_cover'))[0]!.count;
async function exposure(): Promise<number> {
  const { open, funds } = await replicas[0]!.credit.standing(caller.client.id, false);
  return Number(valueOf(uncovered(open, funds), await rates.lastKnown())?.minor);
}

test('a booked conversion keeps its money, whichever comes first', async () => {
  await fund(50_000_00n);
  expect(await eventsOf(await book(50_000_00n))).toEqual(['booked']);
  expect(await eventsOf(await ask(1n))).toEqual(['declined']);

  await fund(100_00n);
  const first = await ask(100_00n);
  expect(await eventsOf(first)).toEqual(['granted']);
  expect(await eventsOf(await book(1n))).toEqual(['booking_declined']);
  await hear(paid(first, 100_00n));
  expect(await grants()).toBe('0');
  expect(await eventsOf(await book(1n))).toEqual(['booking_declined']);
  expect(await exposure()).toBe(0);
});

test('what leaves is never counted twice, nor the fee forgotten', async () => {
  await fund(100_00n);
  const id = await ask(60_00n, undefined, 1, 1_00n);
  expect(await grants()).toBe('2');
  await hear(paid(id, 60_00n));
  expect(await grants()).toBe('1');
  expect(await eventsOf(await book(39_01n))).toEqual(['booking_declined']);
  await hear(paid(id, 1_00n, 'PAYMENT_FEE'));
  expect(await grants()).toBe('0');
  expect(await eventsOf(await book(39_01n))).toEqual(['booking_declined']);
  expect(await eventsOf(await book(39_00n))).toEqual(['booked']);
});

test('what the ledger has declined is free again, and only that', async () => {
  await fund(100_00n);
  const id = await ask(100_00n);
  await released(id);
  expect(await eventsOf(await book(100_00n))).toEqual(['booked']);
  await fund(100_00n);
  await ask(100_00n, id, 2);
  await released(id); // once more
  expect(await grants()).toBe('1');
  expect(await eventsOf(id)).toEqual(['granted', 'released', 'granted']);
});

test('messages that come again change nothing', async () => {
  await fund(100_00n);
  const id = `pmt_${next()}`;
  for (let n = 0; n < 3; n++) await ask(100_00n, id);
  const debit = paid(id, 100_00n);
  await hear(debit);
  await ask(100_00n, id);
  await hear(debit);
  await released(id);
  expect(await grants()).toBe('0');
  expect(await eventsOf(id)).toEqual(['granted', 'released']);
});

test('what is bought for a payment covers nothing else', async () => {
  const id = `pmt_${next()}`;
  const credit = movement(100_00n, { action: 'CONVERSION', relatedId: 'con_1', heldFor: id });
  await hear(credit);
  expect(await eventsOf(await book(1n))).toEqual(['booking_declined']);
  await hear(paid(id, 100_00n));
  await hear(credit);
  expect(await grants()).toBe('0');
  await fund(1n);
  expect(await eventsOf(await book(1n))).toEqual(['booked']);
});

describe('what was declined is told once when it can leave', () => {
  const turns = () => Promise.all(replicas.map(({ job }) => job.turn()));
  test.each<[string, boolean, (conversionId: string) => Promise<unknown>]>([
    ['money has come', false, () => fund(60_00n)],
    ['the limit was raised', true, () => limit({ clientExposure: 1_000 })],
    [
      'the conversion was cancelled',
      true,
      (id) =>
        replicas[0]!.store.handle(
          conversion,
          id,
          () => [{ type: 'cancelled' as const, reason: 'NOT_FUNDED' }],
          {
            caller,
          },
        ),
    ],
  ])('since %s', async (_, hasRoom, free) => {
    await fund(100_00n);
    const conversionId = await book(90_00n);
    const [first, second] = [await ask(70_00n), await ask(50_00n)];
    await turns();
    expect(await eventsOf(first)).toEqual(['declined']);
    await free(conversionId);
    await replicas[0]!.job.turn();
    expect(await eventsOf(first)).toEqual(['declined', 'decline_ended']);
    await ask(70_00n, first, 2);
    await turns();
    expect(await eventsOf(first)).toEqual(['declined', 'decline_ended', 'granted']);
    expect(await eventsOf(second)).toEqual(hasRoom ? ['declined', 'decline_ended'] : ['declined']);
  });
});

test('a request is decided once, and what was not granted is not released', () => {
  const request = { paymentId: 'pmt_1', paymentInstructionId: null, payouts: [] };
  const needed = { needed: money('GBP', 2n), payable: money('GBP', 1n) };
  const { initial, evolve } = paymentCover;
  const [declined] = requestCover(initial, request, () => needed);
  expect(declined).toEqual({ type: 'declined', ...request, ...needed });
  expect(requestCover(evolve(initial, declined!), request, () => null)).toEqual([]);
  expect(release(evolve(initial, declined!), request)).toEqual([]);
});

test('of what comes in one delivery, too, one is decided after the other', async () => {
  await fund(100_00n);
  const ids = Array.from({ length: 3 }, () => `con_${next()}`);
  const payments = Array.from({ length: 3 }, () => `pmt_${next()}`);
  const { bookings, covers } = replicas[0]!;
  const count = async (type: string, some: string[]) =>
    (await Promise.all(some.map(eventsOf))).flat().filter((one) => one === type).length;
  await db.database.transaction(() =>
    Promise.all(ids.map((id) => bookings.onBookingRequested(bookingOf(id, 60_00n)))),
  );
  expect(await count('booked', ids)).toBe(1);
  await db.database.transaction(() =>
    Promise.all(payments.map((id) => covers.onCoverRequested(coverOf(id, 30_00n)))),
  );
  expect(await count('granted', payments)).toBe(1);
});

test.each<[string, Partial<Limits>, number]>([
  ['no credit', {}, 0],
  ['a credit', { clientExposure: 100 }, 100_00],
  ['a limit of all clients', { clientExposure: 100, totalExposure: 100_000 }, 100_00],
])('with %s, bookings and payments in any order never pass the limit', async (_, limits, most) => {
  await limit({ clientExposure: 0, ...limits });
  for (let round = 0; round < sized({ small: 3, full: 30 }); round++) {
    await fund(1_000_00n);
    let highest = 0;
    let isOver = false;
    const watched = (async () => {
      while (!isOver) highest = Math.max(highest, await exposure());
    })();
    // The movements of a wallet are a stream: they come in their order.
    let told: Promise<unknown> = Promise.resolve();
    const tell = (debit: ReturnType<typeof paid>) => (told = told.then(() => hear(debit)));
    const pays = async () => {
      const amount = 130_00n;
      const id = await ask(amount);
      if (!(await eventsOf(id)).includes('granted')) return;
      // The ledger decides by its own balance; both of its answers may come twice.
      const decline = number % 5 === 0 || balance < amount;
      if (decline) for (let n = 0; n < 2; n++) await released(id);
      else {
        const debit = paid(id, amount);
        for (let n = 0; n < 2; n++) await tell(debit);
      }
    };
    const work = Array.from({ length: 16 }, (__, n) => (n % 2 === 0 ? pays() : book(110_00n)));
    await Promise.all(work);
    isOver = true;
    await watched;
    expect(highest).toBeLessThanOrEqual(most);
    expect(await exposure()).toBeLessThanOrEqual(most);
    expect(await grants()).toBe('0');
  }
  const [row] = await db.database.query<{ open: string }>(
    `SELECT coalesce(sum(sell_minor), 0)::text AS open FROM open_trade`,
  );
  // By the ledger, too.
  expect(BigInt(row!.open) - balance).toBeLessThanOrEqual(BigInt(most));
  expect(BigInt(row!.open)).toBeGreaterThan(0n);
});
