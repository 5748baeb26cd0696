import type { Api } from '../support/api.js';
import { createAndMove, instructionFor, simulate } from '../support/instruction.js';
import { clientWithRecords, read } from '../support/records.js';
import { fundedClient, newClient } from '../support/system.js';

/** interface-spec 4.4: wallets by id or code, their settings and their transactions; section 8: which accounts they have. */

let api: Api;
let pounds: string;
beforeAll(async () => {
  const client = await clientWithRecords();
  ({ api } = client);
  pounds = client.ids.wallet;
});

describe('a wallet is found', () => {
  it('by its id and by its code, as the same record', async () =>
    expect(await read(api, 'wallets/GBP')).toEqual(await read(api, `wallets/${pounds}`)));

  it.each<[string, () => string]>([
    ['the code of a wallet that is not open', () => 'JPY'],
    ['a code in lower case', () => 'gbp'],
    ['a code of no currency', () => 'XYZ'],
    ['an id of no wallet', () => `wal_${'0'.repeat(26)}`],
    ['an id in lower case', () => pounds.toLowerCase()],
    ['a part of an id', () => pounds.slice(0, -1)],
    ['an id of another kind', () => pounds.replace('wal_', 'con_')],
  ])('not by %s', async (_, name) => {
    for (const path of [`wallets/${name()}`, `wallets/${name()}/transactions`]) {
      const { status, body } = await api.get(`/v1/${path}`);
      expect([path, status, body.code]).toEqual([path, 404, 'not_found']);
    }
  });
});

describe('the settings of a wallet', () => {
  const put = (id: string, body: unknown, as = api) => as.put(`/v1/wallets/${id}/settings`, body);

  it('set and clear the favourite, and return the whole wallet', async () => {
    for (const isFavourite of [true, true, false]) {
      const { status, body } = await put(pounds, { isFavourite });
      expect([status, body.data.isFavourite]).toEqual([200, isFavourite]);
      expect(body.data).toEqual(await read(api, 'wallets/GBP'));
    }
  });

  it.each([
    {},
    { isFavourite: null },
    { isFavourite: 'true' },
    { isFavourite: 1 },
    { isFavourite: true, more: 1 },
  ])('are not %j', async (body) => expect((await put(pounds, body)).status).toBe(400));

  it('are found only by id, and only by its client', async () => {
    const { api: stranger } = await newClient();
    expect((await put('GBP', { isFavourite: true })).status).toBe(404);
    expect((await put(pounds, { isFavourite: true }, stranger)).status).toBe(404);
  });
});

describe('the balance history', () => {
  it('ends with the balances of the wallets, of which it has all', async () => {
    const { to, wallets } = await read(api, 'balance-history?days=2');
    expect(to).toBe(new Date().toISOString().slice(0, 10));
    const last = wallets.map(({ id, openingBalance, changes }: any) => [
      id,
      changes.at(-1)?.balance ?? openingBalance,
    ]);
    const now = (await read(api, 'wallets')).map(({ id, balance }: any) => [id, balance]);
    expect(new Map(last)).toEqual(new Map(now));
  });

  it('needs the permission to read transactions', async () => {
    const { api: other } = await newClient(['wallets:read']);
    const { status, body } = await other.get('/v1/balance-history');
    expect([status, body.requiredPermission]).toEqual([403, 'transactions:read']);
  });
});

describe('transactions', () => {
  it('over all wallets are those of each wallet, and each balance follows from the row below it', async () => {
    const all: any[] = await read(api, 'transactions?limit=1000');
    const each: any[] = [];
    for (const { id } of await read(api, 'wallets')) {
      const rows: any[] = await read(api, `wallets/${id}/transactions?limit=1000`);
      rows.forEach(({ balance, signedAmount, wallet }, i) => {
        expect(wallet.id).toBe(id);
        const below = rows[i + 1]?.balance.value ?? 0;
        expect(Math.round((below + signedAmount.value) * 100)).toBe(Math.round(balance.value * 100));
      });
      each.push(...rows);
    }
    expect(all.length).toBeGreaterThan(4);
    const inOrder = (rows: any[]) => rows.map(({ id }) => id as string).sort();
    expect(inOrder(each)).toEqual(inOrder(all));
  });

  it('are returned one by one as they are in the list', async () => {
    for (const one of await read(api, 'transactions'))
      expect(await read(api, `transactions/${one.id}`)).toEqual(one);
  });

  it.each<[string, (id: string) => string]>([
    ['no transaction', () => `txn_${'0'.repeat(26)}`],
    ['another kind', (id) => id.replace('txn_', 'pmt_')],
    ['lower case', (id) => id.toLowerCase()],
  ])('are not found by an id of %s', async (_, from) => {
    const [{ id }] = await read(api, 'transactions');
    const { status, body } = await api.get(`/v1/transactions/${from(id)}`);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  it('need the permission to read transactions', async () => {
    const [{ id }] = await read(api, 'transactions');
    const { api: other } = await newClient(['wallets:read']);
    const { status, body } = await other.get(`/v1/transactions/${id}`);
    expect([status, body.requiredPermission]).toEqual([403, 'transactions:read']);
  });

  it('have the expected value in each field', async () => {
    const { wallet, amount, signedAmount, ...row } = (await read(api, 'wallets/EUR/transactions'))[0];
    const payment = (await read(api, 'payments'))[0];
    expect({ wallet, amount, signedAmount }).toEqual({
      wallet: { id: (await read(api, 'wallets/EUR')).id, ccyCode: 'EUR' },
      amount: payment.amount,
      signedAmount: { ccyCode: 'EUR', value: -payment.amount.value },
    });
    expect(row).toMatchObject({
      direction: 'DEBIT',
      triggeredByAction: 'PAYMENT',
      status: 'COMPLETED',
      relatedEntity: { id: payment.id, type: 'PAYMENT', reference: payment.reference },
    });
  });
});

describe('the balance of a wallet', () => {
  it('of 100, debited 40 times by 10 at once, ends at 0 with 10 payments', async () => {
    const { api, beneficiaryId } = await fundedClient({ EUR: 100 });
    const body = instructionFor(beneficiaryId, { sellCcyCode: 'EUR', amount: 10 });
    const ids: string[] = [];
    for (let n = 0; n < 40; n++) ids.push(await createAndMove(api, body, 'acknowledge', 'fill'));
    const replies = await Promise.all(ids.map((id) => simulate(api, id, 'send')));
    const count = (status: number) => replies.filter((reply) => reply.status === status).length;
    expect([count(200), count(422)]).toEqual([10, 30]);
    expect((await api.get('/v1/wallets/EUR')).body.data.balance.value).toBe(0);
    expect((await api.get('/v1/payments')).body.meta.totalCount).toBe(10);
  });

  it('forms a chain: each transaction begins at the balance of the previous one', async () => {
    const { api } = await fundedClient({ GBP: 1 });
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: n + 0.37 }),
      ),
    );
    const rows = (await api.get('/v1/wallets/GBP/transactions')).body.data.reverse();
    let balance = 0;
    for (const row of rows) {
      balance = Math.round((balance + row.signedAmount.value) * 100);
      expect(Math.round(row.balance.value * 100)).toBe(balance);
      balance /= 100;
    }
    expect(rows).toHaveLength(11);
  });
});

describe('the collection accounts of a wallet', () => {
  const INTERNATIONAL = ['BIC_SWIFT', null];

  it.each([
    ['GBP', [['SORT_CODE', 'SORT_CODE'], INTERNATIONAL]],
    ['EUR', [['BIC_SWIFT', null], INTERNATIONAL]],
    ['USD', [[null, 'ABA'], INTERNATIONAL]],
    ['CAD', [[null, 'CA_ROUTING'], INTERNATIONAL]],
    ['JPY', [INTERNATIONAL]],
    ['CHF', [INTERNATIONAL]],
    ['KWD', [INTERNATIONAL]],
  ])('in %s are routed by %j', async (ccyCode, routing) => {
    const { api: other } = await newClient();
    const opened = (await other.post('/v1/wallets', { ccyCode })).body.data;
    expect(opened.collectionAccounts).toEqual([]);
    const { collectionAccounts } = await read(other, `wallets/${ccyCode}`);
    const types = collectionAccounts.map((one: any) => [one.routingCodeType, one.localRoutingCodeType]);
    expect(types).toEqual(routing);
    for (const one of collectionAccounts) expect(one.ccyCode).toBe(ccyCode);
  });

  it('belong to the one wallet that a client has in a currency', async () => {
    const second = await api.post('/v1/wallets', { ccyCode: 'GBP' });
    expect([second.status, second.body.code]).toEqual([409, 'wallet_exists']);
  });
});
