import type { ScreeningCaseResource } from '@corridor/payments-contract';
import type { Caller } from '@corridor/kernel';
import { TestClock, testCaller, until } from '@corridor/testing';
import { Production, TestProvider } from '../automation/production.fixture.js';
import { type PaymentsUnderTest, anna, startPayments } from '../payments.fixture.js';

/** PRODUCTION: what waits for the provider, and for the people who decide. */

const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
const caller: Caller = { ...testCaller, environment: 'PRODUCTION' };
let payments: PaymentsUnderTest;
let production: Production;
let provider: TestProvider;
beforeEach(async () => {
  payments = await startPayments(clock);
  await payments.publishRates();
  provider = new TestProvider();
  production = new Production(payments, caller, clock, provider);
});
afterEach(() => payments.close());

const named = (displayName: string) => ({ ...anna, displayName });
const beneficiaryTo = (name: string) => payments.beneficiaryId(named(name), 'production');
async function instruct(name: string, more: object = {}): Promise<string> {
  const beneficiaryId = await beneficiaryTo(name);
  const body = await payments.instructionBody({ sellCcyCode: 'EUR', beneficiaryId, ...more });
  return ((await payments.post('payment-instructions', body, { as: 'production' })).data as { id: string })
    .id;
}
async function pay(name: string): Promise<string> {
  const beneficiaryId = await beneficiaryTo(name);
  const body = await payments.paymentBody({ paymentType: null, chargeType: null, beneficiaryId });
  return ((await payments.post('payments', body, { as: 'production' })).data as { id: string }).id;
}
const instruction = async (id: string) => (await payments.get(`payment-instructions/${id}`)).data;
const payment = async (id: string) => (await payments.get(`payments/${id}`)).data;
const cases = async (q?: string): Promise<ScreeningCaseResource[]> =>
  (await payments.operate('GET', `screening/cases${q ? `?q=${encodeURIComponent(q)}` : ''}`)).data as never;
const caseOf = async (subjectId: string) => (await cases(`subject.id == "${subjectId}"`))[0]!;
const decide = (id: string, command: string, body: object = { reason: 'Born in another year' }) =>
  payments.operate('POST', `screening/cases/${id}/${command}`, body);
const events = async (type: string) =>
  (await payments.db.database.query('SELECT 1 FROM events WHERE type = $1', [type])).length;

describe('while a case is open', () => {
  beforeEach(() => void provider.entries.set('7', 'Bad Bert'));

  test('an instruction stays PENDING, goes on when it is cleared, and its party opens no second case', async () => {
    const id = await instruct('Bad Bert');
    await production.hear();
    expect((await instruction(id)).status).toBe('PENDING');
    const { id: caseId, ...shown } = await caseOf(id);
    expect(shown).toMatchObject({
      kind: 'HIT',
      status: 'OPEN',
      client: caller.client,
      subject: {
        type: 'PAYMENT_INSTRUCTION',
        id,
        names: expect.arrayContaining(['Bad Bert']),
        countries: ['DE'],
      },
      hits: [{ list: 'TEST', listVersion: '1', entryId: '7', name: 'Bad Bert', score: 1 }],
      listVersions: ['TEST 1'],
      assignee: null,
    });
    const ines = { id: 'stf_1', name: 'Ines Almeida' };
    expect((await decide(caseId, 'assign', {})).data).toMatchObject({ status: 'ASSIGNED', assignee: ines });
    const noted = (await decide(caseId, 'note', { text: 'Asked for a passport' }))
      .data as ScreeningCaseResource;
    expect(noted.notes).toMatchObject([{ text: 'Asked for a passport', by: ines }]);
    expect((await decide(caseId, 'clear')).data).toMatchObject({
      status: 'CLEARED',
      history: [
        { status: 'OPEN', by: null },
        { status: 'ASSIGNED', by: ines },
        { status: 'CLEARED', reason: 'Born in another year', by: ines },
      ],
    });
    await production.hearOutcomes();
    expect((await instruction(id)).status).toBe('ACKNOWLEDGED');

    const again = await instruct('Bad Bert');
    await production.hear();
    expect((await instruction(again)).status).toBe('ACKNOWLEDGED');
    provider.listVersion = '2';
    const later = await instruct('Bad Bert');
    await production.hear();
    expect((await instruction(later)).status).toBe('PENDING');
  });

  test('hits are cleared by two, a review without hits by one', async () => {
    const id = await instruct('Bad Bert');
    const subject = {
      type: 'SENDER',
      id: 'if_1',
      clientId: caller.client.id,
      names: [],
      party: null,
    } as const;
    await production.deliver({
      type: 'payments.screening_requested',
      data: {
        subject: { ...subject, dateOfBirth: null, countries: [] },
        client: caller.client,
        receivedCcyCode: null,
      },
    });
    await production.hear();
    const alone = (caseId: string) =>
      payments.operate('POST', `screening/cases/${caseId}/clear`, { reason: 'x' }, 'compliance');
    const ofHit = (await caseOf(id)).id;
    // Between the services it is a problem, which the gateway does not show.
    await expect(alone(ofHit)).rejects.toThrow('status 409');
    expect((await caseOf(id)).status).toBe('OPEN');
    const nameless = await caseOf('if_1');
    expect(nameless.reviewReasons).toEqual(['Nobody is named']);
    await alone(nameless.id);
    expect((await caseOf('if_1')).status).toBe('CLEARED');
  });

  test('what finds nothing later does not go on before the earlier case is decided', async () => {
    const id = await instruct('Bad Bert');
    await production.hear();
    const { id: caseId } = await caseOf(id);
    provider.entries.clear();
    await production.rescreen(id);
    expect((await instruction(id)).status).toBe('PENDING');
    await decide(caseId, 'clear');
    await production.hearOutcomes();
    expect((await instruction(id)).status).toBe('ACKNOWLEDGED');
  });

  test('of two cases about one record, the last decision counts, also if both are decided at once', async () => {
    const id = await instruct('Bad Bert');
    await production.hear();
    provider.listVersion = '2';
    await production.rescreen(id);
    const [one] = await cases(`subject.id == "${id}"`);
    await decide(one!.id, 'clear');
    await production.hearOutcomes();
    expect((await instruction(id)).status).toBe('PENDING');
    provider.listVersion = '3';
    await production.rescreen(id);
    const open = await cases(`AND(subject.id == "${id}",status == "OPEN")`);
    expect(open).toHaveLength(2);
    await Promise.all(open.map((each) => decide(each.id, 'clear')));
    await production.hearOutcomes();
    expect((await instruction(id)).status).toBe('ACKNOWLEDGED');
  });

  test('one that is cleared while its record is compared again goes on only after that', async () => {
    const id = await instruct('Bad Bert');
    await production.hear();
    const { id: caseId } = await caseOf(id);
    provider.listVersion = '2';
    provider.failure = new Error('503');
    await production.rescreen(id);
    await decide(caseId, 'clear');
    await production.hearOutcomes();
    expect((await instruction(id)).status).toBe('PENDING');
    provider.failure = null;
    clock.advance(60_000);
    await production.screen();
    expect((await instruction(id)).status).toBe('PENDING');
    await decide((await caseOf(id)).id, 'clear');
    await production.hearOutcomes();
    expect((await instruction(id)).status).toBe('ACKNOWLEDGED');
  });

  test('a client can cancel its instruction; the case stays, and its decision changes nothing', async () => {
    const id = await instruct('Bad Bert');
    await production.hear();
    await payments.post(`payment-instructions/${id}/cancel`, { reason: 'Not needed' });
    const { id: caseId } = await caseOf(id);
    expect((await decide(caseId, 'block')).data).toMatchObject({ status: 'BLOCKED' });
    await production.hearOutcomes();
    expect((await instruction(id)).status).toBe('CANCELLED');
  });

  test('a payment is SUSPENDED, and sent after the release', async () => {
    const id = await pay('Bad Bert');
    await production.hear();
    await production.releaseJob.turn();
    expect((await payment(id)).statusHistory.at(-1)).toMatchObject({
      subStatus: 'SUSPENDED',
      statusReason: 'The payment is under review.',
    });
    for (const one of await cases()) await decide(one.id, 'clear');
    await production.hearOutcomes();
    await production.releaseJob.turn();
    expect((await payment(id)).statusHistory.at(-1).subStatus).toBe('AUTHORISED');
    expect(await events('funds_requested')).toBe(1);
  });

  test('what is blocked ends, and the client learns nothing of it', async () => {
    const [instructionId, paymentId] = [await instruct('Bad Bert'), await pay('Bad Bert')];
    await production.hear();
    for (const one of await cases()) await decide(one.id, 'block', { reason: 'SECRET: entry 7 of the list' });
    await production.hearOutcomes();
    expect(await instruction(instructionId)).toMatchObject({ status: 'REJECTED' });
    expect(await payment(paymentId)).toMatchObject({ status: 'FAILED', failureReturnedAmount: null });
    const beneficiaries = (await payments.get('beneficiaries')).data as unknown as {
      id: string;
      status: string;
    }[];
    const blocked = beneficiaries.filter(({ status }) => status === 'ARCHIVED');
    expect(blocked).toHaveLength(2);
    const body = await payments.instructionBody({ sellCcyCode: 'EUR', beneficiaryId: blocked[0]!.id });
    const refused = await payments.post('payment-instructions', body, { as: 'production' });
    expect(refused).toMatchObject({ status: 422, problem: { code: 'beneficiary_not_usable' } });
    const published = await payments.db.database.query<{ message: string }>(
      'SELECT message::text FROM events WHERE message IS NOT NULL',
    );
    const seen = JSON.stringify([
      await instruction(instructionId),
      await payment(paymentId),
      beneficiaries,
      refused.problem,
    ]);
    expect(seen).not.toMatch(/secret|entry 7|screen|sanction|compliance|cas_/i);
    expect(JSON.stringify(published)).not.toMatch(/SECRET|entry 7/);
  });

  test('only staff see it, and cases that nobody had to decide are none', async () => {
    await instruct('Good Gus');
    await production.hear();
    expect(await cases()).toEqual([]);
    const [{ id } = { id: '' }] = await payments.db.database.query<{ id: string }>(
      'SELECT screening_id AS id FROM screening LIMIT 1',
    );
    const bodies = { assign: {}, note: { text: 'x' }, clear: { reason: 'x' }, block: { reason: 'x' } };
    for (const command of ['assign', 'note', 'clear', 'block'] as const)
      expect((await decide(id, command, bodies[command])).status).toBe(404);
  });
});

describe('before it is sent', () => {
  test('an instruction is compared again after a day, or when its beneficiary has changed', async () => {
    const id = await instruct('Good Gus', { paymentDate: '2026-11-23' });
    await production.hear();
    await production.hear();
    expect((await instruction(id)).status).toBe('FILLED');
    clock.advance(3 * 86_400_000);
    provider.entries.set('9', 'Good Gus');
    await production.releaseJob.turn();
    await production.screen();
    await production.releaseJob.turn();
    expect([await events('funds_requested'), (await caseOf(id)).status]).toEqual([0, 'OPEN']);
    const { beneficiary } = await instruction(id);
    await payments.put(`beneficiaries/${beneficiary.id}`, named('Changed Chris'), { as: 'production' });
    await decide((await caseOf(id)).id, 'clear');
    await production.hearOutcomes();
    expect(await events('funds_requested')).toBe(0);
    await production.hear();
    expect(await events('funds_requested')).toBe(1);
    expect(provider.asked.at(-1)?.names).toContain('Changed Chris');
    clock.advance(-3 * 86_400_000);
  });

  test('a beneficiary with an open case holds its filled instructions, and ends them if it is blocked', async () => {
    const id = await instruct('Good Gus');
    await production.hear();
    await production.hear();
    const { beneficiary } = await instruction(id);
    provider.entries.set('9', 'Good Gus');
    await production.rescreen(beneficiary.id);
    await production.releaseJob.turn();
    expect(await events('funds_requested')).toBe(0);
    await decide((await caseOf(beneficiary.id)).id, 'block');
    await production.hearOutcomes();
    await production.releaseJob.turn();
    expect((await instruction(id)).status).toBe('FAILED');
  });
});

describe('a provider that', () => {
  test('fails holds what waits, is called again ever more slowly, and health says so', async () => {
    provider.failure = new Error('503 from the provider');
    const id = await instruct('Good Gus');
    await production.hear();
    const asked = provider.asked.length;
    await production.screen();
    expect([provider.asked.length, (await instruction(id)).status]).toEqual([asked, 'PENDING']);
    await expect(production.health.screening!()).rejects.toThrow(/3 wait since .*503 from the provider/);
    clock.advance(30_001);
    await production.screen();
    expect(provider.asked.length).toBe(2 * asked);
    clock.advance(30_001);
    await production.screen();
    expect(provider.asked.length).toBe(2 * asked);
    provider.failure = null;
    clock.advance(30_000);
    await production.screen();
    expect((await instruction(id)).status).toBe('ACKNOWLEDGED');
    await production.health.screening!();
  });

  test('responds late, after another process has asked as well, counts once', async () => {
    const responses: (() => void)[] = [];
    const hanging = new TestProvider();
    hanging.screen = (subject) =>
      new Promise((resolve) =>
        responses.push(() => resolve(TestProvider.prototype.screen.call(provider, subject))),
      );
    const slow = new Production(payments, caller, clock, hanging);
    const id = await instruct('Bad Bert');
    await production.hearFacts();
    await slow.screeningJob.turn();
    await until(() => responses.length === 3);
    await production.screen();
    expect((await instruction(id)).status).toBe('PENDING'); // the other process has the lease
    clock.advance(120_001);
    await production.screen();
    expect((await instruction(id)).status).toBe('ACKNOWLEDGED');
    provider.entries.set('7', 'Bad Bert');
    for (const respond of responses) respond();
    await slow.screeningJob.idle();
    expect([await cases(), await events('passed'), await events('opened')]).toEqual([[], 3, 0]);
  });
});

test('several are compared at once, and each is asked about once', async () => {
  for (let n = 0; n < 10; n++) await instruct(`Good Gus ${n}`);
  await production.hearFacts();
  const other = new Production(payments, caller, clock, provider);
  await Promise.all(
    [production, other].map(({ screeningJob }) => screeningJob.turn().then(() => screeningJob.idle())),
  );
  expect(provider.asked).toHaveLength(30);
  expect(new Set(provider.asked.map(({ id }) => id)).size).toBe(30);
});

test('a client that was blocked is cleared by two, and so is money for it', async () => {
  provider.entries.set('1', 'Evil Ltd');
  const named = { name: 'Evil Ltd', isPerson: false, countryCode: 'GB' };
  const client = { id: 'cli_evil', name: 'Evil Ltd' };
  await production.deliver({ type: 'client.created', data: { clientId: client.id, ...named } });
  const receive = async (id: string, names: string[]) => {
    const subject = { type: 'SENDER', id, clientId: client.id, names, party: null } as const;
    await production.deliver({
      type: 'payments.screening_requested',
      data: { subject: { ...subject, dateOfBirth: null, countries: [] }, client, receivedCcyCode: 'GBP' },
    });
    await production.screen();
  };
  await receive('if_1', []);
  const { id } = await caseOf(client.id);
  await decide(id, 'block');
  await receive('if_2', ['Good Gus']);
  // A change of its details ends no block.
  await production.deliver({
    type: 'client.changed',
    data: { clientId: client.id, ...named, name: 'Mild Ltd' },
  });
  await production.screen();
  await receive('if_3', ['Good Gus']);
  const alone = (caseId: string) =>
    payments.operate('POST', `screening/cases/${caseId}/clear`, { reason: 'x' }, 'compliance');
  for (const waits of [id, (await caseOf('if_1')).id, (await caseOf('if_2')).id, (await caseOf('if_3')).id])
    await expect(alone(waits)).rejects.toThrow('status 409');
  expect((await decide(id, 'clear')).data).toMatchObject({
    status: 'CLEARED',
    history: [{ status: 'OPEN' }, { status: 'BLOCKED' }, { status: 'CLEARED' }],
  });
  await alone((await caseOf('if_1')).id);
  expect((await caseOf('if_1')).status).toBe('CLEARED');
});

test.each([
  ['\u200b\u200b', 'Nobody is named'],
  ['...', 'Nobody is named'],
  ['\u202egnidarT norI', 'A name has characters that are not shown, or change the direction of the text'],
  ['Good\u0007 Gus', 'A name has characters that are not shown, or change the direction of the text'],
])('what is paid to %j is reviewed', async (name, reason) => {
  const { individual, bankAccount } = anna as Record<string, object>;
  const of = { ...individual, firstName: name, lastName: name };
  const account = { ...bankAccount, accountHolderName: name };
  const payee = { ...anna, displayName: name, individual: of, bankAccount: account };
  const beneficiaryId = await payments.beneficiaryId(payee, 'production');
  const body = await payments.instructionBody({ sellCcyCode: 'EUR', beneficiaryId });
  const { data } = await payments.post('payment-instructions', body, { as: 'production' });
  await production.hear();
  expect(await caseOf((data as { id: string }).id)).toMatchObject({
    kind: 'REVIEW',
    reviewReasons: [reason],
  });
});

test('clients and senders are compared when others say who they are', async () => {
  provider.entries.set('1', 'Evil Ltd');
  const client = { clientId: 'cli_evil', name: 'Evil Ltd', isPerson: false, countryCode: 'GB' };
  for (let n = 0; n < 2; n++) await production.deliver({ type: 'client.created', data: client });
  const subject = {
    type: 'SENDER',
    id: 'if_1',
    clientId: 'cli_1',
    names: [],
    party: null,
    dateOfBirth: null,
    countries: [],
  } as const;
  await production.deliver({
    type: 'payments.screening_requested',
    data: { subject, client: { id: 'cli_1', name: 'Acme Ltd' }, receivedCcyCode: 'GBP' },
  });
  await production.screen();
  expect((await cases()).map(({ kind, subject: { type } }) => `${type} ${kind}`).sort()).toEqual([
    'CLIENT HIT',
    'SENDER REVIEW',
  ]);
});
