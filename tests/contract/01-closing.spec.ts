import { randomUUID } from 'node:crypto';
import { Api } from '../support/api.js';
import { createConversion } from '../support/conversion.js';
import { createAndMove, instructionFor } from '../support/instruction.js';
import { createAndMovePayment, paymentFor } from '../support/payment.js';
import { type TestClient, fundedClient, newClient, operator, url } from '../support/system.js';

/** Staff close a client at zero balances (production.md §3). */

const suspend = (clientId: string) =>
  operator.post(`/operator/v1/clients/${clientId}/suspend`, { reason: 'Leaves' });
const close = (clientId: string, key: string = randomUUID()) =>
  operator.post(`/operator/v1/clients/${clientId}/close`, { reason: 'Left' }, { key });
const logIn = ({ login }: TestClient) => new Api(url, {}).post('/v1/auth/token', login, { key: null });
const credit = (api: Api, more: object = {}) =>
  api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 5, ...more });

describe('a client', () => {
  it('is closed when it is suspended and empty: its user and its keys are out, for good', async () => {
    const client = await fundedClient({ GBP: 0 });
    const { clientId, api, userId } = client;
    expect((await close(clientId)).body).toMatchObject({ status: 409, code: 'illegal_transition' });
    await suspend(clientId);
    expect((await api.get('/v1/wallets')).status).toBe(200);
    const key = randomUUID();
    const closed = await close(clientId, key);
    expect([closed.status, closed.body.data]).toMatchObject([
      200,
      { status: 'Closed', statusReason: 'Left', auditHistory: { updated: { by: { name: /./ } } } },
    ]);
    expect((await api.get('/v1/wallets')).status).toBe(401);
    expect((await logIn(client)).status).toBe(401);
    const keys = await operator.get(`/operator/v1/clients/${clientId}/api-keys`);
    expect(keys.body.data.map(({ status }: any) => status)).toEqual(['REVOKED']);
    expect((await close(clientId, key)).text).toBe(closed.text);
    const refused = [
      await close(clientId),
      await suspend(clientId),
      await operator.post(`/operator/v1/clients/${clientId}/resume`),
      await operator.post(`/operator/v1/users/${userId}/api-keys`, { label: 'new' }),
      await operator.post(`/operator/v1/clients/${clientId}/users`, {
        ...{ firstName: 'New', lastName: 'User' },
        ...{ email: `${randomUUID()}@example.com`, password: 'correct horse battery' },
      }),
    ];
    for (const { body } of refused) expect(body).toMatchObject({ status: 409, code: 'client_closed' });
  });

  it('is not closed while anything of it is open, which the response names, and can be resumed', async () => {
    const { clientId, api, beneficiaryId } = await fundedClient({ GBP: 100, EUR: 0 });
    const conversion = await createConversion(api);
    const instruction = await createAndMove(api, instructionFor(beneficiaryId));
    const payment = await createAndMovePayment(api, paymentFor(beneficiaryId), 'authorise');
    const funds = (await credit(api, { outcome: 'PENDING' })).body.data.id as string;
    await suspend(clientId);
    const { body } = await close(clientId);
    expect(body).toMatchObject({ status: 409, code: 'client_not_closable' });
    expect(body.errors.map(({ detail }: any) => detail)).toEqual([
      `The conversion ${conversion} is BOOKED.`,
      `The payment instruction ${instruction} is PENDING.`,
      `The payment ${payment} is READY_TO_SEND.`,
      `The inbound funds ${funds} is PENDING.`,
      'The GBP wallet has a balance of 100.00.',
      'The GBP wallet has pending funds of 5.00.',
    ]);
    const resumed = await operator.post(`/operator/v1/clients/${clientId}/resume`);
    expect(resumed.body.data.status).toBe('Active');
    expect((await api.get('/v1/wallets')).status).toBe(200);
  });

  it('that receives money while it is closed has it and stays, or is closed and returns it', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 8; round++) {
      const { clientId, api } = await fundedClient({ GBP: 0 });
      const [credited, { status }] = await Promise.all([
        credit(api),
        suspend(clientId).then(() => close(clientId)),
      ]);
      const { status: stored } = (await operator.get(`/operator/v1/clients/${clientId}`)).body.data;
      expect(stored).toBe(status === 200 ? 'Closed' : 'Suspended');
      const got = credited.status === 200 ? credited.body.data.status : credited.body.code;
      if (stored === 'Closed') expect(['REJECTED', 'client_suspended', 'client_closed']).toContain(got);
      else expect((await api.get('/v1/wallets/GBP')).body.data.balance.value).toBe(5);
      outcomes.add(`${stored} ${got}`);
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });

  it('has one effect of two requests at once', async () => {
    const { clientId } = await newClient();
    await suspend(clientId);
    const statuses = (await Promise.all([close(clientId), close(clientId)])).map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
  });
});
