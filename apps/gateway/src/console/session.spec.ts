import { type Person, TestGateway } from '../gateway.fixture.js';

const OF_CONSOLE = { 'x-corridor-console': '1' };
const HOUR = 3_600_000;

describe('the session of the console', () => {
  let gateway: TestGateway;
  let ada: Person;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    ada = await gateway.person();
  });
  afterAll(() => gateway.stop());

  const signIn = ({ email, password }: Person = ada, headers: Record<string, string> = OF_CONSOLE) =>
    gateway.service.post('/console/session', { email, password }, { key: null, headers });
  const renew = (cookie: string, headers: Record<string, string> = OF_CONSOLE) =>
    gateway.service.post('/console/session/renew', undefined, { key: null, headers: { ...headers, cookie } });
  const cookieOf = ({ headers }: { headers: Readonly<Record<string, string>> }) =>
    (headers['set-cookie'] ?? '').split(';')[0] ?? '';
  const whoAmI = (headers: Record<string, string>) => gateway.service.get('auth/who-am-i', { headers });

  test('begins with email address and password, in a cookie that no script and no other site can use', async () => {
    const signedIn = await signIn();
    expect(signedIn.status).toBe(200);
    expect(signedIn.headers['set-cookie']).toMatch(
      /^corridor_session=[\w.-]+; Path=\/console\/session; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
    const { data } = await whoAmI({ authorization: `Bearer ${signedIn.data.accessToken}` });
    expect(data.user.id).toBe(ada.userId);
  });

  test('is renewed silently, until it ends after twelve hours', async () => {
    const cookie = cookieOf(await signIn());
    gateway.clock.advance(11 * HOUR);
    const renewed = await renew(`theme=dark; ${cookie}`);
    expect(renewed).toMatchObject({ status: 200, data: { expiresIn: 1800 } });
    expect((await whoAmI({ authorization: `Bearer ${renewed.data.accessToken}` })).status).toBe(200);
    gateway.clock.advance(2 * HOUR);
    expect(await renew(cookie)).toMatchObject({ status: 401, problem: { code: 'unauthenticated' } });
  });

  test('opens the API neither as a cookie nor as a token', async () => {
    const cookie = cookieOf(await signIn());
    expect((await whoAmI({ cookie, ...OF_CONSOLE })).status).toBe(401);
    expect((await whoAmI({ authorization: `Bearer ${cookie.split('=')[1]}` })).status).toBe(401);
  });

  test('is not renewed for an access token, nor for another cookie', async () => {
    const { data } = await signIn();
    for (const cookie of [`corridor_session=${data.accessToken}`, 'corridor_session=', 'other=1', ''])
      expect((await renew(cookie)).status).toBe(401);
  });

  test.each(['/console/session', '/console/session/renew', '/console/session/end'])(
    'POST %s refuses requests that another site can cause',
    async (path) => {
      const cookie = cookieOf(await signIn());
      const { email, password } = ada;
      const sent = await gateway.service.post(path, { email, password }, { key: null, headers: { cookie } });
      expect(sent).toMatchObject({ status: 400, problem: { code: 'invalid_request' } });
      expect(sent.headers['set-cookie']).toBeUndefined();
    },
  );

  test('ends with the sessions of its user', async () => {
    const eve = await gateway.person();
    const cookie = cookieOf(await signIn(eve));
    expect((await renew(cookie)).status).toBe(200);
    await gateway.operate(`/users/${eve.userId}/end-sessions`, {});
    expect((await renew(cookie)).status).toBe(401);
  });

  test('ends when somebody signs out', async () => {
    const ended = await gateway.service.post('/console/session/end', undefined, {
      key: null,
      headers: OF_CONSOLE,
    });
    expect(ended.headers['set-cookie']).toMatch(/^corridor_session=; Path=\/console\/session; Max-Age=0; /);
  });

  test('is throttled as a login is', async () => {
    const mallory = await gateway.person();
    const guess = { ...mallory, password: 'not the password' };
    for (let i = 0; i < 10; i++) expect((await signIn(guess)).status).toBe(401);
    expect((await signIn(mallory)).status).toBe(429);
  });
});

test('behind a proxy that speaks HTTPS the cookie is for HTTPS alone', async () => {
  const gateway = await TestGateway.start({}, [], ['127.0.0.1']);
  const { email, password } = await gateway.person();
  const headers = { ...OF_CONSOLE, 'x-forwarded-proto': 'https' };
  const { headers: sent } = await gateway.service.post(
    '/console/session',
    { email, password },
    { key: null, headers },
  );
  expect(sent['set-cookie']).toMatch(/; Secure$/);
  await gateway.stop();
});
