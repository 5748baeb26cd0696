import { randomBytes } from 'node:crypto';
import { type OpenDatabase, openDatabase, prepareDatabase } from '@corridor/platform';
import { services } from './modules.js';

/** What the users of the services may do in the database of each. */
const ownerUrl = process.env['DATABASE_URL'] ?? '';
const tag = randomBytes(6).toString('hex');
const options = { environment: 'SANDBOX' };

const serviceUrl = (() => {
  const url = new URL(ownerUrl);
  [url.username, url.password] = ['service_rights_test', 'secret'];
  return url.href;
})();

const tested = services.map((service) => ({ ...service, name: `test-${tag}-${service.name}` }));
let databases: readonly OpenDatabase[] = [];

beforeAll(async () => {
  databases = await Promise.all(
    tested.map(async (service) => {
      await prepareDatabase(ownerUrl, serviceUrl, service, options);
      return openDatabase(serviceUrl, service, options);
    }),
  );
});
afterAll(async () => {
  for (const db of databases) await db.close();
});

describe.each(services.map(({ name }, i) => [name, i] as const))('in the database of %s', (_, i) => {
  const query = (text: string) => (databases[i] as OpenDatabase).pool.query<Record<string, unknown>>(text);

  test.each([
    'ALTER TABLE events DISABLE TRIGGER ALL',
    'DROP TRIGGER unchanged ON events',
    'DROP TABLE events',
    'DELETE FROM events',
    'TRUNCATE events',
    `UPDATE events SET type = 'another'`,
    'ALTER TABLE streams DISABLE TRIGGER ALL',
    'DELETE FROM streams',
    'TRUNCATE streams',
    'CREATE TABLE mine (n int)',
    'SET ROLE corridor_retention',
  ])('the service may not %s', (statement) =>
    expect(query(statement)).rejects.toMatchObject({ code: '42501' }),
  );

  test('the service owns nothing, may truncate nothing, and deletes no history', async () => {
    const { rows } = await query(
      `SELECT relname AS name, relowner = current_user::regrole AS "isOwn",
         has_table_privilege(oid, 'TRUNCATE') OR has_table_privilege(oid, 'TRIGGER') AS "mayTruncate",
         has_table_privilege(oid, 'DELETE') AS "mayDelete", has_table_privilege(oid, 'SELECT') AS "mayRead"
       FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')`,
    );
    const named = (property: string) => rows.filter((row) => row[property]).map(({ name }) => name);
    expect([named('isOwn'), named('mayTruncate')]).toEqual([[], []]);
    expect(named('mayRead')).toHaveLength(rows.length);
    const { rights = {} } = services[i] ?? {};
    const removable = Object.keys(rights).filter((table) => rights[table]?.includes('DELETE'));
    expect(named('mayDelete').sort()).toEqual(
      [
        'idempotency_key',
        'dead_letter',
        'kept_message',
        'kept_state',
        'parked_message',
        'refold',
        ...removable,
      ].sort(),
    );
  });
});

test.each([['gateway'], ['ledger'], ['conversions'], ['payments'], ['inbound-funds']])(
  '%s may not change what an event says',
  (name) =>
    expect(
      databases[services.findIndex((one) => one.name === name)]?.pool.query(`UPDATE events SET data = '{}'`),
    ).rejects.toMatchObject({ code: '42501' }),
);

describe('the dispatcher', () => {
  const query = (text: string) => databases.at(-1)?.pool.query<Record<string, unknown>>(text);

  test('may change the ciphertext of a secret in an event, and nothing else of it', async () => {
    await query(`INSERT INTO events (stream_id, version, type, data, caller, occurred_on)
      VALUES ('whs_1', 1, 'created', '{"url":"a","sealedSecret":"old"}', '{}', now())`);
    await query(`UPDATE events SET data = '{"url":"a","sealedSecret":"new"}'`);
    await expect(query(`UPDATE events SET data = '{"url":"b","sealedSecret":"new"}'`)).rejects.toMatchObject({
      code: '23001',
    });
  });

  test('finds the schema of its triggers, in which it may write', async () => {
    await query('DELETE FROM bullmq.job');
    for (const statement of [
      'DROP TABLE bullmq.job',
      'CREATE TABLE bullmq.mine (n int)',
      'DELETE FROM bullmq.migration',
      'UPDATE bullmq.migration SET version = 0',
      `INSERT INTO bullmq.migration (version, name) VALUES (1000, 'another')`,
    ])
      await expect(query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});
