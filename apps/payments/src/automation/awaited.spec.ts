import type { Messages } from '@corridor/contracts';
import { statementsOf } from '@corridor/event-store/testing';
import { type Caller, type ProblemCode, money } from '@corridor/kernel';
import { TestClock, delivered, testCaller } from '@corridor/testing';
import { type PaymentsUnderTest, anna, startPayments } from '../payments.fixture.js';
import * as Payment from '../payment/payment.js';
import { Production, TestProvider } from './production.fixture.js';

/** PRODUCTION: what waits for funds or for a comparison goes on when they come, without a turn of the job. */

const HOUR_MS = 3_600_000;
const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
const caller: Caller = { ...testCaller, environment: 'PRODUCTION' };
const ANNA = 'Anna Muster';
let payments: PaymentsUnderTest;
let provider: TestProvider;
let production: Production;
beforeEach(async () => {
  payments = await startPayments(clock);
  await payments.publishRates();
  provider = new TestProvider();
  production = new Production(payments, caller, clock, provider);
});
afterEach(() => payments.close());

const requests = async (id: string): Promise<number> => {
  const rows = await payments.db.database.query(
    `SELECT FROM events WHERE stream_id = $1 AND type IN ('funds_requested', 'exchange_requested')`,
    [id],
  );
  return rows.length;
};
const all = (ids: readonly string[]) => Promise.all(ids.map(requests));
const ofPayment = (id: string) =>
  ({ id, type: 'PAYMENT' }) as Messages['ledger.transfer_posted']['relatedEntity'];
const declined = (id: string, reason: ProblemCode = 'insufficient_funds') =>
  production.reactions.onTransferDeclined(
    delivered<'ledger.transfer_declined'>({ transferId: id, relatedEntity: ofPayment(id), reason }, caller),
  );
const posted = (id: string) =>
  production.reactions.onTransferPosted(
    delivered<'ledger.transfer_posted'>({ transferId: id, relatedEntity: ofPayment(id) }, caller),
  );
const credited = (value: number, { direction = 'CREDIT', ccyCode = 'EUR' } = {}) => {
  const resource = { client: testCaller.client, direction, balance: { ccyCode, value } };
  return production.deliver({ type: 'transaction.completed', data: { resource } } as never);
};

const left = (paymentId: string, value: number) => {
  const resource = {
    ...{ client: testCaller.client, direction: 'DEBIT', triggeredByAction: 'PAYMENT' },
    ...{ balance: { ccyCode: 'EUR', value }, relatedEntity: ofPayment(paymentId) },
  };
  return production.deliver({ type: 'transaction.completed', data: { resource } } as never);
};
const LITTLE = { amount: { ccyCode: 'EUR', value: 60 } };

/** An instruction without a conversion that is filled. @returns its id */
async function filled(): Promise<string> {
  const body = await payments.instructionBody({ sellCcyCode: 'EUR' });
  const { id } = (await payments.post('payment-instructions', body, { as: 'production' })).data as {
    id: string;
  };
  for (let n = 0; n < 3; n++) await production.hear();
  return id;
}
/** @returns the id of the payment of an instruction whose money is requested */
async function asked(instructionId: string): Promise<string> {
  const [request] = await payments.db.database.query<{ paymentId: string }>(
    `SELECT data ->> 'paymentId' AS "paymentId" FROM events WHERE stream_id = $1 AND type = 'funds_requested'`,
    [instructionId],
  );
  return request!.paymentId;
}

/** A payment of EUR 100 whose money is requested. */
async function requested(more: object = {}): Promise<string> {
  const amount = { ccyCode: 'EUR', value: 100 };
  const body = await payments.paymentBody({ paymentType: null, chargeType: null, amount, ...more });
  const { id } = (await payments.post('payments', body, { as: 'production' })).data as { id: string };
  await production.hear();
  await production.hear();
  return id;
}
async function unfunded(more: object = {}): Promise<string> {
  const id = await requested(more);
  expect(await requests(id)).toBe(1);
  await declined(id);
  return id;
}

describe('money that comes', () => {
  test('sends what it is enough for, the earliest first, once, and what fails again waits for more', async () => {
    const ids = [await unfunded(), await unfunded()].toSorted();
    await credited(99.99);
    await credited(200, { direction: 'DEBIT' });
    await credited(200, { ccyCode: 'GBP' });
    expect(await all(ids)).toEqual([1, 1]);
    await credited(199.99);
    expect(await all(ids)).toEqual([2, 1]);
    await declined(ids[0]!);
    expect(await all(ids)).toEqual([2, 1]);
    await credited(200);
    expect(await all(ids)).toEqual([3, 2]);
    for (const id of ids) await posted(id);
    await credited(200);
    await production.releaseJob.turn();
    expect(await all(ids)).toEqual([3, 2]);
  });

  test('is not kept for a payment that is suspended', async () => {
    const [suspended, other] = [await unfunded(), await unfunded()].toSorted() as [string, string];
    const suspend = (state: Payment.State) => Payment.suspend(state, { reason: 'Under review.' });
    await production.store.handle(Payment.payment, suspended, suspend, { caller });
    await credited(100);
    expect(await all([suspended, other])).toEqual([1, 2]);
  });

  test('and was held for another payment is tried for again when that has left', async () => {
    const held = await filled();
    const early = await unfunded();
    clock.advance(1);
    const late = await unfunded(LITTLE);
    const paymentId = await asked(held);
    expect(await all([early, late])).toEqual([1, 1]);
    await credited(150); // 80 of it is held
    expect(await all([early, late])).toEqual([2, 1]);
    await declined(early);
    await left(paymentId, 59.99);
    await left(early, 70);
    expect(await all([early, late])).toEqual([2, 1]);
    await left(paymentId, 70);
    expect(await all([early, late])).toEqual([2, 2]);
    await declined(late);
    await left(paymentId, 0);
    expect(await all([early, late])).toEqual([2, 2]);
  });

  test('is not kept for what cannot leave now', async () => {
    const beneficiaryId = await payments.beneficiaryId({ ...anna, displayName: ANNA }, 'production');
    await production.hear();
    const early = await unfunded({ beneficiaryId });
    provider.entries.set('7', ANNA);
    await production.rescreen(beneficiaryId);
    clock.advance(1);
    const late = await unfunded(LITTLE);
    await credited(110);
    expect(await all([early, late])).toEqual([1, 2]);
  });

  test('costs one statement if it wakes nothing, and the ledger is not asked about what it is too little for', async () => {
    expect(await statementsOf(() => credited(1))).toHaveLength(1);
    await unfunded();
    expect(await statementsOf(() => credited(1))).toHaveLength(1);
    expect(await statementsOf(() => credited(200, { direction: 'DEBIT' }))).toEqual([]);
    expect(await statementsOf(() => left('pmt_1', 200))).toHaveLength(1);
  });

  test('while a step is in flight sends again when that is declined, once, however often it was told', async () => {
    const id = await requested();
    await credited(100);
    await credited(100);
    expect(await requests(id)).toBe(1);
    await declined(id);
    expect(await requests(id)).toBe(2);
    await declined(id);
    expect(await requests(id)).toBe(2);
  });

  test('is not needed for what was declined for another reason', async () => {
    const id = await requested();
    await credited(100);
    await declined(id, 'client_closed');
    expect(await requests(id)).toBe(1);
  });

  test('just when a payment begins to wait for it is never missed', async () => {
    for (let n = 0; n < 10; n++) {
      const id = await requested();
      const both = [() => declined(id), () => credited(100)];
      await Promise.all((n % 2 ? both.toReversed() : both).map((react) => react()));
      expect(await requests(id)).toBe(2);
      await posted(id);
    }
  });

  test('the same, if both are told in one delivery', async () => {
    const { database } = payments.db;
    for (const order of ['toSorted', 'toReversed'] as const) {
      const id = await requested();
      const both = [() => declined(id), () => credited(100)];
      await database.transaction(() =>
        Promise.all((order === 'toReversed' ? both.toReversed() : both).map((react) => react())),
      );
      expect(await requests(id)).toBe(2);
      await posted(id);
    }
  });

  test('twice at once wakes once', async () => {
    const id = await unfunded();
    await Promise.all([credited(100), credited(100)]);
    expect(await requests(id)).toBe(2);
    await posted(id);
    expect((await payments.get(`payments/${id}`)).data.status).toBe('SENT');
    await credited(100);
    expect(await requests(id)).toBe(2);
  });

  test('while conversions decides on the exchange of an instruction sends it when that is declined', async () => {
    const body = await payments.instructionBody();
    const { id } = (await payments.post('payment-instructions', body, { as: 'production' })).data as {
      id: string;
    };
    for (let n = 0; n < 3; n++) await production.hear();
    const [booking] = await payments.db.database.query<{ conversionId: string }>(
      `SELECT data ->> 'conversionId' AS "conversionId" FROM events WHERE stream_id = $1 AND type = 'booking_requested'`,
      [id],
    );
    const of = { conversionId: booking!.conversionId, paymentInstructionId: id };
    const price = {
      ccyPair: 'EURGBP',
      rate: '0.86',
      sellAmount: money('GBP', 860_00n),
      buyAmount: money('EUR', 1000_00n),
    };
    const resource = { reference: 'CON-20261120-000001' } as never;
    await production.reactions.onConversionBooked(delivered({ ...of, price, resource }, caller));
    await production.hear();
    expect(await requests(id)).toBe(1);
    const exchangeDeclined = () => {
      const message = delivered<'conversions.exchange_declined'>(
        { ...of, reason: 'insufficient_funds' },
        caller,
      );
      return production.reactions.onExchangeDeclined({ ...message, recordId: id });
    };
    await credited(859.99, { ccyCode: 'GBP' });
    await exchangeDeclined();
    expect(await requests(id)).toBe(1);
    await credited(860, { ccyCode: 'GBP' });
    expect(await requests(id)).toBe(2);
    await credited(860, { ccyCode: 'GBP' });
    await exchangeDeclined();
    expect(await requests(id)).toBe(3);
  });

  test('leaves no notes of what was sent', async () => {
    const { database } = payments.db;
    const notes = async () => (await database.query('SELECT id FROM funded_in_flight')).length;
    const id = await requested();
    await credited(100);
    await posted(id);
    await production.releaseJob.turn();
    expect(await notes()).toBe(1);
    await database.query(
      `UPDATE funded_in_flight SET noted_on = noted_on - interval '${HOUR_MS + 1} milliseconds'`,
    );
    await production.releaseJob.turn();
    expect(await notes()).toBe(0);
    await credited(100);
    const other = await unfunded();
    await credited(100);
    expect([await requests(other), await notes()]).toEqual([2, 0]);
  });
});

describe('a comparison that ends', () => {
  const decide = async (subjectId: string) => {
    const q = encodeURIComponent(`subject.id == "${subjectId}"`);
    const [{ id }] = (await payments.operate('GET', `screening/cases?q=${q}`)).data as never as [
      { id: string },
    ];
    expect(
      (await payments.operate('POST', `screening/cases/${id}/clear`, { reason: 'Somebody else' })).status,
    ).toBe(200);
    await production.hearOutcomes();
  };
  test('sends the payment that it is about', async () => {
    const id = await requested({ paymentDate: '2026-11-23' });
    clock.advance(72 * HOUR_MS);
    await production.releaseJob.turn();
    expect(await requests(id)).toBe(0);
    await production.screen();
    expect(await requests(id)).toBe(1);
    clock.advance(-72 * HOUR_MS);
  });

  /** Cases that are opened by another version of the lists; payments themselves are not found. */
  async function held(...subjectIds: string[]): Promise<void> {
    provider.entries.set('7', ANNA).set('8', testCaller.client.name);
    for (const id of subjectIds) await production.rescreen(id);
    provider.entries.clear();
  }
  const annasId = async () => {
    const id = await payments.beneficiaryId({ ...anna, displayName: ANNA }, 'production');
    await production.hear();
    return id;
  };

  test('about a beneficiary sends what is paid to it', async () => {
    const beneficiaryId = await annasId();
    await held(beneficiaryId);
    const ids = [await requested({ beneficiaryId }), await requested({ beneficiaryId })];
    expect(await all(ids)).toEqual([0, 0]);
    await decide(beneficiaryId);
    expect(await all(ids)).toEqual([1, 1]);
  });

  test('about the client sends all that waits for it alone', async () => {
    const { id: clientId, name } = testCaller.client;
    const client = { clientId, name, isPerson: false, countryCode: 'GB' };
    await production.deliver({ type: 'client.created', data: client } as never);
    await production.screen();
    const beneficiaryId = await annasId();
    await held(beneficiaryId, clientId);
    const [toAnna, other] = [await requested({ beneficiaryId }), await requested()];
    await decide(clientId);
    expect(await all([toAnna, other])).toEqual([0, 1]);
    await decide(beneficiaryId);
    expect(await all([toAnna, other])).toEqual([1, 1]);
  });
});
