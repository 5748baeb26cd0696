import type { Api } from '../support/api.js';
import { createAndMove, instructionFor, simulate } from '../support/instruction.js';
import { type Records, recordsOf } from '../support/records.js';
import * as resource from './02-resource-tables.js';
import type { Shape } from '../support/shape.js';
import { type TestClient, fundedClient, germanCompany, newClient } from '../support/system.js';

/** The public records match interface-spec section 2: exactly the fields, each with its type. */

const american = {
  beneficiaryType: 'INDIVIDUAL',
  individual: { firstName: 'Grace', lastName: 'Hopper', dateOfBirth: '1906-12-09' },
  email: 'grace@example.com',
  address: { lines: ['1 Navy Yard'], city: 'Arlington', state: 'VA', postalCode: '22201', countryCode: 'US' },
  identificationType: 'PASSPORT',
  identificationValue: 'X1',
  bankAccount: {
    bankName: 'Chase',
    bankAddress: ['270 Park Avenue', 'New York'],
    bankCountryCode: 'US',
    ccyCode: 'USD',
    accountNumber: '123456789',
    accountHolderName: 'Grace Hopper',
    bicSwiftCode: 'CHASUS33',
    routingCodeType1: 'ABA',
    routingCode1: '021000021',
    accountType: 'CHECKING',
  },
};

type Client = TestClient & { readonly beneficiaryId: string };
let client: Client;
let api: Api;
let ids: Records;

beforeAll(async () => {
  client = await fundedClient({ GBP: 10_000, EUR: 100 });
  ({ api } = client);
  const individual = (await api.post('/v1/beneficiaries', american)).body.data.id as string;
  const toAmerica = instructionFor(individual, { buyCcyCode: 'USD', fixedSide: 'SELL', metadata: 'order 7' });
  await createAndMove(api, toAmerica, 'acknowledge', 'fill', 'send');
  await createAndMove(api, instructionFor(client.beneficiaryId), 'reject');
  await createAndMove(api, instructionFor(client.beneficiaryId), 'acknowledge', 'fill', 'fail');
  for (const outcome of ['PENDING', 'REJECT'])
    await api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 1, outcome });
  ids = await recordsOf(client);
});

const read = async (path: string) => (await api.get(`/v1/${path}`)).body.data;
const issues = (shape: Shape, value: unknown) => shape(value, '#');

it('differences are detected', () => {
  const money = { ccyCode: 'GBP', value: 1 };
  const sound = { id: `wal_${'0'.repeat(26)}`, ccyCode: 'GBP', balance: money, pendingBalance: money };
  const whole = { ...sound, isFavourite: false, collectionAccounts: [] };
  expect(issues(resource.listedWallet, whole)).toEqual([]);
  expect(issues(resource.listedWallet, { ...whole, client: null })).toEqual(['#/client: one field too many']);
  expect(issues(resource.listedWallet, { ...sound, isFavourite: false })).toEqual([
    '#/collectionAccounts: missing',
  ]);
  for (const wrong of [
    { id: 'wal_1' },
    { id: sound.id.replace('wal', 'pi') },
    { ccyCode: 'XYZ' },
    { isFavourite: null },
    { balance: { ...money, value: 0.001 } },
    { balance: { ...money, value: '1' } },
    { collectionAccounts: {} },
    { collectionAccounts: [null] },
  ])
    expect(issues(resource.listedWallet, { ...whole, ...wrong })).toHaveLength(1);
});

describe('the view of', () => {
  it.each<[string, () => string, Shape]>([
    ['a payment instruction', () => `payment-instructions/${ids.instruction}`, resource.paymentInstruction],
    ['a wallet', () => `wallets/${ids.wallet}`, resource.wallet],
    ['a wallet by its currency', () => 'wallets/EUR', resource.wallet],
    ['a payment', () => `payments/${ids.payment}`, resource.payment],
    ['a beneficiary', () => `beneficiaries/${client.beneficiaryId}`, resource.beneficiary],
    ['a beneficiary snapshot', () => `beneficiary-snapshots/${ids.snapshot}`, resource.beneficiarySnapshot],
    ['inbound funds', () => `inbound-funds/${ids.funds}`, resource.inboundFunds],
    ['a transaction', () => `transactions/${ids.transaction}`, resource.transaction],
    ['a conversion', () => `conversions/${ids.conversion}`, resource.conversion],
    [
      'a webhook subscription',
      () => `webhook-subscriptions/${ids.subscription}`,
      resource.webhookSubscription,
    ],
    [
      'a webhook notification',
      () => `webhook-notifications/${ids.notification}`,
      resource.webhookNotification,
    ],
    ['who I am', () => 'auth/who-am-i', resource.identity],
  ])('%s', async (_, path, shape) => {
    const reply = await api.get(`/v1/${path()}`);
    expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['data']]);
    expect(issues(shape, reply.body.data)).toEqual([]);
  });
});

describe('the list of', () => {
  it.each<[string, Shape, number, string?]>([
    ['payment-instructions', resource.paymentInstruction, 4],
    ['wallets', resource.listedWallet, 3, 'id:DESC'],
    ['payments', resource.payment, 2],
    ['beneficiaries', resource.beneficiary, 2],
    ['inbound-funds', resource.inboundFunds, 4, 'id:DESC'],
    ['transactions', resource.transaction, 9, 'sortDate:DESC,sortPriority:DESC'],
    ['wallets/GBP/transactions', resource.transaction, 4, 'sortDate:DESC,sortPriority:DESC'],
    ['conversions', resource.conversion, 3],
    ['webhook-subscriptions', resource.webhookSubscription, 1],
    ['webhook-notifications', resource.webhookNotification, 1, 'createdOn:DESC'],
  ])('%s', async (path, shape, count, order = 'auditHistory.created.on:DESC') => {
    const { status, body } = await api.get(`/v1/${path}`);
    expect([status, Object.keys(body)]).toEqual([200, ['data', 'meta']]);
    expect(body.data.flatMap((row: unknown) => issues(shape, row))).toEqual([]);
    expect(issues(resource.searchMeta, body.meta)).toEqual([]);
    expect(body.meta).toMatchObject({ query: '[None]', offset: 0, limit: 25, count, totalCount: count });
    expect(body.meta.sortBy.join()).toBe(order);
    expect(body.data).toHaveLength(count);
  });

  it('is split into pages that do not overlap', async () => {
    const all = await read('transactions?limit=1000');
    const pages = await Promise.all(
      [0, 3, 6, 9].map((offset) => read(`transactions?limit=3&offset=${offset}`)),
    );
    expect(pages.flat()).toEqual(all);
    expect(pages.at(-1)).toEqual([]);
  });
});

describe('the response to', () => {
  it('creating and cancelling a payment instruction', async () => {
    const created = await api.post('/v1/payment-instructions', instructionFor(client.beneficiaryId));
    expect(issues(resource.paymentInstruction, created.body.data)).toEqual([]);
    expect(created.body.data).toMatchObject({ status: 'PENDING', statusHistory: [], actualPrice: null });
    const { id } = created.body.data;
    const cancelled = await api.post(`/v1/payment-instructions/${id}/cancel`, { reason: 'no more' });
    expect(issues(resource.paymentInstruction, cancelled.body.data)).toEqual([]);
    expect(cancelled.body.data).toMatchObject({ id, status: 'CANCELLED' });
  });

  it('each simulator of a payment instruction', async () => {
    const id = await createAndMove(api, instructionFor(client.beneficiaryId));
    for (const step of ['acknowledge', 'fill', 'send'] as const)
      expect([step, issues(resource.movedInstruction, (await simulate(api, id, step)).body.data)]).toEqual([
        step,
        [],
      ]);
    for (const step of ['reject', 'fail'] as const) {
      const other = await createAndMove(api, instructionFor(client.beneficiaryId));
      expect([step, issues(resource.movedInstruction, (await simulate(api, other, step)).body.data)]).toEqual(
        [step, []],
      );
    }
  });

  it('opening a wallet and setting it up', async () => {
    const { api: other } = await newClient();
    const opened = await other.post('/v1/wallets', { ccyCode: 'CAD' });
    expect(issues(resource.wallet, opened.body.data)).toEqual([]);
    expect(opened.body.data).toMatchObject({
      collectionAccounts: [],
      linkedFundingAccounts: [],
      isFavourite: false,
    });
    const path = `/v1/wallets/${opened.body.data.id}/settings`;
    const favourite = await other.put(path, { isFavourite: true });
    expect(issues(resource.wallet, favourite.body.data)).toEqual([]);
    expect(favourite.body.data.isFavourite).toBe(true);
  });

  it.each(['CREDIT', 'PENDING', 'REJECT', undefined])(
    'simulating a credit with the outcome %s',
    async (outcome) => {
      const reply = await api.post('/v1/simulators/inbound-funds/credit', {
        ccyCode: 'EUR',
        amount: 7.5,
        narrative: 'Rent',
        outcome,
        sender: { name: 'Ada', address: '1 Street', countryCode: 'GB', accountNumber: '1', routingCode: '2' },
      });
      expect(issues(resource.inboundFunds, reply.body.data)).toEqual([]);
      const status = { CREDIT: 'CREDITED', PENDING: 'PENDING', REJECT: 'REJECTED' }[outcome ?? 'CREDIT'];
      expect(reply.body.data).toMatchObject({
        status,
        narrative: 'Rent',
        amount: { ccyCode: 'EUR', value: 7.5 },
      });
    },
  );

  it.each(['GBP', 'EUR'])('simulating a credit in %s on the international account', async (ccyCode) => {
    const sender = { name: 'Ada', countryCode: 'DE', bicSwiftCode: 'COBADEFFXXX' };
    const reply = await api.post('/v1/simulators/inbound-funds/credit', {
      ccyCode,
      amount: 7.5,
      sender,
      receivingAccount: 'INTERNATIONAL',
    });
    const { data } = reply.body;
    expect(issues(resource.inboundFunds, data)).toEqual([]);
    const account = (await read(`wallets/${ccyCode}`)).collectionAccounts.at(-1);
    expect(account).toMatchObject({ paymentType: 'PRIORITY', routingCodeType: 'BIC_SWIFT' });
    expect([data.sender.bicSwiftCode, data.receivingAccountIban]).toEqual([
      sender.bicSwiftCode,
      account.accountNumber,
    ]);
  });

  it.each([american, germanCompany])('creating a beneficiary', async (body) => {
    const created = await api.post('/v1/beneficiaries', body);
    expect(issues(resource.beneficiary, created.body.data)).toEqual([]);
    expect(await read(`beneficiaries/${created.body.data.id}`)).toEqual(created.body.data);
  });

  it('changing the settings of the client', async () => {
    const { api: other, clientId, name } = await newClient();
    const changed = await other.put('/v1/client-settings', { baseCcy: 'EUR' });
    expect(issues(resource.changedSettings, changed.body.data)).toEqual([]);
    expect(changed.body.data).toEqual({ id: clientId, name, settings: { baseCcy: 'EUR' } });
    expect((await other.get('/v1/auth/who-am-i')).body.data.client.settings).toEqual({ baseCcy: 'EUR' });
  });

  it('reading rates', async () => {
    const { body } = await api.get('/v1/rates?ccyPairs=GBPEUR,EURGBP,USDJPY,EUREUR,EURXXX,GBPKPW');
    expect(body.data.flatMap((row: unknown) => issues(resource.rate, row))).toEqual([]);
    expect(issues(resource.rateMeta, body.meta)).toEqual([]);
    expect(body.data.map(({ ccyPair }: { ccyPair: string }) => ccyPair)).toEqual([
      'GBPEUR',
      'EURGBP',
      'USDJPY',
      'EUREUR',
    ]);
    expect(body.data[3]).toMatchObject({ sellRate: 1, buyRate: 1 });
    for (const { sellRate, buyRate } of body.data) expect(sellRate).toBeLessThanOrEqual(buyRate);
    expect(body.meta).toMatchObject({ quotedCount: 4, notQuotedCount: 2, notQuoted: ['EURXXX', 'GBPKPW'] });
  });

  it('reading payment dates', async () => {
    const path = '/v1/reference-data/payment-instructions/payment-dates';
    const saturday = '2027-01-02';
    const { body } = await api.get(`${path}?SellCcyCode=GBP&BuyCcyCode=EUR&PaymentDate=${saturday}`);
    expect(Object.keys(body.data)).toEqual(['firstAvailableDate', 'lastAvailableDate', 'unavailableDates']);
    expect(body.data.firstAvailableDate > saturday).toBe(true);
    expect(body.data.lastAvailableDate > body.data.firstAvailableDate).toBe(true);
    expect(body.data.unavailableDates[saturday]).toBe('Saturday');
  });

  it('every step of a webhook subscription', async () => {
    const body = { targetUrl: 'http://127.0.0.1:9/', events: ['payment.sent'] };
    const created = (await api.post('/v1/webhook-subscriptions', body)).body.data;
    expect(issues(resource.webhookSubscriptionWithSecret, created)).toEqual([]);
    const path = `/v1/webhook-subscriptions/${created.id}`;
    const { signingSecret: _, ...record } = created;
    expect(await read(`webhook-subscriptions/${created.id}`)).toEqual(record);
    const act = async (action: string, input?: object) =>
      (await api.post(`${path}/${action}`, input)).body.data;
    expect(issues(resource.webhookSubscriptionState, await act('pause'))).toEqual([]);
    expect(issues(resource.webhookSubscriptionWithSecret, await act('rotate-secret'))).toEqual([]);
    const ping = await act('ping', { message: 'hello' });
    expect(issues(resource.webhookNotification, ping)).toEqual([]);
    const again = (await api.post(`/v1/webhook-notifications/${ping.id}/redeliver`)).body.data;
    expect(issues(resource.webhookNotification, again)).toEqual([]);
    const { data, meta } = (await api.get(`${path}/notifications`)).body;
    expect(data.flatMap((row: unknown) => issues(resource.webhookNotification, row))).toEqual([]);
    expect([issues(resource.searchMeta, meta), meta.totalCount]).toEqual([[], 2]);
    const changed = (await api.put(path, { ...body, targetPlatform: 'ERP' })).body.data;
    expect(issues(resource.webhookSubscription, changed)).toEqual([]);
    for (const action of ['resume', 'unsubscribe'])
      expect(issues(resource.webhookSubscriptionState, await act(action))).toEqual([]);
  });

  it('reading the event types of webhooks', async () => {
    expect(await read('reference-data/webhook-subscriptions/events')).toHaveLength(23);
  });
});
