import { randomBytes } from 'node:crypto';
import { openDatabase } from '@corridor/event-store';
import { service } from '../service.js';
import { BankAccounts1700000400001 } from './1700000400001-bank-accounts.js';

const NAME = `test-${randomBytes(6).toString('hex')}`;
const open = (migrations: typeof service.migrations) =>
  openDatabase(process.env['DATABASE_URL'] as string, { name: NAME, migrations });

const PAYMENT = 'pmt_01K00000000000000000000001';
const POST = `WITH made AS (INSERT INTO transfer (id, client_id, action, posted_on) VALUES ($1, 'cli_1', 'PAYMENT', '2026-11-20T10:00:00.000'))
  INSERT INTO posting (transfer_id, account_id, ccy_code, amount_minor) VALUES ($1, 'wal_1', 'GBP', -500), ($1, 'settlement:GBP', 'GBP', 500)`;
const DAYS = `SELECT kind, day, minor::int, postings::int FROM book_day WHERE kind = 'settlement' GROUP BY kind, day, minor, postings`;

test('postings of earlier builds are at no bank account, and have the end-to-end id of their payment', async () => {
  const old = await open(service.migrations.slice(0, service.migrations.indexOf(BankAccounts1700000400001)));
  await old.database.query(
    `INSERT INTO account (id, kind, ccy_code, client_id) VALUES ('wal_1', 'wallet', 'GBP', 'cli_1'), ('settlement:GBP', 'settlement', 'GBP', NULL)`,
    [],
  );
  await old.database.query(POST, [PAYMENT]);
  const adjustment = {
    id: 'adj_1',
    debit: 'fees',
    credit: 'settlement',
    amount: { ccyCode: 'GBP' },
  };
  await old.database.query(
    `INSERT INTO adjustment (id, client_id, created_on, data) VALUES ('adj_1', 'operator', '2026-11-20T10:00:00.000', $1)`,
    [JSON.stringify(adjustment)],
  );
  const before = await old.database.query(DAYS, []);
  await old.close();

  const db = await open(service.migrations);
  try {
    const read = (statement: string) => db.database.query(statement, []);
    expect(await read(DAYS)).toEqual(before);
    // A replica of the build before still posts, without a bank account.
    await db.database.query(POST, ['if_1']);
    expect(
      await read(
        'SELECT transfer_id, bank_account, minor::int, day, reference FROM bank_movement ORDER BY id',
      ),
    ).toEqual([
      {
        transfer_id: PAYMENT,
        bank_account: '',
        minor: -500,
        day: '2026-11-20',
        reference: '0000000000000001',
      },
      { transfer_id: 'if_1', bank_account: '', minor: -500, day: '2026-11-20', reference: null },
    ]);
    expect(await read(`SELECT data FROM book_account WHERE kind = 'settlement'`)).toMatchObject([
      { data: { id: 'settlement:GBP', bankAccount: null, balance: { value: 10 } } },
    ]);
    expect(await read('SELECT data FROM adjustment')).toEqual([
      { data: { ...adjustment, debitBankAccount: null, creditBankAccount: null, breakId: null } },
    ]);
  } finally {
    await db.close();
  }
});
