import { Api } from '../support/api.js';
import { newClient, url } from '../support/system.js';

/** The two credentials of interface-spec 5, and the identity that they give (2.14, decisions §4). */

const nobody = new Api(url, {});
const token = (login: object) => nobody.post('/v1/auth/token', login, { key: null });
const whoAmI = async (credential: Readonly<Record<string, string>>) =>
  (await nobody.get('/v1/auth/who-am-i', credential)).body.data;

it('a password gives a token for half an hour, with the same identity as the key', async () => {
  const { api, login, clientId, userId, name } = await newClient();
  const before = Date.now();
  const { status, headers, body } = await token(login);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(body.data).toEqual({
    accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    tokenType: 'Bearer',
    expiresIn: 1800,
    expiresOn: expect.stringMatching(/^[\d-]{10}T[\d:.]{12}$/),
  });
  const issuedMs = Date.parse(`${body.data.expiresOn}Z`) - 1_800_000;
  expect(issuedMs).toBeGreaterThan(before - 1_000); // whole seconds
  expect(issuedMs).toBeLessThan(Date.now() + 1_000);

  const byBearer = await whoAmI({ authorization: `Bearer ${body.data.accessToken}` });
  const byKey = await whoAmI(api.credential);
  expect(byKey).toMatchObject({
    user: { id: userId, email: login.email, status: 'Active', dateOfLastLogin: expect.any(String) },
    client: { id: clientId, name, settings: { baseCcy: 'GBP' } },
    clientUser: { id: expect.stringMatching(/^cu_/) },
    apiKey: { id: expect.stringMatching(/^ak_/) },
    jwt: { id: null },
    environment: { name: 'SANDBOX' },
  });
  expect(byBearer).toEqual({ ...byKey, apiKey: { id: null }, jwt: { id: expect.any(String) } });
});

it('each token has a unique id, and the scheme Bearer is not case-sensitive', async () => {
  const { login } = await newClient();
  const [one, other] = [(await token(login)).body.data, (await token(login)).body.data];
  const first = await whoAmI({ authorization: `bearer ${one.accessToken}` });
  const second = await whoAmI({ authorization: `BEARER ${other.accessToken}` });
  expect(first.jwt.id).not.toBe(second.jwt.id);
});

it('a token has the same rights as a key', async () => {
  const { api, login } = await newClient();
  const { accessToken } = (await token(login)).body.data;
  const byBearer = new Api(url, { authorization: `Bearer ${accessToken}` });
  const opened = await byBearer.post('/v1/wallets', { ccyCode: 'GBP' }, { key: 'same' });
  expect(opened.status).toBe(200);
  expect((await api.post('/v1/wallets', { ccyCode: 'GBP' }, { key: 'same' })).text).toBe(opened.text);
  expect((await api.get('/v1/wallets/GBP')).body.data.id).toBe(opened.body.data.id);
});

it('an unknown email address and a wrong password have the same response and response time', async () => {
  const { login } = await newClient();
  const timed = async (body: object) => {
    const start = performance.now();
    const { status, headers, body: problem } = await token(body);
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="corridor"']);
    return { ms: performance.now() - start, problem: { ...problem, requestId: null } };
  };
  const wrong = { ...login, password: 'not the password' };
  const unknown = { ...login, email: `nobody-${login.email}` };
  const replies = { wrong: [await timed(wrong)], unknown: [await timed(unknown)] };
  const fastest = (all: readonly { ms: number }[]) => Math.min(...all.map(({ ms }) => ms));
  const ratioNow = () => fastest(replies.wrong) / fastest(replies.unknown);
  // A busy machine makes some of them slower and none faster: where it was every time, there are more, as long as the limit of wrong logins allows.
  for (let i = 0; i < 8 || (i < 24 && Math.abs(Math.log2(ratioNow())) >= 1); i++) {
    replies.wrong.push(await timed(wrong));
    replies.unknown.push(await timed(unknown));
  }
  expect(replies.unknown[0]?.problem).toEqual(replies.wrong[0]?.problem);
  const ratio = ratioNow();
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

it('every authentication failure has the same response', async () => {
  const { api, login } = await newClient();
  const { accessToken } = (await token(login)).body.data;
  const tampered = `${accessToken.slice(0, -4)}AAAA`;
  const responses = await Promise.all(
    [
      {},
      { 'x-api-key': '' },
      { 'x-api-key': 'ck_sandbox_nobody_has_this_key' },
      { 'x-api-key': accessToken },
      { authorization: 'Bearer' },
      { authorization: `Bearer ${tampered}` },
      { authorization: `Bearer ${String(api.credential['x-api-key'])}` },
      { authorization: `Basic ${accessToken}` },
    ].map((credential) => nobody.get('/v1/wallets', credential as Record<string, string>)),
  );
  for (const { status, headers, body } of responses) {
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="corridor"']);
    expect({ ...body, requestId: null }).toEqual({ ...responses[0]?.body, requestId: null });
    for (const header of ['X-API-KEY', 'Authorization: Bearer']) expect(body.detail).toContain(header);
  }
  const both = await api.get('/v1/wallets', { authorization: `Bearer ${accessToken}` });
  expect([both.status, both.body.code]).toEqual([400, 'ambiguous_credentials']);
});

it('password guessing is throttled, and a successful login is not counted', async () => {
  const { login } = await newClient();
  for (let i = 0; i < 3; i++) expect((await token(login)).status).toBe(200);
  const guesses = await Promise.all(
    Array.from({ length: 11 }, () => token({ ...login, password: 'a guess' })),
  );
  expect(guesses.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(401), 429]);
  const late = await token(login);
  expect([late.status, late.body.code, Number(late.headers.get('retry-after')) > 0]).toEqual([
    429,
    'rate_limited',
    true,
  ]);
});
