import { Api } from '../support/api.js';
import { createAndMove, instructionFor, simulate } from '../support/instruction.js';
import { type TestClient, fundedClient, url } from '../support/system.js';

/** Who did what, and when: statusHistory and auditHistory (interface-spec 2.1, decisions §6). */

interface Entry {
  readonly status: string;
  readonly statusReason: string | null;
  readonly occurredOn: string;
}
const statuses = (history: readonly Entry[]) => history.map(({ status }) => status);
const reasons = (history: readonly Entry[]) => history.map(({ statusReason }) => statusReason);

let client: TestClient & { beneficiaryId: string };
let api: Api;
/** The actor in an audit history, if the client's own key was used. */
let actor: { by: { id: string; name: string }; on: string; withApiKey: string };
beforeAll(async () => {
  client = await fundedClient({ GBP: 10_000, EUR: 10_000 });
  ({ api } = client);
  const { user, clientUser, apiKey } = (await api.get('/v1/auth/who-am-i')).body.data;
  actor = {
    by: { id: clientUser.id, name: `${user.firstName} ${user.lastName}` },
    on: expect.any(String),
    withApiKey: apiKey.id,
  };
});

const view = async (path: string) => (await api.get(`/v1/${path}`)).body.data;
const instruction = (more?: object) => instructionFor(client.beneficiaryId, more);

async function bearer(): Promise<Api> {
  const { body } = await api.post('/v1/auth/token', client.login, { headers: { 'x-api-key': '' } });
  return new Api(url, { authorization: `Bearer ${body.data.accessToken}` });
}

describe('the status history of a payment instruction', () => {
  it('has one entry for each status reached, oldest first, with non-decreasing times', async () => {
    const id = await createAndMove(api, instruction());
    const reached = ['PENDING'];
    for (const step of ['acknowledge', 'fill', 'send'] as const) {
      const { statusHistory } = (await simulate(api, id, step)).body.data;
      reached.push({ acknowledge: 'ACKNOWLEDGED', fill: 'FILLED', send: 'SENT' }[step]);
      expect(statuses(statusHistory)).toEqual(reached);
      expect((await view(`payment-instructions/${id}`)).statusHistory).toEqual(statusHistory);
    }
    const { statusHistory } = await view(`payment-instructions/${id}`);
    const times = statusHistory.map(({ occurredOn }: Entry) => occurredOn);
    expect(times).toEqual([...times].sort());
    expect(reasons(statusHistory)).toEqual([null, null, null, null]);
  });

  it.each([
    ['reject', 'REJECTED'],
    ['fail', 'FAILED'],
  ] as const)('says why after %s, from every state that allows it', async (step, status) => {
    for (const before of [[], ['acknowledge'], ['acknowledge', 'fill']] as const) {
      const id = await createAndMove(api, instruction(), ...before, step);
      const { statusHistory } = await view(`payment-instructions/${id}`);
      expect(statusHistory.at(-1)).toMatchObject({
        status,
        statusReason: expect.stringMatching(/simulator/),
      });
      expect(statusHistory).toHaveLength(before.length + 2);
    }
  });

  it('says where the money is if an instruction is terminated after it was filled', async () => {
    const id = await createAndMove(api, instruction(), 'acknowledge', 'fill', 'fail');
    const { statusHistory, linkedConversionId } = await view(`payment-instructions/${id}`);
    expect(statusHistory.at(-1).statusReason).toMatch(/conversion/i);
    expect((await view(`conversions/${linkedConversionId}`)).status).toBe('BOOKED');
  });

  it('keeps the reason of a cancellation', async () => {
    const id = await createAndMove(api, instruction());
    const reason = 'Ordered twice: “no more”, said the buyer.';
    const { body } = await api.post(`/v1/payment-instructions/${id}/cancel`, { reason });
    expect(statuses(body.data.statusHistory)).toEqual(['PENDING', 'CANCELLED']);
    expect(reasons(body.data.statusHistory)).toEqual([null, reason]);
  });
});

describe('the status history of other records', () => {
  it('follows a payment, a conversion, a beneficiary and inbound funds', async () => {
    const id = await createAndMove(api, instruction(), 'acknowledge', 'fill');
    const { linkedConversionId } = await view(`payment-instructions/${id}`);
    expect(statuses((await view(`conversions/${linkedConversionId}`)).statusHistory)).toEqual(['BOOKED']);
    await simulate(api, id, 'send');
    const { linkedPaymentId } = await view(`payment-instructions/${id}`);
    expect(statuses((await view(`conversions/${linkedConversionId}`)).statusHistory)).toEqual([
      'BOOKED',
      'EXCHANGED',
    ]);
    expect(statuses((await view(`payments/${linkedPaymentId}`)).statusHistory)).toEqual([
      'DRAFT',
      'READY_TO_SEND',
      'SENT',
    ]);
    expect(statuses((await view(`beneficiaries/${client.beneficiaryId}`)).statusHistory)).toEqual(['ACTIVE']);
    const credit = async (outcome: string) =>
      (await api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 1, outcome })).body
        .data;
    expect(statuses((await credit('CREDIT')).statusHistory)).toEqual(['PENDING', 'CREDITED']);
    expect(statuses((await credit('PENDING')).statusHistory)).toEqual(['PENDING']);
    expect(statuses((await credit('REJECT')).statusHistory)).toEqual(['PENDING', 'REJECTED']);
  });
});

describe('the audit history', () => {
  it('begins with version 1 and increases with each change', async () => {
    const created = (await api.post('/v1/payment-instructions', instruction())).body.data;
    expect(created.auditHistory).toEqual({ version: 1, created: actor, updated: actor });
    expect(created.auditHistory.updated).toEqual(created.auditHistory.created);
    const versions = [1];
    for (const step of ['acknowledge', 'fill', 'send'] as const) {
      await simulate(api, created.id, step);
      const { auditHistory } = await view(`payment-instructions/${created.id}`);
      versions.push(auditHistory.version);
      expect(auditHistory.created).toEqual(created.auditHistory.created);
      expect(auditHistory.updated).toEqual(actor);
      expect(auditHistory.updated.on >= created.auditHistory.created.on).toBe(true);
    }
    expect(versions).toEqual([1, 2, 3, 4]);
  });

  it('does not change if nothing changes', async () => {
    const id = await createAndMove(api, instruction(), 'acknowledge');
    const before = await view(`payment-instructions/${id}`);
    expect((await simulate(api, id, 'send')).status).toBe(409);
    expect((await api.post(`/v1/payment-instructions/${id}/cancel`, { reason: 'late' })).status).toBe(409);
    expect(await view(`payment-instructions/${id}`)).toEqual(before);
  });

  it('contains the original actor in the resulting records', async () => {
    const id = await createAndMove(api, instruction(), 'acknowledge', 'fill', 'send');
    const { linkedPaymentId, linkedConversionId } = await view(`payment-instructions/${id}`);
    const payment = await view(`payments/${linkedPaymentId}`);
    for (const { auditHistory } of [payment, await view(`conversions/${linkedConversionId}`)]) {
      expect(auditHistory).toMatchObject({ created: actor, updated: actor });
      expect(auditHistory.version).toBeGreaterThan(1);
    }
    const { auditHistory } = await view(`beneficiary-snapshots/${payment.beneficiarySnapshot.id}`);
    expect(auditHistory).toEqual({ version: 1, created: actor, updated: actor });
  });

  it('names the user and no key for a bearer token', async () => {
    const byBearer = await bearer();
    const created = (await byBearer.post('/v1/payment-instructions', instruction())).body.data;
    const withoutKey = { ...actor, withApiKey: null };
    expect(created.auditHistory).toEqual({ version: 1, created: withoutKey, updated: withoutKey });
    await simulate(api, created.id, 'acknowledge');
    const { auditHistory } = await view(`payment-instructions/${created.id}`);
    expect(auditHistory).toEqual({ version: 2, created: withoutKey, updated: actor });
    const beneficiary = await view(`beneficiaries/${client.beneficiaryId}`);
    expect(beneficiary.auditHistory).toEqual({ version: 1, created: actor, updated: actor });
  });
});
