import { randomUUID } from 'node:crypto';
import { Program } from '../support/program.js';

jest.setTimeout(120_000);

const DEMO = { email: 'demo@corridor.example', password: 'corridor-demo-password' };

describe('with the demo data of an earlier start', () => {
  let program: Program;
  beforeAll(async () => {
    program = await Program.with({});
    await program.start();
    await program.end('SIGTERM');
  });
  afterAll(() => program.remove());

  it.each<[string, Record<string, string>]>([
    ['password', { DEMO_PASSWORD: 'another-password' }],
    ['email address and API key', { DEMO_EMAIL: 'new@corridor.example', DEMO_API_KEY: newKey() }],
  ])('it does not start with another %s, and prints no login', async (_, settings) => {
    const { exitCode, output } = await program.run(settings);
    expect(exitCode).toBe(1);
    expect(output.trim()).toMatch(
      /^Corridor could not start: DEMO_EMAIL, DEMO_PASSWORD: the existing data has another login than \S+ with this password\. Set the login with which the data was created, or start with new data\.$/,
    );
  });

  it('it starts as before, and the login that it prints works', async () => {
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
