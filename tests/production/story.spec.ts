import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { Api } from '../support/api.js';
import { becomes } from '../support/becomes.js';
import { Databases } from '../support/composition/databases.js';
import { violationsInBooks } from '../support/composition/invariants.js';
import { instructionFor } from '../support/instruction.js';
import { paymentFor } from '../support/payment.js';
import { ProductionSystem } from '../support/production-system.js';
import {
  type Person,
  type Staff,
  approved,
  approvedWhile,
  asked,
  done,
  hireStaff,
  logIn,
} from '../support/production-staff.js';
import { Receiver } from '../support/receiver.js';
import { mutations } from '../support/routes.js';
import { germanCompany } from '../support/system.js';
import { events, irina, iron, klein, sanctions } from './parties.js';

/**
 * Two days of a company that runs Corridor (production.md), over HTTP alone, as its staff, a client with two users, and the client's
 * program that receives webhooks see them. Their bank is a program of its own, which exchanges files with Corridor. Each test is a chapter
 * and goes on from the one before. The bank is killed meanwhile, in the distributed composition services are as well, and the story ends
 * the same.
 */

let system: ProductionSystem;
let staff: Staff;
let receiver: Receiver;
let clientId: string;
let maker: Person;
let checker: Person;
let webhookSecret: string;
/** Ids, by the beneficiary. */
const beneficiaries: Record<string, string> = {};
const instructions: Record<string, string> = {};
const payments: Record<string, string> = {};

beforeAll(async () => {
  system = await ProductionSystem.start('production-story', 'files');
  receiver = await Receiver.start(system.tls);
});
afterAll(async () => {
  await system?.stop();
  await receiver?.close();
});

// -- What the chapters say

let isTold = true;
/** One that has failed ends the story. */
function chapter(name: string, told: () => Promise<void>): void {
  test(name, async () => {
    if (!isTold) throw new Error('an earlier chapter has failed');
    isTold = false;
    await told();
    isTold = true;
  });
}

const view = async (path: string) => done(await checker.api.get(`/v1/${path}`));
const q = (query: string) => `q=${encodeURIComponent(query)}`;

/** Undefined as long as the record is not there. */
const statusOf = (path: string) => async () =>
  (await checker.api.get(`/v1/${path}`)).body.data?.status as string | undefined;
const balances = async () => {
  const wallets: { ccyCode: string; balance: { value: number } }[] = await view('wallets');
  return Object.fromEntries(wallets.map(({ ccyCode, balance }) => [ccyCode, balance.value]));
};

async function everybodyLogsIn(): Promise<void> {
  await Promise.all(Object.values(staff).map((person) => logIn(system.url, person)));
  for (const user of [maker, checker]) await logIn(system.url, user, '/v1/auth/token');
}

/** `COMPLETED` when the bank has executed a payment. */
const reachedBy = (id: string) => async () => (await view(`payments/${id}`)).statusHistory.at(-1).subStatus;
/** Under which the bank knows a payment. */
const referenceOf = (id = '') => id.slice(-16);

const instruct = async (by: Person, name: string, more: object = {}) =>
  done(
    await by.api.post(
      '/v1/payment-instructions',
      instructionFor(beneficiaries[name] ?? '', { paymentDate: system.date(1), ...more }),
    ),
  );

const caseOf = async (subjectId: string) => {
  const found = done(
    await staff.Carla.api.get(`/operator/v1/screening/cases?${q(`subject.id == "${subjectId}"`)}`),
  );
  return found[0];
};

/** The webhooks about a record, as often as they came, signed with the secret of the subscription. */
const webhooksAbout = (id: string): string[] =>
  receiver.received
    .filter(({ text, headers }) => {
      const [webhookId, timestamp, signature] = ['id', 'timestamp', 'signature'].map(
        (name) => headers[`webhook-${name}`] as string,
      );
      const sentOn = new Date(Number(timestamp) * 1_000);
      expect(signature).toBe(new Webhook(webhookSecret).sign(webhookId ?? '', sentOn, text));
      return text.includes(id);
    })
    .map(({ body }) => body.eventType as string);

// -- The first day

chapter(
  'the key of the operator creates the first administrator, who hires all others with a second person',
  async () => {
    staff = await hireStaff(system.url, system.operatorKey);
    const byKey = new Api(system.url, { 'x-operator-key': system.operatorKey });
    expect((await byKey.post('/operator/v1/staff', {})).status).toBe(401);
    const { api } = staff.Ines;
    expect(done(await api.get('/operator/v1/auth/who-am-i')).environment).toEqual({ name: 'PRODUCTION' });
    const alone = { roles: ['administrator', 'compliance'] };
    const { id } = done(await api.get(`/operator/v1/staff?${q('firstName == "Nora"')}`))[0];
    const approval = asked(await api.put(`/operator/v1/staff/${id}/roles`, alone));
    const refused = await api.post(`/operator/v1/approvals/${approval}/approve`);
    expect([refused.status, refused.body.code]).toEqual([409, 'second_person_required']);
    done(await staff.Omar.api.post(`/operator/v1/approvals/${approval}/reject`, { reason: 'She is new' }));
  },
);

chapter('compliance imports a sanctions list', async () => {
  writeFileSync(join(system.lists, 'un.xml'), sanctions);
  const { api } = staff.Carla;
  done(await api.post('/operator/v1/screening/lists', { list: 'UN', files: ['un.xml'] }));
  await becomes(
    async () =>
      done(await api.get('/operator/v1/screening/lists')).map((one: any) => [one.status, one.counts?.total]),
    [['IMPORTED', 2]],
  );
});

chapter('a client comes, with a maker and a checker, and gets credit', async () => {
  const { api } = staff.Nora;
  const client = {
    ...{ name: 'Blue Harbour Ltd', code: 'BLUE', clientType: 'Business', settings: { baseCcy: 'GBP' } },
    address: { lines: ['1 High Street'], city: 'London', postalCode: 'E1 1AA', countryCode: 'GB' },
  };
  clientId = done(await api.post('/operator/v1/clients', client)).id;
  const user = async (firstName: string): Promise<Person> => {
    const login = { email: `${firstName}@blue.example`, password: `what Corridor lets ${firstName} choose` };
    const body = { firstName, lastName: 'Blue', ...login };
    const { id } = await approved(api.post(`/operator/v1/clients/${clientId}/users`, body), staff.Noah);
    const person = { id, name: `${firstName} Blue`, ...login, api: new Api(system.url, {}) };
    await logIn(system.url, person, '/v1/auth/token');
    return person;
  };
  const rightsOf = (person: Person, rights: object) =>
    api.put(`/operator/v1/users/${person.id}/approval`, rights);
  maker = await user('Mia');
  const limit = { ccyCode: 'GBP', value: 1_000 };
  done(await rightsOf(maker, { makerLimit: limit, isChecker: false, checkerLimit: null }));
  checker = await user('Chloe');
  await approved(rightsOf(checker, { makerLimit: null, isChecker: true, checkerLimit: null }), staff.Noah);
  const { Felix, Fiona } = staff;
  const deposits = { percent: 10, hours: 2, topUpPercent: null };
  const limits = { clientExposure: 50_000, maximumDeal: 200_000, deposits };
  await approved(Felix.api.put(`/operator/v1/dealing/limits/${clientId}`, limits), Fiona);
});

chapter('its program subscribes to webhooks, by https alone', async () => {
  const { port } = new URL(receiver.url);
  const subscription = (targetUrl: string) =>
    checker.api.post('/v1/webhook-subscriptions', { targetPlatform: 'ERP', targetUrl, events });
  for (const target of [receiver.url, `http://127.0.0.1:${port}/hooks`, 'http://example.com/hooks'])
    expect((await subscription(target)).body.errors?.[0]?.pointer).toBe('#/targetUrl');
  webhookSecret = done(await subscription(system.webhookUrl(Number(port)))).signingSecret;
});

chapter('money arrives at a collection account that the bank has issued', async () => {
  const { bank } = system;
  const { Olga, Oscar } = staff;
  const file = await bank.told('allocate', { currency: '*', count: '2' });
  const csv = readFileSync(join(bank.folder, file), 'utf8');
  await approved(Olga.api.post('/operator/v1/bank/collection-accounts/import', { csv }), Oscar);
  for (const ccyCode of ['GBP', 'EUR']) done(await checker.api.post('/v1/wallets', { ccyCode }));
  await becomes(async () => (await view('wallets/GBP')).collectionAccounts.length > 0, true);
  // From now on two processes share the folder of the bank.
  await system.replicates('payments');
  const { accountNumber: to } = (await view('wallets/GBP')).collectionAccounts.at(-1);
  const sender = { from: 'Harbour Customers plc', fromCountry: 'GB' };
  await bank.told('credit', { to, currency: 'GBP', amount: '100000', ...sender });
  await becomes(async () => (await view('inbound-funds'))[0]?.status, 'CREDITED');
  const [{ id, sender: shown }] = await view('inbound-funds');
  expect(shown.name).toBe(sender.from);
  await becomes(balances, { GBP: 100_000, EUR: 0 });
  await becomes(async () => webhooksAbout(id), expect.arrayContaining(['inbound_funds.credited']));
});

chapter('a quote is a firm price, and the client has it to the cent', async () => {
  const order = { sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'BUY', amount: 10_000 };
  const terms = { ...order, valueDate: system.date() };
  const quote = done(await checker.api.post('/v1/quotes', terms));
  expect(quote).toMatchObject({ status: 'ACTIVE', sellAmount: { ccyCode: 'GBP', value: 8_501 } });
  const { id } = done(await checker.api.post('/v1/conversions', { ...terms, quoteId: quote.id }));
  const again = await checker.api.post('/v1/conversions', { ...terms, quoteId: quote.id });
  expect([again.status, again.body.code]).toEqual([409, 'quote_used']);
  await becomes(statusOf(`conversions/${id}`), 'EXCHANGED');
  expect(await balances()).toEqual({ GBP: 91_499, EUR: 10_000 });
  await becomes(
    async () => webhooksAbout(id),
    expect.arrayContaining(['conversion.booked', 'conversion.exchanged']),
  );
});

chapter('nothing is booked beyond the limits of the client', async () => {
  const order = { sellCcyCode: 'USD', buyCcyCode: 'EUR', fixedSide: 'BUY' };
  for (const [amount, code] of [
    [60_000, 'exposure_limit_exceeded'],
    [250_000, 'deal_limit_exceeded'],
  ] as const) {
    const refused = await checker.api.post('/v1/conversions', { ...order, amount });
    expect([refused.status, refused.body.code]).toEqual([422, code]);
  }
});

chapter('a name that hits is held, and cleared by two people', async () => {
  beneficiaries['Irina'] = done(await maker.api.post('/v1/beneficiaries', irina)).id;
  const held = await instruct(maker, 'Irina', { amount: 300 });
  await becomes(async () => (await caseOf(held.id))?.status, 'OPEN');
  expect((await caseOf(held.id)).hits).toMatchObject([{ list: 'UN', entryId: 'TSi.001' }]);
  expect((await view(`payment-instructions/${held.id}`)).status).toBe('PENDING');
  const { Carla, Cedric } = staff;
  for (const subject of [beneficiaries['Irina'] ?? '', held.id]) {
    const path = `/operator/v1/screening/cases/${(await caseOf(subject)).id}`;
    done(await Carla.api.post(`${path}/assign`));
    const clearing = await Carla.api.post(`${path}/clear`, { reason: 'Born in 1990, of another country' });
    expect(clearing.body.data.effect).toMatch(/^Clears “.+” \(\w+\) of “.+” \(cli_\w+\): “.+” on UN, score /);
    await approved(Promise.resolve(clearing), Cedric);
    expect((await caseOf(subject)).status).toBe('CLEARED');
  }
  await becomes(statusOf(`payment-instructions/${held.id}`), 'FILLED');
  instructions['Irina'] = held.id;
});

chapter('one that is blocked is paid nothing, and nobody tells the client why', async () => {
  beneficiaries['Iron'] = done(await maker.api.post('/v1/beneficiaries', iron)).id;
  const held = await instruct(maker, 'Iron', { amount: 400 });
  await becomes(async () => (await caseOf(held.id))?.status, 'OPEN');
  for (const subject of [held.id, beneficiaries['Iron'] ?? '']) {
    const path = `/operator/v1/screening/cases/${(await caseOf(subject)).id}`;
    done(await staff.Carla.api.post(`${path}/block`, { reason: 'It is the company on the list' }));
  }
  await becomes(statusOf(`payment-instructions/${held.id}`), 'REJECTED');
  const { statusHistory } = await view(`payment-instructions/${held.id}`);
  expect(statusHistory.at(-1).statusReason).toBe('The beneficiary cannot be paid.');
  await becomes(statusOf(`beneficiaries/${beneficiaries['Iron']}`), 'ARCHIVED');
  const paymentDate = system.date(1);
  const refused = await maker.api.post(
    '/v1/payments',
    paymentFor(beneficiaries['Iron'] ?? '', { paymentDate }),
  );
  expect([refused.status, refused.body.code]).toEqual([422, 'beneficiary_not_usable']);
  await becomes(async () => webhooksAbout(held.id), expect.arrayContaining(['payment_instruction.rejected']));
});

chapter('an instruction over the limit of the maker waits for the checker', async () => {
  beneficiaries['Muster'] = done(await maker.api.post('/v1/beneficiaries', germanCompany)).id;
  const { id, authorisation } = await instruct(maker, 'Muster', { amount: 2_000 });
  expect(authorisation.status).toBe('AWAITING_AUTHORISATION');
  const path = `/v1/payment-instructions/${id}`;
  expect((await maker.api.post(`${path}/approve`)).body.code).toBe('checker_required');
  expect(await caseOf(id)).toBeUndefined();
  done(await checker.api.post(`${path}/approve`));
  await becomes(statusOf(`payment-instructions/${id}`), 'FILLED');
  const { authorisation: decision, statusHistory } = await view(`payment-instructions/${id}`);
  expect(decision).toMatchObject({ status: 'APPROVED', by: { name: 'Chloe Blue' } });
  expect(statusHistory.map(({ status }: { status: string }) => status)).toEqual([
    'PENDING',
    'ACKNOWLEDGED',
    'FILLED',
  ]);
  instructions['Muster'] = id;
});

chapter('a payment to a small beneficiary needs no checker', async () => {
  beneficiaries['Klein'] = done(await maker.api.post('/v1/beneficiaries', klein)).id;
  const body = paymentFor(beneficiaries['Klein'] ?? '', { paymentDate: system.date(1) });
  payments['Klein'] = done(await maker.api.post('/v1/payments', body)).id;
  await becomes(statusOf(`payments/${payments['Klein']}`), 'READY_TO_SEND');
});

// -- The second day

chapter('in the morning what is due is sent, and the bank executes, rejects and returns it', async () => {
  await system.bank.told('rule', { effect: 'reject', account: klein.bankAccount.iban });
  system.setClock('2027-03-03T08:00:00Z');
  await everybodyLogsIn();
  for (const name of ['Irina', 'Muster']) {
    await becomes(statusOf(`payment-instructions/${instructions[name]}`), 'SENT');
    payments[name] = (await view(`payment-instructions/${instructions[name]}`)).linkedPaymentId;
  }
  await system.fails('payments');
  await becomes(reachedBy(payments['Irina'] ?? ''), 'COMPLETED');
  await system.bank.fails();
  const back = { amount: '290', code: 'BE01' };
  await system.bank.told('return', { reference: referenceOf(payments['Irina']), ...back });
  await becomes(statusOf(`payments/${payments['Klein']}`), 'FAILED');
  await becomes(statusOf(`payments/${payments['Irina']}`), 'FAILED');
  // The maker sold GBP 255.03 and 1,700.20 for EUR 300 and 2,000.
  await becomes(balances, { GBP: 89_543.77, EUR: 10_290 });
  for (const [name, last] of [
    ['Muster', 'payment.completed'],
    ['Klein', 'payment.failed'],
    ['Irina', 'payment.failed'],
  ] as const)
    await becomes(async () => webhooksAbout(payments[name] ?? ''), expect.arrayContaining([last]));
});

chapter(
  'dealers give the client a margin, which its prices have from then on, and a bound for what moves',
  async () => {
    const { Dana, David } = staff;
    const rules = [{ ccyPair: 'EURUSD', basisPoints: 100 }];
    const plan = { name: 'Dollars', basisPoints: 0, rules, maximumSlippage: 50 };
    const { id: marginPlanId } = await approvedWhile(
      Dana.api.post('/operator/v1/dealing/margin-plans', plan),
      David,
      () => system.fails('gateway'),
    );
    const path = `/operator/v1/dealing/client-margin-plans/${clientId}`;
    await approved(Dana.api.put(path, { marginPlanId }), David);
    const order = { sellCcyCode: 'USD', buyCcyCode: 'EUR', fixedSide: 'BUY', amount: 1_000 };
    const sold = async () => done(await checker.api.post('/v1/quotes', order)).sellAmount.value;
    await becomes(sold, 1_090.9); // USD 1,080.10 and 1 %
  },
);

chapter('a rate that is too old is not sold', async () => {
  const order = { sellCcyCode: 'GBP', buyCcyCode: 'CHF', fixedSide: 'SELL', amount: 100 };
  const notQuoted = async () =>
    (await checker.api.get('/v1/rates?ccyPairs=GBPCHF')).body.meta.notQuoted.length > 0;
  expect(await notQuoted()).toBe(false);
  system.closeMarket();
  system.setClock('2027-03-03T08:12:00Z');
  await becomes(notQuoted, true);
  await becomes(async () => (await checker.api.post('/v1/conversions', order)).body.code, 'rate_unavailable');
  const causes = async () =>
    done(await staff.Dana.api.get('/operator/v1/dealing/halts')).map((one: any) => one.cause);
  await becomes(causes, expect.arrayContaining(['STALE']));
  system.openMarket();
  await becomes(notQuoted, false);
  expect(await balances()).toEqual({ GBP: 89_543.77, EUR: 10_290 });
});

chapter('a suspended client reads, and orders nothing', async () => {
  const path = `/operator/v1/clients/${clientId}`;
  done(await staff.Carla.api.post(`${path}/suspend`, { reason: 'Its documents have expired' }));
  const refused = await checker.api.post('/v1/wallets', { ccyCode: 'USD' });
  expect([refused.status, refused.body.code]).toEqual([403, 'client_suspended']);
  expect(await balances()).toEqual({ GBP: 89_543.77, EUR: 10_290 });
  done(await staff.Olga.api.post(`${path}/resume`));
  expect((await checker.api.post('/v1/wallets', { ccyCode: 'USD' })).status).toBe(200);
});

chapter('a forward whose deposit is missed is closed out, and the client has the loss', async () => {
  const order = { sellCcyCode: 'GBP', buyCcyCode: 'USD', fixedSide: 'SELL', amount: 10_000 };
  const forward = { ...order, valueDate: system.date(60) };
  const { id, deposit } = done(await checker.api.post('/v1/conversions', forward));
  expect(deposit).toMatchObject({ status: 'AWAITING_DEPOSIT', amount: { ccyCode: 'GBP', value: 1_000 } });
  const { charge } = done(await checker.api.post(`/v1/conversions/${id}/cancellation-quote`));
  expect(charge).toMatchObject({ ccyCode: 'GBP', value: expect.any(Number) });
  system.setClock('2027-03-03T11:00:00Z');
  await everybodyLogsIn();
  await becomes(statusOf(`conversions/${id}`), 'CANCELLED');
  const GBP = Math.round((89_543.77 - charge.value) * 100) / 100;
  await becomes(balances, { GBP, EUR: 10_290, USD: 0 });
  await becomes(async () => webhooksAbout(id), expect.arrayContaining(['conversion.cancelled']));
});

chapter(
  'a price that has moved waits for the client, and what it accepts leaves on the same day',
  async () => {
    const { GBP = 0, ...others } = await balances();
    const ordered = await instruct(maker, 'Muster', { amount: 2_000, paymentDate: system.date() });
    expect(ordered.indicativePrice.rate).toBe(0.8501);
    system.moveMarket('GBP', '0.8599', '0.8601');
    const order = { sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'BUY', amount: 1_000 };
    await becomes(async () => done(await checker.api.post('/v1/quotes', order)).sellAmount.value, 860.1);
    const path = `payment-instructions/${ordered.id}`;
    done(await checker.api.post(`/v1/${path}/approve`));
    await becomes(async () => (await view(path)).newPrice?.status, 'AWAITING_CONSENT');
    const { status, newPrice, statusHistory } = await view(path);
    expect([status, newPrice.price.rate]).toEqual(['ACKNOWLEDGED', 0.8601]);
    expect(statusHistory.at(-1).statusReason).toMatch(/^Not filled yet: the price is worse than/);
    const waiting = done(await staff.Dana.api.get('/operator/v1/dealing/moved-prices'));
    expect(waiting.map(({ id }: { id: string }) => id)).toEqual([ordered.id]);
    await system.fails('payments');

    const accept = (rate: number) => checker.api.post(`/v1/${path}/accept-price`, { rate });
    await becomes(async () => (await accept(ordered.indicativePrice.rate)).body.code, 'price_moved');
    done(await accept(newPrice.price.rate));
    await becomes(statusOf(path), 'SENT');
    await becomes(reachedBy((await view(path)).linkedPaymentId), 'COMPLETED');
    await becomes(balances, { ...others, GBP: Math.round((GBP - 1_720.2) * 100) / 100 });
    expect((await view(path)).actualPrice.rate).toBe(0.8601);
    system.moveMarket('GBP', '0.8499', '0.8501');
  },
);

chapter('who leaves the client is locked out at once, with their programs', async () => {
  const key = { label: 'ERP' };
  const byStaff = await staff.Nora.api.post(`/operator/v1/users/${maker.id}/api-keys`, key);
  expect(byStaff.body.code).toBe('second_person_required');
  const { secret } = done(await maker.api.post('/v1/api-keys', key));
  const program = new Api(system.url, { 'x-api-key': secret });
  expect((await program.get('/v1/wallets')).status).toBe(200);
  done(await staff.Nora.api.post(`/operator/v1/users/${maker.id}/disable`, { revokeApiKeys: true }));
  for (const api of [maker.api, program]) expect((await api.get('/v1/wallets')).status).toBe(401);
  const { email, password } = maker;
  const login = await new Api(system.url, {}).post('/v1/auth/token', { email, password }, { key: null });
  expect(login.status).toBe(401);
  expect((await checker.api.get('/v1/wallets')).status).toBe(200);
});

chapter('nobody has found a simulator', async () => {
  const { api } = checker;
  for (const { route } of mutations.filter((one) => one.route.startsWith('/v1/simulators/'))) {
    const { status, body } = await api.post(route.replace(':id', 'pi_1'), {});
    expect([route, status, body.code]).toEqual([route, 404, 'not_found']);
  }
});

chapter('each wallet is what its transactions say', async () => {
  const of = async (ccyCode: string) => {
    const rows: { wallet: { ccyCode: string }; signedAmount: { value: number } }[] =
      await view('transactions?limit=1000');
    const cents = rows
      .filter(({ wallet }) => wallet.ccyCode === ccyCode)
      .map(({ signedAmount }) => Math.round(signedAmount.value * 100));
    return cents.reduce((sum, one) => sum + one, 0) / 100;
  };
  const summed = { GBP: await of('GBP'), EUR: await of('EUR'), USD: await of('USD') };
  expect(summed).toEqual(await balances());
});

chapter(
  'one id tells the story of a payment, to staff with its cases, to the client without them',
  async () => {
    const byStaff = async (id = '') => done(await staff.Olga.api.get(`/operator/v1/timeline/${id}`));
    const typesOf = ({ events }: any): string[] => events.map(({ type }: any) => type);
    const { Irina } = payments;
    await becomes(async () => typesOf(await byStaff(Irina)), expect.arrayContaining(['payment.failed']));
    const { events: all, whereTheMoneyIs } = await byStaff(instructions['Irina']);
    expect(whereTheMoneyIs).toBe(
      'The payment failed (The name does not match the account): EUR 290.00 is back in the EUR wallet, and the banks have kept EUR 10.00; nothing follows.',
    );
    const told = [...new Set<string>(all.map(({ service }: any) => service))];
    expect(told.toSorted()).toEqual(['conversions', 'gateway', 'ledger', 'payments']);
    expect(typesOf({ events: all })).toEqual(
      expect.arrayContaining(['screening.hit', 'payments.submission_reported']),
    );
    for (const id of [all[0].requestId, all[0].traceId])
      expect(typesOf(await byStaff(id))).toContain('payment_instruction.pending');
    const own = await view(`timeline/${Irina}`);
    expect(own.whereTheMoneyIs).toBe(whereTheMoneyIs);
    expect(JSON.stringify(own)).not.toMatch(/screening|stf_|Carla|Cedric|Olga|Oscar/);
  },
);

chapter('the bank ends its day, and its statements say what the books say', async () => {
  await system.bank.told('end-of-day');
  const books = async (path: string) => done(await staff.Felix.api.get(`/operator/v1/books/${path}`));
  const statements = async () =>
    (await books('bank-statements')).map(({ ccyCode, day, status }: any) => `${day} ${ccyCode} ${status}`);
  // On the first day only pounds were booked.
  await becomes(
    async () => (await statements()).sort(),
    [
      '2027-03-02 GBP RECONCILED',
      ...['EUR', 'GBP', 'USD'].map((ccyCode) => `2027-03-03 ${ccyCode} RECONCILED`),
    ],
  );
  expect(await books('breaks')).toEqual([]);
  const orders = [...system.bank.state.orders.values()].map(({ order, status }) => [order.reference, status]);
  const expected = { Irina: 'RETURNED', Muster: 'EXECUTED', Klein: 'REJECTED' };
  for (const [name, status] of Object.entries(expected))
    expect(orders).toContainEqual([referenceOf(payments[name]), status]);
  expect(orders).toHaveLength(4);
});

chapter('nothing is wrong with the books, the messages and the processes', async () => {
  const databases = new Databases(system.databaseUrl);
  await becomes(() => violationsInBooks(databases), {});
  await databases.close();
  expect(system.composition?.endedUnexpectedly ?? []).toEqual([]);
});
