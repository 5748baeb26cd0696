import { TestGateway } from '../gateway.fixture.js';

/** Tests of a system close clients (01-closing.spec.ts): here no other service answers. */
describe('closing a client', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start({ FOUR_EYES: 'client-closing' });
  });
  afterAll(() => gateway.stop());

  test('waits for a second person by the default policy, and nothing has happened before', async () => {
    const { id } = await gateway.client();
    const path = `/operator/v1/clients/${id}`;
    await gateway.post(`${path}/suspend`, { reason: 'Leaves' }, gateway.staff);
    const { status, data } = await gateway.post(`${path}/close`, { reason: 'Left' }, gateway.staff);
    expect([status, data.status]).toEqual([202, 'AWAITING_APPROVAL']);
    expect((await gateway.get(path, gateway.staff)).data.status).toBe('Suspended');
    expect((await gateway.post(`${path}/resume`, {}, gateway.staff)).data.status).toBe('Active');
  });
});
