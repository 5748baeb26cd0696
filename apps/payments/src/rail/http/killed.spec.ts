import { join } from 'node:path';
import { OPERATOR } from '@corridor/http';
import { TestClock, delivered, sized, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { startProvider } from '@corridor/tools/provider/provider.mjs';
import { PaymentsModule } from '../../payments.module.js';
import { service } from '../../service.js';
import { SubmissionJob } from '../../submission/submission-job.js';
import { SubmissionReactions } from '../../submission/submission-reactions.js';
import { requested } from '../../submission/submission.fixture.js';
import { Lives } from '../kit/lives.fixture.js';

jest.setTimeout(sized({ small: 600_000, full: 3_600_000 }));

/** Processes that are killed, each at another step of what it does with the provider. */
const KILLS = sized({ small: 3, full: 100 });
const KEY = 'the key';

const clock = new TestClock(new Date());
const paid: string[] = [];
/** The orders that have arrived: a provider that has forgotten its idempotency keys executes each of them. */
const ordered: string[] = [];
let started: Awaited<ReturnType<typeof startProvider>>;
let payments: TestService;
let lives: Lives;

beforeAll(async () => {
  started = await startProvider({ key: KEY });
  started.provider.meddle = ({ method, path, body }, reply) => {
    if (method === 'POST' && path === '/payments') ordered.push((body as { reference: string }).reference);
    return reply();
  };
  const caller = { ...testCaller, client: OPERATOR, permissions: ['bank:read' as const] };
  payments = await startTestService(service, PaymentsModule.in('SANDBOX'), { clock, caller });
  await payments.app.get(SubmissionJob).onModuleDestroy();
  const url = payments.db.pool.options.connectionString ?? '';
  lives = new Lives(join(import.meta.dirname, 'killed.fixture.ts'), [url, started.url, KEY], clock);
});
afterAll(async () => {
  lives.end();
  await payments.close();
  await started.close();
});

/** The provider has executed what it has; another payment is requested. */
async function more(): Promise<void> {
  for (const { reference, status } of started.provider.payments.values())
    if (status === 'ACCEPTED') started.provider.desk('settle', reference, {});
  const subjectId = `pmt_01KAJNDRXV${String(paid.length + 1).padStart(16, '0')}`;
  const asked = { ...requested, submissionId: subjectId.replace('pmt_', 'sub_'), subjectId };
  await payments.app
    .get(SubmissionReactions)
    .onSubmissionRequested(delivered<'payments.submission_requested'>(asked));
  paid.push(subjectId.slice(-16));
}

test(`${KILLS} processes are killed at any step: each payment is ordered exactly once, and settled`, async () => {
  await more();
  await lives.after(0);
  await more();
  const steps = (await lives.after(0)) ?? 0;
  expect(steps).toBeGreaterThan(8);
  for (let kill = 0; kill < KILLS; kill++) {
    await more();
    expect(await lives.after(1 + (Math.floor((kill * steps) / Math.min(KILLS, steps)) % steps))).toBeNull();
  }
  await lives.after(0);
  await more();
  await lives.after(0);

  expect(ordered.sort()).toEqual(paid.sort());
  expect(started.provider.events).toEqual([]);
  const rows = await payments.db.database.query<{ history: { status: string }[] }>(
    `SELECT data -> 'history' AS history FROM bank_submission ORDER BY id`,
  );
  const ends = rows.map(({ history }) => history.at(-1)?.status);
  expect(ends).toEqual(paid.map((_, i) => (i < paid.length - 1 ? 'SETTLED' : 'ACCEPTED')));
});
