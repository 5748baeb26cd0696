import { randomUUID } from 'node:crypto';
import { Api, type Reply } from '../support/api.js';
import { conversionFor } from '../support/conversion.js';
import { createAndMove, instructionFor, simulate } from '../support/instruction.js';
import { subscriptionFor } from '../support/subscription.js';
import { sendRaw } from '../support/socket.js';
import { fundedClient, germanCompany, newClient, operator, url } from '../support/system.js';
import { JSON_TYPE, lines } from '../support/target.js';

/** decisions §3 */
describe('an idempotency key', () => {
  it('returns the stored response byte for byte, with one effect', async () => {
    const { api, beneficiaryId } = await fundedClient({ GBP: 1 });
    const key = randomUUID();
    const first = await api.post('/v1/payment-instructions', instructionFor(beneficiaryId), { key });
    const again = await api.post('/v1/payment-instructions', instructionFor(beneficiaryId), { key });
    expect(again.text).toBe(first.text);
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    const other = await api.post('/v1/payment-instructions', instructionFor(beneficiaryId, { amount: 7 }), {
      key,
    });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect((await api.get('/v1/payment-instructions')).body.meta.totalCount).toBe(1);
  });

  it('is the same with both header names, and ignores the order of fields', async () => {
    const { api } = await newClient();
    const first = await api.post('/v1/wallets', '{"ccyCode":"GBP"}', { key: 'one' });
    const again = await api.post('/v1/wallets', ' { "ccyCode" : "GBP" } ', {
      key: null,
      headers: { 'idempotency-key': 'one' },
    });
    expect(again.text).toBe(first.text);
  });

  it('sent on two header lines is one key if they are equal, and refused otherwise', async () => {
    const { api } = await fundedClient({ GBP: 1 });
    const send = (...keys: string[]) =>
      sendRaw(url, {
        method: 'POST',
        target: '/v1/beneficiaries',
        headers: [...lines(api.credential), JSON_TYPE, ...keys.map((key) => `X-Idempotency-Key: ${key}`)],
        body: JSON.stringify(germanCompany),
      });
    const [first, twice, two] = [await send('k'), await send('k', 'k'), await send('k', 'other')];
    expect([first.status, twice.status, two.status]).toEqual([200, 200, 400]);
    expect(twice.body.data.id).toBe(first.body.data.id);
    expect(two.body.code).toBe('idempotency_key_required');
  });

  it('used 20 times at once has one effect', async () => {
    const { api, beneficiaryId } = await fundedClient({ GBP: 1 });
    const key = randomUUID();
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        api.post('/v1/payment-instructions', instructionFor(beneficiaryId), { key }),
      ),
    );
    expect(
      all.every(({ status, headers }) => status === 200 || (status === 409 && headers.get('retry-after'))),
    ).toBe(true);
    expect(new Set(all.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
    expect((await api.get('/v1/payment-instructions')).body.meta.totalCount).toBe(1);
  });

  it('used for two requests at once has the effect of one of them', async () => {
    const { api, beneficiaryId } = await fundedClient({ GBP: 1 });
    const key = randomUUID();
    const send = (amount: number) =>
      api.post('/v1/payment-instructions', instructionFor(beneficiaryId, { amount }), { key });
    const amounts = Array.from({ length: 20 }, (_, n) => 7 + (n % 2));
    const all = await Promise.all(amounts.map(send));
    const done = all.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    for (const { status, body } of all.filter((reply) => !done.includes(reply)))
      expect(['409 idempotency_in_flight', '422 idempotency_key_reused']).toContain(`${status} ${body.code}`);
    const { data, meta } = (await api.get('/v1/payment-instructions')).body;
    expect(meta.totalCount).toBe(1);
    const { amount } = data[0];
    expect([(await send(amount)).text, (await send(15 - amount)).body.code]).toEqual([
      done[0]?.text,
      'idempotency_key_reused',
    ]);
  });

  it('used 20 times at once for a step of the saga moves the money once', async () => {
    const { api, beneficiaryId } = await fundedClient({ EUR: 100 });
    const id = await createAndMove(
      api,
      instructionFor(beneficiaryId, { sellCcyCode: 'EUR', amount: 40 }),
      'acknowledge',
      'fill',
    );
    const all = await Promise.all(Array.from({ length: 20 }, () => simulate(api, id, 'send', 'storm')));
    expect(all.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(new Set(all.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
    expect((await api.get('/v1/wallets/EUR')).body.data.balance.value).toBe(60);
    expect((await api.get('/v1/payments')).body.meta.totalCount).toBe(1);
  });

  it('is independent for each operation, across services', async () => {
    const { api, beneficiaryId } = await fundedClient({ GBP: 1 });
    const key = randomUUID();
    /** A request of each service, and a different one of the same operation. */
    const operations: [() => Promise<Reply>, () => Promise<Reply>][] = [
      [
        () => api.post('/v1/wallets', { ccyCode: 'USD' }, { key }),
        () => api.post('/v1/wallets', { ccyCode: 'CHF' }, { key }),
      ],
      [
        () => api.post('/v1/conversions', conversionFor({ amount: 7 }), { key }),
        () => api.post('/v1/conversions', conversionFor({ amount: 8 }), { key }),
      ],
      [
        () => api.post('/v1/payment-instructions', instructionFor(beneficiaryId), { key }),
        () => api.post('/v1/payment-instructions', instructionFor(beneficiaryId, { amount: 7 }), { key }),
      ],
      [
        () => api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 5 }, { key }),
        () => api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 6 }, { key }),
      ],
      [
        () => api.put('/v1/client-settings', { baseCcy: 'USD' }, { key }),
        () => api.put('/v1/client-settings', { baseCcy: 'CHF' }, { key }),
      ],
      [
        () => api.post('/v1/webhook-subscriptions', subscriptionFor(), { key }),
        () => api.post('/v1/webhook-subscriptions', subscriptionFor({ targetPlatform: 'TMS' }), { key }),
      ],
    ];
    for (const [request, another] of operations) {
      const first = await request();
      expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null]);
      const again = await request();
      expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
      const other = await another();
      expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    }
  });

  it('is independent for each operation of one service, and shared by all records of an operation', async () => {
    const { api, beneficiaryId } = await fundedClient({ GBP: 1 });
    const key = randomUUID();
    const create = () => api.post('/v1/payment-instructions', instructionFor(beneficiaryId), { key });
    const cancel = (id: string) =>
      api.post(`/v1/payment-instructions/${id}/cancel`, { reason: 'not wanted' }, { key });
    const { id } = (await create()).body.data;
    const { id: other } = (await api.post('/v1/payment-instructions', instructionFor(beneficiaryId))).body
      .data;
    expect((await cancel(id)).status).toBe(200);
    expect([(await cancel(other)).status, (await cancel(id)).headers.get('idempotent-replayed')]).toEqual([
      422,
      'true',
    ]);
    expect((await create()).headers.get('idempotent-replayed')).toBe('true');
  });

  it('is a key of its own for each client, and one for all who act for a client', async () => {
    const { api, clientId } = await newClient();
    const { api: stranger } = await newClient();
    const key = randomUUID();
    const open = (by: Api) => by.post('/v1/wallets', { ccyCode: 'GBP' }, { key });
    const [first, theirs] = [await open(api), await open(stranger)];
    expect([first, theirs].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, null]);
    expect(theirs.body.data.id).not.toBe(first.body.data.id);

    const colleague = await operator.post(`/operator/v1/clients/${clientId}/users`, {
      ...{ firstName: 'Grace', lastName: 'Hopper', email: `${key}@example.com`, password: 'long enough' },
    });
    const { secret } = (
      await operator.post(`/operator/v1/users/${colleague.body.data.id}/api-keys`, { label: 'test' })
    ).body.data;
    const again = await open(new Api(url, { 'x-api-key': secret }));
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  });

  it('of the operator is never that of a client, whom the request may be about', async () => {
    const { login, userId } = await newClient();
    const { body } = await new Api(url, {}).post('/v1/auth/token', login, { key: null });
    const bearer = new Api(url, { authorization: `Bearer ${body.data.accessToken}` });
    const key = randomUUID();
    const byOperator = () =>
      operator.post(`/operator/v1/users/${userId}/api-keys`, { label: 'ERP' }, { key });
    const byUser = () => bearer.post('/v1/api-keys', { label: 'ERP' }, { key });
    const first = [await byOperator(), await byUser()];
    expect(first.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(first.map((reply) => reply.body.data.secret)).size).toBe(2);
    const again = [await byOperator(), await byUser()];
    expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
    expect(again.every(({ headers }) => headers.get('idempotent-replayed'))).toBe(true);
  });

  it('of a refused request can be used again, for that operation and any other', async () => {
    const { api, beneficiaryId } = await fundedClient({ GBP: 1 });
    const key = randomUUID();
    const unknown = instructionFor('ben_01K00000000000000000000000');
    expect((await api.post('/v1/payment-instructions', unknown, { key })).status).toBe(422);
    expect((await api.post('/v1/payment-instructions', {}, { key })).status).toBe(400);
    expect((await api.post('/v1/wallets', { ccyCode: 'USD' }, { key })).status).toBe(200);
    const reply = await api.post('/v1/payment-instructions', instructionFor(beneficiaryId), { key });
    expect([reply.status, reply.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });

  it('finds the response of a request that would be refused now', async () => {
    const { api, beneficiaryId } = await fundedClient({ GBP: 1 });
    const key = randomUUID();
    const send = () => api.post('/v1/payment-instructions', instructionFor(beneficiaryId), { key });
    const first = await send();
    await api.post(`/v1/beneficiaries/${beneficiaryId}/archive`);
    const again = await send();
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  });

  it('is required on every POST and PUT', async () => {
    const { api } = await newClient();
    for (const reply of [
      await api.post('/v1/wallets', { ccyCode: 'GBP' }, { key: null }),
      await api.post('/v1/wallets', { ccyCode: 'GBP' }, { key: 'x'.repeat(256) }),
      await api.put('/v1/client-settings', { baseCcy: 'EUR' }, { key: null }),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([400, 'idempotency_key_required']);
    }
  });
});
