import { TestClock } from '@corridor/testing';
import { testCaller } from '@corridor/kernel/testing';
import { OtherServices } from './other-services.fixture.js';
import { type PaymentsUnderTest, anna, startPayments } from './payments.fixture.js';

/** What has not been sent shows, and is found by, the current beneficiary (interface-spec 1); what was sent keeps it. */

let payments: PaymentsUnderTest;
let others: OtherServices;
beforeAll(async () => {
  payments = await startPayments(new TestClock(new Date('2026-11-20T09:30:00.123Z'))); // a Friday
  await payments.publishRates();
  others = new OtherServices(payments);
  await others.reactToAll();
});
afterAll(() => payments.close());

const SWISS = {
  bankCountryCode: 'CH',
  iban: 'CH9300762011623852957',
  bicSwiftCode: 'ZKBKCHZZ80A',
  bankName: 'ZKB',
};

/** A beneficiary of this name; another name is that of a Swiss bank's client. */
const body = (displayName: string, isSwiss = false) => {
  const { bankAccount, ...rest } = anna as { bankAccount: object };
  return { ...rest, displayName, bankAccount: { ...bankAccount, ...(isSwiss ? SWISS : {}) } };
};
const rename = async (id: string, displayName: string) =>
  expect((await payments.put(`beneficiaries/${id}`, body(displayName, true))).status).toBe(200);
const simulate = async (path: string, more?: object) =>
  expect((await others.untilResponse(payments.post(`simulators/${path}`, more))).status).toBe(200);
const view = async (path: string) => (await payments.get(path)).data;

const advance = async (id: string, ...steps: string[]) => {
  for (const step of steps)
    await simulate(`payment-instructions/${id}/${step}`, {
      ...(step === 'fill' && { useIndicativeRateForActualRate: true }),
    });
  return id;
};
const found = async (collection: string, q: string, sortBy = 'id:ASC'): Promise<string[]> => {
  const { data, meta } = await payments.get(
    `${collection}?q=${encodeURIComponent(q)}&sortBy=${sortBy}&limit=2`,
  );
  const ids = (data as { id: string }[]).map(({ id }) => id);
  expect(meta.totalCount).toBe(ids.length);
  return ids;
};
let names = 0;
const newName = () => `Payee ${++names} Öl`;

const messages = (id: string) =>
  payments.db.database.query<{ type: string; name: string }>(
    `SELECT message_type AS type, message::json #>> '{data,resource,beneficiary,displayName}' AS name
     FROM events WHERE stream_id = $1 ORDER BY position`,
    [id],
  );

describe.each([
  ['PENDING', []],
  ['ACKNOWLEDGED', ['acknowledge']],
  ['FILLED', ['acknowledge', 'fill']],
])('an instruction that is %s', (status, steps) => {
  const [before, after] = [newName(), newName()];
  let [id, beneficiaryId] = ['', ''];
  beforeAll(async () => {
    beneficiaryId = await payments.beneficiaryId(body(before));
    ({ id } = await payments.instruct({ beneficiaryId }));
    await advance(id, ...steps);
    await rename(beneficiaryId, after);
  });

  test('shows the changed beneficiary, alone and in lists', async () => {
    const beneficiary = { id: beneficiaryId, displayName: after, bankCountryCode: 'CH', bankAccount: null };
    expect(await view(`payment-instructions/${id}`)).toMatchObject({ status, beneficiary });
    expect(await view(`payment-instructions?q=${encodeURIComponent(`id == "${id}"`)}`)).toMatchObject([
      { beneficiary },
    ]);
  });

  test('is found by it, and no longer by what it was', async () => {
    for (const [operator, part] of [
      ['==', after],
      ['~', after.slice(2).toLowerCase()],
      ['^=', after.toUpperCase()],
      ['$=', after.slice(1)],
    ])
      expect(await found('payment-instructions', `beneficiary.displayName ${operator} "${part}"`)).toEqual([
        id,
      ]);
    expect(await found('payment-instructions', `beneficiary.displayName ~ "${before}"`)).toEqual([]);
    const within = `AND(beneficiary.id == "${beneficiaryId}",`;
    expect(await found('payment-instructions', `${within}beneficiary.bankCountryCode == "CH")`)).toEqual([
      id,
    ]);
    expect(await found('payment-instructions', `${within}beneficiary.displayName !~ "${after}")`)).toEqual(
      [],
    );
    expect(
      await found(
        'payment-instructions',
        `${within}OR(beneficiary.displayName ^= "${after}",amount == "7"))`,
      ),
    ).toEqual([id]);
  });
});

test('lists are sorted by the current names', async () => {
  const one = await payments.beneficiaryId(body(newName()));
  const other = await payments.beneficiaryId(body(newName()));
  const [first, second] = [
    (await payments.instruct({ beneficiaryId: one, narrative: 'sorted' })).id,
    (await payments.instruct({ beneficiaryId: other, narrative: 'sorted' })).id,
  ];
  const order = () => found('payment-instructions', 'narrative == "sorted"', 'beneficiary.displayName:ASC');
  expect(await order()).toEqual([first, second]);
  await rename(one, 'Zoe');
  expect(await order()).toEqual([second, first]);
  const path = `payment-instructions?q=${encodeURIComponent('narrative == "sorted"')}&sortBy=beneficiary.displayName:ASC&limit=1`;
  const { nextCursor } = (await payments.get(path)).meta;
  expect(await view(`${path}&cursor=${nextCursor}`)).toMatchObject([{ id: first }]);
});

test('responses and webhooks of later steps show it, too', async () => {
  const beneficiaryId = await payments.beneficiaryId(body(newName()));
  const { id } = await payments.instruct({ beneficiaryId });
  const after = newName();
  await rename(beneficiaryId, after);
  const cancelled = await payments.post(`payment-instructions/${id}/cancel`, { reason: 'Not needed' });
  expect(cancelled.data).toMatchObject({ status: 'CANCELLED', beneficiary: { displayName: after } });
  expect((await messages(id)).at(-1)).toEqual({ type: 'payment_instruction.cancelled', name: after });
  await rename(beneficiaryId, newName());
  expect(await view(`payment-instructions/${id}`)).toEqual(cancelled.data);
  expect(await found('payment-instructions', `beneficiary.displayName == "${after}"`)).toEqual([id]);
});

test('after it is sent, instruction, payment and snapshot agree, and stay as they are', async () => {
  const beneficiaryId = await payments.beneficiaryId(body(newName()));
  const { id } = await payments.instruct({ beneficiaryId });
  const paid = newName();
  await advance(id, 'acknowledge', 'fill');
  await rename(beneficiaryId, paid);
  await advance(id, 'send');
  expect((await messages(id)).at(-1)).toEqual({ type: 'payment_instruction.sent', name: paid });
  const read = async () => {
    const instruction = await view(`payment-instructions/${id}`);
    const payment = await view(`payments/${instruction.linkedPaymentId}`);
    return [instruction, payment, await view(`beneficiary-snapshots/${payment.beneficiarySnapshot.id}`)];
  };
  const before = await read();
  const [instruction, payment, snapshot] = before;
  expect(instruction.beneficiary).toEqual(payment.beneficiary);
  expect(snapshot).toMatchObject({ displayName: paid, bankAccount: { bankCountryCode: 'CH' } });
  expect(payment).toMatchObject({
    beneficiarySnapshot: { displayName: paid },
    beneficiary: { displayName: paid },
  });
  const later = newName();
  await rename(beneficiaryId, later);
  expect(await read()).toEqual(before);
  for (const collection of ['payment-instructions', 'payments']) {
    expect(await found(collection, `beneficiary.displayName ~ "${later}"`)).toEqual([]);
    expect(await found(collection, `beneficiary.displayName ~ "${paid}"`)).toHaveLength(1);
  }
});

test('a change while the money is taken comes too late: all show the beneficiary that is paid', async () => {
  const paid = newName();
  const beneficiaryId = await payments.beneficiaryId(body(paid));
  const { id } = await payments.instruct({ beneficiaryId });
  await advance(id, 'acknowledge', 'fill');
  const response = payments.post(`simulators/payment-instructions/${id}/send`);
  while ((await messages(id)).at(-1)?.type !== 'ledger.transfers_requested');
  await rename(beneficiaryId, newName());
  await others.untilResponse(response);
  const { linkedPaymentId, beneficiary } = await view(`payment-instructions/${id}`);
  expect(beneficiary.displayName).toBe(paid);
  expect((await view(`payments/${linkedPaymentId}`)).beneficiary).toEqual(beneficiary);
});

test.each([
  ['DRAFT', []],
  ['READY_TO_SEND', ['authorise']],
])('a payment that is %s shows, and is found by, the changed beneficiary', async (status, steps) => {
  const [before, after] = [newName(), newName()];
  const beneficiaryId = await payments.beneficiaryId(body(before));
  const { id } = (await payments.post('payments', await payments.paymentBody({ beneficiaryId }))).data as {
    id: string;
  };
  for (const step of steps) await simulate(`payments/${id}/${step}`);
  await rename(beneficiaryId, after);
  expect(await view(`payments/${id}`)).toMatchObject({ status, beneficiary: { displayName: after } });
  expect(await found('payments', `beneficiary.displayName == "${after}"`)).toEqual([id]);
  expect(await found('payments', `beneficiary.displayName ~ "${before}"`)).toEqual([]);
});

test('staff find those of all clients by it, too', async () => {
  const before = newName();
  const beneficiaryId = await payments.beneficiaryId(body(before));
  const { id } = await payments.instruct({ beneficiaryId });
  const after = newName();
  await rename(beneficiaryId, after);
  const search = async (q: string) =>
    (await payments.operate('GET', `payment-instructions?q=${encodeURIComponent(q)}`)).data;
  expect(await search(`beneficiary.displayName ~ "${after}"`)).toMatchObject([
    { id, beneficiary: { displayName: after }, clientId: testCaller.client.id },
  ]);
  expect(await search(`beneficiary.displayName ~ "${before}"`)).toEqual([]);
  expect((await payments.operate('GET', `payment-instructions/${id}`)).data.beneficiary.displayName).toBe(
    after,
  );
});
