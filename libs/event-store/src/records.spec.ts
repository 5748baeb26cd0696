import { TestClock, testCaller } from '@corridor/kernel/testing';
import type { OpenDatabase } from './open-database.js';
import { ReadModels } from './read-models.js';
import { createReadModel } from './read-model-schema.js';
import { openTestDatabase, statementsOf } from './testing/index.js';

const orders = { table: 'orders' };
const other = { ...testCaller, client: { id: 'cli_other', name: 'Other' } };

let db: OpenDatabase;
let readModels: ReadModels;
beforeAll(async () => {
  db = await openTestDatabase();
  for (const statement of createReadModel(orders.table)) await db.pool.query(statement);
  await db.pool.query(`ALTER TABLE ${orders.table} ADD name text COLLATE "C", ADD UNIQUE (client_id, name)`);
  readModels = new ReadModels(db.database, db.searches, new TestClock());
  for (const { client } of [testCaller, other])
    for (let n = 1; n <= 64; n++) await insert(`${client.id}_${n}`, client.id, `order ${n}`);
});
afterAll(() => db.close());

const insert = (id: string, clientId: string, name: string) =>
  db.database.query(`INSERT INTO ${orders.table} VALUES ($1, $2, 'now', $3, $4)`, [
    id,
    clientId,
    { id, text: 'kept  as it is' },
    name,
  ]);
const own = (n: number) => `${testCaller.client.id}_${n}`;

it('a record is sent as it is stored', async () =>
  expect(await readModels.one(orders, own(1), testCaller)).toEqual({
    body: `{"data":{"id":"${own(1)}","text":"kept  as it is"}}`,
    replayed: false,
  }));

it("an unknown record and another client's do not exist, also beside others", async () => {
  const reads = [own(1), 'unknown', `${other.client.id}_1`, own(2)].map((id) =>
    readModels.one(orders, id, testCaller).then(
      ({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id,
      ({ code }: { code: string }) => code,
    ),
  );
  expect(await Promise.all(reads)).toEqual([own(1), 'not_found', 'not_found', own(2)]);
  expect(await readModels.find(orders, 'unknown', testCaller)).toBeNull();
  expect(await readModels.find(orders, own(1), testCaller)).toMatchObject({ id: own(1) });
  for (const id of ['unknown', `${other.client.id}_1`])
    await expect(readModels.existing(orders, id, testCaller)).rejects.toMatchObject({ code: 'not_found' });
  expect(await readModels.existing(orders, own(1), testCaller)).toMatchObject({ id: own(1) });
});

it('can be named by another column, which is unique for a client', async () => {
  const [mine, theirs] = await Promise.all(
    [testCaller, other].map((caller) => readModels.one(orders, 'order 3', caller, 'name')),
  );
  expect(mine?.body).toContain(`"${own(3)}"`);
  expect(theirs?.body).toContain(`"${other.client.id}_3"`);
});

it('64 reads at once are one statement', async () => {
  const reads = () =>
    Promise.all(Array.from({ length: 64 }, (_, i) => readModels.one(orders, own(i + 1), testCaller)));
  expect(await statementsOf(reads)).toHaveLength(1);
});

it('what was committed before the read is seen, also behind another read', async () => {
  const earlier = readModels.one(orders, own(1), testCaller);
  await insert('new', testCaller.client.id, 'new');
  expect((await readModels.one(orders, 'new', testCaller)).body).toContain('"new"');
  await earlier;
});

it('a read in a transaction sees what it has written, and others do not', async () => {
  const read = () => readModels.find(orders, 'open', testCaller);
  const written = Promise.withResolvers<void>();
  const elsewhere = written.promise.then(read);
  await db.database.transaction(async () => {
    await insert('open', testCaller.client.id, 'open');
    expect(await read()).toMatchObject({ id: 'open' });
    written.resolve();
    expect(await elsewhere).toBeNull();
  });
  expect(await read()).toMatchObject({ id: 'open' });
});
