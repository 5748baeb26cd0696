import type { OpenDatabase } from '@corridor/platform';
import { gaugesOf, openTestDatabase, partialRow } from '@corridor/testing/service';
import { PaymentsMetrics } from './payments-metrics.js';
import { ScreeningMetrics } from './screening/screening-metrics.js';
import { service } from './service.js';
import { BankMetrics } from './submission/bank-metrics.js';

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString().slice(0, -1);
const daysAgo = (days: number) => hoursAgo(24 * days).slice(0, 10);
/** To a quarter of an hour, in seconds. */
const hours = (count: number) => expect.closeTo(count * 3_600, -3) as number;

let db: OpenDatabase;
beforeAll(async () => {
  db = await openTestDatabase(service.migrations);
});
afterAll(() => db.close());

/** Which are written with the record, and counted. */
const COLUMNS: Readonly<Record<string, object>> = {
  payment_instruction: { stream_version: 1, sell_ccy_code: 'GBP', buy_ccy_code: 'EUR' },
  payment: { stream_version: 1, ccy_code: 'EUR' },
  screening_case: { stream_version: 1 },
};

const rows = async (table: string, ...all: readonly object[]) => {
  for (const [n, row] of all.entries())
    await partialRow(db, table, { id: `${table} ${n}`, created_on: hoursAgo(1), ...COLUMNS[table], ...row });
};

test('what is not sent is counted by status, with the age of the oldest, and what is five days late', async () => {
  await rows(
    'payment_instruction',
    { status: 'PENDING', created_on: hoursAgo(2), payment_date: daysAgo(6) },
    { status: 'PENDING', payment_date: daysAgo(4) },
    { status: 'FILLED', payment_date: daysAgo(400) },
    { status: 'SENT', created_on: hoursAgo(9), payment_date: daysAgo(6) },
  );
  await rows(
    'payment',
    { status: 'READY_TO_SEND', payment_date: daysAgo(6) },
    { status: 'READY_TO_SEND', payment_date: daysAgo(0) },
    { status: 'SENT', payment_date: daysAgo(6) },
  );
  expect(await gaugesOf(db, (metrics) => new PaymentsMetrics(metrics))).toEqual({
    'instructions{status="PENDING"}': 2,
    'instructions{status="ACKNOWLEDGED"}': 0,
    'instructions{status="FILLED"}': 1,
    'instruction_oldest_seconds{status="PENDING"}': hours(2),
    'instruction_oldest_seconds{status="ACKNOWLEDGED"}': 0,
    'instruction_oldest_seconds{status="FILLED"}': hours(1),
    'payments{status="DRAFT"}': 0,
    'payments{status="READY_TO_SEND"}': 2,
    'payment_oldest_seconds{status="DRAFT"}': 0,
    'payment_oldest_seconds{status="READY_TO_SEND"}': hours(1),
    instructions_overdue: 2,
    payments_overdue: 1,
  });
});

test('cases count while staff have to decide, subjects while the provider has not responded', async () => {
  await rows(
    'screening_case',
    { status: 'OPEN', created_on: hoursAgo(3) },
    { status: 'OPEN' },
    { status: 'CLEARED', created_on: hoursAgo(9) },
  );
  const subjects = [
    ['WAITING', 2],
    ['WAITING', 5],
    ['OPEN', 9],
  ] as const;
  for (const [n, [status, age]] of subjects.entries())
    await partialRow(db, 'screening', {
      ...{ subject_id: `pmt_${n}`, screening_id: `scr_${n}` },
      ...{ status, requested_on: hoursAgo(age) },
    });
  expect(await gaugesOf(db, (metrics) => new ScreeningMetrics(metrics))).toEqual({
    'cases{status="OPEN"}': 2,
    'cases{status="ASSIGNED"}': 0,
    'cases_oldest_seconds{status="OPEN"}': hours(3),
    'cases_oldest_seconds{status="ASSIGNED"}': 0,
    screenings_waiting: 2,
    screenings_waiting_oldest_seconds: hours(5),
  });
});

test('submissions that wait for the bank, and its files; none where nobody waits for files', async () => {
  for (const age of [1, 4])
    await partialRow(db, 'bank_task', {
      submission_id: `sub_${age}`,
      work: 'HAND_OVER',
      since: hoursAgo(age),
    });
  const files = {
    areAwaited: true,
    arrived: async () => [new Date()],
    setAside: async () => [{}, {}],
  };
  const shown = (rail: object) => gaugesOf(db, (metrics) => new BankMetrics(metrics, rail as never));
  const submissions = { bank_submissions_waiting: 2, bank_submissions_waiting_oldest_seconds: hours(4) };
  const waiting = (arrived: number, setAside: number) => ({
    'bank_files_waiting{state="arrived"}': arrived,
    'bank_files_waiting{state="set_aside"}': setAside,
  });
  expect(await shown({ files })).toEqual({ ...submissions, ...waiting(1, 2) });
  expect(await shown({ files: null })).toEqual({ ...submissions, ...waiting(0, 0) });
});
