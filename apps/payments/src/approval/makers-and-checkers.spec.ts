import { TestClock, testCaller } from '@corridor/testing';
import { type PaymentsUnderTest, anna, startPayments } from '../payments.fixture.js';

/** Makers and checkers of a client send requests (production.md §3). */

const by = { id: 'cu_Checker', name: 'Mr Checker' };
const reason = 'Wrong invoice.';
const shownAs = (entry: { status: string; subStatus?: string; statusReason: string | null }) =>
  [entry.subStatus ?? entry.status, entry.statusReason].filter(Boolean).join(': ');
const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday

describe.each(['payments', 'payment-instructions'] as const)('%s', (collection) => {
  let payments: PaymentsUnderTest;
  beforeAll(async () => {
    payments = await startPayments(clock);
    await payments.publishRates(); // EUR 1 is GBP 0.85 and USD 1.08
  });
  afterAll(() => payments.close());

  type As = NonNullable<Parameters<PaymentsUnderTest['post']>[2]>['as'];
  const isPayment = collection === 'payments';
  const bodyOf = (value: number, ccyCode: string) =>
    isPayment
      ? payments.paymentBody({ amount: { ccyCode, value } })
      : payments.instructionBody({ amount: value });
  const create = async (value: number, as: As = 'maker', ccyCode = 'EUR') =>
    payments.post(collection, await bodyOf(value, ccyCode), { as });
  const act = (id: string, verb: string, as: As, body?: object, key?: string) =>
    payments.post(`${collection}/${id}/${verb}`, body, { as, ...(key && { key }) });
  const read = async (id: string) => (await payments.get(`${collection}/${id}`)).data;
  const waiting = async (value = 600) => (await create(value)).data.id as string;
  const isWaiting = ({ data }: { data: { authorisation: object | null } }) => data.authorisation !== null;

  test('of users who are no makers do not wait', async () => {
    const { data } = await create(1_000_000, 'client');
    expect(data.authorisation).toBeNull();
    expect((await read(data.id)).statusHistory).toHaveLength(1);
  });

  test('wait above the limit of the maker, valued at the mid rate, and not at it', async () => {
    expect(isWaiting(await create(588.23))).toBe(false); // GBP 499.9955
    expect(isWaiting(await create(588.24))).toBe(true); // GBP 500.004
    expect(isWaiting(await create(0.01, 'both'))).toBe(true); // a limit of 0
  });

  test('show that they wait, in every place', async () => {
    const { data } = await create(600);
    expect(data).toMatchObject({
      status: isPayment ? 'DRAFT' : 'PENDING',
      statusHistory: [],
      authorisation: { status: 'AWAITING_AUTHORISATION', by: null },
    });
    const { statusHistory } = await read(data.id);
    expect(statusHistory).toHaveLength(isPayment ? 2 : 1);
    if (isPayment) expect(statusHistory[1].subStatus).toBe('AWAITING_AUTHORISATION');
    const q = encodeURIComponent(`AND(id == "${data.id}",authorisation.status == "AWAITING_AUTHORISATION")`);
    expect((await payments.get(`${collection}?q=${q}`)).data).toMatchObject([{ id: data.id }]);
  });

  test('are approved by a checker, who is on the record', async () => {
    const id = await waiting();
    const { status, data } = await act(id, 'approve', 'checker', undefined, 'mine');
    expect(status).toBe(200);
    expect(data).toMatchObject({
      status: isPayment ? 'DRAFT' : 'PENDING',
      authorisation: { status: 'APPROVED', by },
      auditHistory: { created: { by: { id: 'cu_Maker' } }, updated: { by, withApiKey: 'ak_Checker' } },
    });
    const reached = isPayment
      ? ['NEW', 'AWAITING_AUTHORISATION', 'NEW: Approved by Mr Checker.']
      : ['PENDING'];
    expect(data.statusHistory.map(shownAs)).toEqual(reached);
    expect((await act(id, 'approve', 'checker', undefined, 'mine')).data).toEqual(data);
    expect((await act(id, 'approve', 'checker')).problem?.code).toBe('illegal_transition');
  });

  test.each<[As, number, string]>([
    ['client', 403, 'checker_required'],
    ['maker', 403, 'checker_required'],
    ['makersOtherKey', 409, 'maker_cannot_approve'],
    ['smallChecker', 422, 'checker_limit_exceeded'],
    ['unquotedChecker', 422, 'checker_limit_exceeded'],
    ['strangeChecker', 404, 'not_found'],
    ['reader', 403, 'permission_required'],
  ])('are not approved by %s', async (as, status, code) => {
    const id = await waiting(1_000);
    expect(await act(id, 'approve', as)).toMatchObject({ status, problem: { code } });
    expect((await read(id)).authorisation.status).toBe('AWAITING_AUTHORISATION');
  });

  test('are approved by a checker up to their limit, who may reject any', async () => {
    expect((await act(await waiting(823), 'approve', 'smallChecker')).status).toBe(200); // GBP 699.55
    expect((await act(await waiting(1_000), 'reject', 'smallChecker', { reason })).status).toBe(200);
  });

  test('are rejected with a reason, not by their maker', async () => {
    const id = await waiting();
    expect((await act(id, 'reject', 'makersOtherKey', { reason })).problem?.code).toBe(
      'maker_cannot_approve',
    );
    expect((await act(id, 'reject', 'checker')).problem?.errors).toMatchObject([{ pointer: '#/reason' }]);
    const { data } = await act(id, 'reject', 'checker', { reason });
    expect(data).toMatchObject({
      status: isPayment ? 'CANCELLED' : 'REJECTED',
      authorisation: { status: 'REJECTED', by },
    });
    expect(data.statusHistory.at(-1).statusReason).toBe(reason);
    expect((await act(id, 'approve', 'colleague')).status).toBe(409);
  });

  test('can be cancelled by their maker while they wait, and show nothing of it then', async () => {
    const id = await waiting();
    expect((await act(id, 'cancel', 'maker', { reason })).data).toMatchObject({
      status: 'CANCELLED',
      authorisation: null,
    });
    expect((await act(id, 'approve', 'checker')).problem?.code).toBe('illegal_transition');
  });

  test('have one effect if two checkers decide at once', async () => {
    const id = await waiting();
    const outcomes = await Promise.all([
      ...(['checker', 'colleague', 'both'] as const).map((as) => act(id, 'approve', as)),
      act(id, 'reject', 'colleague', { reason }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const { authorisation, statusHistory } = await read(id);
    const before = isPayment ? 2 : 1;
    const isEntered = isPayment || authorisation.status === 'REJECTED';
    expect(statusHistory).toHaveLength(before + (isEntered ? 1 : 0));
  });

  test('are not redirected by their maker, neither before nor after they are approved', async () => {
    const { data } = await create(600);
    const update = (as: As) => payments.put(`beneficiaries/${data.beneficiary.id}`, anna, { as });
    const refused = { status: 403, problem: { code: 'checker_required' } };
    expect(await update('maker')).toMatchObject(refused);
    await act(data.id, 'approve', 'checker');
    expect(await update('makersOtherKey')).toMatchObject(refused);
    expect((await update('client')).status).toBe(200);
    const { data: small } = await create(1);
    const ofSmall = `beneficiaries/${small.beneficiary.id}`;
    expect((await payments.put(ofSmall, anna, { as: 'maker' })).status).toBe(200);
  });

  test('are not compared without a rate: they wait', async () => {
    if (!isPayment) return; // an instruction needs rates
    const unquoted = await startPayments(clock);
    const body = await unquoted.paymentBody({ amount: { ccyCode: 'EUR', value: 1 } });
    expect(isWaiting(await unquoted.post(collection, body, { as: 'maker' }))).toBe(true);
    await unquoted.close();
  });

  test('wait whatever the test clock does, also beyond their date', async () => {
    const id = await waiting();
    const at = '2026-12-20T09:00:00.000';
    const caller = { ...testCaller, clientTime: { at } };
    await payments.dueWork.carryOut(caller, at);
    expect(await payments.dueWork.nextAfter(clock.now().toISOString().slice(0, -1), caller.client.id)).toBe(
      null,
    );
    expect((await read(id)).authorisation.status).toBe('AWAITING_AUTHORISATION');
  });

  test('go on by the simulators once they are approved', async () => {
    const id = await waiting();
    const step = isPayment ? 'authorise' : 'acknowledge';
    const simulate = () => payments.post(`simulators/${collection}/${id}/${step}`);
    if (!isPayment) expect((await simulate()).problem?.detail).toContain('AWAITING_AUTHORISATION');
    await act(id, 'approve', 'checker');
    expect((await simulate()).data.status).toBe(isPayment ? 'READY_TO_SEND' : 'ACKNOWLEDGED');
  });
});
