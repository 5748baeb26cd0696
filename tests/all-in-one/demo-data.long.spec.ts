import { randomUUID } from 'node:crypto';
import { Program } from '../support/program.js';

const DEMO_API_KEY = 'ck_sandbox_demo_acme_trading';
const DEMO = { email: 'demo@corridor.example', password: 'corridor-demo-password' };

describe('with the demo data of an earlier start', () => {
  let program: Program;
  beforeAll(async () => {
    program = await Program.with({});
    await program.start();
    await program.end('SIGTERM');
  });
  afterAll(() => program.remove());

  const call = (method: string, path: string, headers: Record<string, string>, body?: object) =>
    fetch(program.url + path, {
      method,
      headers: { 'content-type': 'application/json', 'x-idempotency-key': randomUUID(), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  const opens = async (apiKey: string) => {
    const response = await call('GET', '/v1/wallets', { 'x-api-key': apiKey });
    await response.arrayBuffer();
    return response.status === 200;
  };
  /** What the banner says of the first client: its key and its login. */
  const shown = () => /Acme Trading Ltd {3}key {4}(.+)\n +login {2}(.+)/.exec(program.output)?.slice(1);
  const login = `${DEMO.email}  ${DEMO.password}`;
  const OTHER_LOGIN = 'not that of the settings; the existing one is left as it was';

  it('has a million in each wallet of both clients', async () => {
    await program.start();
    for (const apiKey of [DEMO_API_KEY, 'ck_sandbox_demo_globex_gmbh']) {
      const response = await call('GET', '/v1/wallets?sortBy=ccyCode:ASC', { 'x-api-key': apiKey });
      const { data } = (await response.json()) as { data: { balance: object }[] };
      expect(data.map(({ balance }) => balance)).toEqual(
        ['EUR', 'GBP', 'USD'].map((ccyCode) => ({ ccyCode, value: 1_000_000 })),
      );
    }
    await program.end('SIGTERM');
  });

  it('leaves another password alone and says so; the key still works', async () => {
    await program.start({ DEMO_PASSWORD: 'another-password' });
    expect(shown()).toEqual([DEMO_API_KEY, OTHER_LOGIN]);
    expect(await opens(DEMO_API_KEY)).toBe(true);
    await program.end('SIGTERM');
  });

  it('creates no other key for another login, and says so', async () => {
    const apiKey = newKey();
    await program.start({ DEMO_EMAIL: 'new@corridor.example', DEMO_API_KEY: apiKey });
    expect(shown()).toEqual(['not created: its user has another login', OTHER_LOGIN]);
    expect(await opens(apiKey)).toBe(false);
    await program.end('SIGTERM');
  });

  it('leaves a revoked key alone and says so; another key is created', async () => {
    await program.start();
    const token = await call('POST', '/v1/auth/token', {}, DEMO);
    const { data } = (await token.json()) as { data: { accessToken: string } };
    const bearer = { authorization: `Bearer ${data.accessToken}` };
    const keys = (await (await call('GET', '/v1/api-keys', bearer)).json()) as { data: { id: string }[] };
    for (const { id } of keys.data)
      expect((await call('POST', `/v1/api-keys/${id}/revoke`, bearer)).status).toBe(200);
    await program.end('SIGTERM');

    await program.start();
    expect(shown()).toEqual(['revoked, and left so; another key in the settings is created', login]);
    expect(await opens(DEMO_API_KEY)).toBe(false);
    await program.end('SIGTERM');

    const apiKey = newKey();
    await program.start({ DEMO_API_KEY: apiKey });
    expect(shown()).toEqual([apiKey, login]);
    expect(await opens(apiKey)).toBe(true);
    await program.end('SIGTERM');
  });

  it('starts as before, and the login that it prints works', async () => {
    await program.start();
    expect(program.output).toContain(`login  ${DEMO.email}  ${DEMO.password}`);
    const response = await fetch(`${program.url}/v1/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(DEMO),
    });
    expect(response.status).toBe(200);
    expect(await program.end('SIGTERM')).toBe(0);
  });
});

function newKey(): string {
  return `ck_sandbox_${randomUUID()}`;
}
