import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATOR } from '@corridor/http';
import type { ScreeningListResource } from '@corridor/payments-contract';
import { ScreeningProvider, type ScreeningSubject } from '@corridor/screening';
import { TestClock, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { PaymentsModule } from '../payments.module.js';
import { service } from '../service.js';
import { ListImportJob } from './list-import-job.js';
import { ListsProvider } from './lists-provider.js';
import { LoadedLists } from './loaded-lists.js';

const staff = {
  ...testCaller,
  client: OPERATOR,
  user: { id: 'stf_1', name: 'Ines Almeida' },
  apiKeyId: null,
  permissions: ['screening-lists:read', 'screening-lists:write'],
};
const DAY_MS = 86_400_000;
/** What is imported is as old as Postgres says: three days and a half. */
const clock = new TestClock(new Date(Date.now() - 3.5 * DAY_MS));
const folder = mkdtempSync(join(tmpdir(), 'corridor-lists-'));
let payments: TestService;

beforeAll(async () => {
  const variables = { SCREENING: 'lists', SCREENING_LISTS: folder };
  payments = await startTestService(service, PaymentsModule.in('SANDBOX'), {
    clock,
    caller: staff,
    variables,
  });
});
afterAll(() => payments.close());

const names = ['Ada', 'Bela', 'Cora', 'Dora', 'Elsa', 'Fina', 'Gina', 'Hana', 'Ilka', 'Jana'];
const individual = (name: string) =>
  `<INDIVIDUAL><DATAID>1</DATAID><REFERENCE_NUMBER>T.${name}</REFERENCE_NUMBER><FIRST_NAME>${name}</FIRST_NAME>` +
  `<SECOND_NAME>Kowalenkova</SECOND_NAME></INDIVIDUAL>`;
const unList = (day: string, all: readonly string[]) =>
  `<CONSOLIDATED_LIST dateGenerated="${day}T00:00:00Z"><INDIVIDUALS>${all.map(individual).join('')}</INDIVIDUALS></CONSOLIDATED_LIST>`;

const listed = async (id: string): Promise<ScreeningListResource | undefined> =>
  ((await payments.get('/operator/v1/screening/lists')).data as unknown as ScreeningListResource[]).find(
    (one) => one.id === id,
  );

const approved = { ...staff, approved: { id: 'apr_1', by: { id: 'stf_2', name: 'Bea Costa' } } };

async function imported(content: string, more: object = {}, as = staff) {
  clock.advance(1_000);
  writeFileSync(join(folder, 'un.xml'), content);
  const body = { list: 'UN', files: ['un.xml'], ...more };
  const { status, data } = await payments.post('/operator/v1/screening/lists', body, { as });
  expect([status, (data as { status: string }).status]).toEqual([200, 'REQUESTED']);
  await payments.app.get(ListImportJob).turn();
  await payments.app.get(LoadedLists).turn();
  return listed((data as { id: string }).id);
}

const subject = (name: string): ScreeningSubject => ({
  type: 'BENEFICIARY',
  id: 'ben_1',
  clientId: 'cli_1',
  names: [name],
  party: 'PERSON',
  dateOfBirth: null,
  countries: [],
});
const screen = (name: string) => payments.app.get(ScreeningProvider).screen(subject(name));

test('imports versions, counts what changed, keeps the version before when a file is refused', async () => {
  await expect(screen('Ada Kowalenkova')).rejects.toThrow('no sanctions list has been imported');

  expect(await imported(unList('2026-11-18', names))).toMatchObject({
    status: 'IMPORTED',
    version: expect.stringMatching(/^2026-11-18 [0-9a-f]{8}$/),
    publishedOn: '2026-11-18',
    counts: { total: 10, added: 10, changed: 0, removed: 0 },
  });
  expect((await screen('Ada Kowalenkova')).hits[0]).toMatchObject({ list: 'UN', entryId: 'T.Ada', score: 1 });

  const changed = unList('2026-11-19', [...names.slice(1), 'Kira']).replace('>Jana<', '>Janina<');
  expect(await imported(changed)).toMatchObject({ counts: { total: 10, added: 1, changed: 1, removed: 1 } });
  expect((await screen('Kira Kowalenkova')).listVersions[0]).toMatch(/^UN 2026-11-19 /);
  expect((await screen('Ada Kowalenkova')).hits.map(({ entryId }) => entryId)).not.toContain('T.Ada');

  expect(await imported(changed.slice(0, -30))).toMatchObject({
    status: 'REFUSED',
    statusReason: expect.stringMatching(/^un\.xml, line 1: unclosed tag/),
    version: null,
  });
  expect(await imported(unList('2026-11-20', names.slice(0, 7)))).toMatchObject({
    status: 'REFUSED',
    statusReason: 'it has 7 entries, the version before has 10; use "force" if that is right',
  });
  expect((await screen('Kira Kowalenkova')).listVersions[0]).toMatch(/^UN 2026-11-19 /);

  const short = unList('2026-11-20', names.slice(0, 7));
  // Between the services it is a problem, which the gateway does not show.
  await expect(imported(short, { force: true })).rejects.toThrow('status 409');
  expect((await screen('Kira Kowalenkova')).listVersions[0]).toMatch(/^UN 2026-11-19 /);
  const last = await imported(short, { force: true }, approved);
  expect(last).toMatchObject({ status: 'IMPORTED', counts: { total: 7 }, isCurrent: true, ageDays: 3 });
  const all = (await payments.get('/operator/v1/screening/lists')).data as unknown as ScreeningListResource[];
  expect(all.filter(({ isCurrent }) => isCurrent)).toEqual([last]);
  expect(all.map(({ ageDays }) => ageDays)).toEqual([3, null, null, 3, 3]);
  const found = async (q: string) =>
    (
      (await payments.get(`/operator/v1/screening/lists?q=${encodeURIComponent(q)}`))
        .data as unknown as object[]
    ).length;
  expect(await found('isCurrent == "true"')).toBe(1);
  expect(await found('AND(list == "UN",ageDays == "3",counts.total == "10")')).toBe(2);
  expect(await found('status == "REFUSED"')).toBe(2);
  const kept = await payments.db.database.query(
    `SELECT count(*)::int AS count FROM screening_entry WHERE since <= 2 AND (until IS NULL OR until > 2)`,
  );
  expect(kept).toEqual([{ count: 10 }]);
});

test('files that have changed since a second person has approved them are not imported', async () => {
  const short = unList('2026-11-20', names.slice(0, 2));
  writeFileSync(join(folder, 'un.xml'), short);
  const body = { list: 'UN', files: ['un.xml'], force: true };
  const ask = (as: object) => payments.post('/operator/v1/screening/lists', body, { as: as as typeof staff });
  const checksum = createHash('sha256').update(short).digest('hex');
  const effect = `Imports “un.xml” (SHA-256 ${checksum}) as UN, even if it is much shorter than the version before.`;
  const effectDigest = createHash('sha256').update(effect).digest('base64url');
  const approval = { ...approved, approved: { ...approved.approved, effectDigest } };
  writeFileSync(join(folder, 'un.xml'), short.replace('>Ada<', '>Eva<'));
  await expect(ask(approval)).rejects.toThrow('status 409');
  writeFileSync(join(folder, 'un.xml'), short);
  const { data } = await ask(approval);
  writeFileSync(join(folder, 'un.xml'), short.replace('>Ada<', '>Eva<'));
  await payments.app.get(ListImportJob).turn();
  expect(await listed((data as { id: string }).id)).toMatchObject({
    status: 'REFUSED',
    statusReason: 'the files are not those that the second person has approved',
  });
});

test.each([
  ['../un.xml', /without a path/],
  ['absent.xml', /absent\.xml: it cannot be read \(ENOENT\)/],
  ['.', /cannot be read \(EISDIR\)/],
])('refuses the file %s', async (file, reason) => {
  expect(await imported(unList('2026-11-18', names), { files: [file] })).toMatchObject({
    status: 'REFUSED',
    statusReason: expect.stringMatching(reason),
  });
});

test('of two imports of one request by two processes one is kept', async () => {
  const job = payments.app.get(ListImportJob);
  writeFileSync(join(folder, 'un.xml'), unList('2026-11-21', names));
  await payments.post('/operator/v1/screening/lists', { list: 'UN', files: ['un.xml'] });
  await Promise.all([job.turn(), job.turn()]);
  const versions = await payments.db.database.query(
    `SELECT 1 FROM screening_list_version WHERE version LIKE '2026-11-21%'`,
  );
  expect(versions).toHaveLength(1);
});

test('a process that has not loaded a new version yet does so before it compares anybody', async () => {
  const late = new LoadedLists(payments.db.database);
  await late.turn();
  const [before] = (await late.current())!.versions;
  writeFileSync(join(folder, 'un.xml'), unList('2026-11-22', [...names, 'Lara']));
  await payments.post('/operator/v1/screening/lists', { list: 'UN', files: ['un.xml'] });
  await payments.app.get(ListImportJob).turn();
  const provider = new ListsProvider(late, 0.85);
  const [{ hits } = { hits: [] }] = await provider.screenAll([subject('Lara Kowalenkova')]);
  expect(hits[0]).toMatchObject({ entryId: 'T.Lara' });
  expect(hits[0]?.listVersion).not.toBe(before);
  expect(await provider.currentVersions()).toEqual((await provider.screen(subject('x'))).listVersions);
});

test('staff without the permission cannot import', async () => {
  const as = { ...staff, permissions: ['screening-lists:read'] };
  const body = { list: 'UN', files: ['un.xml'] };
  expect((await payments.post('/operator/v1/screening/lists', body, { as })).status).toBe(403);
});
