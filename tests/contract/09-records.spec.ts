import { randomInt } from 'node:crypto';
import type { Reply } from '../support/api.js';
import { createAndMovePayment, paymentFor } from '../support/payment.js';
import { clientWithRecords } from '../support/records.js';
import { type TestClient, fundedClient, operator } from '../support/system.js';

/** production.md: staff search the records of all clients, in the language of clients, and each shows its client. */

const PATHS = [
  'payments',
  'payment-instructions',
  'beneficiaries',
  'conversions',
  'quotes',
  'wallets',
  'transactions',
  'inbound-funds',
  'linked-funding-accounts',
  'webhook-subscriptions',
  'webhook-notifications',
] as const;

const find = (path: string, q: string, more = ''): Promise<Reply> =>
  operator.get(`/operator/v1/${path}?q=${encodeURIComponent(q)}${more}`);
const ids = ({ body }: Reply): string[] => (body.data as { id: string }[]).map(({ id }) => id);

let acme: Awaited<ReturnType<typeof clientWithRecords>>;
let other: TestClient & { beneficiaryId: string };
beforeAll(async () => {
  acme = await clientWithRecords();
  other = await fundedClient({ EUR: 1_000 });
});

it.each(PATHS)('lists %s of a client as the client does, with the id of the client', async (path) => {
  const theirs = await acme.api.get(`/v1/${path}`);
  const ours = await find(path, `clientId == "${acme.clientId}"`);
  expect([ours.status, ours.body.meta.totalCount]).toEqual([200, theirs.body.meta.totalCount]);
  const expected = (theirs.body.data as object[]).map((one) => ({ ...one, clientId: acme.clientId }));
  expect(ours.body.data).toEqual(expected);
  const query = { field: 'clientId', operator: 'Equals', value: acme.clientId };
  const posted = await operator.post(`/operator/v1/${path}/search`, { query }, { key: null });
  expect(posted.body.data).toEqual(ours.body.data);
  for (const id of ids(ours).slice(0, 1)) {
    const { body } = await acme.api.get(`/v1/${path}/${id}`);
    expect((await operator.get(`/operator/v1/${path}/${id}`)).body.data).toEqual({
      ...body.data,
      clientId: acme.clientId,
    });
  }
  expect((await operator.get(`/operator/v1/${path}/unknown`)).status).toBe(404);
});

it('finds a payment of any client by its reference and by its amount', async () => {
  const value = 100 + randomInt(50_000) / 100;
  const amount = { ccyCode: 'EUR', value };
  const id = await createAndMovePayment(other.api, paymentFor(other.beneficiaryId, { amount }));
  const { reference } = (await other.api.get(`/v1/payments/${id}`)).body.data;
  const byReference = await find('payments', `reference == "${reference}"`);
  expect(ids(byReference)).toContain(id);
  const byAmount = await find(
    'payments',
    `AND(amount.value == "${value}",amount.ccyCode == "EUR",auditHistory.created.on >= "2020-01-01")`,
  );
  expect(byAmount.body.data.find((one: { id: string }) => one.id === id).clientId).toBe(other.clientId);
  const ofAcme = await find('payments', `AND(clientId == "${acme.clientId}",reference == "${reference}")`);
  expect(ids(ofAcme)).not.toContain(id);
});

it.each(['auditHistory.created.on:DESC', 'amount.value:ASC', 'clientId:ASC'])(
  'pages through the records of two clients, each once, by %s',
  async (sort) => {
    for (const one of [acme, other])
      for (let n = 0; n < 4; n++)
        await createAndMovePayment(
          one.api,
          paymentFor(one.beneficiaryId, { amount: { ccyCode: 'EUR', value: 1 } }),
        );
    const q = `OR(clientId == "${acme.clientId}",clientId == "${other.clientId}")`;
    const all = await find('payments', q, `&limit=1000&sortBy=${sort}`);
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Reply = await find(
        'payments',
        q,
        `&limit=3&sortBy=${sort}${cursor && `&cursor=${cursor}`}`,
      );
      expect(page.body.meta.totalCount).toBe(all.body.meta.totalCount);
      paged.push(...ids(page));
      cursor = page.body.meta.nextCursor as string | null;
    }
    expect(paged).toEqual(ids(all));
    expect(new Set(paged).size).toBe(all.body.meta.totalCount);
    expect(paged.length).toBeGreaterThan(8);
  },
);

it('finds users and API keys of any client, without what they log in with', async () => {
  const users = await find('users', `email == "${other.login.email}"`);
  expect(users.body.data).toMatchObject([{ id: other.userId, clientId: other.clientId }]);
  const keys = await find('api-keys', `userId == "${other.userId}"`);
  expect(keys.body.data).toMatchObject([{ clientId: other.clientId, status: 'ACTIVE' }]);
  const key = keys.body.data[0].id as string;
  expect((await operator.get(`/operator/v1/api-keys/${key}`)).body.data).toEqual(keys.body.data[0]);
  expect(users.text + keys.text).not.toMatch(/argon2|digest|secret|password/i);
  const refused = await find('users', 'passwordHash == "x"');
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request']);
});

it('lists what can be searched of each', async () => {
  const { body } = await operator.get('/operator/v1/search-fields');
  const fields = new Map(
    (body.data as { collection: string; fields: { name: string; isIndexed: boolean }[] }[]).map(
      (one) => [one.collection, one.fields] as const,
    ),
  );
  for (const path of [...PATHS, 'users', 'api-keys'])
    expect(fields.get(path)).toContainEqual(expect.objectContaining({ name: 'clientId', isIndexed: true }));
});

it('gives a client nothing of another one, whatever it asks for', async () => {
  const refused = await acme.api.get(`/v1/payments?q=${encodeURIComponent('clientId != "x"')}`);
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request']);
});
