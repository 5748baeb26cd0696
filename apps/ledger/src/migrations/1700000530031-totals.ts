import { migrationOf } from '@corridor/event-store';
import { OPEN_LINE, OPEN_MOVEMENT, SAME, openBreaks } from './1700000430001-reconciliation.js';
import { IS_UNDONE } from './1700000530022-rejected-payments.js';

const KIND = `CASE WHEN strpos(account_id, ':') = 0 THEN 'wallet' ELSE split_part(account_id, ':', 1) END`;
const DAY = `(SELECT left(posted_on, 10) FROM transfer WHERE transfer.id = transfer_id)`;
const COLUMNS = 'kind, ccy_code, day, bank_account';
/** The end-to-end id of a debit has a character less. */
const REFERENCE = `CASE WHEN transfer_id ~ '^sub_.*/(debited|back)$' THEN substring(transfer_id from '^sub_[0-9A-Z]{11}([0-9A-Z]{15})/')
  ELSE substring(transfer_id from '^(?:pmt|sub)_[0-9A-Z]{10}([0-9A-Z]{16})(?:/|$)') END`;

const OF_TOTAL = `${SAME} AND movement.reference = ANY (line.total_of)`;
/** The sum of its movements. */
const PARTS = ` UNION ALL (SELECT NULL::bigint, sum(minor)::bigint, min(transfer_id) FROM bank_movement AS movement
  WHERE ${OPEN_MOVEMENT} AND ${OF_TOTAL} HAVING count(*) > 0)`;
/** The break is that of the line. */
const IN_TOTAL = ` AND NOT EXISTS (SELECT FROM bank_line AS line WHERE ${OPEN_LINE} AND line.total_of IS NOT NULL AND ${OF_TOTAL})`;

/** A line can be the total of several movements, such as the debits of a file (ADR 73). */
export const Totals1700000530031 = migrationOf(
  'Totals1700000530031',
  [
    'ALTER TABLE bank_line ADD total_of text[]',
    'CREATE INDEX bank_line_open_total ON bank_line (id) WHERE match IS NULL AND total_of IS NOT NULL',
    `CREATE OR REPLACE FUNCTION posting_noted() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE noted bigint;
     BEGIN
       INSERT INTO bank_movement (transfer_id, bank_account, ccy_code, minor, day, reference, bank_reference)
         SELECT transfer_id, split_part(account_id, ':', 3), ccy_code, -sum(amount_minor), left(posted_on, 10), ${REFERENCE}, bank_reference
         FROM rows JOIN transfer ON transfer.id = transfer_id WHERE account_id LIKE 'settlement:%'
         GROUP BY transfer_id, account_id, ccy_code, posted_on, bank_reference HAVING sum(amount_minor) <> 0;
       INSERT INTO book_day_change (${COLUMNS}, minor, postings)
         SELECT ${KIND}, ccy_code, ${DAY}, split_part(account_id, ':', 3), sum(amount_minor), count(*)
         FROM rows GROUP BY 1, 2, 3, 4;
       GET DIAGNOSTICS noted = ROW_COUNT;
       IF random() * 500 < noted THEN PERFORM book_day_sum(); END IF;
       RETURN NULL;
     END $$`,
    `CREATE OR REPLACE VIEW open_break AS ${openBreaks(IS_UNDONE + IN_TOTAL, PARTS).join(' UNION ALL ')}`,
  ],
  'lines of statements that are totals are matched with it',
);
