import {
  createReadModel,
  migrationOf,
  orderIndex,
  searchColumns,
  valueIndexes,
  writtenColumns,
} from '@corridor/event-store';
import { currencies } from '@corridor/kernel';

const PLACES = [...currencies.values()].map(({ code, decimalPlaces }) => `('${code}', ${decimalPlaces})`);
const NAMES = `('wallet', 'Client wallets'), ('deposits', 'Deposits of clients for conversions'),
  ('settlement', 'Client money at bank'), ('fx_position', 'FX position'), ('receivables', 'Receivables from clients'),
  ('suspense', 'Suspense'), ('fees', 'Fees'), ('write_offs', 'Write-offs')`;
const NEWEST_FIRST = 'created_on DESC, id DESC';
const fields = {
  of_client: 'clientId',
  ccy_code: 'amount.ccyCode',
  debit: 'debit',
  credit: 'credit',
};
/** Of a posting. A wallet's account has the id of the wallet, which has no colon. */
const KIND = `CASE WHEN strpos(account_id, ':') = 0 THEN 'wallet' ELSE split_part(account_id, ':', 1) END`;
const DAY = `(SELECT left(posted_on, 10) FROM transfer WHERE transfer.id = transfer_id)`;
const sums = (rows: string) =>
  `SELECT ${KIND} AS kind, ccy_code, ${DAY} AS day, sum(amount_minor) AS minor, count(*) AS postings FROM ${rows} GROUP BY 1, 2, 3`;

/**
 * The postings of each day by kind and currency, so that a trial balance of any date reads no posting. A transaction only notes what
 * it adds, which locks nothing; every now and then one adds what all have noted (as for the counters of searches).
 */
export const Books1700000350001 = migrationOf(
  'Books1700000350001',
  [
    `CREATE TABLE book_day_change (
       kind     text COLLATE "C" NOT NULL,
       ccy_code text COLLATE "C" NOT NULL,
       day      text COLLATE "C" NOT NULL,
       minor    numeric NOT NULL,
       postings bigint NOT NULL
     )`,
    `CREATE TABLE book_day_cell (
       LIKE book_day_change,
       PRIMARY KEY (kind, ccy_code, day)
     ) WITH (fillfactor = 50)`,
    `CREATE VIEW book_day AS
     SELECT kind, ccy_code, day, sum(minor) AS minor, sum(postings)::bigint AS postings
     FROM (SELECT * FROM book_day_cell UNION ALL SELECT * FROM book_day_change) AS one
     GROUP BY kind, ccy_code, day`,
    `CREATE FUNCTION book_day_sum() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
       IF pg_try_advisory_xact_lock(hashtextextended('book_day_change', 0)) THEN
         WITH changes AS (DELETE FROM book_day_change RETURNING *)
         INSERT INTO book_day_cell AS one
           SELECT kind, ccy_code, day, sum(minor), sum(postings) FROM changes GROUP BY kind, ccy_code, day
         ON CONFLICT (kind, ccy_code, day) DO UPDATE SET
           minor = one.minor + excluded.minor, postings = one.postings + excluded.postings;
       END IF;
     END $$`,
    `CREATE FUNCTION posting_noted() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE noted bigint;
     BEGIN
       INSERT INTO book_day_change ${sums('rows')};
       GET DIAGNOSTICS noted = ROW_COUNT;
       IF random() * 500 < noted THEN PERFORM book_day_sum(); END IF;
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER posting_noted AFTER INSERT ON posting REFERENCING NEW TABLE AS rows
     FOR EACH STATEMENT EXECUTE FUNCTION posting_noted()`,
    // The trigger has locked the table against writes, so each posting is counted exactly once.
    `INSERT INTO book_day_cell ${sums('posting')}`,

    `CREATE INDEX account_chart ON account (kind COLLATE "C", ccy_code COLLATE "C", id COLLATE "C") INCLUDE (client_id)`,
    `CREATE INDEX account_of_client ON account (client_id) WHERE client_id IS NOT NULL`,
    `CREATE VIEW book_account AS
     SELECT account.id COLLATE "C" AS id, 'operator'::text AS client_id, account.client_id COLLATE "C" AS of_client,
       account.kind COLLATE "C" AS kind, account.ccy_code COLLATE "C" AS ccy_code, (
         SELECT json_build_object(
           'id', account.id, 'kind', account.kind, 'name', named.name, 'ccyCode', account.ccy_code,
           'clientId', account.client_id,
           'balance', json_build_object(
             'ccyCode', account.ccy_code,
             'value', trim_scale(round(balance.minor / power(10::numeric, one.places), one.places))
           )
         )
         FROM (VALUES ${PLACES.join(', ')}) AS one (code, places), (VALUES ${NAMES}) AS named (kind, name), (
           SELECT coalesce(CASE account.kind
             WHEN 'wallet' THEN (SELECT balance_minor FROM wallet WHERE wallet.id = account.id)
             ELSE (SELECT sum(minor) FROM book_day WHERE book_day.kind = account.kind AND book_day.ccy_code = account.ccy_code)
           END, 0) AS minor
         ) AS balance
         WHERE one.code = account.ccy_code AND named.kind = account.kind
       ) AS data
     FROM account`,

    ...createReadModel('adjustment'),
    searchColumns('adjustment', fields),
    ...orderIndex('adjustment', 'adjustment_newest', NEWEST_FIRST, Object.keys(fields)),
    ...valueIndexes('adjustment', NEWEST_FIRST, Object.keys(fields)),
    ...writtenColumns('adjustment', fields),
  ],
  'adjustments are kept here',
);
