import type { RescreeningResource, ScreeningCaseResource } from '@corridor/payments-contract';
import type { Caller } from '@corridor/kernel';
import type { ScreeningResult, ScreeningSubject } from '@corridor/screening';
import { TestClock, testCaller, until } from '@corridor/testing';
import { Production, TestProvider } from '../automation/production.fixture.js';
import { type PaymentsUnderTest, anna, startPayments } from '../payments.fixture.js';

/** All current subjects are compared again: with a new version of a list, or because staff say so. */

const caller: Caller = { ...testCaller, environment: 'PRODUCTION' };
let clock: TestClock;
let payments: PaymentsUnderTest;
let production: Production;
let provider: TestProvider;
beforeEach(async () => {
  clock = new TestClock(new Date('2026-11-20T09:30:00.123Z'));
  payments = await startPayments(clock);
  await payments.stopRescreening();
  await payments.publishRates();
  provider = new TestProvider();
  production = new Production(payments, caller, clock, provider);
});
afterEach(() => payments.close());

const path = 'screening/rescreenings';
const all = async () => (await payments.operate('GET', path)).data as unknown as RescreeningResource[];
const newest = async () => (await all())[0]!;
const command = async (name: string, id?: string) => {
  clock.advance(1_000);
  const target = id ? `${path}/${id}/${name}` : path;
  const response = await payments.operate('POST', target, id ? {} : undefined);
  clock.advance(5_000); // staff can pause it before it begins
  return response as unknown as { status: number; data: RescreeningResource };
};
const cases = async () =>
  (await payments.operate('GET', 'screening/cases')).data as unknown as ScreeningCaseResource[];
const instruct = async (name: string): Promise<string> => {
  const beneficiaryId = await payments.beneficiaryId({ ...anna, displayName: name }, 'production');
  const body = await payments.instructionBody({ sellCcyCode: 'EUR', beneficiaryId });
  return ((await payments.post('payment-instructions', body, { as: 'production' })).data as { id: string })
    .id;
};
const nameOf = (n: number) => `Client ${String(n).padStart(3, '0')}`;
async function createClients(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const data = { clientId: `cli_${String(n).padStart(3, '0')}`, name: nameOf(n) };
    await production.deliver({
      type: 'client.created',
      data: { ...data, isPerson: false, countryCode: 'GB' },
    });
  }
  await production.screen();
  provider.asked.length = 0;
}
const asked = () => provider.asked.map(({ id }) => id);

/** A process of its own, whose provider responds to those before `from` and then when the spec says. */
function hangingFrom(from: string) {
  const responses: (() => void)[] = [];
  const hanging = new TestProvider();
  hanging.isImported = provider.isImported;
  hanging.screen = async (subject: ScreeningSubject): Promise<ScreeningResult> => {
    if (subject.id >= from) await new Promise<void>((resolve) => responses.push(resolve));
    return TestProvider.prototype.screen.call(provider, subject);
  };
  return { process: new Production(payments, caller, clock, hanging), responses };
}

test('a new version of a list: who is found gets a case, what is pending is held, once', async () => {
  provider.isImported = true;
  await production.rescreeningJob.turn();
  const first = await newest();
  expect(first).toMatchObject({ status: 'FINISHED', listVersions: ['TEST 1'], total: 0, startedBy: null });

  const [good, bert, ended] = [await instruct('Good Gus'), await instruct('Bert'), await instruct('Bert')];
  await payments.post(`payment-instructions/${ended}/cancel`, { reason: 'Not needed' });
  await production.hear();
  await production.hear();
  provider.asked.length = 0;
  await production.rescreeningJob.turn();
  expect([(await all()).length, asked()]).toEqual([1, []]); // nothing has changed

  clock.advance(1_000);
  provider.listVersion = '2';
  provider.entries.set('7', 'Bert');
  await production.rescreeningJob.turn();
  const second = await newest();
  expect(second).toMatchObject({ status: 'FINISHED', statusReason: null, listVersions: ['TEST 2'] });
  const subjects = await payments.db.database.query<{ id: string }>(
    'SELECT subject_id AS id FROM screening ORDER BY 1',
  );
  const current = subjects.map(({ id }) => id).filter((id) => id !== ended);
  expect(asked()).toEqual(current);
  expect(second).toMatchObject({ total: subjects.length, done: subjects.length, compared: current.length });
  expect(second.hits).toBe(3); // both beneficiaries, and one instruction
  await production.screen();
  expect((await cases()).map(({ subject: { type } }) => type).sort()).toEqual([
    'BENEFICIARY',
    'BENEFICIARY',
    'PAYMENT_INSTRUCTION',
  ]);
  await production.releaseJob.turn();
  const held = await payments.db.database.query<{ id: string }>(
    `SELECT stream_id AS id FROM events WHERE type = 'funds_requested'`,
  );
  expect(held).toEqual([{ id: good }]);

  // Cases are open, then cleared: neither is found again, until the entry changes.
  await command('start');
  await production.rescreeningJob.turn();
  expect(await newest()).toMatchObject({ status: 'FINISHED', hits: 0 });
  for (const { id } of await cases())
    await payments.operate('POST', `screening/cases/${id}/clear`, { reason: 'Another person' });
  await production.hearOutcomes();
  await command('start');
  await production.rescreeningJob.turn();
  expect(await newest()).toMatchObject({ status: 'FINISHED', hits: 0 });
  expect((await payments.get(`payment-instructions/${bert}`)).data.status).not.toBe('REJECTED');
  clock.advance(1_000);
  provider.listVersion = '3';
  await production.rescreeningJob.turn();
  expect((await newest()).hits).toBeGreaterThan(0);
});

test('staff pause and resume it, and new versions wait meanwhile', async () => {
  provider.isImported = true;
  await createClients(150);
  const { process, responses } = hangingFrom('cli_120');
  const turn = process.rescreeningJob.turn();
  await until(() => responses.length === 4);
  const { id } = await newest();
  expect(await newest()).toMatchObject({ status: 'RUNNING', total: 150, done: 100, position: 'cli_099' });
  expect((await command('pause', id)).data).toMatchObject({ status: 'PAUSED', done: 100 });
  expect((await command('pause', id)).status).toBe(409);
  const release = () => responses.splice(0).forEach((respond) => respond());
  await until(() => (release(), provider.asked.length === 150));
  await turn;
  expect(await newest()).toMatchObject({ id, status: 'PAUSED', done: 100 }); // the page is compared again

  provider.listVersion = '2';
  await production.rescreeningJob.turn();
  expect(await newest()).toMatchObject({ id, status: 'PAUSED' });
  expect((await command('resume', id)).data).toMatchObject({ status: 'RUNNING' });
  await production.rescreeningJob.turn();
  const [last, before] = await all();
  expect(before).toMatchObject({
    id,
    status: 'FINISHED',
    statusReason: `${last!.id} replaces it.`,
    done: 100,
  });
  expect(last).toMatchObject({ status: 'FINISHED', listVersions: ['TEST 2'], done: 150, compared: 150 });
  await production.health.rescreening!();
});

test('one that staff have started begins after some seconds, and a pause ends by itself', async () => {
  await createClients(1);
  const { id } = (await command('start')).data;
  clock.advance(-1);
  await production.rescreeningJob.turn();
  expect(await newest()).toMatchObject({ id, status: 'RUNNING', done: 0 });
  clock.advance(1);
  await command('pause', id);
  clock.advance(12 * 60 * 60_000 - 5_001);
  await production.rescreeningJob.turn();
  expect(await newest()).toMatchObject({ id, status: 'PAUSED' });
  await production.health.rescreening!();
  clock.advance(1);
  await production.rescreeningJob.turn();
  expect(await newest()).toMatchObject({ id, status: 'FINISHED', done: 1 });
});

test('a process that dies is replaced at its position, and what it does later counts no more', async () => {
  provider.isImported = true;
  provider.entries.set('7', nameOf(130));
  await createClients(250);
  for (const { id } of await cases())
    await payments.operate('POST', `screening/cases/${id}/block`, { reason: 'x' });
  provider.entries.set('8', nameOf(140));
  const { process, responses } = hangingFrom('cli_120');
  const dying = process.rescreeningJob.turn();
  await until(() => responses.length === 4);
  provider.asked.length = 0;
  await production.rescreeningJob.turn();
  expect(asked()).toEqual([]); // the other one has the lease
  clock.advance(60_001);
  await production.rescreeningJob.turn();
  expect(asked()).toHaveLength(149); // of 250, 100 are done, and one is blocked
  expect(asked()[0]).toBe('cli_100');
  const finished = await newest();
  expect(finished).toMatchObject({ status: 'FINISHED', done: 250, compared: 249, hits: 1 });

  const late = setInterval(() => responses.splice(0).forEach((respond) => respond()), 1);
  await dying;
  clearInterval(late);
  expect(await newest()).toEqual(finished);
  await production.screen();
  expect((await cases()).filter(({ status }) => status === 'OPEN')).toHaveLength(1);
});

test('who was changed meanwhile is not replaced by who it was', async () => {
  await createClients(1);
  provider.entries.set('7', nameOf(0));
  const { process, responses } = hangingFrom('cli_000');
  await command('start');
  const turn = process.rescreeningJob.turn();
  await until(() => responses.length === 1);
  const data = { clientId: 'cli_000', name: 'Renamed Ltd', isPerson: false, countryCode: 'GB' };
  await production.deliver({ type: 'client.changed', data });
  responses.forEach((respond) => respond());
  await turn;
  expect(await newest()).toMatchObject({ status: 'FINISHED', compared: 1, hits: 0 });
  const [row] = await payments.db.database.query<{ subject: ScreeningSubject }>(
    'SELECT subject FROM screening',
  );
  expect(row?.subject.names).toEqual(['Renamed Ltd']);
});

test('a list that changes during it starts another one, from the beginning', async () => {
  provider.isImported = true;
  await createClients(150);
  const screen = provider.screen.bind(provider);
  provider.screen = (subject) => {
    if (subject.id === 'cli_120') provider.listVersion = '2';
    return screen(subject);
  };
  await production.rescreeningJob.turn();
  expect(await newest()).toMatchObject({ status: 'RUNNING', listVersions: ['TEST 1'], done: 100 });
  clock.advance(1_000);
  await production.rescreeningJob.turn();
  const [last, before] = await all();
  expect(before).toMatchObject({ status: 'FINISHED', statusReason: `${last!.id} replaces it.` });
  expect(last).toMatchObject({ status: 'FINISHED', listVersions: ['TEST 2'], done: 150, compared: 150 });
});

/** As a provider over HTTP does: this process remembers the versions that it was told before. */
class RememberingProvider extends TestProvider {
  readonly told: boolean[] = [];
  private remembered: readonly string[] | null = null;

  override async currentVersions(isFresh = false) {
    this.told.push(isFresh);
    if (this.failure) throw this.failure;
    if (isFresh || !this.remembered) this.remembered = [`TEST ${this.listVersion}`];
    return this.remembered;
  }
}

test('a process that remembers the versions before starts none again', async () => {
  const [one, other] = [new RememberingProvider(), new RememberingProvider()];
  const processes = [one, other].map((own) => new Production(payments, caller, clock, own).rescreeningJob);
  for (const job of processes) await job.turn();
  expect(await all()).toHaveLength(1);
  for (const changed of [one, other]) changed.listVersion = '2';
  await one.currentVersions(true);
  for (const job of [...processes, ...processes]) {
    clock.advance(2_000);
    await job.turn();
  }
  expect((await all()).map(({ listVersions }) => listVersions)).toEqual([['TEST 2'], ['TEST 1']]);
  expect(other.told.filter(Boolean)).toHaveLength(1); // not in each turn
});

test('a provider that does not tell the versions now is reported once, then by health, and starts none', async () => {
  const failing = new RememberingProvider();
  failing.failure = new Error('503');
  const { rescreeningJob, health } = new Production(payments, caller, clock, failing);
  const warnings = jest.spyOn(rescreeningJob['log'], 'warn').mockImplementation(() => undefined);
  for (let turns = 0; turns < 5; turns++) {
    await rescreeningJob.turn();
    clock.advance(2_000);
  }
  expect([warnings.mock.calls.length, await all()]).toEqual([1, []]);
  await health.rescreening!();
  clock.advance(10 * 60_000);
  await expect(health.rescreening!()).rejects.toThrow(
    'does not tell the versions of its lists since 2026-11-20T09:30:00',
  );
  failing.failure = null;
  await rescreeningJob.turn();
  await health.rescreening!();
  expect(await newest()).toMatchObject({ status: 'FINISHED', listVersions: ['TEST 1'] });
  warnings.mockRestore();
});

describe('the sender of money that is held', () => {
  const toldAbout = async (id: string) =>
    (
      await payments.db.database.query<{ type: string }>(
        `SELECT message ->> 'type' AS type FROM events
         WHERE message ->> 'type' LIKE 'screening.%' AND message #>> '{data,subject,id}' = $1 ORDER BY position`,
        [id],
      )
    ).map(({ type }) => type);
  const ask = async (type: 'screening' | 'rescreening', id: string, name: string) => {
    const named = { names: [name], party: null, dateOfBirth: null, countries: ['GB'] } as const;
    const subject = { type: 'SENDER', id, clientId: caller.client.id, ...named } as const;
    const data = { subject, client: caller.client, receivedCcyCode: 'USD' };
    await production.deliver({ type: `payments.${type}_requested`, data });
    await production.screen();
  };
  const decide = async (id: string, command: 'clear' | 'block') => {
    await payments.operate('POST', `screening/cases/${id}/${command}`, { reason: 'Another person' });
    await production.hearOutcomes();
  };
  const openOf = async (id: string) =>
    (await cases()).filter(({ subject, status }) => subject.id === id && status === 'OPEN');
  const IF = 'if_01K00000000000000000000001';

  test('is compared with a new list: clearing the first case does not credit it, nor that of a second one', async () => {
    provider.isImported = true;
    provider.entries.set('7', 'Grace Ltd');
    await ask('screening', IF, 'Grace Ltd');
    await ask('screening', 'if_passed', 'Good Gus');
    const [first] = await openOf(IF);
    provider.asked.length = 0;
    for (const version of ['2', '3']) {
      clock.advance(1_000);
      provider.listVersion = version;
      provider.entries.set(version, 'Grace Ltd');
      await production.rescreeningJob.turn();
      await production.screen();
      if (version === '2') await decide((await openOf(IF)).find(({ id }) => id !== first!.id)!.id, 'clear');
    }
    expect(asked()).not.toContain('if_passed'); // credited already
    await decide(first!.id, 'clear');
    expect(await toldAbout(IF)).not.toContain('screening.cleared');
    const [third, ...others] = await openOf(IF);
    expect(others).toEqual([]);
    await decide(third!.id, 'clear');
    expect((await toldAbout(IF)).at(-1)).toBe('screening.cleared');
  });

  test('of a pull that has settled is compared once more, once: a hit holds the credit', async () => {
    await ask('screening', IF, 'Grace Ltd');
    expect(await toldAbout(IF)).toEqual(['screening.requested', 'screening.cleared']);
    provider.entries.set('7', 'Grace Ltd');
    for (let times = 0; times < 2; times++) await ask('rescreening', IF, 'Grace Ltd');
    expect((await toldAbout(IF)).slice(2)).toEqual(['screening.requested', 'screening.hit']);
    const [held] = await openOf(IF);
    await decide(held!.id, 'clear');
    expect((await toldAbout(IF)).at(-1)).toBe('screening.cleared');
  });
});

test('with a provider that does not tell when its lists change, staff start it; a failure delays it', async () => {
  await createClients(3);
  await production.rescreeningJob.turn();
  expect(await all()).toEqual([]);
  provider.failure = new Error('503');
  const { data } = await command('start');
  expect(data).toMatchObject({ status: 'RUNNING', listVersions: [], startedBy: { id: 'stf_1' } });
  await production.rescreeningJob.turn();
  provider.failure = null;
  await production.rescreeningJob.turn();
  expect((await newest()).done).toBe(0); // the provider is left alone
  clock.advance(30_001);
  await production.health.rescreening!();
  await production.rescreeningJob.turn();
  expect(await newest()).toMatchObject({ status: 'FINISHED', listVersions: ['TEST 1'], done: 3 });

  await command('start');
  clock.advance(10 * 60_000 + 1);
  await expect(production.health.rescreening!()).rejects.toThrow('is not advancing at 0 of 3');
});

test('while the provider cannot be asked for its lists, none is started, and staff are told why', async () => {
  const failure = new Error('Screening by watchman.example failed: no response within 10000 ms');
  jest.spyOn(payments.screeningProvider, 'currentVersions').mockRejectedValueOnce(failure);
  const refused = await payments.operate('POST', path);
  expect([refused.status, refused.problem]).toEqual([
    503,
    expect.objectContaining({ code: 'unavailable', detail: failure.message }),
  ]);
  expect(await all()).toEqual([]);
  expect((await payments.operate('POST', path)).status).toBe(200);
});

test('of two processes one starts it, and each subject is compared once', async () => {
  provider.isImported = true;
  await createClients(120);
  const other = new Production(payments, caller, clock, provider);
  await Promise.all([production, other].map(({ rescreeningJob }) => rescreeningJob.turn()));
  expect([(await all()).length, provider.asked.length]).toEqual([1, 120]);
  expect(new Set(asked()).size).toBe(120);
});

test('staff who may only see lists cannot start it, and nobody finds one that is none', async () => {
  expect((await payments.operate('POST', path, undefined, 'reader')).status).toBe(403);
  expect((await payments.operate('GET', `${path}/rsc_01K00000000000000000000001`)).status).toBe(404);
});
