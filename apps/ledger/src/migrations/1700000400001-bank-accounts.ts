import { migrationOf } from '@corridor/event-store';
import { currencies } from '@corridor/kernel';

const PLACES = [...currencies.values()].map(({ code, decimalPlaces }) => `('${code}', ${decimalPlaces})`);
const NAMES = `('wallet', 'Client wallets'), ('deposits', 'Deposits of clients for conversions'),
  ('settlement', 'Client money at bank'), ('fx_position', 'FX position'), ('receivables', 'Receivables from clients'),
  ('suspense', 'Suspense'), ('returns', 'Returns'), ('fees', 'Fees'), ('write_offs', 'Write-offs')`;
/** Of a posting. A wallet's account has the id of the wallet, which has no colon; `settlement:GBP:GB33…` names an account at a bank. */
const KIND = `CASE WHEN strpos(account_id, ':') = 0 THEN 'wallet' ELSE split_part(account_id, ':', 1) END`;
const DAY = `(SELECT left(posted_on, 10) FROM transfer WHERE transfer.id = transfer_id)`;
const MOVEMENT = 'transfer_id, bank_account, ccy_code, minor, day, reference, bank_reference';
/**
 * What the bank should show: above zero for a credit. The end-to-end id that it gets for a payment, or for a credit that goes back, is the end of
 * the id of the submission, which is that of its payment.
 */
const movements = (rows: string) =>
  `SELECT transfer_id, split_part(account_id, ':', 3), ccy_code, -sum(amount_minor), left(posted_on, 10),
     substring(transfer_id from '^(?:pmt|sub)_[0-9A-Z]{10}([0-9A-Z]{16})(?:/|$)'), bank_reference
   FROM ${rows} JOIN transfer ON transfer.id = transfer_id WHERE account_id LIKE 'settlement:%'
   GROUP BY transfer_id, account_id, ccy_code, posted_on, bank_reference HAVING sum(amount_minor) <> 0`;
const COLUMNS = 'kind, ccy_code, day, bank_account';

/** Client money at bank is an account per bank account: the sums by day have it too, and what the bank should show is a table. */
export const BankAccounts1700000400001 = migrationOf(
  'BankAccounts1700000400001',
  [
    `ALTER TABLE account DROP CONSTRAINT account_kind_check, ADD CONSTRAINT account_kind_check CHECK (kind IN (
       'wallet', 'fx_position', 'settlement', 'fees', 'suspense', 'deposits', 'receivables', 'write_offs', 'returns'))`,
    'DROP VIEW book_account',
    'DROP VIEW book_day',
    ...['book_day_change', 'book_day_cell'].map(
      (table) => `ALTER TABLE ${table} ADD bank_account text COLLATE "C" NOT NULL DEFAULT ''`,
    ),
    `ALTER TABLE book_day_cell DROP CONSTRAINT book_day_cell_pkey, ADD PRIMARY KEY (${COLUMNS})`,
    `CREATE VIEW book_day AS
     SELECT ${COLUMNS}, sum(minor) AS minor, sum(postings)::bigint AS postings
     FROM (SELECT ${COLUMNS}, minor, postings FROM book_day_cell
           UNION ALL SELECT ${COLUMNS}, minor, postings FROM book_day_change) AS one
     GROUP BY ${COLUMNS}`,
    `CREATE OR REPLACE FUNCTION book_day_sum() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
       IF pg_try_advisory_xact_lock(hashtextextended('book_day_change', 0)) THEN
         WITH changes AS (DELETE FROM book_day_change RETURNING *)
         INSERT INTO book_day_cell AS one (${COLUMNS}, minor, postings)
           SELECT ${COLUMNS}, sum(minor), sum(postings) FROM changes GROUP BY ${COLUMNS}
         ON CONFLICT (${COLUMNS}) DO UPDATE SET
           minor = one.minor + excluded.minor, postings = one.postings + excluded.postings;
       END IF;
     END $$`,
    `ALTER TABLE transfer ADD bank_reference text`,
    `CREATE TABLE bank_movement (
       id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       transfer_id    text COLLATE "C" NOT NULL,
       bank_account   text COLLATE "C" NOT NULL,
       ccy_code       text COLLATE "C" NOT NULL,
       minor          bigint NOT NULL,
       day            text COLLATE "C" NOT NULL,
       reference      text COLLATE "C",
       bank_reference text COLLATE "C",
       UNIQUE (transfer_id, bank_account, ccy_code)
     )`,
    `CREATE OR REPLACE FUNCTION posting_noted() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE noted bigint;
     BEGIN
       INSERT INTO bank_movement (${MOVEMENT}) ${movements('rows')};
       INSERT INTO book_day_change (${COLUMNS}, minor, postings)
         SELECT ${KIND}, ccy_code, ${DAY}, split_part(account_id, ':', 3), sum(amount_minor), count(*)
         FROM rows GROUP BY 1, 2, 3, 4;
       GET DIAGNOSTICS noted = ROW_COUNT;
       IF random() * 500 < noted THEN PERFORM book_day_sum(); END IF;
       RETURN NULL;
     END $$`,
    `CREATE VIEW book_account AS
     SELECT account.id COLLATE "C" AS id, 'operator'::text AS client_id, account.client_id COLLATE "C" AS of_client,
       account.kind COLLATE "C" AS kind, account.ccy_code COLLATE "C" AS ccy_code,
       nullif(split_part(account.id, ':', 3), '') COLLATE "C" AS bank_account, (
         SELECT json_build_object(
           'id', account.id, 'kind', account.kind, 'name', named.name, 'ccyCode', account.ccy_code,
           'bankAccount', nullif(split_part(account.id, ':', 3), ''), 'clientId', account.client_id,
           'balance', json_build_object(
             'ccyCode', account.ccy_code,
             'value', trim_scale(round(balance.minor / power(10::numeric, one.places), one.places))
           )
         )
         FROM (VALUES ${PLACES.join(', ')}) AS one (code, places), (VALUES ${NAMES}) AS named (kind, name), (
           SELECT coalesce(CASE account.kind
             WHEN 'wallet' THEN (SELECT balance_minor FROM wallet WHERE wallet.id = account.id)
             ELSE (SELECT sum(minor) FROM book_day WHERE book_day.kind = account.kind AND book_day.ccy_code = account.ccy_code
                     AND book_day.bank_account = split_part(account.id, ':', 3))
           END, 0) AS minor
         ) AS balance
         WHERE one.code = account.ccy_code AND named.kind = account.kind
       ) AS data
     FROM account`,
    `UPDATE adjustment SET data =
       (left(data::text, -1) || ',"debitBankAccount":null,"creditBankAccount":null}')::json`,

    `INSERT INTO bank_movement (${MOVEMENT}) ${movements('posting')}`,
  ],
  'the books are kept here',
);
