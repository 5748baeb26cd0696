import { EventStore } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { type Caller, money } from '@corridor/kernel';
import { TestClock, delivered, effectOf, testCaller, until } from '@corridor/testing';
import { type TestService, ownStatementsOf, startTestService } from '@corridor/testing/service';
import { PaymentsModule } from '../payments.module.js';
import { ScriptedRail } from '../rail/kit/scripted-rail.js';
import { PaymentRail, type RailBatch, type RailCredit, type RailReport } from '../rail/payment-rail.js';
import { service } from '../service.js';
import { CreditReports } from './credit-reports.js';
import { RAIL_TIMEOUT_MS, SubmissionJob } from './submission-job.js';
import { SubmissionReactions } from './submission-reactions.js';
import { requested, says } from './submission.fixture.js';
import { report, submission } from './submission.js';

const staff: Caller = {
  ...testCaller,
  client: OPERATOR,
  user: { id: 'stf_01K00000000000000000000000', name: 'Ines Almeida' },
  apiKeyId: null,
  permissions: ['bank:read', 'bank:write'],
  approved: {
    id: 'apr_01K00000000000000000000000',
    by: { id: 'stf_01K00000000000000000000001', name: 'Leo Brandt' },
  },
};
const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z'));
const options = { clock, caller: staff, variables: { RAIL: 'manual', BANK_BIC: 'CORRGB2LXXX' } };

/** The bank of the test, which all processes reach. */
let bank: ScriptedRail;
let canDebit = true;
let payments: TestService;
let last = 0;

class Rail extends PaymentRail {
  override get debits(): boolean {
    return canDebit;
  }
  override readonly isSimulated = false;
  override readonly bic = 'CORRGB2LXXX';
  override submit: PaymentRail['submit'] = (batch, signal) => bank.submit(batch, signal);
  override collect: PaymentRail['collect'] = (take) => bank.collect(take);
}

beforeAll(async () => {
  payments = await started();
});
beforeEach(() => (bank = new ScriptedRail()));
afterAll(() => payments.close());

/** Its job has a turn only when the test says so. */
async function started(more: object = {}): Promise<TestService> {
  const providers = [{ provide: PaymentRail, useValue: new Rail() }];
  const one = await startTestService(service, PaymentsModule.in('SANDBOX'), {
    ...options,
    providers,
    ...more,
  });
  await one.app.get(SubmissionJob).onModuleDestroy();
  return one;
}

const job = (of = payments) => of.app.get(SubmissionJob).turn();

async function submitted(more: object = {}): Promise<{ readonly id: string; readonly reference: string }> {
  const subjectId = `pmt_01KAJNDRXV${String(++last).padStart(16, '0')}`;
  await payments.app.get(SubmissionReactions).onSubmissionRequested(
    delivered<'payments.submission_requested'>({
      ...requested,
      submissionId: subjectId.replace('pmt_', 'sub_'),
      subjectId,
      ...more,
    }),
  );
  return { id: subjectId.replace('pmt_', 'sub_'), reference: subjectId.slice(-16) };
}

const read = async (id: string) => (await payments.get(`/operator/v1/bank/submissions/${id}`)).data;
const statusOf = async (id: string): Promise<string> => (await read(id)).status as string;

test('a submission is handed over once, also if it is requested again', async () => {
  const { id, reference } = await submitted();
  expect(await statusOf(id)).toBe('REQUESTED');
  last--;
  await submitted();
  await job();
  await job();
  expect(bank.executions).toEqual([reference]);
  expect((await read(id)).history).toMatchObject([{ status: 'REQUESTED' }, { status: 'HANDED_OVER' }]);
});

test('a rail that cannot debit accounts never gets a debit: it is rejected', async () => {
  canDebit = false;
  const [debit, paid] = [await submitted({ kind: 'DEBIT' }), await submitted()];
  await job();
  canDebit = true;
  expect(bank.executions).toEqual([paid.reference]);
  expect((await read(debit.id)).history.at(-1)).toMatchObject({
    status: 'REJECTED',
    reason: 'Linked accounts cannot be debited here.',
  });
});

test('a bank that is closed gets it later, and what it says is applied', async () => {
  const { id, reference } = await submitted();
  bank.isDown(true);
  await job();
  expect(await statusOf(id)).toBe('REQUESTED');
  bank.isDown(false);
  await job();
  expect(bank.executions).toEqual([]);
  clock.advance(60_000);
  await job();
  await bank.says(
    says('SETTLED', { reference, reportId: `${id}/1` }),
    says('ACCEPTED', { reference, reportId: id }),
  );
  await job();
  expect([bank.executions, await statusOf(id)]).toEqual([[reference], 'SETTLED']);
});

test('a bank that does not respond gets the same batch again', async () => {
  const { id, reference } = await submitted();
  const batches = batchesOf();
  await bank.isSilentOnce();
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'setInterval', 'Date'] });
  const turn = job();
  while (batches.length === 0) await new Promise((resolve) => setImmediate(resolve));
  jest.advanceTimersByTime(RAIL_TIMEOUT_MS);
  await turn;
  jest.useRealTimers();
  expect(await statusOf(id)).toBe('REQUESTED');
  clock.advance(10 * 60_000);
  await job();
  expect(new Set(batches.map((one) => one.id)).size).toBe(1);
  expect(batches).toHaveLength(2);
  expect([bank.executions, await statusOf(id)]).toEqual([[reference], 'HANDED_OVER']);
});

test('a process that ends after the bank has the batch: another one submits the same batch', async () => {
  const { id, reference } = await submitted();
  const ended = await started({ database: payments.db });
  await bank.isSilentOnce();
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'setInterval', 'Date'] });
  const turn = job(ended); // nothing of it happens before the others are done
  while (bank.executions.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await job();
  expect([bank.executions, await statusOf(id)]).toEqual([[reference], 'REQUESTED']);
  clock.advance(10 * 60_000);
  await job();
  expect([bank.executions, await statusOf(id)]).toEqual([[reference], 'HANDED_OVER']);
  jest.advanceTimersByTime(RAIL_TIMEOUT_MS);
  await turn;
  jest.useRealTimers();
  await ended.close();
  expect(await statusOf(id)).toBe('HANDED_OVER');
});

/** The batches that the bank gets from now on. */
function batchesOf(): RailBatch[] {
  const batches: RailBatch[] = [];
  const submit = bank.submit.bind(bank);
  bank.submit = (batch, signal) => {
    batches.push(batch);
    return submit(batch, signal);
  };
  return batches;
}

test('a batch that comes again is whole, also while another process takes a part of it', async () => {
  const all = await Promise.all(Array.from({ length: 3 }, () => submitted()));
  const batches = batchesOf();
  bank.isDown(true);
  await job();
  bank.isDown(false);
  clock.advance(10 * 60_000);
  const other = await payments.db.pool.connect();
  await other.query('BEGIN');
  await other.query('SELECT FROM bank_task WHERE submission_id = $1 FOR UPDATE', [all[1]?.id]);
  const turn = job();
  const isWaiting = async () => {
    const rows = await payments.db.database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };
  await Promise.race([turn, until(isWaiting)]);
  await other.query('COMMIT');
  other.release();
  await turn;
  expect(batches.map(({ id }) => id)).toEqual([batches[0]?.id, batches[0]?.id]);
  expect(batches[1]?.payments).toEqual(batches[0]?.payments);
});

test('what the bank executes on a later day says so, and its payment is told once', async () => {
  const { id } = await submitted();
  const submit = bank.submit.bind(bank);
  bank.submit = async (batch, signal) => ({
    ...(await submit(batch, signal)),
    executionDates: { [id]: '2026-11-24' },
  });
  await job();
  await job();
  expect(await read(id)).toMatchObject({ valueDate: '2026-11-23', executionDate: '2026-11-24' });
  const told = await payments.published(id);
  expect(told.map(({ type, data }) => [type, data])).toEqual([
    [
      'payments.submission_postponed',
      {
        kind: 'PAYMENT',
        subjectId: id.replace('sub_', 'pmt_'),
        client: requested.client,
        executionDate: '2026-11-24',
      },
    ],
  ]);
});

test('a batch has no more payments than the setting says', async () => {
  const small = await started({
    database: payments.db,
    variables: { ...options.variables, RAIL_BATCH_SIZE: '2' },
  });
  await Promise.all(Array.from({ length: 5 }, () => submitted()));
  const batches = batchesOf();
  await job(small);
  await small.close();
  expect(batches.map(({ payments: { length } }) => length)).toEqual([2, 2, 1]);
});

test('two processes hand each submission over once', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => submitted()));
  const other = await started({ database: payments.db });
  await Promise.all([job(), job(other)]);
  expect([...bank.executions].sort()).toEqual(all.map(({ reference }) => reference).sort());
  await other.close();
});

test('1,000 payments take a few statements for each transaction that they share, and so does what the bank says', async () => {
  const count = 1_000;
  const all = await Promise.all(Array.from({ length: count }, () => submitted()));
  const handing = await ownStatementsOf(() => job());
  const settled = all.map(({ id, reference }) => says('SETTLED', { reference, reportId: id }));
  await bank.says(...settled);
  const reading = await ownStatementsOf(() => job());
  const crediting = await ownStatementsOf(() =>
    payments.app
      .get(CreditReports)
      .take(Array.from({ length: count }, (_, n) => ({ ...credit, bankReference: `B${n}` }))),
  );
  // Five for each of 16 transactions, and a few of the job.
  for (const { length } of [handing, reading, crediting]) expect(length).toBeLessThan(150);
  const [row] = await payments.db.database.query<{ settled: number; credits: number }>(
    `SELECT (SELECT count(*)::int FROM bank_submission WHERE status = 'SETTLED' AND id = ANY ($1)) AS settled,
            (SELECT count(*)::int FROM events WHERE type = 'reported') AS credits`,
    [all.map(({ id }) => id)],
  );
  expect(row).toEqual({ settled: count, credits: count });
});
const credit: RailCredit = {
  accountNumber: 'DE89370400440532013000',
  bankAccount: null,
  bankReference: '',
  amount: money('EUR', 100n),
  valueDate: '2026-11-20',
  reference: null,
  sender: {
    ...{ name: 'Globex Ltd', ultimateDebtor: null, address: null, countryCode: null, accountNumber: null },
    ...{ bicSwiftCode: null, routingCode: null },
  },
};

test('what comes at once about one payment leaves what is still to be done', async () => {
  const [one, other] = [await submitted(), await submitted()];
  await job();
  const store = payments.app.get(EventStore);
  const caller = { ...testCaller, client: OPERATOR };
  const hears = ({ id, reference }: typeof one, status: RailReport['status']) =>
    store.handle(
      submission,
      id,
      (state) => report(state, says(status, { reference, reportId: `${id} ${status}` })),
      { caller },
    );
  await Promise.all([hears(one, 'REJECTED'), hears(one, 'SETTLED'), hears(other, 'ACCEPTED')]);
  const tasks = await payments.db.database.query<{ id: string; work: string }>(
    'SELECT submission_id AS id, work FROM bank_task WHERE submission_id = ANY ($1)',
    [[one.id, other.id]],
  );
  expect(tasks).toEqual([{ id: one.id, work: 'GIVE_BACK' }]);
});

test('what the bank says of an unknown payment is kept', async () => {
  await bank.says(says('SETTLED', { reference: 'NOBODY' }));
  await job();
  const kept = await payments.db.database.query(
    `SELECT report ->> 'reference' AS of FROM unknown_bank_report`,
  );
  expect(kept).toEqual([{ of: 'NOBODY' }]);
});

describe('staff', () => {
  const record = (id: string, what: string, body: object = {}) =>
    payments.post(`/operator/v1/bank/submissions/${id}/${what}`, body);

  test('find what they have to key, and record what the bank says', async () => {
    const { id } = await submitted();
    await job();
    const { data } = await payments.get(
      `/operator/v1/bank/submissions?q=${encodeURIComponent('status == "HANDED_OVER"')}&limit=1`,
    );
    expect(data).toMatchObject([
      {
        id,
        amount: { ccyCode: 'EUR', value: 1000.5 },
        creditor: { iban: 'DE89370400440532013000' },
        narrative: 'Invoice 4711',
      },
    ]);
    expect((await record(id, 'accept', { bankReference: 'FT1' })).data).toMatchObject({
      status: 'ACCEPTED',
      bankReference: 'FT1',
    });
    expect((await record(id, 'settle')).data).toMatchObject({ status: 'SETTLED', bankReference: 'FT1' });
    const back = await record(id, 'return', { reason: 'Account closed.', amount: 985.5 });
    expect(back.data).toMatchObject({ status: 'RETURNED', returnedAmount: { ccyCode: 'EUR', value: 985.5 } });
    expect(back.data.history.at(-1)).toMatchObject({ reason: 'Account closed.', by: staff.user });
    expect(await record(id, 'settle')).toMatchObject({
      status: 409,
      problem: { code: 'illegal_transition' },
    });
    expect((await payments.published(id)).at(-1)?.data).toMatchObject({
      status: 'RETURNED',
      reason: 'Account closed.',
    });
  });

  test.each([
    ['return', { reason: 'Closed.', amount: 1000.51 }, '#/amount'],
    ['return', { amount: 1 }, '#/reason'],
    ['return', { reason: 'Closed.', amount: 0 }, '#/amount'],
    ['reject', {}, '#/reason'],
    ['settle', { bankReference: 'x'.repeat(65) }, '#/bankReference'],
  ])('cannot record %s %j', async (what, body, pointer) => {
    const { id } = await submitted();
    expect(await record(id, what, body)).toMatchObject({ status: 400, problem: { errors: [{ pointer }] } });
  });

  test('give money back only with a second person', async () => {
    const { id, reference } = await submitted();
    const { approved: _, ...alone } = staff;
    // The gateway makes an approval of the problem: no document has it.
    const gateway = await started({ database: payments.db, hasStandIns: true });
    for (const what of ['reject', 'return']) {
      const path = `/operator/v1/bank/submissions/${id}/${what}`;
      const asked = await gateway.post(path, { reason: 'Closed.' }, { as: alone });
      expect(asked.problem?.code).toBe('second_person_required');
      expect(effectOf(asked)).toMatch(new RegExp(` EUR [\\d.]+ to “.+”, “${reference}” \\(${id}\\)`));
    }
    await gateway.close();
  });

  test('clients see nothing of it', async () => {
    const { id } = await submitted();
    const as = { ...testCaller, permissions: staff.permissions };
    expect((await payments.get(`/operator/v1/bank/submissions/${id}`, { as })).status).toBe(404);
    expect((await payments.get('/operator/v1/bank/submissions', { as })).status).toBe(404);
  });
});
