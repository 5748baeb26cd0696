import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bankCreditIdOf } from '@corridor/inbound-funds-contract';
import { bytesOf, readPain001 } from '@corridor/iso20022';
import { isNacha, readAchDebits, traceOf } from '@corridor/iso20022/nacha';
import { achReturnFile, camt } from '@corridor/iso20022/testing';
import { money } from '@corridor/kernel';
import { TestClock, delivered, sized, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { OPERATOR } from '@corridor/http';
import { PaymentsModule } from '../../payments.module.js';
import { service } from '../../service.js';
import { SubmissionJob } from '../../submission/submission-job.js';
import { SubmissionReactions } from '../../submission/submission-reactions.js';
import { requested } from '../../submission/submission.fixture.js';
import { Lives } from '../kit/lives.fixture.js';
import { originator } from './ach.fixture.js';
import { credit, debit } from './files.fixture.js';
import { PART } from './statements.js';

jest.setTimeout(sized({ small: 600_000, full: 3_600_000 }));

/** What a process has done when it is killed, in this order. */
const NAMED = [
  ['before write to prepared'], // the submission is recorded
  ['after write to prepared'], // the file is written
  ['after move to out'], // it has left
  ['after move to out', 'after store'], // that is recorded
  ['after digest'], // what the bank says is read
  ['after digest', 'after store'], // that is stored
  ['after digest', 'after move to read'], // the file is moved away
];
/** At these steps in each size, then at steps that are spread over all. */
const SPREAD = sized({ small: 1, full: 200 - NAMED.length });
const KILLS = NAMED.length + SPREAD;
/** Longer than a debit is held, also over holidays. */
const BETWEEN_LIVES_MS = 7 * 86_400_000;
const ACCOUNT = 'DE89370400440532013000';

const clock = new TestClock(new Date());
const paid: string[] = [];
/** References of debits; every second one comes back. */
const debited: string[] = [];
const isReturned = (reference: string) => debited.indexOf(reference) % 2 === 1;
const credited: string[] = [];
const inFiles: string[] = [];
let folder: string;
let payments: TestService;
let lives: Lives;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'killed-'));
  for (const name of ['in', 'out']) await mkdir(join(folder, name));
  const caller = { ...testCaller, client: OPERATOR, permissions: ['bank:read' as const] };
  payments = await startTestService(service, PaymentsModule.in('SANDBOX'), { clock, caller });
  await payments.app.get(SubmissionJob).onModuleDestroy();
  const url = payments.db.pool.options.connectionString ?? '';
  lives = new Lives(
    join(import.meta.dirname, 'killed.fixture.ts'),
    [url, folder, ACCOUNT],
    clock,
    BETWEEN_LIVES_MS,
  );
});
afterAll(async () => {
  lives.end();
  await payments.close();
  await rm(folder, { recursive: true });
});

/** What the bank has taken, and has not said anything of. */
let silent: string[] = [];

/**
 * Another payment and another debit are requested. The bank says what became of the earlier ones and that money has come: of payments a life later, so
 * a batch is repeated before.
 */
async function more(): Promise<void> {
  const number = String(paid.length + 1).padStart(15, '0');
  const amount = money('USD', 1_000_50n);
  const routing = [{ type: 'ABA' as const, code: '111000025' }];
  const creditor = { ...requested.creditor, accountNumber: '000123456789', routing };
  for (const asked of [
    { ...requested, submissionId: `sub_01KAJNDRXV0${number}`, subjectId: `pmt_01KAJNDRXV0${number}` },
    {
      ...{ ...requested, kind: 'DEBIT' as const, amount, instructed: amount, creditor },
      ...{ submissionId: `sub_01KAJNDRXV1${number}`, subjectId: `if_01KAJNDRXV1${number}` },
    },
  ])
    await payments.app
      .get(SubmissionReactions)
      .onSubmissionRequested(delivered<'payments.submission_requested'>(asked));
  paid.push(`0${number}`);
  debited.push(number);
  const taken = await bankTakes();
  const said = silent.map((reference) => debit({ ...REPORT, reference, bankReference: `D-${reference}` }));
  silent = taken.filter((reference) => paid.includes(reference));
  const back = taken.filter(isReturned).map((reference) => ({
    ...{ code: 'R01', cents: amount.minor, reference, originalTrace: traceOf(originator, 1) },
  }));
  const bankReference = `C-${credited.length + 1}`;
  credited.push(bankReference);
  const name = `${String(credited.length).padStart(4, '0')}.xml`;
  const content = camt('camt.054', `M-${name}`, [...said, { ...credit, account: ACCOUNT, bankReference }]);
  await arrives(name, content);
  if (back.length > 0) await arrives(`${name}.ach`, achReturnFile(back));
  await arrives(`${name}.statement.xml`, camt('camt.053', `S-${name}`, statement(`S-${number}`)));
}

/** With two parts: a line more than one has, none of them ours. */
function statement(statementId: string) {
  const own = { statementId, account: ACCOUNT };
  const line = { ...debit({ ...REPORT, reference: '', bankReference: null }), ...own, reference: null };
  const lines = Array.from({ length: PART + 1 }, (_, i) => ({
    ...line,
    bankReference: `${statementId}-${i}`,
  }));
  const closing = { kind: 'balance' as const, ...own, type: 'CLBD', amount: line.amount, date: '2026-11-23' };
  return [closing, ...lines];
}

async function arrives(name: string, content: string): Promise<void> {
  await writeFile(join(folder, `.${name}`), content);
  await rename(join(folder, `.${name}`), join(folder, 'in', name));
}
const REPORT = { reportId: '', status: 'SETTLED', reason: null, returned: null } as const;

/** The bank takes its files away. @returns the payments and debits in them */
async function bankTakes(): Promise<string[]> {
  const taken: string[] = [];
  for (const name of await readdir(join(folder, 'out'))) {
    const content = await readFile(join(folder, 'out', name), 'utf8');
    await rm(join(folder, 'out', name));
    const source = bytesOf(name, content);
    if (await isNacha(source)) for await (const { reference } of readAchDebits(source)) taken.push(reference);
    else for await (const { transfer } of readPain001(source)) taken.push(transfer.reference);
  }
  inFiles.push(...taken);
  return taken;
}

test(`${KILLS} processes are killed at any step: each payment and debit is in exactly one file, each credit, report and part of a statement is stored once`, async () => {
  await more();
  await lives.after(0);
  // From now on a hold is over in each life.
  await more();
  const steps = (await lives.after(0))?.length ?? 0;
  expect(steps).toBeGreaterThan(50);
  const spread = Array.from({ length: SPREAD }, (_, kill) => 1 + Math.floor((kill * steps) / SPREAD));
  for (const killAt of [...NAMED, ...spread]) {
    await more();
    expect([killAt, await lives.after(killAt)]).toEqual([killAt, null]);
  }
  // What is left, and what the bank says of it.
  for (let life = 0; life < 2; life++) {
    await lives.after(0);
    await more();
  }
  await lives.after(0);
  await bankTakes();

  expect(inFiles.sort()).toEqual([...paid, ...debited].sort());
  for (const bankReference of credited) {
    const id = bankCreditIdOf({ accountNumber: ACCOUNT, bankReference });
    expect({ bankReference, told: (await payments.published(id)).length }).toEqual({
      bankReference,
      told: 1,
    });
  }
  const rows = await payments.db.database.query<{ history: { status: string }[] }>(
    `SELECT data -> 'history' AS history FROM bank_submission ORDER BY data ->> 'kind' DESC, id`,
  );
  const histories = rows.map(({ history }) =>
    history.map(({ status }) => status).filter((status) => status !== 'HANDED_OVER'),
  );
  // The bank has not said anything of the last two.
  const expected = paid.map((_, i) => (i < paid.length - 2 ? ['REQUESTED', 'SETTLED'] : ['REQUESTED']));
  // The last one that is not returned is held.
  const ofDebits = debited.map((reference, i) =>
    i === debited.length - 1
      ? ['REQUESTED']
      : ['REQUESTED', ...(isReturned(reference) ? ['RETURNED'] : ['ACCEPTED', 'SETTLED'])],
  );
  expect(histories).toEqual([...expected, ...ofDebits]);
  const parts = await payments.db.database.query<{ part: string }>(
    `SELECT stream_id AS part FROM events WHERE message_type = 'payments.statement_reported'`,
  );
  expect(parts).toHaveLength(2 * paid.length);
  expect(new Set(parts.map(({ part }) => part)).size).toBe(parts.length);
  expect(await readdir(join(folder, 'holding'))).toHaveLength(1);
  expect(await readdir(join(folder, 'in'))).toEqual([]);
  expect(await readdir(join(folder, 'set-aside'))).toEqual([]);
});
