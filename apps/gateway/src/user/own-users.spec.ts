import { issues } from '@corridor/testing';
import { type Person, TestGateway } from '../gateway.fixture.js';

let gateway: TestGateway;
let ada: Person;
let colleague: Person;
beforeAll(async () => {
  gateway = await TestGateway.start();
  ada = await gateway.person();
  await gateway.person();
  gateway.clock.advance(1_000); // ids increase with time
  colleague = await gateway.person({ clientId: ada.clientId, permissions: ['wallets:read'] });
});
afterAll(() => gateway.stop());

const get = (path: string, { secret }: Person = ada) => gateway.get(path, { 'x-api-key': secret });
const idsIn = ({ data }: Awaited<ReturnType<typeof get>>) =>
  (data as unknown as { id: string }[]).map(({ id }) => id);

it('are those of the client, the newest first, without what staff did', async () => {
  const found = await get('/v1/users');
  expect(idsIn(found)).toEqual([colleague.userId, ada.userId]);
  expect((found.data as unknown as object[])[0]).toEqual({
    id: colleague.userId,
    clientUserId: colleague.clientUserId,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: colleague.email,
    status: 'Active',
    dateOfLastLogin: null,
    permissions: ['wallets:read'],
    approval: { makerLimit: null, isChecker: false, checkerLimit: null },
  });
});

it('are searched, and paged, as other collections', async () => {
  expect(idsIn(await get(`/v1/users?q=email == "${ada.email}"`))).toEqual([ada.userId]);
  expect(idsIn(await get('/v1/users?limit=1&offset=1&sortBy=email:DESC'))).toEqual([ada.userId]);
  expect(idsIn(await get('/v1/users?q=approval.isChecker == "true"'))).toEqual([]);
  expect(idsIn(await get(`/v1/clients/${ada.clientId}/users`))).toHaveLength(2);
});

it('have no field of staff to search by', async () => {
  for (const field of ['auditHistory.created.by.name', 'settings.locale', 'clientId'])
    expect(issues(await get(`/v1/users?q=${field} == "x"`))).toEqual([400, '?q unknown_field']);
});

it('are not those of another client', async () => {
  const stranger = await gateway.person();
  expect(idsIn(await get('/v1/users', stranger))).toEqual([stranger.userId]);
  expect((await get(`/v1/clients/${ada.clientId}/users`, stranger)).status).toBe(404);
});

it('need the permission to manage keys', async () => {
  const { status, problem } = await get('/v1/users', colleague);
  expect([status, problem?.requiredPermission]).toEqual([403, 'api-keys:manage']);
});
