import { TestClock, testCaller } from '@corridor/kernel/testing';
import { EventStore } from './event-store.js';
import { SecretCipher } from './secret-cipher.js';
import type { OpenDatabase } from './open-database.js';
import {
  JarTables1700000000001,
  costOf,
  jar,
  jarMessages,
  jars,
  openTestDatabase,
  put,
} from './testing/index.js';

let db: OpenDatabase;
let store: EventStore;
beforeAll(async () => {
  db = await openTestDatabase([JarTables1700000000001]);
  store = new EventStore('test', db.database, [jars], jarMessages, new TestClock());
});
afterAll(() => db.close());

const cipher = new SecretCipher('a secret of the installation', 'stored responses');
const used = (key: string, fingerprint = 'same') => ({
  scope: 'one scope',
  operation: 'put',
  key,
  fingerprint,
});
const putUnder = (key: string, response = {}) =>
  store.handle(jar, `jar_${key}`, put(5), { caller: testCaller, idempotency: used(key), response });

it('is none for an unused key, and looking it up does not claim the key', async () => {
  expect(await store.storedResponse(used('free'))).toBeNull();
  expect((await putUnder('free')).replayed).toBe(false);
});

it('is that of the request, byte for byte', async () => {
  const { body } = await putUnder('plain');
  expect(await store.storedResponse(used('plain'))).toEqual({ body, replayed: true });
});

it('is for that request alone, and for seven days', async () => {
  await putUnder('old');
  await expect(store.storedResponse(used('old', 'different'))).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
  await db.database.query(
    `UPDATE idempotency_key SET created_on = now() - interval '8 days' WHERE key = 'old'`,
  );
  await expect(store.storedResponse(used('old'))).rejects.toMatchObject({
    code: 'idempotency_key_expired',
    extra: { resourceId: 'jar_old' },
  });
});

it('that holds a secret is decrypted, and never given as it is stored', async () => {
  const { body } = await putUnder('secret', { cipher });
  expect(await store.storedResponse(used('secret'), cipher)).toEqual({
    body,
    replayed: true,
    isSecret: true,
  });
  await expect(store.storedResponse(used('secret'))).rejects.toThrow('nothing is there to decrypt it');
});

it('of 64 requests at once is two statements in one round trip', async () => {
  const { body } = await putUnder('among');
  const lookUps = Array.from({ length: 64 }, (_, i) => (i === 9 ? used('among') : used(`unused ${i}`)));
  const responses: unknown[] = [];
  const work = async () =>
    responses.push(...(await Promise.all(lookUps.map((one) => store.storedResponse(one)))));
  expect(await costOf(work)).toMatchObject({ roundTrips: 1, statements: { length: 2 } });
  expect(responses).toEqual(lookUps.map((_, i) => (i === 9 ? { body, replayed: true } : null)));
});

it('is waited for while the request is at work', async () => {
  const client = await db.pool.connect();
  await client.query('BEGIN');
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('one scope put busy', 0))`);
  await expect(store.storedResponse(used('busy'))).rejects.toMatchObject({ code: 'idempotency_in_flight' });
  await client.query('ROLLBACK');
  client.release();
});
