import { SimulatedMarket } from '@corridor/conversions-contract';
import type { BookingRequest, ConversionResource } from '@corridor/conversions-contract';
import { EventStore } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { type Caller, type ProblemCode, money, nowOf } from '@corridor/kernel';
import type { OpenDatabase, Readiness } from '@corridor/platform';
import { messageRegistry } from '@corridor/services';
import { fixture } from '@corridor/services/testing';
import { delivered, TestClock, testCaller } from '@corridor/testing';
import { openServiceDatabase, statementsOf } from '@corridor/event-store/testing';
import { conversion } from './conversion/conversion.js';
import { payDeposit, requireDeposit } from './conversion/deposit.js';
import { ConversionsModule } from './conversions.module.js';
import { Credit } from './dealing/credit.js';
import { FundsReactions } from './dealing/funds-reactions.js';
import { OF_ALL, dealingLimits, initialLimits, setLimits } from './dealing/limits.js';
import { DeclinedBookings } from './dealing/declined-bookings.js';
import { DeclinedCovers } from './dealing/declined-covers.js';
import { DepositHealth } from './dealing/deposit-health.js';
import { TopUps } from './dealing/top-ups.js';
import { DueDates } from './due-dates.js';
import { KnownPolicy } from './rates/known-policy.js';
import { Reactions } from './reactions.js';
import { stillRates } from './rates/live-rates.fixture.js';
import { service } from './service.js';

/** On Postgres, with two replicas. Conversions are booked on a Saturday for the Tuesday after it. */

const DAY_MS = 86_400_000;
const TURN_MS = 5 * 60_000;
const caller: Caller = { ...testCaller, environment: 'PRODUCTION' };

let db: OpenDatabase;
let clock: TestClock;
let reactions: Reactions;
/** In the process of `reactions`. */
let dueDates: DueDates;
let replicas: DueDates[];

beforeEach(async () => {
  clock = new TestClock();
  db = await openServiceDatabase(service);
  const rates = stillRates(still, clock);
  const credit = new Credit(db.database, rates);
  const ofProcess = store();
  reactions = new Reactions(ofProcess, rates, credit, new KnownPolicy(db.database, clock), clock);
  dueDates = new DueDates(ofProcess, db.database, rates, clock);
  const limits = setLimits(null, { ...initialLimits('PRODUCTION'), clientExposure: 1_000_000 });
  await store().handle(dealingLimits, OF_ALL, limits, { caller: { ...caller, client: OPERATOR } });
  replicas = [1, 2].map(() => new DueDates(store(), db.database, rates, clock));
});
afterEach(() => db.close());

const store = () => new EventStore(service.name, db.database, service.registrations, messageRegistry, clock);
const turn = () => Promise.all(replicas.map((replica) => replica.turn()));

/** The market at which conversions are booked and closed out: what is bought back costs the spread twice. */
const still = new SimulatedMarket().quotes(new Date('2026-11-21T09:30:00Z'));

let number = 0;
async function book(more: Partial<BookingRequest> = {}): Promise<string> {
  const conversionId = `con_${String(++number).padStart(26, '0')}`;
  await reactions.onBookingRequested(
    delivered<'conversions.booking_requested'>(
      {
        conversionId,
        order: { sellCcyCode: 'GBP', buyCcyCode: 'USD', fixedSide: 'SELL', amount: money('GBP', 10_000n) },
        ...{ quote: null, margin: null, worst: null },
        valueDate: '2026-11-24',
        paymentInstructionId: 'pi_1',
        metadata: null,
        ...more,
      },
      caller,
    ),
  );
  return conversionId;
}
const entityOf = (id: string) =>
  ({ id, type: 'CONVERSION', reference: '', details: { description: '' } }) as const;
const posted = (transferId: string) =>
  reactions.onTransferPosted(
    delivered<'ledger.transfer_posted'>({ transferId, relatedEntity: entityOf(transferId) }, caller),
  );
const declined = (id: string, part = '', reason: ProblemCode = 'insufficient_funds') =>
  reactions.onTransferDeclined(
    delivered<'ledger.transfer_declined'>(
      { transferId: id + part, relatedEntity: entityOf(id), reason },
      caller,
    ),
  );
const closedOut = (id: string, part = '/close-out') =>
  reactions.onTransferPosted(
    delivered<'ledger.transfer_posted'>({ transferId: id + part, relatedEntity: entityOf(id) }, caller),
  );
const requestedFor = (conversionId: string, by = caller) =>
  reactions.onExchangeRequested(
    delivered<'conversions.exchange_requested'>({ conversionId, holdFor: null }, by),
  );

async function read(id: string): Promise<ConversionResource> {
  const [row] = await db.database.query<{ data: ConversionResource }>(
    'SELECT data FROM conversion WHERE id = $1',
    [id],
  );
  return row!.data;
}
const eventsOf = async (id: string) => {
  const rows = await db.database.query<{ type: string }>(
    'SELECT type FROM events WHERE stream_id = $1 ORDER BY version',
    [id],
  );
  return rows.map(({ type }) => type);
};

test('before the value date nothing happens', async () => {
  const id = await book();
  clock.advance(2 * DAY_MS);
  await turn();
  expect(await eventsOf(id)).toEqual(['booked']);
});

test('on the value date all replicas together send the ledger one request, and the exchange has no user', async () => {
  const id = await book();
  clock.advance(3 * DAY_MS);
  await turn();
  await turn();
  expect(await eventsOf(id)).toEqual(['booked', 'exchange_requested']);
  await posted(id);
  clock.advance(DAY_MS);
  await turn();
  expect(await read(id)).toMatchObject({ status: 'EXCHANGED', client: caller.client });
});

test('without funds it is retried, and closed out after fundByDate, even without funds for the loss', async () => {
  const id = await book();
  clock.advance(3 * DAY_MS);
  for (let times = 0; times < 2; times++) {
    await replicas[0]!.turn();
    await declined(id);
    clock.advance(TURN_MS);
  }
  clock.advance(DAY_MS);
  await turn();
  await turn();
  const twice = ['exchange_requested', 'exchange_declined', 'exchange_requested', 'exchange_declined'];
  expect(await eventsOf(id)).toEqual(['booked', ...twice, 'close_out_requested']);
  await declined(id, '/close-out');
  await turn();
  await closedOut(id, '/close-out-of-deposit');
  const owed = ['close_out_requested', 'close_out_requested', 'cancelled'];
  expect((await eventsOf(id)).slice(-3)).toEqual(owed);
  expect(await read(id)).toMatchObject({
    status: 'CANCELLED',
    statusHistory: [{ status: 'BOOKED' }, { status: 'CANCELLED', statusReason: 'NOT_FUNDED' }],
  });
  const [message] = await db.database.query<{ type: string }>(
    `SELECT message_type AS type FROM events WHERE stream_id = $1 AND type = 'cancelled'`,
    [id],
  );
  expect(message?.type).toBe('conversion.cancelled');
});

describe('a day without funds', () => {
  /** Turns of the job on the value date, each attempt is declined. @returns the attempts */
  async function attempts(id: string, reason: ProblemCode, turns: number): Promise<number> {
    let count = (await eventsOf(id)).filter((type) => type === 'exchange_requested').length;
    for (let n = 0; n < turns; n++) {
      clock.advance(TURN_MS);
      await replicas[0]!.turn();
      const now = (await eventsOf(id)).filter((type) => type === 'exchange_requested').length;
      if (now > count) await declined(id, '', reason);
      count = now;
    }
    return count;
  }
  const known = (minor: bigint) =>
    db.database.query(
      `INSERT INTO funds (client_id, ccy_code, balance_minor, sort_priority) VALUES ($1, 'GBP', $2, 1)
       ON CONFLICT (client_id, ccy_code) DO UPDATE SET balance_minor = excluded.balance_minor`,
      [caller.client.id, String(minor)],
    );
  async function bookedBefore(): Promise<string> {
    const id = await book();
    clock.advance(Date.parse('2026-11-24T00:00:00Z') - clock.now().getTime() - TURN_MS);
    return id;
  }

  test('is four attempts, and the close-out after the cut-off', async () => {
    const id = await bookedBefore();
    await known(99_99n);
    const turns = (Date.parse(`${(await read(id)).fundByDate}Z`) - clock.now().getTime()) / TURN_MS;
    expect(turns).toBeGreaterThan(150);
    expect(await attempts(id, 'insufficient_funds', Math.floor(turns))).toBe(4);
    clock.advance(TURN_MS + 1);
    await turn();
    expect((await eventsOf(id)).at(-1)).toBe('close_out_requested');
  });

  test('ends with the next turn if the wallet has the money and no message told', async () => {
    const id = await bookedBefore();
    expect(await attempts(id, 'insufficient_funds', 50)).toBe(3);
    await known(100_00n);
    expect(await attempts(id, 'wallet_full', 1)).toBe(4);
    expect(await attempts(id, 'wallet_full', 50)).toBe(4);
  });
});

test('an exchange in flight over midnight is waited for, whatever the outcome', async () => {
  const [funded, unfunded] = [await book(), await book()];
  clock.advance(3 * DAY_MS);
  await turn();
  clock.advance(DAY_MS);
  await turn();
  await posted(funded);
  await declined(unfunded);
  expect((await read(unfunded)).status).toBe('BOOKED');
  await turn();
  await closedOut(unfunded);
  expect([(await read(funded)).status, (await read(unfunded)).status]).toEqual(['EXCHANGED', 'CANCELLED']);
});

test('no exchange is possible after fundByDate, even before the cancellation; the SANDBOX ignores dates', async () => {
  const [late, sandbox] = [await book(), await book()];
  clock.advance(4 * DAY_MS);
  await requestedFor(late);
  await requestedFor(sandbox, testCaller);
  expect(await eventsOf(late)).toEqual(['booked', 'exchange_declined']);
  expect(await eventsOf(sandbox)).toEqual(['booked', 'exchange_requested']);
});

describe('money that comes', () => {
  const own = { paymentInstructionId: null };
  let sortPriority = 0;
  const credited = (value: number, { direction = 'CREDIT' as 'CREDIT' | 'DEBIT', ccyCode = 'GBP' } = {}) => {
    const { data } = fixture('transaction.completed');
    const resource = { ...data.resource, client: caller.client, balance: { ccyCode, value }, direction };
    sortPriority++;
    const message = delivered<'transaction.completed'>(
      { resource: { ...resource, sortPriority }, heldFor: null },
      caller,
    );
    const funds = new FundsReactions(db.database, dueDates, clock);
    return funds.onTransactionCompleted({ ...message, recordId: 'wal_1' });
  };
  const requests = async (id: string) =>
    (await eventsOf(id)).filter((type) => type === 'exchange_requested').length;
  const all = (ids: readonly string[]) => Promise.all(ids.map(requests));

  test('exchanges what is due and has waited for it, the oldest value date first, as far as it is enough', async () => {
    const [later, ...due] = [
      await book({ ...own, valueDate: '2026-11-25' }),
      await book(own),
      await book(own),
    ] as [string, string, string];
    clock.advance(3 * DAY_MS);
    await credited(50);
    await credited(300, { direction: 'DEBIT' });
    await credited(300, { ccyCode: 'USD' });
    expect(await all([later, ...due])).toEqual([0, 0, 0]);
    await credited(199.99);
    expect(await all([later, ...due])).toEqual([0, 1, 0]);
    await declined(due[0]!);
    await credited(300);
    await credited(300);
    expect(await all([later, ...due])).toEqual([0, 2, 1]);
    for (const id of due) await posted(id);
    await credited(300);
    expect(await all([later, ...due])).toEqual([0, 2, 1]);
  });

  test('just after the ledger has declined, in one delivery with it, is not missed', async () => {
    const id = await book(own);
    clock.advance(3 * DAY_MS);
    await turn();
    await db.database.transaction(() => Promise.all([declined(id), credited(100)]));
    expect(await requests(id)).toBe(2);
  });

  test('exchanges nothing of an instruction, which requests it itself, nor what is not funded in time', async () => {
    const [ofInstruction, late] = [await book(), await book(own)];
    clock.advance(3 * DAY_MS);
    await credited(100);
    expect(await all([ofInstruction, late])).toEqual([0, 1]);
    await declined(late);
    clock.advance(DAY_MS);
    await credited(100);
    expect((await eventsOf(late)).at(-1)).toBe('exchange_declined');
    await turn();
    expect((await eventsOf(late)).at(-1)).toBe('close_out_requested');
  });

  test('is kept and searched for in one statement', async () => {
    await book(own);
    clock.advance(3 * DAY_MS);
    for (const direction of ['CREDIT', 'DEBIT'] as const) {
      const statements = await statementsOf(() => credited(1, { direction }));
      expect(statements.filter((text) => !/^(BEGIN|COMMIT)/.test(text))).toHaveLength(1);
    }
  });
});

describe('a deposit', () => {
  const amount = money('GBP', 1_000n);
  const noon = '2026-11-23T12:00:00.000';
  async function bookWithDeposit(fundByDate: string | null = noon): Promise<string> {
    const id = await book({ paymentInstructionId: null });
    const requirement = { amount, fundByDate, now: nowOf(clock) };
    await store().handle(conversion, id, (state) => requireDeposit(state, requirement), { caller });
    return id;
  }
  const pay = (id: string) =>
    store().handle(conversion, id, (state) => payDeposit(state, { now: nowOf(clock) }), { caller });
  const at = (time: string) => clock.advance(Date.parse(`${time}Z`) - clock.now().getTime());
  const outcomeOf = (conversionId: string, part: string) => ({
    transferId: `${conversionId}/${part}`,
    relatedEntity: entityOf(conversionId),
  });
  const received = (id: string) =>
    reactions.onTransferPosted(delivered<'ledger.transfer_posted'>(outcomeOf(id, 'deposit'), caller));

  test('that is not received by its deadline cancels the conversion before its value date, once', async () => {
    const [missed, other] = [await bookWithDeposit(), await bookWithDeposit(null)];
    at(noon);
    await turn();
    expect((await read(missed)).status).toBe('BOOKED');
    clock.advance(1);
    await turn();
    await turn();
    await closedOut(missed);
    expect(await eventsOf(missed)).toEqual([
      'booked',
      'deposit_required',
      'close_out_requested',
      'cancelled',
    ]);
    expect(await read(missed)).toMatchObject({
      status: 'CANCELLED',
      statusHistory: [{ status: 'BOOKED' }, { statusReason: 'DEPOSIT_NOT_RECEIVED' }],
      deposit: { isRequired: false, status: 'NOT_REQUIRED' },
    });
    expect(await eventsOf(other)).toEqual(['booked', 'deposit_required']);
  });

  test('whose payment is in flight at the deadline is waited for', async () => {
    const id = await bookWithDeposit();
    await pay(id);
    at(noon);
    clock.advance(1);
    await turn();
    await received(id);
    await turn();
    expect(await read(id)).toMatchObject({ status: 'BOOKED', deposit: { status: 'DEPOSIT_RECEIVED' } });
  });

  test('comes back with the exchange, or with the close-out, whatever the ledger declines', async () => {
    const id = await bookWithDeposit();
    await pay(id);
    await received(id);
    clock.advance(3 * DAY_MS);
    await turn();
    const transfers = [outcomeOf(id, 'deposit-refund'), { transferId: id, relatedEntity: entityOf(id) }];
    const noFunds = { transfers, reason: 'insufficient_funds' } as const;
    await reactions.onTransfersDeclined(delivered<'ledger.transfers_declined'>(noFunds, caller));
    clock.advance(DAY_MS);
    await turn();
    const both = [outcomeOf(id, 'deposit-refund'), outcomeOf(id, 'close-out')];
    const full = { transfers: both, reason: 'wallet_full' } as const;
    await reactions.onTransfersDeclined(delivered<'ledger.transfers_declined'>(full, caller));
    expect(await read(id)).toMatchObject({ status: 'BOOKED', deposit: { status: 'DEPOSIT_RECEIVED' } });
    await turn();
    const moved = delivered<'ledger.transfers_posted'>({ transfers: both, payment: null }, caller);
    await reactions.onTransfersPosted(moved);
    await turn();
    expect((await eventsOf(id)).slice(4)).toEqual([
      'exchange_requested',
      'exchange_declined',
      'close_out_requested',
      'close_out_declined',
      'close_out_requested',
      'cancelled',
    ]);
    expect((await read(id)).statusHistory.at(-1)?.statusReason).toBe('NOT_FUNDED');
  });

  test('that was missed is reported while the conversion is not closed out', async () => {
    let check = () => Promise.resolve();
    const readiness = { reports: (_: string, one: typeof check) => (check = one) } as unknown as Readiness;
    void new DepositHealth(db.database, readiness, clock);
    const id = await bookWithDeposit();
    at(noon);
    clock.advance(15 * 60_000);
    await check();
    clock.advance(1);
    await expect(check()).rejects.toMatchObject({
      detail: `1 conversions without their deposit are not closed out, the first had until ${noon}`,
    });
    await turn();
    await closedOut(id);
    await check();
  });

  test('that is overdue is found by an index', async () => {
    await db.database.transaction(async (sql) => {
      await sql.query('SET LOCAL enable_seqscan = off');
      const plan = await sql.query(
        `EXPLAIN SELECT data FROM conversion
         WHERE data #>> '{deposit,status}' = 'AWAITING_DEPOSIT' AND data #>> '{deposit,fundByDate}' < $1
           AND (data #>> '{deposit,fundByDate}', id) > ($2, $3)
         ORDER BY data #>> '{deposit,fundByDate}', id LIMIT 500`,
        [noon, '', ''],
      );
      expect(JSON.stringify(plan)).toMatch(/Index Scan using conversion_awaiting_deposit/);
      expect(JSON.stringify(plan)).not.toMatch(/Sort/);
    });
  });
});

test('more than a page is processed once, for all clients', async () => {
  const id = await book({ valueDate: '2026-11-25' });
  await db.database.query(
    `INSERT INTO conversion (id, client_id, created_on, data)
     SELECT 'con_ghost' || n, 'cli_ghost', '2026-11-21T09:30:00.123', json_build_object(
       'id', 'con_ghost' || n, 'client', json_build_object('id', 'cli_ghost', 'name', 'Ghost'),
       'status', 'BOOKED', 'valueDate', '2026-11-24',
       'buyAmount', json_build_object('ccyCode', 'EUR'), 'sellAmount', json_build_object('ccyCode', 'GBP'))
     FROM generate_series(1, 1000) AS n`,
  );
  const requested = jest.spyOn(EventStore.prototype, 'handle');
  clock.advance(4 * DAY_MS);
  await replicas[0]!.turn();
  const ids = requested.mock.calls.map(([, streamId]) => streamId);
  requested.mockRestore();
  expect([ids.length, new Set(ids).size, ids.at(-1)]).toEqual([1001, 1001, id]);
});

test('due conversions are found by an index', async () => {
  await db.database.transaction(async (sql) => {
    await sql.query('SET LOCAL enable_seqscan = off');
    const plan = await sql.query(
      `EXPLAIN SELECT data FROM conversion
       WHERE data ->> 'status' = 'BOOKED' AND data ->> 'valueDate' <= $1 AND (data ->> 'valueDate', id) > ($2, $3)
       ORDER BY data ->> 'valueDate', id LIMIT 500`,
      ['2026-11-24', '', ''],
    );
    expect(JSON.stringify(plan)).toMatch(/Index Scan using conversion_due/);
    expect(JSON.stringify(plan)).not.toMatch(/Sort/);
  });
});

test('the calendar advances conversions only in PRODUCTION', () => {
  const ofTestClock = ConversionsModule.in('SANDBOX').providers as { provide: { name: string } }[];
  expect(ofTestClock.map(({ provide }) => provide.name)).toEqual(['DueWork', 'ClockTurns']);
  expect(ConversionsModule.in('PRODUCTION').providers).toEqual([
    DueDates,
    TopUps,
    DepositHealth,
    DeclinedBookings,
    DeclinedCovers,
  ]);
});
