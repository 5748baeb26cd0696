import type { Messages } from '@corridor/contracts';
import { type Caller, money } from '@corridor/kernel';
import { TestClock, delivered, testCaller } from '@corridor/testing';
import { type PaymentsUnderTest, startPayments } from '../payments.fixture.js';
import { Production } from './production.fixture.js';

/** PRODUCTION: money that booked conversions need waits, and says why. */

const friday = new Date('2026-11-20T09:30:00.123Z');
const DAY_MS = 86_400_000;
const caller: Caller = { ...testCaller, environment: 'PRODUCTION' };
let clock: TestClock;
let payments: PaymentsUnderTest;
let production: Production;
beforeEach(async () => {
  clock = new TestClock(friday);
  payments = await startPayments(clock);
  await payments.publishRates();
  production = new Production(payments, caller, clock);
  production.store.isGranted = false;
});
afterEach(() => payments.close());

type Asked = Messages['conversions.cover_requested'];
const messagesOf = async <Type extends keyof Messages>(type: Type): Promise<Messages[Type][]> =>
  (
    await payments.db.database.query<{ data: Messages[Type] }>(
      `SELECT message -> 'data' AS data FROM events WHERE message ->> 'type' = $1 ORDER BY position`,
      [type],
    )
  ).map(({ data }) => data);
const asked = async (): Promise<Asked> => (await messagesOf('conversions.cover_requested')).at(-1)!;
const answered = ({ coverId, paymentId, paymentInstructionId }: Asked) => {
  const data = { coverId, paymentId, paymentInstructionId };
  return { data, recordId: paymentInstructionId ?? paymentId };
};
const grant = (cover: Asked) => {
  const { data, recordId } = answered(cover);
  const granted = delivered<'conversions.cover_granted'>(data, caller);
  return production.reactions.onCoverGranted({ ...granted, recordId });
};
const decline = (cover: Asked) => {
  const { data, recordId } = answered(cover);
  const covering = { needed: money('EUR', 10_000_00n), payable: money('EUR', 2_000_00n) };
  const declined = delivered<'conversions.cover_declined'>({ ...data, ...covering }, caller);
  return production.reactions.onCoverDeclined({ ...declined, recordId });
};
const declineEnded = (cover: Asked) =>
  production.deliver({ type: 'conversions.cover_decline_ended', data: answered(cover).data });
const relatedEntity = (id: string) =>
  ({ id, type: 'PAYMENT' }) as Messages['ledger.transfer_declined']['relatedEntity'];
const unfunded = (id: string) =>
  production.reactions.onTransferDeclined(
    delivered<'ledger.transfer_declined'>(
      { transferId: id, relatedEntity: relatedEntity(id), reason: 'insufficient_funds' },
      caller,
    ),
  );
const posted = (id: string) =>
  production.reactions.onTransferPosted(
    delivered<'ledger.transfer_posted'>({ transferId: id, relatedEntity: relatedEntity(id) }, caller),
  );
const typesOf = async (id: string) =>
  (
    await payments.db.database.query<{ type: string }>(
      'SELECT type FROM events WHERE stream_id = $1 ORDER BY version',
      [id],
    )
  ).map(({ type }) => type);
const toLedger = async () => (await messagesOf('ledger.transfer_requested')).length;

const makers = {
  payments: async () => {
    const body = await payments.paymentBody({ paymentType: null, chargeType: null });
    return ((await payments.post('payments', body, { as: 'production' })).data as { id: string }).id;
  },
  'payment-instructions': async () => {
    const body = await payments.instructionBody({ sellCcyCode: 'EUR' });
    return ((await payments.post('payment-instructions', body, { as: 'production' })).data as { id: string })
      .id;
  },
};
const kinds = Object.keys(makers) as (keyof typeof makers)[];
/** What is to be sent today, and asks for cover. */
async function ready(kind: (typeof kinds)[number]): Promise<string> {
  const id = await makers[kind]();
  clock.advance(3 * DAY_MS);
  // Until all that is paid is compared.
  while (!(await typesOf(id)).includes('cover_requested')) {
    await production.hear();
    await production.releaseJob.turn();
  }
  return id;
}

describe.each(kinds)('one of the %s', (kind) => {
  const read = async (id: string) => (await payments.get(`${kind}/${id}`)).data;
  const waiting = kind === 'payments' ? 'READY_TO_SEND' : 'FILLED';
  const reasonOf = async (id: string) => (await read(id)).statusHistory.at(-1)?.statusReason;

  test('asks before the ledger, and is sent when the money can leave, however often it is told', async () => {
    const id = await ready(kind);
    const cover = await asked();
    expect(cover.paymentInstructionId).toBe(kind === 'payments' ? null : id);
    expect(cover.payouts).toEqual([
      { action: 'PAYMENT', amount: { ccyCode: 'EUR', minor: expect.any(String) } },
    ]);
    expect(await toLedger()).toBe(0);
    for (let n = 0; n < 3; n++) await grant(cover);
    expect(await toLedger()).toBe(1);
    await posted(cover.paymentId);
    await grant(cover);
    expect(await toLedger()).toBe(1);
    expect(await messagesOf('conversions.cover_released')).toEqual([]);
  });

  test('waits while nobody answers, and nothing is lost', async () => {
    const id = await ready(kind);
    for (let n = 0; n < 3; n++) await production.releaseJob.turn();
    expect((await typesOf(id)).filter((type) => type === 'cover_requested')).toHaveLength(1);
    expect((await read(id)).status).toBe(waiting);
    await grant(await asked());
    expect(await toLedger()).toBe(1);
  });

  test('that has to wait says why, and is tried again when it need not', async () => {
    const id = await ready(kind);
    const cover = await asked();
    for (let n = 0; n < 2; n++) await decline(cover);
    expect((await read(id)).status).toBe(waiting);
    expect(await reasonOf(id)).toBe(
      'Not sent yet: EUR 10000.00 of the balance is needed for booked conversions; EUR 2000.00 can be paid. It is sent when money comes, a conversion ends, or the limit is raised.',
    );
    expect(await toLedger()).toBe(0);
    await Promise.all([declineEnded(cover), declineEnded(cover)]);
    const again = await asked();
    expect(again.coverId).not.toBe(cover.coverId);
    await grant(cover); // late, of the first request
    expect(await toLedger()).toBe(0);
    await grant(again);
    expect(await toLedger()).toBe(1);
    await declineEnded(cover);
    expect((await typesOf(id)).filter((type) => type === 'cover_requested')).toHaveLength(2);
  });

  test('that the ledger declines gives back what was granted', async () => {
    const id = await ready(kind);
    const cover = await asked();
    await grant(cover);
    for (let n = 0; n < 2; n++) await unfunded(cover.paymentId);
    const { coverId, paymentId } = cover;
    expect(await messagesOf('conversions.cover_released')).toEqual([{ coverId, paymentId }]);
    expect(await reasonOf(id)).toMatch(/^Not sent yet: there are not enough funds/);
    await grant(cover);
    expect(await toLedger()).toBe(1);
  });
});
