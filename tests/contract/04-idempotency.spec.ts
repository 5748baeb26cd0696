import { randomUUID } from 'node:crypto';
import { createAndMove, instructionFor, simulate } from '../support/instruction.js';
import { fundedClient, newClient } from '../support/system.js';

/** decisions §3 */
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
