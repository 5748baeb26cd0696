import { refuse } from '@corridor/kernel';
import { getRepositoryToken } from '@nestjs/typeorm';
import { SignJWT, UnsecuredJWT } from 'jose';
import type { Repository } from 'typeorm';
import { Credential } from '../api-key/credential.entity.js';
import { OPERATOR_KEY, type Person, TestGateway } from '../gateway.fixture.js';
import { Identities } from '../identities.js';
import { REFUSAL_MS } from './gateway-authenticator.js';
import { Stopwatch } from './stopwatch.js';

describe('the authenticator', () => {
  let gateway: TestGateway;
  let ada: Person;
  beforeAll(async () => {
    gateway = await TestGateway.start({ CALLER_SECRET: 'a secret of thirty-two bytes or more' });
    ada = await gateway.person();
  });
  afterAll(() => gateway.stop());

  const whoAmI = (headers: Record<string, string>) => gateway.get('/v1/auth/who-am-i', headers);

  test('accepts an API key', async () => {
    expect((await whoAmI({ 'x-api-key': ada.secret })).status).toBe(200);
  });

  test('accepts a bearer token, for half an hour', async () => {
    const bearer = await gateway.bearer(ada);
    expect((await whoAmI(bearer)).status).toBe(200);
    gateway.clock.advance(1799_000);
    expect((await whoAmI(bearer)).status).toBe(200);
    gateway.clock.advance(2_000);
    expect((await whoAmI(bearer)).status).toBe(401);
  });

  test('accepts one credential, not two', async () => {
    const bearer = await gateway.bearer(ada);
    const both = await whoAmI({ ...bearer, 'x-api-key': ada.secret });
    expect(both).toMatchObject({ status: 400, problem: { code: 'ambiguous_credentials' } });
    expect((await whoAmI({ authorization: 'Basic eDp5', 'x-api-key': 'x' })).status).toBe(400);
  });

  const forged = async (): Promise<Record<string, Record<string, string>>> => {
    const revoked = await gateway.person();
    await gateway.operate(`/api-keys/${revoked.apiKeyId}/revoke`, {});
    const claims = () =>
      new SignJWT()
        .setIssuer('corridor')
        .setAudience('corridor-api-sandbox')
        .setSubject(ada.userId)
        .setJti('j')
        .setIssuedAt()
        .setExpirationTime('30m');
    const otherKey = await claims().setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32));
    const unsigned = new UnsecuredJWT({ sub: ada.userId, jti: 'j' })
      .setIssuer('corridor')
      .setAudience('corridor-api-sandbox')
      .setIssuedAt()
      .setExpirationTime('30m')
      .encode();
    const genuine = (await gateway.bearer(ada))['authorization'] ?? '';
    return {
      nothing: {},
      'an unknown key': { 'x-api-key': 'ck_sandbox_unknown_unknown' },
      'an empty key': { 'x-api-key': '' },
      'two keys in one': { 'x-api-key': `${ada.secret}, ${ada.secret}` },
      'a revoked key': { 'x-api-key': revoked.secret },
      'a key as bearer': { authorization: `Bearer ${ada.secret}` },
      'another scheme': {
        authorization: `Basic ${Buffer.from(`${ada.email}:${ada.password}`).toString('base64')}`,
      },
      'an empty bearer': { authorization: 'Bearer ' },
      'a token with another key': { authorization: `Bearer ${otherKey}` },
      'a token without signature': { authorization: `Bearer ${unsigned}` },
      'a token cut short': { authorization: genuine.slice(0, -4) },
      'the word of a gateway': { 'x-corridor-caller': JSON.stringify({ client: { id: ada.clientId } }) },
      "the operator's key": { 'x-operator-key': OPERATOR_KEY },
      'a key of staff': gateway.staff,
    };
  };

  /** A stopwatch that stands still except during the lookup of a credential and while something waits for it. */
  function slowLookups() {
    const LOOKUP_MS = 7;
    const [stopwatch, identities] = [gateway.service.app.get(Stopwatch), gateway.service.app.get(Identities)];
    let now = 1_000;
    jest.spyOn(stopwatch, 'now').mockImplementation(() => now);
    const until = jest.spyOn(stopwatch, 'until').mockImplementation(async (moment) => void (now = moment));
    const lookups = (['byDigest', 'byUser'] as const).map((name) => {
      const lookup = identities[name].bind(identities);
      return jest.spyOn(identities, name).mockImplementation((credential) => {
        now += LOOKUP_MS;
        return lookup(credential);
      });
    });
    return { now: () => now, until, lookups };
  }
  afterEach(() => jest.restoreAllMocks());

  test('rejects all others with the same response, at a fixed time after their arrival, after one lookup', async () => {
    const credentials = Object.entries(await forged());
    const { now, until, lookups } = slowLookups();
    const problems: string[] = [];
    for (const [what, headers] of credentials) {
      const arrived = now();
      for (const called of [until, ...lookups]) called.mockClear();
      const response = await whoAmI(headers);
      expect([what, response.status]).toEqual([what, 401]);
      expect([what, until.mock.calls]).toEqual([what, [[arrived + REFUSAL_MS]]]);
      expect([what, lookups.flatMap((lookup) => lookup.mock.calls).length]).toEqual([what, 1]);
      expect(response.headers['www-authenticate']).toBe('Bearer realm="corridor"');
      problems.push(JSON.stringify({ ...response.problem, requestId: '' }));
    }
    expect(new Set(problems).size).toBe(1);
  });

  test('rejects only when that time has come', async () => {
    const { until } = slowLookups();
    until.mockRejectedValueOnce(refuse('unavailable')); // only a caller that waits for it sees this
    expect((await whoAmI({})).status).toBe(503);
  });

  test('passes the caller to the services', async () => {
    const { data } = await whoAmI({ 'x-api-key': ada.secret });
    expect(data).toMatchObject({
      client: { id: ada.clientId },
      clientUser: { id: ada.clientUserId },
      apiKey: { id: ada.apiKeyId },
    });
  });

  test('records the last use of a key, at most once a minute', async () => {
    const writes = jest.spyOn(
      gateway.service.app.get<Repository<Credential>>(getRepositoryToken(Credential)),
      'update',
    );
    const used = async () => {
      await whoAmI({ 'x-api-key': ada.secret });
      await Promise.all(writes.mock.results.map(({ value }) => value as Promise<unknown>));
      const [row] = await gateway.database.query<{ on: Date }>(
        `SELECT last_used_on AS "on" FROM credential WHERE api_key_id = $1`,
        [ada.apiKeyId],
      );
      return row?.on.getTime() ?? 0;
    };
    gateway.clock.advance(61_000); // since the tests above
    const first = await used();
    expect(first).toBe(gateway.clock.now().getTime());
    gateway.clock.advance(59_000);
    expect(await used()).toBe(first);
    gateway.clock.advance(2_000);
    expect(await used()).toBe(gateway.clock.now().getTime());
    expect(writes).toHaveBeenCalledTimes(2);
  });

  test('an unavailable store is not a wrong credential', async () => {
    const lonely = await TestGateway.start();
    await lonely.service.db.close();
    const response = await lonely.get('/v1/auth/who-am-i', { 'x-api-key': ada.secret });
    expect(response).toMatchObject({ status: 503, problem: { code: 'unavailable' } });
    await lonely.service.app.close();
  });
});

describe('in production', () => {
  let gateway: TestGateway;
  beforeAll(
    async () => (gateway = await TestGateway.start({ ENVIRONMENT: 'PRODUCTION', FOUR_EYES: 'none' })),
  );
  afterAll(() => gateway.stop());

  test('simulators do not exist, with any credential', async () => {
    for (const headers of [{}, { 'x-api-key': 'x' }, { 'x-api-key': 'x', authorization: 'y' }]) {
      expect(await gateway.get('/v1/simulators/example', headers as Record<string, string>)).toMatchObject({
        status: 404,
        problem: { code: 'not_found' },
      });
    }
  });

  test('secrets are generated and begin with ck_live_', async () => {
    const { secret, userId } = await gateway.person();
    expect(secret).toMatch(/^ck_live_[\w-]{43}$/);
    const chosen = await gateway.post(
      `/operator/v1/users/${userId}/api-keys`,
      { label: 'x', secret: 'x'.repeat(16) },
      gateway.staff,
    );
    expect(chosen).toMatchObject({
      status: 400,
      problem: { errors: [{ pointer: '#/secret', code: 'not_allowed' }] },
    });
    const { data } = await gateway.get('/v1/auth/who-am-i', { 'x-api-key': secret });
    expect(data.environment).toEqual({ name: 'PRODUCTION' });
  });
});
