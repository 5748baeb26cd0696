import { type Person, TestGateway } from '../gateway.fixture.js';

describe('client settings', () => {
  let gateway: TestGateway;
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    [ada, bob] = [await gateway.person(), await gateway.person()];
  });
  afterAll(() => gateway.stop());

  const put = (person: Person, baseCcy: unknown, key: string) =>
    gateway.service.put('client-settings', { baseCcy }, { key, headers: { 'x-api-key': person.secret } });
  const baseCcy = async ({ secret }: Person) =>
    (await gateway.get('/v1/auth/who-am-i', { 'x-api-key': secret })).data.client.settings.baseCcy;

  test('the base currency changes, for this client only', async () => {
    const response = await put(ada, 'EUR', 'a');
    expect(response.data).toEqual({
      id: ada.clientId,
      name: expect.stringMatching(/^Client /),
      settings: { baseCcy: 'EUR' },
    });
    expect(await baseCcy(ada)).toBe('EUR');
    expect(await baseCcy(bob)).toBe('GBP');
  });

  test('the same key and request give the same response, byte for byte, and no second effect', async () => {
    const first = await put(ada, 'USD', 'b');
    await put(ada, 'JPY', 'c');
    const again = await put(ada, 'USD', 'b');
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await baseCcy(ada)).toBe('JPY');
    expect(await put(ada, 'CHF', 'b')).toMatchObject({
      status: 422,
      problem: { code: 'idempotency_key_reused' },
    });
  });

  test('keys of different clients are different keys', async () => {
    await put(ada, 'EUR', 'd');
    expect((await put(bob, 'USD', 'd')).status).toBe(200);
  });

  test('it has to be a currency', async () => {
    for (const wrong of ['eur', 'XXZ', 1, null, undefined])
      expect((await put(ada, wrong, 'e')).status).toBe(400);
    expect((await put(ada, 'EUR', 'e')).status).toBe(200);
  });

  test('and the caller must be allowed to; a refusal leaves the key unused', async () => {
    const reader = await gateway.person({ clientId: ada.clientId, permissions: ['wallets:read'] });
    expect(await put(reader, 'EUR', 'f')).toMatchObject({
      status: 403,
      problem: { requiredPermission: 'client-settings:write' },
    });
    expect((await put(ada, 'CHF', 'f')).status).toBe(200);
  });
});
