import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startPostgres } from '@corridor/embedded-postgres';
import { until } from '@corridor/testing';
import { Api } from '../support/api.js';
import { instructionFor } from '../support/instruction.js';
import { britishIban, importAccounts } from '../support/collection-accounts.js';
import { productionSettings } from '../support/production.js';
import { Program } from '../support/program.js';
import { DEMO_STAFF, firstAdministrator } from '../support/staff.js';
import { mutations } from '../support/routes.js';
import { type TestClient, germanCompany, newClient } from '../support/system.js';

const settings = productionSettings();
const { OPERATOR_KEY = '' } = settings;
/** Of a server that a start does not reach. */
const DATABASE_URL = 'postgres://127.0.0.1:1';

/** With ENVIRONMENT=PRODUCTION. */
describe('in production', () => {
  describe('with demo credentials', () => {
    const credentials = {
      DEMO_API_KEY: 'ck_sandbox_demo_acme_trading',
      DEMO_API_KEY_2: 'ck_sandbox_demo_globex_gmbh',
      DEMO_EMAIL: 'demo@corridor.example',
      DEMO_PASSWORD: 'corridor-demo-password',
    };
    let ended: Awaited<ReturnType<Program['run']>>;
    beforeAll(async () => {
      const program = await Program.with({ ...settings, DATABASE_URL, ...credentials });
      ended = await program.run();
      await program.remove();
    });

    it('it does not start, and says why once for each', () => {
      expect(ended.exitCode).toBe(1);
      expect(ended.output.trim().split(/\n +/)[0]).toBe('Corridor could not start: 5 things to change:');
    });

    it.each(Object.keys(credentials))('one reason is %s', (name) => {
      const reasons = ended.output.trim().split(/\n +/);
      expect(reasons).toContain(`${name}: demo credentials are refused in PRODUCTION`);
    });
  });

  it('does not start in an environment that does not exist', async () => {
    const program = await Program.with({ ENVIRONMENT: 'production' });
    const { exitCode, output } = await program.run();
    await program.remove();
    expect(exitCode).toBe(1);
    expect(output.trim()).toBe(
      'Corridor could not start: ENVIRONMENT must be one of SANDBOX, PRODUCTION, not "production"',
    );
  });

  it('does not start on the databases of a sandbox, and leaves them as they are', async () => {
    const sandbox = await Program.with({ OPERATOR_KEY });
    await sandbox.start();
    const production = await Program.with({ ...settings, DATABASE_URL: sandbox.postgresUrl });
    const { exitCode, output } = await production.run();
    await production.remove();
    expect([exitCode, output.trim()]).toEqual([1, belongsTo('SANDBOX', 'PRODUCTION')]);
    const operator = new Api(sandbox.url, DEMO_STAFF);
    const { api } = await newClient(undefined, operator);
    expect((await api.get('/v1/auth/who-am-i')).body.data.environment).toEqual({ name: 'SANDBOX' });
    await sandbox.remove();
  });

  it('does not start on the embedded Postgres, and says in one line what it needs', async () => {
    const program = await Program.with(settings);
    const { exitCode, output } = await program.run();
    await program.remove();
    expect(exitCode).toBe(1);
    expect(output.trim()).toMatch(
      /^Corridor could not start: DATABASE_URL must be set: Postgres server, .*$/,
    );
  });

  it('names everything that is wrong with its settings at once, and shows no secret', async () => {
    const program = await Program.with({
      ENVIRONMENT: 'PRODUCTION',
      CALLER_SECRET: 'hunter2',
      OPERATOR_KEY: 'x',
      RATE_LIMIT_PER_SECOND: '0',
      RATE_LIMIT_BURST: 'many',
      CALENDAR_OVERRIDES: '/nowhere/overrides.txt',
      RATES: 'ftp://x',
      RAIL: 'manual',
      BANK_BIC: 'corr',
      SCREENING: 'ftp://x',
      COLLECTION_ACCOUNTS: 'bank',
      WEBHOOK_LEASE_MS: '100',
      WEBHOOK_CONCURRENCY: '0',
    });
    const { exitCode, output } = await program.run();
    await program.remove();
    expect(exitCode).toBe(1);
    expect(output.trim().split(/\n +/)).toEqual([
      'Corridor could not start: 12 invalid settings:',
      expect.stringMatching(/^DATABASE_URL must be set: /),
      'CALLER_SECRET must have at least 32 bytes',
      'OPERATOR_KEY must have at least 32 bytes',
      'RATE_LIMIT_PER_SECOND must be a whole number from 1 to 999999999, not "0"',
      'RATE_LIMIT_BURST must be a whole number from 1 to 999999999, not "many"',
      expect.stringMatching(/^CALENDAR_OVERRIDES must be the path of a file that can be read: ENOENT/),
      'RATES must be the path of a file or an http URL, both also after "feed+", not "ftp://x"',
      'BANK_BIC must be a BIC of 8 or 11 characters in upper case, not "corr"',
      'SCREENING must be "lists" or an http URL',
      'COLLECTION_ACCOUNTS must be pool or http, not "bank"',
      'WEBHOOK_CONCURRENCY must be a whole number from 1 to 999999999, not "0"',
      'WEBHOOK_LEASE_MS must be longer than WEBHOOK_DEADLINE_MS by 2000 or more, to store the result',
    ]);
  });

  describe('started without demo credentials', () => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-production-'));
    let postgres: EmbeddedPostgres;
    let program: Program;
    let operator: Api;
    let client: TestClient;
    let api: Api;
    let beneficiaryId: string;
    beforeAll(async () => {
      chmodSync(folder, 0o755); // Postgres may run as another user
      postgres = await startPostgres({ dataDir: folder, maxConnections: 200 });
      program = await Program.with({
        ...settings,
        DATABASE_URL: postgres.url,
        FOUR_EYES: 'roles,staff', // one member sets limits here
      });
      await program.start();
      operator = await firstAdministrator(program.url, OPERATOR_KEY);
      await importAccounts(operator, 'GBP', britishIban(1));
      await importAccounts(operator, '*', britishIban(2));
      client = await newClient(undefined, operator);
      ({ api } = client);
      beneficiaryId = (await api.post('/v1/beneficiaries', germanCompany)).body.data.id as string;
      const limits = { clientExposure: 1_000_000, maximumDeal: null, deposits: null };
      await operator.put(`/operator/v1/dealing/limits/${client.clientId}`, limits);
    });
    afterAll(async () => {
      await program.remove();
      await postgres.stop();
      rmSync(folder, { recursive: true });
    });

    const view = async (path: string) => (await api.get(`/v1/${path}`)).body.data;

    it('serves a client that the operator has created', async () => {
      expect(api.credential['x-api-key']).toMatch(/^ck_live_[\w-]{43}$/);
      expect(await view('auth/who-am-i')).toMatchObject({
        client: { id: client.clientId },
        environment: { name: 'PRODUCTION' },
      });
      expect((await api.post('/v1/wallets', { ccyCode: 'GBP' })).status).toBe(200);
      const accounts = (await view('wallets/GBP')).collectionAccounts;
      expect(accounts).toMatchObject([
        { accountNumber: britishIban(1), bankName: 'NatWest' },
        { accountNumber: britishIban(2) },
      ]);
      const nobody = new Api(program.url, {});
      const login = { ...client.login, newPassword: 'eight ships in a row' };
      const { body } = await nobody.post('/v1/auth/token', login, { key: null });
      const byBearer = new Api(program.url, { authorization: `Bearer ${body.data.accessToken}` });
      expect((await byBearer.get('/v1/wallets/GBP')).status).toBe(200);
    });

    it.each(mutations.filter(({ route }) => route.startsWith('/v1/simulators/')))(
      'has no $route, for nobody, before authentication',
      async ({ route }) => {
        const path = route.replace(':id', 'pi_1');
        const credentials: Record<string, string>[] = [
          {},
          { 'x-api-key': 'wrong' },
          { ...api.credential },
          { ...api.credential, authorization: 'Bearer x' },
          { 'x-operator-key': OPERATOR_KEY },
          operator.credential,
        ];
        for (const credential of credentials) {
          const caller = new Api(program.url, credential);
          for (const reply of [
            await caller.post(path, {}),
            await caller.post(path, '{', { key: null }),
            await caller.get(path),
            await caller.put(path, {}),
          ])
            expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
        }
      },
    );

    it('has no demo credentials, and no further use for the operator key', async () => {
      expect((await demoWallets()).status).toBe(401);
      for (const credential of [DEMO_STAFF, { 'x-operator-key': OPERATOR_KEY }])
        for (const path of ['/operator/v1/clients', '/operator/v1/staff'])
          expect((await new Api(program.url, credential).post(path, {})).status).toBe(401);
      const chosen = { label: 'mine', secret: 'a secret of my own choice' };
      const refused = await operator.post(`/operator/v1/users/${client.userId}/api-keys`, chosen);
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '#/secret']);
    });

    it.each([
      ['REGULAR where the beneficiary can be paid so', germanCompany, 'REGULAR', null],
      ['PRIORITY where nothing else is possible', jordanian(), 'PRIORITY', 'SHARED'],
    ])('chooses an omitted payment type: %s', async (_, body, paymentType, chargeType) => {
      const { id, bankAccount } = (await api.post('/v1/beneficiaries', body)).body.data;
      const requested = instructionFor(id as string, {
        buyCcyCode: bankAccount.ccyCode,
        paymentType: undefined,
      });
      const created = await api.post('/v1/payment-instructions', requested);
      expect(created.body.data).toMatchObject({ paymentType, chargeType, status: 'PENDING' });
    });

    it('books nothing that a client cannot pay', async () => {
      const unfunded = (await newClient(undefined, operator)).api;
      const amount = { sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'BUY', amount: 500_000_000 };
      const refused = await unfunded.post('/v1/conversions', amount);
      expect([refused.status, refused.body.code]).toEqual([422, 'exposure_limit_exceeded']);
    });

    it('closes a cancelled conversion out at the market, if the client has the loss', async () => {
      const body = { sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'SELL', amount: 100 };
      const { id } = (await api.post('/v1/conversions', body)).body.data;
      const quote = (await api.post(`/v1/conversions/${id}/cancellation-quote`)).body.data;
      expect(quote).toMatchObject({ conversionId: id, gain: { ccyCode: 'GBP', value: 0 } });
      expect(quote.loss.value).toBeGreaterThan(0);
      const transaction = { triggeredByAction: 'CONVERSION', direction: 'DEBIT', amount: quote.loss };
      expect(quote).toMatchObject({ charge: quote.loss, transactions: [transaction] });
      const refused = await api.post(`/v1/conversions/${id}/cancel`, { reason: 'not needed' });
      expect([refused.status, refused.body.code]).toEqual([422, 'insufficient_funds']);
      expect((await view(`conversions/${id}`)).status).toBe('BOOKED');
    });

    it('holds an instruction before a sanctions list is imported, and health says so', async () => {
      const { id } = (await api.post('/v1/payment-instructions', instructionFor(beneficiaryId))).body.data;
      const health = async () => JSON.stringify((await new Api(program.url, {}).get('/health/ready')).body);
      await until(async () => (await health()).includes('no sanctions list has been imported'));
      expect((await view(`payment-instructions/${id}`)).status).toBe('PENDING');
      expect((await view('payments')).length).toBe(0);
    });

    it('keeps its data over a restart', async () => {
      const paths = ['payment-instructions', 'conversions', 'wallets', 'beneficiaries', 'auth/who-am-i'];
      const key = randomUUID();
      const opened = await api.post('/v1/wallets', { ccyCode: 'EUR' }, { key });
      const before = await Promise.all(paths.map(view));
      expect(await program.end('SIGTERM')).toBe(0);
      await program.start();
      expect(await Promise.all(paths.map(view))).toEqual(before);
      expect((await api.post('/v1/wallets', { ccyCode: 'EUR' }, { key })).text).toBe(opened.text);
    });

    it('says in one line that its port is taken', async () => {
      const program = await Program.with({ ...settings, DATABASE_URL: postgres.url });
      const { hostname, port } = new URL(program.url);
      const other = createServer().listen(Number(port), hostname);
      await once(other, 'listening');
      const { exitCode, output } = await program.run();
      other.close();
      await program.remove();
      expect(exitCode).toBe(1);
      expect(output.split('\n').filter((line) => /EADDRINUSE|could not start/.test(line))).toEqual([
        `  Corridor could not start: port ${port} is taken. Set PORT to another one.`,
      ]);
    });

    it('does not lend its databases to a sandbox', async () => {
      await program.end('SIGTERM');
      const sandbox = await Program.with({ OPERATOR_KEY, DATABASE_URL: postgres.url });
      const { exitCode, output } = await sandbox.run();
      await sandbox.remove();
      expect([exitCode, output.trim()]).toEqual([1, belongsTo('PRODUCTION', 'SANDBOX')]);
      await program.start();
      expect((await demoWallets()).status).toBe(401);
    });

    const demoWallets = () =>
      new Api(program.url, { 'x-api-key': 'ck_sandbox_demo_acme_trading' }).get('/v1/wallets');
  });
});

const belongsTo = (found: string, asked: string) =>
  expect.stringMatching(
    `^(.*\\s+)?Corridor could not start: the databases? corridor_[\\w, ]+ belongs? to ${found}: set ENVIRONMENT=${found}, or DATABASE_URL to a server for ${asked} alone$`,
  );

/** Reachable only over SWIFT. */
function jordanian(): object {
  const bankAccount = {
    bankCountryCode: 'JO',
    ccyCode: 'USD',
    accountHolderName: 'Petra Stone LLC',
    bicSwiftCode: 'AJIBJOAX',
    iban: 'JO94CBJO0010000000000131000302',
  };
  const address = { lines: ['1 Rainbow Street'], city: 'Amman', countryCode: 'JO' };
  return { beneficiaryType: 'COMPANY', company: { name: 'Petra Stone LLC' }, address, bankAccount };
}
