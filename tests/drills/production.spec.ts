import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@corridor/testing';
import { irina, sanctions } from '../production/parties.js';
import { Alerts } from '../support/alerts.js';
import { Api } from '../support/api.js';
import { becomes } from '../support/becomes.js';
import { corridor } from '../support/corridor-command.js';
import { rowsAt } from '../support/forgotten-session.js';
import { instructionFor } from '../support/instruction.js';
import { paymentFor } from '../support/payment.js';
import {
  type Name,
  type Person,
  type Staff,
  approved,
  done,
  hireStaff,
  logIn,
} from '../support/production-staff.js';
import { ProductionSystem } from '../support/production-system.js';
import { quotedIn } from '../support/runbook.js';
import { germanCompany } from '../support/system.js';

/**
 * Drills of alerts about the business of a company in PRODUCTION, whose bank is a program of its own. Its clock is weeks behind that of Postgres,
 * so what is created is old at once, and the alerts have their real times. Each drill goes on from the one before.
 */

const DAY_MS = 86_400_000;
const TUESDAY = 2;

/** At nine o'clock, two weeks ago or up to three. */
function longAgo(): string {
  let day = new Date(Date.now() - 14 * DAY_MS);
  while (day.getUTCDay() !== TUESDAY) day = new Date(day.getTime() - DAY_MS);
  return `${day.toISOString().slice(0, 10)}T09:00:00Z`;
}

let system: ProductionSystem;
let staff: Staff;
let client: Person;
const keys: Partial<Record<Name, string>> = {};
const beneficiaries: Record<string, string> = {};
const alerts = new Alerts();

beforeAll(() =>
  alerts.watch(async () => {
    system = await ProductionSystem.start('production-drills', 'files', longAgo());
    staff = await hireStaff(system.url, system.operatorKey);
    for (const name of ['Olga', 'Dana'] as const)
      keys[name] = done(await staff[name].api.post('/operator/v1/staff-keys', { label: 'Drills' })).secret;
    return [system.metricsUrl];
  }),
);
afterAll(async () => {
  await alerts.end();
  await system?.stop();
});

/** A command of the runbooks, by a member of staff. */
const command = async (text: string, by: Name = 'Olga') =>
  (await corridor(text, { url: system.url, key: keys[by] ?? '' })).data;
const sql = (statement: string) => rowsAt(system.databaseOf('payments'), statement);

/** What is tried again is due, and who was logged in is not any more. */
async function minutesPass(minutes: number): Promise<void> {
  system.setClock(new Date(system.now().getTime() + minutes * 60_000).toISOString());
  await Promise.all(Object.values(staff).map((person) => logIn(system.url, person)));
  await logIn(system.url, client, '/v1/auth/token');
}

const post = async (path: string, body: object) => done(await client.api.post(path, body));
const statusOf = (path: string) => async () => (await client.api.get(`/v1/${path}`)).body.data?.status;
/** As a runbook says: of five days ago. */
const fiveDaysAgo = () => new Date(Date.now() - 5 * DAY_MS).toISOString().slice(0, 10);
const overdue = async (alert: string, what: string) => {
  const query = quotedIn(alert, `corridor ${what} list`).replace(/\d{4}-\d\d-\d\d/, fiveDaysAgo());
  return (await command(query)).map(({ id }: { id: string }) => id);
};

alerts.test('CorridorScreeningLate: nobody has imported a list', async () => {
  await alerts.drill(
    ['CorridorScreeningLate'],
    async () => {
      const { Nora, Noah } = staff;
      const company = {
        ...{ name: 'Blue Harbour Ltd', code: 'BLUE', clientType: 'Business', settings: { baseCcy: 'GBP' } },
        address: { lines: ['1 High Street'], city: 'London', postalCode: 'E1 1AA', countryCode: 'GB' },
      };
      const { id: clientId } = done(await Nora.api.post('/operator/v1/clients', company));
      const login = { email: 'mia@blue.example', password: 'what Corridor lets Mia choose' };
      const user = { firstName: 'Mia', lastName: 'Blue', ...login };
      const path = `/operator/v1/clients/${clientId}/users`;
      const { id } = await approved(Nora.api.post(path, user), Noah);
      client = { id, name: 'Mia Blue', ...login, api: new Api(system.url, {}) };
      await logIn(system.url, client, '/v1/auth/token');
    },
    async () => {
      const operations = readFileSync('docs/operations.md', 'utf8');
      const [, statement = ''] = /## Screening that waits[^]*?```sql\n([^]*?)```/.exec(operations) ?? [];
      await until(async () =>
        (await sql(statement)).some(({ status, max }) => status === 'WAITING' && /list/.test(max ?? '')),
      );
      writeFileSync(join(system.lists, 'un.xml'), sanctions);
      done(await staff.Carla.api.post('/operator/v1/screening/lists', { list: 'UN', files: ['un.xml'] }));
      const lists = async () => done(await staff.Carla.api.get('/operator/v1/screening/lists'));
      await becomes(async () => (await lists())[0]?.status, 'IMPORTED');
      await minutesPass(11);
    },
  );
});

alerts.test('CorridorCasesOld: nobody decides about a hit', async () => {
  await alerts.drill(
    ['CorridorCasesOld'],
    () => post('/v1/beneficiaries', irina),
    async () => {
      const { Carla, Cedric } = staff;
      const query = quotedIn('CorridorCasesOld', 'GET /operator/v1/screening/cases').slice('GET '.length);
      const [oldest] = done(await Carla.api.get(encodeURI(query)));
      expect(oldest.hits).toMatchObject([{ list: 'UN', entryId: 'TSi.001' }]);
      const path = `/operator/v1/screening/cases/${oldest.id}`;
      done(await Carla.api.post(`${path}/assign`));
      await approved(Carla.api.post(`${path}/clear`, { reason: 'Born in 1990, of another country' }), Cedric);
    },
  );
});

alerts.test('CorridorRatesStale: the market has closed', async () => {
  await alerts.drill(
    ['CorridorRatesStale'],
    async () => {
      system.closeMarket();
      await minutesPass(12);
    },
    async () => {
      const { haltedPairs } = await command(
        quotedIn('CorridorRatesStale', 'corridor dealing market'),
        'Dana',
      );
      expect(haltedPairs).toContain('EURGBP');
      system.openMarket();
    },
  );
});

alerts.test('CorridorInstructionsOverdue: a client has no funds', async () => {
  for (const ccyCode of ['GBP', 'EUR']) await post('/v1/wallets', { ccyCode });
  beneficiaries['Muster'] = (await post('/v1/beneficiaries', germanCompany)).id;
  const terms = instructionFor(beneficiaries['Muster'] ?? '', { paymentDate: system.date() });
  let id = '';
  await alerts.drill(
    ['CorridorInstructionsOverdue'],
    async () => ({ id } = await post('/v1/payment-instructions', terms)),
    async () => {
      expect(await overdue('CorridorInstructionsOverdue', 'payment-instructions')).toEqual([id]);
      const story = quotedIn('CorridorInstructionsOverdue', 'corridor timeline get').replace('pi_…', id);
      expect((await command(story)).events.length).toBeGreaterThan(0);
      const stop = quotedIn('CorridorInstructionsOverdue', 'corridor payment-instructions stop');
      await command(stop.replace('pi_…', id));
    },
  );
});

alerts.test('CorridorPaymentsOverdue: a client has no funds', async () => {
  const terms = paymentFor(beneficiaries['Muster'] ?? '', { paymentDate: system.date() });
  let id = '';
  await alerts.drill(
    ['CorridorPaymentsOverdue'],
    async () => ({ id } = await post('/v1/payments', terms)),
    async () => {
      expect(await overdue('CorridorPaymentsOverdue', 'payments')).toEqual([id]);
      const stop = quotedIn('CorridorPaymentsOverdue', 'corridor payments stop');
      await command(stop.replace('pmt_…', id));
    },
  );
});

alerts.test('CorridorBankSubmissionsLate: the folder of the bank is away', async () => {
  const { bank } = system;
  const { Olga, Oscar } = staff;
  const csv = readFileSync(
    join(bank.folder, await bank.told('allocate', { currency: '*', count: '2' })),
    'utf8',
  );
  await approved(Olga.api.post('/operator/v1/bank/collection-accounts/import', { csv }), Oscar);
  const wallet = async () => done(await client.api.get('/v1/wallets/EUR'));
  await becomes(async () => (await wallet()).collectionAccounts.length > 0, true);
  const { accountNumber: to } = (await wallet()).collectionAccounts.at(-1);
  const credit = { to, currency: 'EUR', amount: '1000', from: 'Harbour Customers plc', fromCountry: 'GB' };
  await bank.told('credit', credit);
  await becomes(async () => (await wallet()).balance.value, 1_000);
  const terms = paymentFor(beneficiaries['Muster'] ?? '', { paymentDate: system.date() });
  let id = '';
  await alerts.drill(
    ['CorridorBankSubmissionsLate'],
    async () => {
      rmSync(system.outbox, { recursive: true });
      writeFileSync(system.outbox, 'not a folder');
      ({ id } = await post('/v1/payments', terms));
    },
    async () => {
      const statement = quotedIn('CorridorBankSubmissionsLate', 'SELECT');
      await until(async () => (await sql(statement)).some(({ failure }) => failure !== null));
      rmSync(system.outbox);
      mkdirSync(system.outbox);
      await minutesPass(11);
    },
  );
  await becomes(statusOf(`payments/${id}`), 'SENT');
});

alerts.test('CorridorBankFilesWaiting: a file cannot be read', async () => {
  await alerts.drill(
    ['CorridorBankFilesWaiting'],
    async () => {
      const file = join(system.inbox, 'picture.xml');
      writeFileSync(file, '<svg xmlns="http://www.w3.org/2000/svg"/>');
      const before = new Date(system.now().getTime() - 120_000); // otherwise somebody may still be writing it
      utimesSync(file, before, before);
    },
    async () => {
      const list = quotedIn('CorridorBankFilesWaiting', 'corridor bank files list');
      let found: { id: string; reason: string }[] = [];
      await until(async () => (found = await command(list)).length > 0);
      const [{ id, reason } = { id: '', reason: '' }] = found;
      expect(reason).not.toBe('');
      const discard = staff.Olga.api.post(`/operator/v1/bank/files/${id}/discard`, {
        reason: 'No file of the bank',
      });
      await approved(discard, staff.Oscar);
    },
  );
});
