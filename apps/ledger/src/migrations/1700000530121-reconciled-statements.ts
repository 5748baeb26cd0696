import { migrationOf } from '@corridor/event-store';
import { IN_FORCE, PLACES, units } from './1700000430001-reconciliation.js';

/** As in the breaks OPENING_DIFFERS and BALANCE_DIFFERS. */
const OPENING_DIFFERS = `statement.opening_match IS NULL AND statement.opening <> (
  SELECT closing FROM bank_statement AS former
  WHERE former.bank_account = statement.bank_account AND former.ccy_code = statement.ccy_code AND former.state IN ${IN_FORCE}
    AND (former.day, former.seq) < (statement.day, statement.seq) ORDER BY former.day DESC, former.seq DESC LIMIT 1)`;
const BALANCE_DIFFERS = `statement.balance_match IS NULL AND statement.opening + statement.moved <> statement.closing`;

/** When all is compared, the status of a statement says whether it has open breaks. It is not stored: breaks end when the other side arrives. */
export const ReconciledStatements1700000530121 = migrationOf(
  'ReconciledStatements1700000530121',
  [
    `CREATE OR REPLACE VIEW bank_statement_record AS
     SELECT id, 'operator'::text AS client_id, statement_id, bank_account, ccy_code, day, status, received_on AS created_on, json_build_object(
         'id', id, 'statementId', statement_id, 'bankAccount', bank_account, 'ccyCode', ccy_code, 'day', day, 'status', status,
         'opening', ${units('opening')}, 'closing', ${units('closing')}, 'ledger', ${units('booked')}, 'difference', ${units('closing - booked')},
         'lines', line_count, 'matched', CASE WHEN state IN ${IN_FORCE} THEN line_count - open - explained ELSE 0 END, 'open', open, 'explained', explained,
         'receivedOn', received_on
       ) AS data
     FROM bank_statement AS statement
     JOIN (VALUES ${PLACES.join(', ')}) AS one (code, places) ON code = ccy_code
     CROSS JOIN LATERAL (
       SELECT (SELECT count(*) FROM bank_line AS line WHERE line.statement_id = statement.id AND match IS NULL)::int AS open,
         (SELECT count(*) FROM bank_line AS line WHERE line.statement_id = statement.id AND match LIKE 'brk%')::int AS explained,
         (SELECT coalesce(-sum(minor), 0) FROM book_day WHERE kind = 'settlement' AND book_day.ccy_code = statement.ccy_code
            AND book_day.day <= statement.day AND book_day.bank_account = statement.bank_account) AS booked
     ) AS counted
     CROSS JOIN LATERAL (
       SELECT CASE WHEN state <> 'MATCHED' THEN state
         WHEN EXISTS (SELECT FROM bank_line AS line WHERE line.statement_id = statement.id AND match IS NULL)
           OR ${OPENING_DIFFERS} OR ${BALANCE_DIFFERS} THEN 'UNRECONCILED'
         ELSE 'RECONCILED' END COLLATE "C" AS status
     ) AS told`,
  ],
  'the status of statements of banks is read from it',
);
