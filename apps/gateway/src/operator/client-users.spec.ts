import { ADMINISTRATOR, TestGateway } from '../gateway.fixture.js';

const PASSWORD = 'correct horse battery';

/** Whoever creates a user of a client, or has what one logs in with, could pay with the client's money: two members of staff decide. */
let gateway: TestGateway;
let ines: Record<string, string>;
let bo: Record<string, string>;
let ada: {
  readonly clientId: string;
  readonly userId: string;
  readonly email: string;
  readonly password: string;
};
beforeAll(async () => {
  gateway = await TestGateway.start({ FOUR_EYES: 'client-users' });
  const login = { email: 'bo@corridor.example', password: PASSWORD };
  const person = { ...login, firstName: 'Bo', lastName: 'Chen', roles: ['onboarding', 'operations'] };
  await gateway.post('/operator/v1/staff', person, gateway.staff);
  [ines, bo] = [await gateway.staffBearer(ADMINISTRATOR), await gateway.staffBearer(login)];
});
afterAll(() => gateway.stop());

const ofUser = (path: string) => `/operator/v1/users/${ada.userId}${path}`;
const approve = async (id: string) =>
  (await gateway.post(`/operator/v1/approvals/${id}/approve`, {}, bo)).data.outcome;
const login = ({ email }: { readonly email: string }, password: string) =>
  gateway.post('/v1/auth/token', { email, password });
const rights = (value: number | null, ccyCode = 'EUR') => ({
  makerLimit: value === null ? null : { ccyCode, value },
  ...{ isChecker: false, checkerLimit: null },
});
const setApproval = (body: object) => gateway.put(ofUser('/approval'), body, ines);
const userOf = async () => (await gateway.get(ofUser(''), ines)).data;

beforeEach(async () => {
  const { id: clientId } = await gateway.client();
  const body = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `${clientId}@example.com`,
    password: PASSWORD,
  };
  const asked = await gateway.post(`/operator/v1/clients/${clientId}/users`, body, ines);
  expect(asked).toMatchObject({ status: 202, data: { kind: 'client-users', permission: 'users:write' } });
  expect(asked.data.effect).toMatch(
    /^“Ada Lovelace \(.*\)” becomes a user of “Client \d+”, with all permissions and without a limit as a maker\.$/,
  );
  expect(asked.text).not.toContain(PASSWORD);
  expect((await login(body, PASSWORD)).status).toBe(401);
  const { response } = await approve(asked.data.id);
  ada = { ...body, clientId, userId: response.id };
});

test('who has been created with a second person logs in, and creates API keys without the staff', async () => {
  expect((await login(ada, PASSWORD)).status).toBe(200);
  const refused = await gateway.post(ofUser('/api-keys'), { label: 'ERP' }, ines);
  expect(refused).toMatchObject({ status: 409, problem: { code: 'second_person_required' } });
  const own = await gateway.post('/v1/api-keys', { label: 'ERP' }, await gateway.bearer(ada));
  expect(own.status).toBe(200);
});

test('the limit of a maker is lowered at once, and raised or removed with a second person', async () => {
  for (const value of [500, 500, 100, 100.5]) {
    const isRaised = value === 100.5;
    expect((await setApproval(rights(value))).status).toBe(isRaised ? 202 : 200);
  }
  const removed = await setApproval(rights(null));
  expect(removed).toMatchObject({ status: 202, data: { kind: 'client-users' } });
  expect(removed.data.effect).toMatch(
    /^“Ada Lovelace \(.*\)” of “Client \d+” creates payments of any amount alone \(before: up to EUR 100\.00 alone\) and approves nothing \(before: approves nothing\), also by API keys\.$/,
  );
  expect((await userOf()).approval).toEqual(rights(100));
  expect(await approve(removed.data.id)).toMatchObject({ succeeded: true });
  expect((await userOf()).approval).toEqual(rights(null));
});

test('a limit in another currency is not compared: it takes two', async () => {
  await setApproval(rights(100));
  expect((await setApproval(rights(1, 'JPY'))).status).toBe(202);
  expect((await setApproval({ ...rights(null), isChecker: true })).status).toBe(202);
  expect((await userOf()).approval).toEqual(rights(100));
});

test('what was approved by its effect is refused once it would have another one', async () => {
  await setApproval(rights(500));
  const raised = await setApproval(rights(600));
  expect(raised.data.effect).toContain('(before: up to EUR 500.00 alone)');
  const other = await setApproval(rights(700));
  await setApproval(rights(10));
  expect(await approve(raised.data.id)).toMatchObject({
    succeeded: false,
    status: 409,
    problem: {
      code: 'second_person_required',
      detail: expect.stringContaining('something has changed since'),
    },
  });
  expect((await userOf()).approval).toEqual(rights(10));
  await setApproval(rights(500));
  await approve((await setApproval(rights(500.5))).data.id);
  await setApproval(rights(500));
  expect(await approve(other.data.id)).toMatchObject({ succeeded: true });
  expect((await userOf()).approval).toEqual(rights(700));
});

test('a password is set by two, and the approval does not show it', async () => {
  const password = 'another horse battery';
  const asked = await gateway.post(ofUser('/reset-password'), { password }, ines);
  expect(asked).toMatchObject({ status: 202, data: { kind: 'client-users', body: {} } });
  expect(asked.data.effect).toMatch(/^“Ada Lovelace \(.*\)” of “Client \d+” gets a new password\.$/);
  expect((await login(ada, password)).status).toBe(401);
  expect(await approve(asked.data.id)).toMatchObject({ succeeded: true });
  expect((await login(ada, password)).status).toBe(200);
});

test('who is disabled is so at once, and is enabled by two', async () => {
  expect((await gateway.post(ofUser('/enable'), {}, ines)).status).toBe(200); // nothing changes
  expect((await gateway.post(ofUser('/disable'), {}, ines)).status).toBe(200);
  const asked = await gateway.post(ofUser('/enable'), {}, ines);
  expect(asked).toMatchObject({ status: 202, data: { kind: 'client-users' } });
  expect((await userOf()).status).toBe('Disabled');
  expect(await approve(asked.data.id)).toMatchObject({ succeeded: true });
  expect((await userOf()).status).toBe('Active');
});
