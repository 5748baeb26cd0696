import { parse, searchOf, searchables } from '@corridor/search';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { databaseName } from './migrate-database.js';
import { type OpenDatabase, openDatabase } from './open-database.js';
import type { ReadModel } from './read-models.js';
import { createReadModel } from './read-model-schema.js';
import { countStatement, pageStatement } from './search-statements.js';
import { addTexts } from './texts.js';

const FIELDS = { narrative: 'narrative', display_name: 'beneficiary.displayName' };
const payments: ReadModel = {
  table: 'payment',
  searchable: searchables.payments,
  columns: { id: 'id', 'client.id': 'client_id', 'auditHistory.created.on': 'created_on' },
};
const withTexts: ReadModel = {
  ...payments,
  texts: {
    table: 'payment_text',
    columns: { narrative: 'narrative', 'beneficiary.displayName': 'display_name' },
  },
};

const TEXTS = [
  'Invoice 4711',
  'INVOICE 4711 and 4712',
  'straße',
  'STRASSE 7',
  'ΟΔΟΣ',
  'οδος αβγ',
  'ΟΔΟΣΑ',
  'Σίσυφος',
  '100 % of it',
  '100_%_',
  'a\\b\\',
  'İstanbul',
  'ıI i',
  'ŉ ǰ ﬁ',
  'e\u0301tude',
  'étude',
  'ab',
  '',
  ' ',
  '\u{1F600}\u{1F601}',
  'S3S',
];
const PARTS = [
  ...TEXTS,
  'οδος',
  'ΔΟΣ',
  'σ',
  'ς',
  'ss',
  'I',
  'voice 4711',
  '%',
  '_',
  '\\',
  '4711 and',
  'INVOICE 4711 and 4',
  'nvoice 4711 AND 4712',
  'λ',
  'fi',
];

const searchFor = (q: string) => {
  const requested = { query: parse(q), sorts: [], offset: 0, limit: 1_000, cursor: null };
  const { search, issues } = searchOf(payments.searchable, requested, '');
  expect(issues).toEqual([]);
  return search;
};
const quotedIn = (text: string) => `"${text.replace(/(\\*)("|$)/g, '$1$1$2')}"`;

/** A database of an alphabet of its own: the order and the lower case of its letters are those of that language. */
async function databaseIn(locale: string): Promise<OpenDatabase> {
  const serverUrl = process.env['DATABASE_URL'] ?? '';
  const name = `test-${randomBytes(6).toString('hex')}`;
  const admin = new Client(new URL('/postgres', serverUrl).href);
  await admin.connect();
  await admin.query(`CREATE DATABASE "${databaseName(name)}" TEMPLATE template0 ENCODING 'UTF8' ${locale}`);
  await admin.end();
  return openDatabase(serverUrl, { name, migrations: [] });
}

const fill = (db: OpenDatabase) =>
  db.pool.query(
    `INSERT INTO payment (id, client_id, created_on, data)
     SELECT 'pmt_' || lpad((n * 100 + m)::text, 6, '0'), 'cli_' || m % 2, 'now',
       json_build_object('narrative', a, 'beneficiary', CASE WHEN m % 3 > 0 THEN json_build_object('displayName', b) END)
     FROM unnest($1::text[]) WITH ORDINALITY AS a (a, n), unnest($1::text[]) WITH ORDINALITY AS b (b, m)`,
    [TEXTS],
  );

describe.each([`LOCALE 'C'`, `LOCALE_PROVIDER icu ICU_LOCALE 'el'`, `LOCALE_PROVIDER icu ICU_LOCALE 'tr'`])(
  'in a database with %s',
  (locale) => {
    let db: OpenDatabase;
    beforeAll(async () => {
      db = await databaseIn(locale);
      for (const statement of createReadModel('payment')) await db.pool.query(statement);
      await fill(db);
      for (const statement of addTexts('payment', 'payment_text', FIELDS)) await db.pool.query(statement);
      await db.pool.query('ANALYZE payment_text');
    });
    afterAll(() => db.close());

    /** By the index of trigrams, without it, and from the documents. */
    async function expectSame(q: string): Promise<number> {
      const found = [];
      for (const [model, settings] of [
        [withTexts, 'SET enable_seqscan = off; SET enable_indexscan = off'],
        [withTexts, 'SET enable_bitmapscan = off'],
        [payments, ''],
      ] as const) {
        const statements = [pageStatement, countStatement].map((one) =>
          one(model, searchFor(q), 'cli_1', {}),
        );
        const client = await db.pool.connect();
        await client.query(settings);
        const results = [];
        for (const { text, values } of statements)
          results.push((await client.query<{ count?: string }>(text, [...values])).rows);
        found.push(results);
        await client.query('RESET ALL');
        client.release();
      }
      expect({ q, found: found[0] }).toEqual({ q, found: found[2] });
      expect({ q, found: found[1] }).toEqual({ q, found: found[2] });
      return found[2]?.[0]?.length ?? 0;
    }

    it.each(['==', '!=', '~', '!~', '^=', '$='])('finds by %s what the documents have', async (operator) => {
      let sum = 0;
      for (const part of PARTS) sum += await expectSame(`narrative ${operator} ${quotedIn(part)}`);
      expect(sum).toBeGreaterThan(100);
    });

    it('a text that can be null, among other conditions', async () => {
      await expectSame('beneficiary.displayName ~ "ss"');
      await expectSame('beneficiary.displayName !~ "ss"');
      await expectSame('OR(beneficiary.displayName ^= "inv",AND(narrative ~ "οδος",narrative !~ "ΑΒΓ"))');
    });

    it('follows updates, upserts and deletes', async () => {
      await db.pool.query(
        `UPDATE payment SET data = json_build_object('narrative', 'changed') WHERE id < 'pmt_000200'`,
      );
      await db.pool.query(`DELETE FROM payment WHERE id BETWEEN 'pmt_000200' AND 'pmt_000210'`);
      await db.pool.query(
        `INSERT INTO payment SELECT id, client_id, created_on, json_build_object('narrative', 'upserted')
         FROM payment WHERE id > 'pmt_002000' ON CONFLICT (id) DO UPDATE SET data = excluded.data`,
      );
      expect(await expectSame('narrative ~ "changed"')).toBeGreaterThan(0);
      expect(await expectSame('narrative ~ "upserted"')).toBeGreaterThan(0);
      expect(await expectSame('narrative ~ "voice 4711"')).toBeGreaterThan(0);
      expect((await db.pool.query('SELECT id FROM payment_text EXCEPT SELECT id FROM payment')).rows).toEqual(
        [],
      );
    });
  },
);

describe('on a server where the extension must not be installed', () => {
  let db: OpenDatabase;
  const role = `r${randomBytes(6).toString('hex')}`;
  beforeAll(async () => {
    db = await databaseIn('');
    await db.pool.query(`CREATE ROLE ${role}; GRANT CREATE ON SCHEMA public TO ${role}`);
  });
  afterAll(async () => {
    await db.pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await db.close();
  });

  it('there is no index of trigrams, and everything else', async () => {
    const client = await db.pool.connect();
    await client.query(`SET ROLE ${role}`);
    for (const statement of [...createReadModel('payment'), ...addTexts('payment', 'payment_text', FIELDS)])
      await client.query(statement);
    await client.query('RESET ROLE');
    client.release();
    await fill(db);
    const { text, values } = pageStatement(withTexts, searchFor('narrative ~ "voice 4711"'), 'cli_1', {});
    expect((await db.pool.query(text, [...values])).rowCount).toBeGreaterThan(10);
    expect(
      (await db.pool.query(`SELECT FROM pg_class WHERE relname = 'payment_text_trigrams'`)).rowCount,
    ).toBe(0);
  });
});
