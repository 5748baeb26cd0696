import { type Caller } from '@corridor/kernel';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SignJWT, UnsecuredJWT } from 'jose';
import { SAMPLE_CALLER, sampleApp } from '../sample-app.fixture.js';
import { CALLER_HEADER, SignedCaller } from './signed-caller.js';
import { SignedCallerAuthenticator } from './signed-caller-authenticator.js';

const secret = 'a secret of thirty-two bytes or more';
const signed = new SignedCaller(secret);

describe('the signed caller', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => (app = await sampleApp({ rateLimit: null }, new SignedCallerAuthenticator(signed))));
  afterAll(() => app.close());

  const get = async (token: string | undefined, url = '/v1/orders/1') =>
    (await app.inject({ url, headers: token === undefined ? {} : { [CALLER_HEADER]: token } })).statusCode;

  test('authenticates its caller, with or without a query', async () => {
    const token = await signed.sign(SAMPLE_CALLER, 'GET', '/v1/orders/1');
    expect((await signed.verify(token, 'GET', '/v1/orders/1')).caller).toEqual<Caller>(SAMPLE_CALLER);
    expect(await get(token)).toBe(200);
    expect(await get(token, '/v1/orders/1?x=1')).toBe(200);
  });

  test('is valid only for its method and path', async () => {
    expect(await get(await signed.sign(SAMPLE_CALLER, 'GET', '/v1/orders/2'))).toBe(401);
    expect(await get(await signed.sign(SAMPLE_CALLER, 'POST', '/v1/orders/1'))).toBe(401);
  });

  test('expires', async () => {
    const before = (seconds: number) => new Date(Date.now() - seconds * 1000);
    expect(await get(await signed.sign(SAMPLE_CALLER, 'GET', '/v1/orders/1', { now: before(20) }))).toBe(200);
    expect(await get(await signed.sign(SAMPLE_CALLER, 'GET', '/v1/orders/1', { now: before(31) }))).toBe(401);
  });

  test('cannot be forged', async () => {
    const claims = { caller: SAMPLE_CALLER, method: 'GET', path: '/v1/orders/1' };
    const good = await signed.sign(SAMPLE_CALLER, 'GET', '/v1/orders/1');
    const other = new SignedCaller(secret.toUpperCase());
    const unsigned = new UnsecuredJWT(claims)
      .setIssuer('corridor-gateway')
      .setIssuedAt()
      .setExpirationTime('30s')
      .encode();
    const endless = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('corridor-gateway')
      .setIssuedAt()
      .sign(Buffer.from(secret));
    const [head, , signature] = good.split('.');
    const swapped = [
      head,
      Buffer.from(JSON.stringify({ ...claims, iss: 'corridor-gateway', exp: 4e9, iat: 1 })).toString(
        'base64url',
      ),
      signature,
    ].join('.');
    for (const token of [
      undefined,
      '',
      'x',
      JSON.stringify(SAMPLE_CALLER),
      await other.sign(SAMPLE_CALLER, 'GET', '/v1/orders/1'),
      unsigned,
      endless,
      swapped,
    ]) {
      expect(await get(token)).toBe(401);
    }
  });

  test('is signed with the first secret while it is replaced, and accepted with each', async () => {
    const next = 'another secret of thirty-two bytes';
    const [before, knowing, replaced, after] = [
      signed,
      new SignedCaller(secret, next),
      new SignedCaller(next, secret),
      new SignedCaller(next),
    ] as const;
    const accepts = async (one: SignedCaller, other: SignedCaller) =>
      one.verify(await other.sign(SAMPLE_CALLER, 'GET', '/'), 'GET', '/').then(
        () => true,
        () => false,
      );
    for (const [one, other] of [
      [before, knowing],
      [knowing, replaced],
      [replaced, after],
    ] as const)
      expect([await accepts(one, other), await accepts(other, one)]).toEqual([true, true]);
    expect([await accepts(before, replaced), await accepts(after, knowing)]).toEqual([false, false]);
  });

  test('needs secrets of sufficient length', () => {
    expect(() => new SignedCaller('short')).toThrow('CALLER_SECRET');
    expect(() => new SignedCaller(secret, 'short')).toThrow('CALLER_SECRET');
  });
});
