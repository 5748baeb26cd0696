import { TestClock, type TestResponse, testCaller } from '@corridor/testing';
import { ownCostOf, ownStatementsOf } from '@corridor/testing/service';
import { type PaymentsUnderTest, anna, startPayments } from './payments.fixture.js';

const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
let payments: PaymentsUnderTest;

beforeAll(async () => {
  payments = await startPayments(clock);
  await payments.publishRates();
});
afterAll(() => payments.close());

const path = 'payment-instructions';
const client = testCaller.client.id;
const code = ({ status, problem }: TestResponse) => [status, problem?.code];

describe('a repeated request gets its stored response', () => {
  test('when its beneficiary has been archived', async () => {
    const beneficiaryId = await payments.beneficiaryId(anna);
    const body = await payments.instructionBody({ beneficiaryId });
    const first = await payments.post(path, body, { key: 'archived' });
    await payments.post(`beneficiaries/${beneficiaryId}/archive`);
    expect(code(await payments.post(path, body))).toEqual([422, 'beneficiary_not_usable']);
    const again = await payments.post(path, body, { key: 'archived' });
    expect([again.status, again.text, again.replayed]).toEqual([200, first.text, true]);
  });

  test('when its date has passed', async () => {
    const body = await payments.paymentBody();
    const first = await payments.post('payments', body, { key: 'passed' });
    clock.advance(3 * 86_400_000);
    expect(code(await payments.post('payments', body))).toEqual([400, 'invalid_request']);
    const again = await payments.post('payments', body, { key: 'passed' });
    clock.advance(-3 * 86_400_000);
    expect([again.status, again.text, again.replayed]).toEqual([200, first.text, true]);
  });

  test('but not for a caller that is no longer authorized', async () => {
    const body = await payments.instructionBody();
    await payments.post(path, body, { key: 'forbidden' });
    expect(code(await payments.post(path, body, { key: 'forbidden', as: 'reader' }))).toEqual([
      403,
      'permission_required',
    ]);
  });
});

describe('the key of an executed request', () => {
  test('belongs to that request, whatever is wrong with a different one', async () => {
    const body = await payments.instructionBody();
    await payments.post(path, body, { key: 'taken' });
    for (const other of [{ ...body, amount: 7 }, { ...body, amount: -1 }, {}])
      expect(code(await payments.post(path, other, { key: 'taken' }))).toEqual([
        422,
        'idempotency_key_reused',
      ]);
  });

  test('is in use while the first request is being processed', async () => {
    const body = await payments.instructionBody();
    const first = await payments.db.pool.connect();
    await first.query('BEGIN');
    await first.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      `${client} createPaymentInstruction busy`,
    ]);
    for (const request of [body, { ...body, amount: -1 }])
      expect(code(await payments.post(path, request, { key: 'busy' }))).toEqual([
        409,
        'idempotency_in_flight',
      ]);
    await first.query('ROLLBACK');
    first.release();
    expect((await payments.post(path, body, { key: 'busy' })).status).toBe(200);
  });

  test('is not claimed by a refused request, for whatever reason', async () => {
    const body = await payments.instructionBody();
    const refused: [object, number][] = [
      [{ ...body, amount: -1 }, 400],
      [{ ...body, beneficiaryId: 'ben_01K00000000000000000000000' }, 422],
    ];
    for (const [request, status] of refused)
      expect((await payments.post(path, request, { key: 'free' })).status).toBe(status);
    expect(code(await payments.post(`${path}/pi_1/cancel`, { reason: 'x' }, { key: 'free' }))[0]).toBe(404);
    expect(code(await payments.post(path, body, { key: 'free', as: 'reader' }))[0]).toBe(403);
    const { status, replayed } = await payments.post(path, body, { key: 'free' });
    expect([status, replayed]).toEqual([200, false]);
  });

  test('is not taken by a request about a record that is not there, or in another state', async () => {
    const [left, right] = [await payments.instruct(), await payments.instruct()];
    const cancel = (id: string, key?: string) =>
      payments.post(`${path}/${id}/cancel`, { reason: 'not wanted' }, { key });
    await cancel(left.id);
    expect(code(await cancel('pi_1', 'state'))).toEqual([404, 'not_found']);
    expect(code(await cancel(left.id, 'state'))).toEqual([409, 'instruction_not_pending']);
    const { status, text, replayed } = await cancel(right.id, 'state');
    expect([status, replayed]).toEqual([200, false]);
    expect((await cancel(right.id, 'state')).text).toBe(text);
    expect(code(await cancel(left.id, 'state'))).toEqual([422, 'idempotency_key_reused']);
  });
});

describe('what a key costs', () => {
  /** Each statement by its first two words. */
  const sent = async (body: object, key: string) => {
    const statements = await ownStatementsOf(() => payments.post(path, body, { key }));
    return statements.map((statement) => statement.trim().split(/\s+/, 2).join(' '));
  };

  test('a command needs no statement and no round trip of its own', async () => {
    const body = await payments.instructionBody();
    await payments.post(path, body); // reads what is then known
    expect(await sent(body, 'counted')).toEqual([
      'SELECT n::int,', // the beneficiary
      'BEGIN; SET',
      'SELECT is_free', // locks the key and the stream
      'SELECT false', // the record, and the earlier use of the key
      'WITH joint_1', // writes the stream, the record, the events and the key
      'COMMIT',
    ]);
    const roundTrips = { beneficiary: 1, decide: 1, commit: 1 };
    expect(await ownCostOf(() => payments.post(path, body))).toMatchObject({
      roundTrips: Object.keys(roundTrips).length,
      commits: 1,
    });
  });

  test('a repeated request needs nothing but the first round trip of a command', async () => {
    const body = await payments.instructionBody();
    await payments.post(path, body, { key: 'repeated' });
    const cost = await ownCostOf(() => payments.post(path, body, { key: 'repeated' }));
    expect(cost.roundTrips).toBe(3);
    expect(cost.statements.filter((text) => /\b(INSERT INTO|UPDATE \w+ SET)\b/.test(text))).toEqual([]);
  });

  test('a refused request needs two lookups, as does a repeated one that would be refused now', async () => {
    const body = await payments.instructionBody();
    const lookUp = ['SELECT pg_try_advisory_xact_lock_shared(hashtextextended(given.scope', 'SELECT n::int,'];
    expect(await sent({ ...body, amount: -1 }, 'refused')).toEqual(lookUp);
    await payments.post(path, body, { key: 'late' });
    clock.advance(3 * 86_400_000);
    expect(await sent(body, 'late')).toEqual(lookUp);
    clock.advance(-3 * 86_400_000);
  });
});
