import { randomBytes } from 'node:crypto';
import { openDatabase } from '@corridor/event-store';
import { encodeJson } from '@corridor/kernel';
import { testCaller } from '@corridor/testing';
import { service } from '../service.js';
import { Accounts1700000081000 } from './1700000081000-accounts.js';

const NAME = `test-${randomBytes(6).toString('hex')}`;
const open = (migrations: typeof service.migrations) =>
  openDatabase(process.env['DATABASE_URL'] as string, { name: NAME, migrations });

/** As the version before stored them: a client, its user who has logged in, and a key. */
const client = {
  id: 'cli_1',
  name: 'Acme "Ltd"',
  code: 'ACME',
  status: 'Active',
  settings: { baseCcy: 'GBP' },
};
const user = { id: 'usr_1', email: 'ada@example.com', lastName: 'Lovelace', status: 'Active' };
const key = {
  id: 'ak_1',
  userId: 'usr_1',
  status: 'ACTIVE',
  createdOn: '2026-05-05T12:00:00.000',
  revokedOn: null,
};

test('accounts that exist before the upgrade have their audit history and are found after it', async () => {
  const old = await open(service.migrations.slice(0, service.migrations.indexOf(Accounts1700000081000)));
  const write = (table: string, row: { id: string }) =>
    old.database.query(
      `INSERT INTO ${table} (id, client_id, created_on, data) VALUES ($1, 'cli_1', $2, $3)`,
      [row.id, '2026-05-05T12:00:00.000', JSON.stringify(row)],
    );
  const happened = async (id: string, version: number, caller: object) => {
    await old.database.query(
      `INSERT INTO events (stream_id, version, type, data, caller, occurred_on) VALUES ($1, $2, 'x', '{}', $3, $4)`,
      [id, version, encodeJson(caller), `2026-05-0${version}T12:00:00.120Z`],
    );
    await old.database.query(
      `INSERT INTO streams VALUES ($1, 'x', $2, '{}', 1) ON CONFLICT (stream_id) DO UPDATE SET version = $2`,
      [id, version],
    );
  };
  await write('client', client);
  await write('client_user', user);
  await write('api_key', key);
  await happened('cli_1', 1, { ...testCaller, user: null, apiKeyId: null });
  await happened('usr_1', 1, { ...testCaller, user: null, apiKeyId: null });
  await happened('usr_1', 2, { ...testCaller, apiKeyId: 'ak_1' });
  await old.close();

  const { database, close } = await open(service.migrations);
  const read = async (table: string, columns: string) =>
    (await database.query<{ data: object }>(`SELECT data, ${columns} FROM ${table}`))[0];
  const entry = (day: number, by: object | null = null, withApiKey: string | null = null) => ({
    by,
    on: `2026-05-0${day}T12:00:00.120`,
    withApiKey,
  });
  expect(await read('client', 'status, code, name, risk_rating')).toEqual({
    ...{ status: 'Active', code: 'ACME', name: 'Acme "Ltd"', risk_rating: null },
    data: {
      ...client,
      statusReason: null,
      riskRating: null,
      auditHistory: { version: 1, created: entry(1), updated: entry(1) },
      marginPlanId: null,
      feePlanId: null,
    },
  });
  expect(await read('client_user', 'status, email, last_name')).toEqual({
    ...{ status: 'Active', email: 'ada@example.com', last_name: 'Lovelace' },
    data: {
      ...user,
      auditHistory: { version: 2, created: entry(1), updated: entry(2, testCaller.user, 'ak_1') },
      approval: { makerLimit: null, isChecker: false, checkerLimit: null },
    },
  });
  expect(await read('api_key', 'status, user_id')).toEqual({
    ...{ status: 'ACTIVE', user_id: 'usr_1' },
    data: { ...key, expiresOn: null, allowedAddresses: [] },
  });
  await close();
});
