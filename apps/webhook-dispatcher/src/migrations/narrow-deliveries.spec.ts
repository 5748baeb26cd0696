import { randomBytes } from 'node:crypto';
import { openDatabase } from '@corridor/event-store';
import { record } from '../dispatcher.fixture.js';
import { Deliveries } from '../delivery/deliveries.js';
import { service } from '../service.js';
import { NarrowDeliveries1700000050000 } from './1700000050000-narrow-deliveries.js';

const at = (second: number) => `2026-05-05T12:00:${String(second).padStart(2, '0')}.000`;
const LEASE = '00000000-0000-4000-8000-000000000001';
const LEASE_MS = 25_000;

/** Columns of the version before, by what had become of the notification. */
const rows: Record<string, Record<string, unknown>> = {
  whn_sent: { attempts: 2, failures: 1, last_error: 'responded with 500', sent_on: at(9) },
  whn_given_up: { attempts: 3, failures: 3, last_error: 'timed out' },
  whn_ended: { last_error: 'The subscription ended before this could be sent.' },
  whn_due: { due_on: at(1) },
  whn_next: { due_on: at(2) },
  whn_retried: { attempts: 1, failures: 1, last_error: 'timed out', due_on: at(5), locked_until: at(5) },
  whn_claimed: {
    ...{ attempts: 1, due_on: at(30), locked_until: at(30), lease: LEASE },
    ...{ attempt_id: 'wha_1', claimed_on: at(5), claimed_by: 'host/1/abc' },
  },
};

/** The record as Postgres writes it, byte by byte. */
const payload = '{"id" : "pmt_1",  "amount": 1.50, "text": "Gr\\u00fc\\u00dfe \\" \\\\"}';

const NAME = `test-${randomBytes(6).toString('hex')}`;
const open = (migrations: typeof service.migrations) =>
  openDatabase(process.env['DATABASE_URL'] as string, { name: NAME, migrations });

test('notifications of the version before keep their records and their place in the queue', async () => {
  const before = service.migrations.filter((one) => one !== NarrowDeliveries1700000050000);
  const old = await open(before);
  const sql = (text: string, values?: unknown[]) => old.database.query(text, values);
  await sql(`INSERT INTO endpoint (subscription_id, client_id, target_url, sealed_secret, is_active)
             VALUES ('whs_1', 'cli_1', 'https://new.example/', 'sealed', true)`);
  for (const [n, [id, columns]] of Object.entries(rows).entries()) {
    const names = Object.keys(columns);
    await sql(
      `INSERT INTO webhook_notification (id, client_id, subscription_id, event_type, payload, target_url, related_id,
         related_type, sequence, sequence_key, traceparent, created_on${names.map((name) => `, ${name}`).join('')})
       VALUES ($1, 'cli_1', 'whs_1', 'payment.sent', $2, 'https://old.example/', 'pmt_1', 'Payment', $3, 'pmt_1', '00-1',
         '${at(0)}'${names.map((_, i) => `, $${i + 4}`).join('')})`,
      [id, payload, n + 1, ...Object.values(columns)],
    );
  }
  const records = 'SELECT id, data::text FROM webhook_notification ORDER BY id';
  const theirs = await sql(records);
  await old.close();

  const { database, close } = await open(service.migrations);
  expect(await database.query(records.replace('FROM webhook_notification', '$&_record'))).toEqual(theirs);

  let attempts = 1;
  const deliveries = new Deliveries(database, () => `wha_${++attempts}`, 'host/2/def');
  const claim = (second: number) => deliveries.claim('whs_1', 10, new Date(`${at(second)}Z`), LEASE_MS);
  // The first attempts about a payment are made in their order; those that failed before do not wait.
  const first = await claim(6);
  expect(first.map(({ id, payload: sent }) => [id, sent])).toEqual([
    ['whn_due', payload],
    ['whn_retried', payload],
  ]);
  const delivered = { kind: 'delivered', status: 204, excerpt: null } as const;
  for (const one of first) await record(deliveries, one, delivered, new Date(`${at(7)}Z`));
  const [next, ...others] = await claim(8);
  expect(next).toMatchObject({ id: 'whn_next', attemptNumber: 1 });
  expect(others).toEqual([]);
  if (next) await record(deliveries, next, delivered, new Date(`${at(9)}Z`));
  // The one that another process had claimed is claimed when its lease has ended, and logged as interrupted.
  expect((await claim(31)).map(({ id, attemptNumber }) => [id, attemptNumber])).toEqual([['whn_claimed', 2]]);
  expect(
    await database.query(`SELECT notification_id, outcome FROM delivery_attempt WHERE id = 'wha_1'`),
  ).toEqual([{ notification_id: 'whn_claimed', outcome: 'INTERRUPTED' }]);

  const [added] = await database.query<{ position: string }>(
    `INSERT INTO delivery (notification_id, subscription_id, target_url, sequence_key) VALUES ('whn_new', 'whs_1', '', '')
     RETURNING position`,
  );
  expect(Number(added?.position)).toBeGreaterThan(Object.keys(rows).length);
  await close();
});
