import { searchables } from '@corridor/search';
import type { OpenDatabase } from './open-database.js';
import { createReadModel, searchColumns } from './read-model-schema.js';
import { openTestDatabase } from './testing/index.js';
import { type RowTable, type RowWrite, writeRows } from './view-rows.js';
import { writtenColumns } from './written-columns.js';

const FIELDS = {
  status: 'status',
  beneficiary_id: 'beneficiary.id',
  linked_id: 'linkedPaymentInstructionId',
  amount: 'amount.value',
};
const payments: RowTable = {
  table: 'payment',
  searchable: searchables.payments,
  columns: {
    id: 'id',
    'client.id': 'client_id',
    status: 'status',
    'beneficiary.id': 'beneficiary_id',
    linkedPaymentInstructionId: 'linked_id',
    'amount.value': 'amount',
  },
};

const record = (id: string, status: string, more: object = {}) => ({
  id,
  status,
  amount: { value: 0.1 },
  linkedPaymentInstructionId: null,
  ...more,
});
const write = (row: RowWrite['row'], version: number): Promise<void> =>
  db.database.transaction(async (sql) => {
    writeRows(sql, payments, [{ row, version, clientId: 'cli_1', createdOn: '2026-11-22T00:00:00.000' }]);
    await sql.query('SELECT 1');
  });
/** As the previous version of a service writes a record. */
const writeFormerly = ({ id, ...rest }: RowWrite['row']) =>
  db.pool.query(
    `INSERT INTO payment (id, client_id, created_on, data) VALUES ($1, 'cli_1', 'now', $2)
     ON CONFLICT (id) DO UPDATE SET data = excluded.data`,
    [id, JSON.stringify({ id, ...rest })],
  );

let db: OpenDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
  const { amount: _, ...before } = FIELDS;
  for (const statement of [...createReadModel('payment'), searchColumns('payment', before)])
    await db.pool.query(statement);
  await writeFormerly(record('pmt_0', 'SENT', { amount: { value: 12.5 } }));
  for (const statement of writtenColumns('payment', FIELDS, ['amount'])) await db.pool.query(statement);
});
afterAll(() => db.close());

/** The columns of a record; they are what the record says. */
async function columnsOf(id: string) {
  const { rows } = await db.pool.query<Record<string, unknown>>(
    `SELECT status, beneficiary_id, linked_id, amount, stream_version,
       (status, beneficiary_id, linked_id, amount) IS NOT DISTINCT FROM
         (data #>> '{status}', data #>> '{beneficiary,id}', data #>> '{linkedPaymentInstructionId}',
          (data #>> '{amount,value}')::numeric) AS "areRight"
     FROM payment WHERE id = $1`,
    [id],
  );
  const { areRight, ...columns } = rows[0] ?? {};
  expect(areRight).toBe(true);
  return columns;
}

it('a record that was there has them', async () => {
  expect(await columnsOf('pmt_0')).toEqual({
    status: 'SENT',
    beneficiary_id: null,
    linked_id: null,
    amount: '12.5',
    stream_version: null,
  });
});

it('they are written with the record', async () => {
  await write(
    record('pmt_1', 'DRAFT', { beneficiary: { id: 'ben_1' }, linkedPaymentInstructionId: 'pi_1' }),
    1,
  );
  expect(await columnsOf('pmt_1')).toEqual({
    status: 'DRAFT',
    beneficiary_id: 'ben_1',
    linked_id: 'pi_1',
    amount: '0.1',
    stream_version: 1,
  });
  await write(record('pmt_1', 'SENT', { beneficiary: null, amount: { value: 1e21 } }), 3);
  expect(await columnsOf('pmt_1')).toEqual({
    status: 'SENT',
    beneficiary_id: null,
    linked_id: null,
    amount: '1000000000000000000000',
    stream_version: 3,
  });
});

it('of several records at once, some of which are new', async () => {
  await db.database.transaction(async (sql) => {
    const rows = ['pmt_1', 'pmt_2', 'pmt_3'].map((id, n) => record(id, `S${n}`));
    writeRows(
      sql,
      payments,
      rows.map((row, n) => ({ row, version: 4 + n, clientId: 'cli_1', createdOn: 'now' })),
    );
    await sql.query('SELECT 1');
  });
  expect(await Promise.all(['pmt_1', 'pmt_2', 'pmt_3'].map(columnsOf))).toMatchObject([
    { status: 'S0' },
    { status: 'S1' },
    { status: 'S2' },
  ]);
});

it('the previous version of a service writes records without them, before and after this one', async () => {
  await writeFormerly(record('pmt_4', 'DRAFT'));
  expect(await columnsOf('pmt_4')).toMatchObject({ status: 'DRAFT', amount: '0.1' });
  await write(record('pmt_4', 'READY_TO_SEND'), 2);
  expect(await columnsOf('pmt_4')).toMatchObject({ status: 'READY_TO_SEND', stream_version: 2 });
  await writeFormerly(record('pmt_4', 'SENT', { amount: { value: 7 } }));
  expect(await columnsOf('pmt_4')).toMatchObject({ status: 'SENT', amount: '7' });
  await write(record('pmt_4', 'FAILED'), 4);
  expect(await columnsOf('pmt_4')).toMatchObject({ status: 'FAILED', amount: '0.1' });
});
