import { createAndMove, instructionFor } from '../support/instruction.js';
import { createSubscription } from '../support/subscription.js';
import { fundedClient, newClient } from '../support/system.js';

/** interface-spec 1: every resource belongs to exactly one client (decisions §1, §4). */

describe('two clients', () => {
  it('are isolated: every route with an id of the other one returns 404', async () => {
    const { api, beneficiaryId } = await fundedClient({ GBP: 1_000 });
    const { api: stranger } = await newClient();
    const id = await createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fill', 'send');
    const { linkedPaymentId, linkedConversionId } = (await api.get(`/v1/payment-instructions/${id}`)).body
      .data;
    const snapshot = (await api.get(`/v1/payments/${linkedPaymentId}`)).body.data.beneficiarySnapshot.id;
    const funds = (await api.get('/v1/inbound-funds')).body.data[0].id;
    const movement = (await api.get('/v1/transactions')).body.data[0].id;
    const walletId = (await api.get('/v1/wallets/GBP')).body.data.id;
    const pending = await createAndMove(api, instructionFor(beneficiaryId));

    const hook = await createSubscription(api, {}, 'pause');
    const ping = (await api.post(`/v1/webhook-subscriptions/${hook}/ping`)).body.data.id as string;

    const reads = [
      `/v1/payment-instructions/${id}`,
      `/v1/payments/${linkedPaymentId}`,
      `/v1/conversions/${linkedConversionId}`,
      `/v1/beneficiaries/${beneficiaryId}`,
      `/v1/beneficiary-snapshots/${snapshot}`,
      `/v1/inbound-funds/${funds}`,
      `/v1/transactions/${movement}`,
      `/v1/wallets/${walletId}`,
      '/v1/wallets/GBP',
      `/v1/wallets/${walletId}/transactions`,
      `/v1/webhook-subscriptions/${hook}`,
      `/v1/webhook-subscriptions/${hook}/notifications`,
      `/v1/webhook-notifications/${ping}`,
      `/v1/webhook-notifications/${ping}/attempts`,
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
      ...['pause', 'resume', 'rotate-secret', 'unsubscribe', 'ping'].map((step): [string, undefined] => [
        `/v1/webhook-subscriptions/${hook}/${step}`,
        undefined,
      ]),
      [`/v1/webhook-notifications/${ping}/redeliver`, undefined],
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
      'webhook-subscriptions',
      'webhook-notifications',
    ]) {
      expect([list, (await stranger.get(`/v1/${list}`)).body.meta.totalCount]).toEqual([list, 0]);
    }
    const foreign = await stranger.post('/v1/payment-instructions', instructionFor(beneficiaryId));
    expect([foreign.status, foreign.body.code]).toEqual([422, 'beneficiary_not_usable']);
  });
});

describe('a key', () => {
  it('is limited to its permissions, and a refused request does not use up the idempotency key', async () => {
    const { api } = await newClient(['wallets:read']);
    expect((await api.get('/v1/wallets')).status).toBe(200);
    const refused = await api.post('/v1/wallets', { ccyCode: 'GBP' });
    expect([refused.status, refused.body.requiredPermission]).toEqual([403, 'wallets:write']);
  });
});
