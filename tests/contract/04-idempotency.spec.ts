import { randomUUID } from 'node:crypto';
import { createAndMove, instructionFor, simulate } from '../support/instruction.js';
import { fundedClient, newClient } from '../support/system.js';

describe('an idempotency key', () => {
  it('gives the stored answer byte for byte, and one effect', async () => {
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

  it('is the same key under both header names, and the order of members does not matter', async () => {
    const { api } = await newClient();
    const first = await api.post('/v1/wallets', '{"ccyCode":"GBP"}', { key: 'one' });
    const again = await api.post('/v1/wallets', ' { "ccyCode" : "GBP" } ', {
      key: null,
      headers: { 'idempotency-key': 'one' },
    });
    expect(again.text).toBe(first.text);
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

  it('is demanded on every POST and PUT', async () => {
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

describe('a wallet', () => {
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

  it('chains: each transaction begins at the balance where the one before ended', async () => {
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

  it('shows its collection accounts in the next view, and opens once per currency', async () => {
    const { api } = await newClient();
    const opened = await api.post('/v1/wallets', { ccyCode: 'GBP' });
    expect(opened.body.data.collectionAccounts).toEqual([]);
    const viewed = (await api.get(`/v1/wallets/${opened.body.data.id}`)).body.data;
    expect(
      viewed.collectionAccounts.map((one: { accountNumberType: string }) => one.accountNumberType).sort(),
    ).toEqual(['ACCOUNT_NUMBER', 'IBAN']);
    const second = await api.post('/v1/wallets', { ccyCode: 'GBP' });
    expect([second.status, second.body.code]).toEqual([409, 'wallet_exists']);
  });
});

describe('two clients', () => {
  it('never see each other: every route with an id answers 404', async () => {
    const { api, beneficiaryId } = await fundedClient({ GBP: 1_000 });
    const { api: stranger } = await newClient();
    const id = await createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fill', 'send');
    const { linkedPaymentId, linkedConversionId } = (await api.get(`/v1/payment-instructions/${id}`)).body
      .data;
    const snapshot = (await api.get(`/v1/payments/${linkedPaymentId}`)).body.data.beneficiarySnapshot.id;
    const funds = (await api.get('/v1/inbound-funds')).body.data[0].id;
    const walletId = (await api.get('/v1/wallets/GBP')).body.data.id;
    const pending = await createAndMove(api, instructionFor(beneficiaryId));

    const reads = [
      `/v1/payment-instructions/${id}`,
      `/v1/payments/${linkedPaymentId}`,
      `/v1/conversions/${linkedConversionId}`,
      `/v1/beneficiaries/${beneficiaryId}`,
      `/v1/beneficiary-snapshots/${snapshot}`,
      `/v1/inbound-funds/${funds}`,
      `/v1/wallets/${walletId}`,
      '/v1/wallets/GBP',
      `/v1/wallets/${walletId}/transactions`,
    ];
    for (const path of reads) {
      expect([path, (await api.get(path)).status]).toEqual([path, 200]);
      const reply = await stranger.get(path);
      expect([path, reply.status, reply.body.code]).toEqual([path, 404, 'not_found']);
    }
    const writes: [string, object | undefined][] = [
      [`/v1/payment-instructions/${pending}/cancel`, { reason: 'not mine' }],
      ...(['acknowledge', 'send', 'reject', 'fail'] as const).map((step): [string, undefined] => [
        `/v1/simulators/payment-instructions/${pending}/${step}`,
        undefined,
      ]),
      [`/v1/simulators/payment-instructions/${pending}/fill`, { useIndicativeRateForActualRate: true }],
    ];
    for (const [path, body] of writes)
      expect([path, (await stranger.post(path, body)).status]).toEqual([path, 404]);
    const settings = await stranger.put(`/v1/wallets/${walletId}/settings`, { isFavourite: true });
    expect(settings.status).toBe(404);
    expect((await api.get(`/v1/payment-instructions/${pending}`)).body.data.status).toBe('PENDING');

    for (const list of [
      'payment-instructions',
      'payments',
      'conversions',
      'beneficiaries',
      'inbound-funds',
      'wallets',
      'transactions',
    ]) {
      expect([list, (await stranger.get(`/v1/${list}`)).body.meta.totalCount]).toEqual([list, 0]);
    }
    const foreign = await stranger.post('/v1/payment-instructions', instructionFor(beneficiaryId));
    expect([foreign.status, foreign.body.code]).toEqual([422, 'beneficiary_not_usable']);
  });
});

describe('a key', () => {
  it('does only what it may, and a refused request does not use up the idempotency key', async () => {
    const { api } = await newClient(['wallets:read']);
    expect((await api.get('/v1/wallets')).status).toBe(200);
    const refused = await api.post('/v1/wallets', { ccyCode: 'GBP' });
    expect([refused.status, refused.body.requiredPermission]).toEqual([403, 'wallets:write']);
  });
});
