import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bankCreditIdOf } from '@corridor/inbound-funds-contract';
import type { EntryRecord } from '@corridor/iso20022';
import { camt, pain002 } from '@corridor/iso20022/testing';
import { OPERATOR } from '@corridor/http';
import { type Caller, money, timestamp } from '@corridor/kernel';
import { Readiness } from '@corridor/platform';
import { TestClock, delivered, effectOf, issues, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { PaymentsModule } from '../payments.module.js';
import { credit, rejected } from '../rail/iso20022/files.fixture.js';
import { service } from '../service.js';
import { SubmissionJob } from '../submission/submission-job.js';
import { SubmissionReactions } from '../submission/submission-reactions.js';
import { requested } from '../submission/submission.fixture.js';

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
const clock = new TestClock(new Date());
const files = '/operator/v1/bank/files';

let folder: string;
let payments: TestService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bank-files-'));
  payments = await started(overFiles());
  await turn();
});
afterAll(async () => {
  await payments.close();
  await rm(folder, { recursive: true });
});

/** Its job has a turn only when the test says so. */
async function started(variables: Record<string, string>, more: object = {}): Promise<TestService> {
  const one = await startTestService(service, PaymentsModule.in('SANDBOX'), {
    ...{ clock, caller: staff, variables },
    ...more,
  });
  await one.app.get(SubmissionJob).onModuleDestroy();
  return one;
}

const overFiles = () => ({
  RAIL: 'iso20022',
  BANK_BIC: 'CORRGB2LXXX',
  RAIL_FOLDER: folder,
  RAIL_HOLDER: 'Corridor Payments Ltd',
  RAIL_ACCOUNTS: 'GBP=GB33BUKB20201555555555',
  RAIL_DIALECT: 'match-amounts',
});
const turn = (of = payments) => of.app.get(SubmissionJob).turn();
const notification = (...references: string[]) =>
  camt(
    'camt.054',
    'M',
    references.map((bankReference) => ({ ...credit, bankReference })),
  );
/** One of its credits is a total, which a person has to look at. */
const doubtful = (...references: string[]) =>
  camt('camt.054', 'M', [
    { ...credit, bankReference: `${references[0]}-TOTAL`, transactions: 12 },
    ...references.map((bankReference) => ({ ...credit, bankReference })),
  ]);
const arrives = (name: string, content: string) => writeFile(join(folder, 'in', name), content);
const inFolder = (...path: string[]) => readdir(join(folder, ...path)).catch(() => []);
const named = async (name: string) =>
  (await payments.get(`${files}?q=${encodeURIComponent(`name == "${name}"`)}`)).data[0];
const retry = (id: string) => payments.post(`${files}/${id}/retry`);
const discard = (id: string, as = staff) =>
  payments.post(`${files}/${id}/discard`, { reason: 'Recorded by hand.' }, { as });
const upload = (name: string, content: string) =>
  payments.post(files, { name, content: Buffer.from(content).toString('base64') });
/** What the service says about files of the bank. */
async function health({ app }: TestService) {
  const checks = app.get(Readiness).indicators as (() => Promise<Record<string, unknown>>)[];
  const all = await Promise.all(checks.map((check) => check()));
  return all.find((one) => 'bank files' in one)?.['bank files'];
}

/** How often a credit has been told to the service of inbound funds. */
const credited = async (bankReference: string): Promise<number> =>
  (await payments.published(bankCreditIdOf({ accountNumber: credit.account, bankReference }))).length;

test('a file that is read, and one that needs a person, are shown with reason, digest and time', async () => {
  await arrives('read.xml', notification('R1'));
  await arrives('odd.xml', doubtful('D1'));
  await turn();
  expect(await named('read.xml')).toMatchObject({ status: 'READ', reason: null });
  expect(await named('odd.xml')).toMatchObject({
    status: 'SET_ASIDE',
    reason: expect.stringContaining('stands for 12 that are not told'),
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    history: [{ status: 'SET_ASIDE', by: null, on: timestamp(clock.now()) }],
  });
  expect((await payments.get(`${files}/levels`)).data).toEqual({
    areAwaited: true,
    waiting: 0,
    oldestWaitingOn: null,
    setAside: 1,
    oldestSetAsideOn: timestamp(clock.now()),
    awaySince: null,
    awayReason: null,
  });
});

test('a file that is set aside is read again: nothing is credited twice, and what it says for a person is still there', async () => {
  await arrives('again.xml', doubtful('A1', 'A2'));
  await turn();
  const { id, digest } = await named('again.xml');
  expect((await retry(id)).data).toMatchObject({ status: 'WAITING', reason: null });
  // Another file of the bank has the same name.
  await arrives('again.xml', notification('A3'));
  await turn();
  const statuses = (await payments.get(`${files}/${id}`)).data.history;
  expect(statuses.map((one: { status: string }) => one.status)).toEqual([
    'SET_ASIDE',
    'WAITING',
    'SET_ASIDE',
  ]);
  expect(statuses[1].by).toEqual(staff.user);
  expect(await inFolder('set-aside', digest)).toEqual(['again.xml', 'reason.txt']);
  expect([await credited('A1'), await credited('A2'), await credited('A3')]).toEqual([1, 1, 1]);
});

test('a file that was unreadable is read when the cause is removed', async () => {
  const content = notification('U1');
  await arrives('half.xml', content.slice(0, 400));
  const long = new Date(clock.now().getTime() - 61_000);
  await utimes(join(folder, 'in', 'half.xml'), long, long);
  await turn();
  const { id, digest } = await named('half.xml');
  expect(await credited('U1')).toBe(0);
  // As with a later version of Corridor, which can read it.
  await writeFile(join(folder, 'set-aside', digest, 'half.xml'), content);
  await retry(id);
  await turn();
  expect(await credited('U1')).toBe(1);
  expect(await inFolder('set-aside', digest)).toEqual([]);
});

test('a discarded file is kept and never read again, also if the bank repeats it', async () => {
  const content = doubtful('X1');
  await arrives('discarded.xml', content);
  await turn();
  const { id, digest } = await named('discarded.xml');
  expect((await discard(id)).data).toMatchObject({ status: 'DISCARDED', reason: 'Recorded by hand.' });
  await turn();
  await arrives('repeated.xml', content);
  await turn();
  expect(await inFolder('set-aside', digest)).toEqual([]);
  expect((await inFolder('discarded', digest)).sort()).toEqual([
    'discarded.xml',
    'reason.txt',
    'repeated.xml',
  ]);
  expect((await payments.get(`${files}/${id}`)).data).toMatchObject({ status: 'DISCARDED' });
  expect(await retry(id)).toMatchObject({ status: 409, problem: { code: 'illegal_transition' } });
});

test('another process does what was decided before this one ended', async () => {
  await arrives('decided.xml', doubtful('P1'));
  await turn();
  const { id, digest } = await named('decided.xml');
  await discard(id);
  const other = await started(overFiles(), { database: payments.db });
  await turn(other);
  await other.close();
  expect(await inFolder('discarded', digest)).toContain('decided.xml');
});

test('staff give the rail a file, of which every byte counts, once', async () => {
  const content = notification('S1');
  const { data } = await upload('corrected.xml', content);
  expect(data).toMatchObject({ status: 'WAITING', name: 'corrected.xml' });
  await turn();
  await upload('corrected-again.xml', content);
  await turn();
  expect(await credited('S1')).toBe(1);
  expect((await payments.get(`${files}/${data.id}`)).data).toMatchObject({ status: 'READ' });
  const kept = await readFile(join(folder, 'read', data.digest as string, 'corrected.xml'), 'utf8');
  expect(kept).toBe(content);
});

test('a server of the bank that is away degrades the service, with the reason and since when', async () => {
  await writeFile(join(folder, 'password'), 'secret');
  const server = {
    RAIL_SFTP: 'sftp://corridor@127.0.0.1:1',
    RAIL_SFTP_HOST_KEYS: `SHA256:${'A'.repeat(43)}`,
    RAIL_SFTP_PASSWORD_FILE: join(folder, 'password'),
  };
  const other = await started({ ...overFiles(), ...server }, { database: payments.db });
  const since = clock.now();
  await turn(other);
  clock.advance(60_000);
  await turn(other);
  const { text, status } = await other.get('/health/ready');
  const { data } = await other.get(`${files}/levels`);
  await other.close();
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({
    data: {
      details: {
        'bank server': {
          status: 'degraded',
          message: expect.stringMatching(
            `not reached or not understood since ${since.toISOString()}: .*ECONNREFUSED`,
          ),
        },
      },
    },
  });
  expect(data).toMatchObject({
    awaySince: timestamp(since),
    awayReason: expect.stringContaining('127.0.0.1'),
  });
});

test.each([
  ['#/name', { name: '../read.xml', content: 'AAAA' }],
  ['#/name', { name: '.hidden', content: 'AAAA' }],
  ['#/content', { name: 'a.xml', content: 'AAA' }],
  ['#/content', { name: 'a.xml', content: '<Document>' }],
])('a file with a wrong %s is refused', async (pointer, body) => {
  expect(await payments.post(files, body)).toMatchObject({ status: 400, problem: { errors: [{ pointer }] } });
});

test.each([
  ['simulated', false],
  ['manual', null],
])('over the rail %s nobody waits for files', async (rail, areAwaited) => {
  const one = await started({ RAIL: rail, BANK_BIC: 'CORRGB2LXXX' });
  expect((await one.get(`${files}/levels`)).data).toMatchObject({ areAwaited });
  const given = await one.post(files, { name: 'demo.xml', content: 'AAAA' });
  expect(given.status).toBe(areAwaited === null ? 400 : 200);
  expect(await health(one)).toMatchObject({ status: 'up' });
  await one.close();
});

test('over files staff wait for those that are set aside', async () => {
  await arrives('awaited.xml', doubtful('W1'));
  await turn();
  expect(await health(payments)).toMatchObject({ status: 'degraded' });
});

test('all wrong fields are named at once', async () => {
  const { problem } = await payments.post(files, { name: '', content: ' ' });
  expect(problem?.errors?.map(({ pointer }) => pointer)).toEqual(['#/name', '#/content']);
});

describe('without a second person', () => {
  const { approved: _, ...alone } = staff;
  // The gateway makes an approval of the problem: no document has it.
  const asks = async (path: string, body: object) => {
    const gateway = await started(overFiles(), { database: payments.db, hasStandIns: true });
    const response = await gateway.post(path, body, { as: alone });
    await gateway.close();
    expect(response.problem?.code).toBe('second_person_required');
    return effectOf(response);
  };

  test('no file is discarded, and none is given to the rail', async () => {
    await arrives('alone.xml', doubtful('L1'));
    await turn();
    const { id } = await named('alone.xml');
    expect(await asks(`${files}/${id}/discard`, { reason: 'Why not.' })).toContain(
      `What the file “alone.xml” (${id}) says is not taken. It was set aside: “`,
    );
    const content = (text: string) => Buffer.from(text).toString('base64');
    expect(await asks(files, { name: 'a.xml', content: content(notification('L2', 'L3')) })).toMatch(
      /^What a\.xml says is taken as what the bank says: credits: 2, GBP [\d.]+; credited accounts: “\w+” \(SHA-256 \w{64}\)\.$/,
    );
    expect(issues(await upload('a.xml', 'A text.'))).toEqual([400, '#/content invalid_format']);
  });
});

describe('a bank that does not name payments by our reference', () => {
  let last = 0;

  /** A payment that has been handed over. */
  async function handedOver(minor: bigint) {
    const subjectId = `pmt_01KAJNDRXV${String(++last).padStart(16, '0')}`;
    const submissionId = subjectId.replace('pmt_', 'sub_');
    const amount = money('GBP', minor);
    await payments.app.get(SubmissionReactions).onSubmissionRequested(
      delivered<'payments.submission_requested'>({
        ...{ ...requested, amount, instructed: amount, valueDate: '2020-01-01' },
        ...{ submissionId, subjectId },
      }),
    );
    await turn();
    return read(submissionId);
  }
  const read = async (id: string) => (await payments.get(`/operator/v1/bank/submissions/${id}`)).data;
  const statusOf = async ({ id }: { id: string }) => (await read(id)).status as string;
  const booked = (minor: bigint, more: Partial<EntryRecord>) =>
    camt('camt.054', 'M', [
      { ...credit, direction: 'DEBIT', reference: null, amount: money('GBP', minor), ...more },
    ]);

  test('names them by their UETR, and by a reference of its own that it has used before', async () => {
    const one = await handedOver(10_01n);
    const { uetr } = one;
    const accepted = rejected({ reference: one.reference, status: 'ACCEPTED' });
    await arrives('uetr.xml', pain002([{ ...accepted, reference: null, uetr, bankReference: 'BANK-77' }]));
    await turn();
    expect(await statusOf(one)).toBe('ACCEPTED');
    await arrives('booked.xml', booked(10_01n, { bankReference: 'BANK-77' }));
    await turn();
    expect(await statusOf(one)).toBe('SETTLED');
  });

  test('books an amount that is that of one open payment', async () => {
    const [one, two, three] = [await handedOver(10_02n), await handedOver(10_02n), await handedOver(10_03n)];
    await arrives('amount.xml', booked(10_02n, { bankReference: 'A' }));
    await arrives('other.xml', booked(10_03n, { bankReference: 'B' }));
    await turn();
    expect([await statusOf(one), await statusOf(two), await statusOf(three)]).toEqual([
      'HANDED_OVER',
      'HANDED_OVER',
      'SETTLED',
    ]);
  });
});
