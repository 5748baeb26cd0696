import { JointWrite } from './joint-write.js';
import type { OpenDatabase } from './open-database.js';
import { costOf, openTestDatabase } from './testing/index.js';

let db: OpenDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
  await db.database.query('CREATE TABLE fruit (name text PRIMARY KEY, count int NOT NULL CHECK (count > 0))');
  await db.database.query('CREATE TABLE eaten (name text REFERENCES fruit, note text)');
});
beforeEach(() => db.database.query('TRUNCATE fruit, eaten'));
afterAll(() => db.close());

const add = 'INSERT INTO fruit (name, count) VALUES ($1, $2)';
const eat = 'INSERT INTO eaten (name, note) SELECT * FROM unnest($1::text[], $2::text[])';
const eatWith = `WITH given AS (SELECT $2::text AS note) INSERT INTO eaten (name, note) SELECT $1, note FROM given`;
const found = () =>
  db.database.query('SELECT name, count, note FROM fruit LEFT JOIN eaten USING (name) ORDER BY name, note');

const written = (work: (writes: JointWrite) => Promise<void> | void) =>
  costOf(() =>
    db.database.transaction(async (sql) => {
      const writes = new JointWrite(sql);
      await work(writes);
      writes.send();
    }),
  );

test('writes are one statement, each with its own values', async () => {
  const { statements } = await written((writes) => {
    writes.write(add, ['fig', 3]);
    writes.write(eat, [
      ['fig', 'fig'],
      ['one', '$1'],
    ]);
    writes.write(add, ['pear', 4]);
  });
  expect(statements).toHaveLength(3);
  expect(await found()).toEqual([
    { name: 'fig', count: 3, note: '$1' },
    { name: 'fig', count: 3, note: 'one' },
    { name: 'pear', count: 4, note: null },
  ]);
});

test('one of them can have a WITH clause', async () => {
  const { statements } = await written((writes) => {
    writes.write(add, ['fig', 3]);
    writes.write(eatWith, ['fig', 'with']);
  });
  expect(statements).toHaveLength(3);
  expect(await found()).toEqual([{ name: 'fig', count: 3, note: 'with' }]);
});

test('a single write is sent as it is, and nothing if there is none', async () => {
  expect((await written((writes) => writes.write(add, ['fig', 3]))).statements[1]).toBe(add);
  expect((await written(() => undefined)).statements).toEqual(['BEGIN', 'COMMIT']);
});

test('a query sees what was before the writes', async () => {
  await written(async (writes) => {
    writes.write(add, ['fig', 3]);
    expect(await writes.query('SELECT name FROM fruit')).toEqual([]);
  });
  expect(await found()).toHaveLength(1);
});

test('if one fails, none is written', async () => {
  const failing = written((writes) => {
    writes.write(add, ['fig', 3]);
    writes.write(add, ['pear', 0]);
  });
  await expect(failing).rejects.toMatchObject({ constraint: 'fruit_count_check' });
  expect(await found()).toEqual([]);
});
