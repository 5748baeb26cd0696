import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATOR } from '@corridor/http';
import { TestClock, delivered, sized, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { signed, startProvider } from '@corridor/tools/provider/provider.mjs';
import { PaymentsModule } from '../../payments.module.js';
import { service } from '../../service.js';
import { SubmissionJob } from '../../submission/submission-job.js';
import { SubmissionReactions } from '../../submission/submission-reactions.js';
import { requested } from '../../submission/submission.fixture.js';
import { Lives } from '../kit/lives.fixture.js';

jest.setTimeout(sized({ small: 600_000, full: 3_600_000 }));

/** Processes that are killed, each at another step of what it does with the provider. */
const KILLS = sized({ small: 5, full: 100 });
const KEY = 'the key';
const SECRET = `whsec_${Buffer.alloc(32, 'a').toString('base64')}`;
const root = join(import.meta.dirname, ...Array<string>(5).fill('..'));

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
  const steps = (await lives.after(0))?.length ?? 0;
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

/** Takes callbacks until it is killed. */
class Listener {
  private constructor(
    private readonly child: ChildProcess,
    private readonly url: string,
  ) {}

  static async start(killAt: number, settings: object): Promise<Listener> {
    const database = payments.db.pool.options.connectionString ?? '';
    const child = fork(
      join(import.meta.dirname, 'callbacks.fixture.ts'),
      [database, String(killAt), JSON.stringify(settings)],
      { cwd: root, execArgv: ['--import', join(root, 'tools', 'from-source.mjs')] },
    );
    const failed = once(child, 'exit').then(() => Promise.reject(new Error('it has not started')));
    const [url] = (await Promise.race([once(child, 'message'), failed])) as [string];
    failed.catch(() => undefined);
    return new Listener(child, url);
  }

  /** @returns the status; null if it is killed before it responds */
  async take(event: { readonly id: string }): Promise<number | null> {
    const body = JSON.stringify(event);
    const headers = { 'content-type': 'application/json', ...signed(event.id, body, SECRET) };
    const response = await fetch(`${this.url}/provider/v1/callbacks`, {
      method: 'POST',
      headers,
      body,
    }).catch(() => null);
    if (!response) await this.ended();
    return response && response.status;
  }

  async end(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended();
  }

  private async ended(): Promise<void> {
    const { signalCode, exitCode } = this.child;
    const [code, signal] = (
      signalCode === null && exitCode === null ? await once(this.child, 'exit') : [exitCode, signalCode]
    ) as [number | null, string | null];
    if (signal !== 'SIGKILL') throw new Error(`it has ended with ${code ?? signal}`);
  }
}

test(`${KILLS} processes are killed in the middle of callbacks: each status counts once, and none is lost`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'callbacks-'));
  const [key, secret] = [join(folder, 'key'), join(folder, 'secret')];
  await writeFile(key, KEY);
  await writeFile(secret, SECRET);
  const settings = {
    ...{ RAIL: 'http', BANK_BIC: 'CORRGB2LXXX', RAIL_HTTP_URL: started.url },
    ...{ RAIL_HTTP_KEY_FILE: key, RAIL_HTTP_CALLBACK_SECRET_FILE: secret },
  };
  await more();
  const reference = paid.at(-1)!;
  const returned = { currency: 'EUR', value: '0.01' };
  const told = [
    { id: 'accepted', payment: { reference, status: 'ACCEPTED' } },
    { id: 'settled', payment: { reference, status: 'SETTLED' } },
    ...Array.from({ length: KILLS }, (_, n) => ({
      id: `returned ${n}`,
      payment: { reference, status: 'RETURNED', returned, bankReference: `R-${n}` },
    })),
  ];
  let killed = 0;
  const next = () => Listener.start(killed < KILLS ? 1 + (killed % 4) : 0, settings);
  let listener = await next();
  for (const event of told) {
    // It repeats until a 2xx, and once more.
    let left = 2;
    while (left > 0) {
      const status = await listener.take(event);
      if (status === null) {
        killed++;
        listener = await next();
      } else {
        expect(status).toBe(200);
        left--;
      }
    }
  }
  await listener.end();
  await rm(folder, { recursive: true });
  expect(killed).toBe(KILLS);
  const [row] = await payments.db.database.query<{ history: { status: string }[]; back: number }>(
    `SELECT data -> 'history' AS history, (data #>> '{returnedAmount,value}')::float AS back FROM bank_submission WHERE reference = $1`,
    [reference],
  );
  expect(row?.history.map(({ status }) => status)).toEqual([
    ...['REQUESTED', 'ACCEPTED', 'SETTLED'],
    ...Array.from({ length: KILLS }, () => 'RETURNED'),
  ]);
  expect(row?.back).toBeCloseTo(KILLS / 100, 5);
});
