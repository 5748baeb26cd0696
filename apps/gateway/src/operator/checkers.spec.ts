import { ADMINISTRATOR, type Person, TestGateway } from '../gateway.fixture.js';

/** Whoever makes a checker, or has the credentials of one, could approve what a client pays: two members of staff decide. */
let gateway: TestGateway;
let ines: Record<string, string>;
let bo: Record<string, string>;
let ada: Person;
beforeAll(async () => {
  gateway = await TestGateway.start({ FOUR_EYES: 'checkers' });
  const login = { email: 'bo@corridor.example', password: 'correct horse battery' };
  const person = { ...login, firstName: 'Bo', lastName: 'Chen', roles: ['onboarding', 'operations'] };
  await gateway.post('/operator/v1/staff', person, gateway.staff);
  [ines, bo] = [await gateway.staffBearer(ADMINISTRATOR), await gateway.staffBearer(login)];
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  ada = await gateway.person();
});

const checker = (more: object = {}) => ({ makerLimit: null, isChecker: true, checkerLimit: null, ...more });
const ofUser = (path: string) => `/operator/v1/users/${ada.userId}${path}`;
const setApproval = (body: object) => gateway.put(ofUser('/approval'), body, ines);
const approve = (id: string) => gateway.post(`/operator/v1/approvals/${id}/approve`, {}, bo);
const approval = async () => (await gateway.get(ofUser(''), ines)).data.approval;

test('somebody becomes a checker when a second person approves it, and stops being one at once', async () => {
  const limit = { ccyCode: 'EUR', value: 5_000 };
  const asked = await setApproval(checker({ checkerLimit: limit }));
  expect(asked).toMatchObject({ status: 202, data: { kind: 'checkers', permission: 'users:write' } });
  expect(asked.data.effect).toMatch(
    /^“Ada Lovelace \(.*\)” of “Client \d+” creates payments of any amount alone \(before: of any amount alone\) and approves what others create, up to EUR 5000\.00 \(before: approves nothing\), also by API keys\.$/,
  );
  expect((await approval()).isChecker).toBe(false);
  expect((await approve(asked.data.id)).data.outcome).toMatchObject({ succeeded: true, status: 200 });
  expect(await approval()).toEqual(checker({ checkerLimit: limit }));
  const higher = await setApproval(checker());
  expect(higher).toMatchObject({
    status: 202,
    data: { effect: expect.stringContaining('create, of any amount') },
  });
  const none = checker({ isChecker: false, makerLimit: { ccyCode: 'EUR', value: 0 } });
  expect(await setApproval(none)).toMatchObject({ status: 200, data: { approval: none } });
});

test('what concerns no checker needs nobody', async () => {
  const maker = checker({ isChecker: false, makerLimit: { ccyCode: 'EUR', value: 100 } });
  expect((await setApproval(maker)).status).toBe(200);
  const password = 'another horse battery';
  expect((await gateway.post(ofUser('/reset-password'), { password }, ines)).status).toBe(200);
  expect((await gateway.post(ofUser('/api-keys'), { label: 'ERP' }, ines)).status).toBe(200);
});

test('the password of a checker is set by two, and the approval does not show it', async () => {
  await approve((await setApproval(checker())).data.id);
  const password = 'another horse battery';
  const asked = await gateway.post(ofUser('/reset-password'), { password }, ines);
  expect(asked).toMatchObject({ status: 202, data: { kind: 'checkers', body: {} } });
  expect(asked.text).not.toContain(password);
  const login = (secret: string) => gateway.post('/v1/auth/token', { email: ada.email, password: secret });
  expect((await login(password)).status).toBe(401);
  expect((await approve(asked.data.id)).data.outcome).toMatchObject({ succeeded: true });
  expect((await login(password)).status).toBe(200);
});

test('nobody of the staff creates a key of a checker, who does it with a login', async () => {
  await approve((await setApproval(checker())).data.id);
  const refused = await gateway.post(ofUser('/api-keys'), { label: 'ERP' }, ines);
  expect(refused).toMatchObject({ status: 409, problem: { code: 'second_person_required' } });
  const own = await gateway.post('/v1/api-keys', { label: 'ERP' }, await gateway.bearer(ada));
  expect(own.status).toBe(200);
});
