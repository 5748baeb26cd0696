import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@corridor/testing';
import { Pool, type PoolClient } from 'pg';
import type { Api } from '../support/api.js';
import { Composition, SERVICES } from '../support/composition/composition.js';
import { Databases } from '../support/composition/databases.js';
import { productionSettings } from '../support/production.js';
import { firstAdministrator, hired } from '../support/staff.js';
import { germanCompany, newClient } from '../support/system.js';

/** PRODUCTION, of which services are killed in the middle of what compliance has started. */

jest.setTimeout(900_000);

const settings = productionSettings();
const folder = mkdtempSync(join(tmpdir(), 'corridor-lists-'));
let composition: Composition;
let databases: Databases;
let staff: Api;
let compliance: Api;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  composition = await Composition.start('killed-compliance', {
    ...settings,
    FOUR_EYES: 'none',
    SCREENING_LISTS: folder,
  });
  databases = new Databases(composition.databaseUrl);
  staff = await firstAdministrator(composition.url, settings['OPERATOR_KEY'] ?? '');
  compliance = await hired(staff, 'carla@corridor.example', ['compliance']);
});
afterAll(async () => {
  await databases?.close();
  await composition?.end();
  rmSync(folder, { recursive: true, force: true });
});

/** A list of the United Nations with one entity. */
async function importList(date: string, entity: string): Promise<void> {
  writeFileSync(
    join(folder, 'un.xml'),
    `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="${date}T00:00:00.000Z"><INDIVIDUALS/><ENTITIES>
<ENTITY><DATAID>1</DATAID><FIRST_NAME>${entity}</FIRST_NAME><REFERENCE_NUMBER>TSe.001</REFERENCE_NUMBER></ENTITY>
</ENTITIES></CONSOLIDATED_LIST>`,
  );
  const { status, text } = await compliance.post('/operator/v1/screening/lists', {
    list: 'UN',
    files: ['un.xml'],
  });
  if (status !== 200) throw new Error(text);
}

const screened = async (status: string) =>
  Number(
    (await databases.query('payments', 'SELECT count(*) FROM screening WHERE status = $1', [status]))[0]![
      'count'
    ],
  );

/** The transaction that would hold the subject waits until the returned function is called. */
async function heldSubject(id: string): Promise<() => Promise<void>> {
  const url = new URL(composition.databaseUrl);
  url.pathname = '/corridor_payments';
  const pool = new Pool({ connectionString: url.href, max: 1 });
  const connection: PoolClient = await pool.connect();
  await connection.query('SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0; BEGIN');
  await connection.query('SELECT FROM screening WHERE subject_id = $1 FOR UPDATE', [id]);
  return async () => {
    connection.release(true);
    await pool.end();
  };
}

describe('a rescreening whose process is killed', () => {
  const PAGE = 100;
  const BENEFICIARIES = 240;
  /** One in each page of the rescreening: the first, one in the middle, and the last. */
  const LISTED = [0, 120, BENEFICIARIES - 1];

  test('goes on where it was: nobody is skipped, and nobody is compared twice', async () => {
    await importList('2026-11-01', 'SOUTHERN COPPER MINING');
    const { api } = await newClient(undefined, staff);
    const ids: string[] = [];
    for (let n = 0; n < BENEFICIARIES; n++) {
      const name = LISTED.includes(n) ? 'Northern Iron Trading' : `Klein Schrauben ${n} GmbH`;
      const { status, text, body } = await api.post('/v1/beneficiaries', {
        ...germanCompany,
        displayName: name,
        company: { name },
      });
      if (status !== 200) throw new Error(text);
      ids.push(body.data.id as string);
    }
    const [first, second, third] = LISTED.map((n) => ids[n] as string);
    // The client too.
    await until(async () => (await screened('PASSED')) === BENEFICIARIES + 1);

    let release = await heldSubject(second!);
    await importList('2026-11-02', 'NORTHERN IRON TRADING');
    const newest = async () =>
      (await compliance.get('/operator/v1/screening/rescreenings?limit=1')).body.data[0];
    const killed = async (done: number) => {
      await until(async () => (await newest())?.done === done);
      // It is at the next page, and waits for the row.
      await until(
        async () =>
          (
            await databases.query(
              'payments',
              `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FROM screening s JOIN events%'`,
            )
          ).length > 0,
      );
      await composition.kill9('payments');
      await release();
    };
    await killed(PAGE);
    release = await heldSubject(third!);
    await composition.restart('payments');
    await killed(2 * PAGE);
    await composition.restart('payments');

    await until(async () => (await newest()).status === 'FINISHED');
    const total = BENEFICIARIES + 1;
    expect(await newest()).toMatchObject({ total, done: total, compared: total, hits: LISTED.length });
    await until(async () => (await screened('OPEN')) === LISTED.length);
    const cases = (await compliance.get('/operator/v1/screening/cases?limit=100')).body.data;
    expect(cases.map(({ subject }: any) => subject.id).sort()).toEqual([first, second, third].sort());
    const comparisons = await databases.query(
      'payments',
      `SELECT count(*)::int AS count FROM streams WHERE kind = 'screening'`,
    );
    expect(comparisons).toEqual([{ count: total + LISTED.length }]);
  });
});

test('a policy whose services are killed before they hear of it is followed by all of them', async () => {
  const { api } = await newClient(undefined, staff);
  const policy = {
    refusedCountries: ['KP', 'FR'],
    refusedCurrencies: { held: ['SEK'], sold: ['SEK'], bought: ['SEK'], paid: ['SEK'], received: ['SEK'] },
  };
  const known = () =>
    Promise.all(
      (['conversions', 'ledger', 'gateway'] as const).map(async (service) =>
        (
          (await databases.query(service, `SELECT data FROM last_known WHERE name = 'policy'`))[0]?.['data']
            .refusedCurrencies.held as string[]
        ).includes('SEK'),
      ),
    );
  await composition.freeze('kafka');
  const set = await compliance.put('/operator/v1/policy', policy);
  expect([set.status, set.body.data?.version]).toEqual([200, expect.any(Number)]);
  expect(await known()).toEqual([false, false, false]);
  await Promise.all(SERVICES.map((service) => composition.kill9(service)));
  await composition.thaw('kafka');
  await Promise.all(SERVICES.map((service) => composition.restart(service)));
  await until(async () => (await known()).every(Boolean));

  const codes = async (response: ReturnType<Api['post']>) => {
    const { body } = await response;
    return (body.errors ?? []).map(({ code }: { code: string }) => code);
  };
  await until(async () => (await codes(api.post('/v1/wallets', { ccyCode: 'SEK' }))).length > 0);
  expect(await codes(api.post('/v1/wallets', { ccyCode: 'SEK' }))).toEqual(['currency_refused']);
  const french = { ...germanCompany, address: { ...germanCompany.address, countryCode: 'FR' } };
  expect(await codes(api.post('/v1/beneficiaries', french))).toContain('country_refused');
  const paris = { lines: ['1 Rue'], city: 'Paris', countryCode: 'FR' };
  const client = { name: 'Paris', code: 'PARIS', clientType: 'Business', settings: { baseCcy: 'EUR' } };
  expect(await codes(staff.post('/operator/v1/clients', { ...client, address: paris }))).toEqual([
    'country_refused',
  ]);
  const currencies = (await api.get('/v1/reference-data/currencies')).body.data;
  expect(currencies.find(({ code }: { code: string }) => code === 'SEK')).toMatchObject({
    canBuy: false,
    canSell: false,
    canBeCollected: false,
  });
});
