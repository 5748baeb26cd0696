import { migrationOf } from '@corridor/event-store';
import { currencies } from '@corridor/kernel';

export const PLACES = [...currencies.values()].map(
  ({ code, decimalPlaces }) => `('${code}', ${decimalPlaces})`,
);
/** JSON: a number of whole units. */
export const units = (minor: string) => `trim_scale(round((${minor}) / power(10::numeric, places), places))`;
export const IN_FORCE = `('MATCHING', 'MATCHED')`;
/** Of a record of staff: `brk_`, what it is about, and the number of that. */
const breakId = (kind: number, number: string) => `'brk_${kind}' || lpad(${number}::text, 25, '0')`;

/** Movement and line are about the same, whatever the amounts. */
export const SAME = `line.bank_account = movement.bank_account AND line.ccy_code = movement.ccy_code AND sign(line.minor) = sign(movement.minor)`;
export const OPEN_LINE = 'line.match IS NULL AND NOT line.is_new';
export const OPEN_MOVEMENT = 'movement.match IS NULL AND NOT movement.is_new';
/** The two searches use an index each, one over both references could not. */
const other = (table: string, columns: string, condition: string) =>
  ['bank_reference', 'reference']
    .map(
      (key) =>
        `(SELECT ${columns} FROM ${table} WHERE ${condition} AND ${SAME} AND line.${key} = movement.${key} ORDER BY id LIMIT 1)`,
    )
    .join(' UNION ALL ');

/** @param unless what makes a movement without a line no break @param totals where else the other side of a line is */
export const openBreaks = (unless = '', totals = '') => [
  `SELECT ${breakId(1, 'line.id')} AS id, CASE WHEN other.minor IS NULL THEN 'LINE_WITHOUT_MOVEMENT' ELSE 'AMOUNT_DIFFERS' END AS kind,
     line.bank_account, line.ccy_code, booked_on AS day, line.minor AS stated, other.minor AS booked, line.statement_id AS of_statement,
     line.reference, line.bank_reference, line.text, other.transfer_id, line.id AS line, other.id AS movement
   FROM bank_line AS line LEFT JOIN LATERAL (
     SELECT * FROM (${other('bank_movement AS movement', 'id, minor, transfer_id', OPEN_MOVEMENT)}${totals}) AS found LIMIT 1
   ) AS other ON true
   WHERE ${OPEN_LINE}`,
  `SELECT ${breakId(2, 'movement.id')}, 'MOVEMENT_WITHOUT_LINE', movement.bank_account, movement.ccy_code, movement.day, NULL, movement.minor, NULL,
     movement.reference, movement.bank_reference, NULL, movement.transfer_id, NULL, movement.id
   FROM bank_movement AS movement JOIN (
     SELECT bank_account, ccy_code, min(day) AS first, max(day) AS last FROM bank_statement WHERE state = 'MATCHED' GROUP BY 1, 2
   ) AS known USING (bank_account, ccy_code)
   WHERE ${OPEN_MOVEMENT} AND movement.day >= known.first AND movement.day < known.last
     AND NOT EXISTS (${other('bank_line AS line', 'id', OPEN_LINE)})${unless}`,
  `SELECT ${breakId(3, 'seq')}, 'OPENING_DIFFERS', bank_account, ccy_code, day, opening, former, id, NULL, NULL, NULL, NULL, NULL, NULL
   FROM (
     SELECT *, lag(closing) OVER (PARTITION BY bank_account, ccy_code ORDER BY day, seq) AS former
     FROM bank_statement WHERE state IN ${IN_FORCE}
   ) AS statement WHERE opening <> former AND opening_match IS NULL`,
  `SELECT ${breakId(4, 'seq')}, 'BALANCE_DIFFERS', bank_account, ccy_code, day, closing, opening + moved, id, NULL, NULL, NULL, NULL, NULL, NULL
   FROM bank_statement WHERE state IN ${IN_FORCE} AND opening + moved <> closing AND balance_match IS NULL`,
];

/** The statements of the banks, and where they and the books disagree. */
export const Reconciliation1700000430001 = migrationOf(
  'Reconciliation1700000430001',
  [
    // What is about the same has the same mark; null if nothing is known of the other side. New: it was not looked for yet.
    `ALTER TABLE bank_movement ADD match text COLLATE "C", ADD is_new boolean NOT NULL DEFAULT true`,
    `CREATE INDEX bank_movement_new ON bank_movement (id) WHERE is_new`,
    `CREATE INDEX bank_movement_match ON bank_movement (match) WHERE match IS NOT NULL`,
    `CREATE INDEX bank_movement_open ON bank_movement (day, bank_account, ccy_code) WHERE match IS NULL`,
    ...['reference', 'bank_reference'].map(
      (key) =>
        `CREATE INDEX bank_movement_open_${key} ON bank_movement (bank_account, ccy_code, ${key}) WHERE match IS NULL AND ${key} IS NOT NULL`,
    ),
    `CREATE TABLE bank_statement (
       seq           bigint GENERATED ALWAYS AS IDENTITY,
       id            text COLLATE "C" PRIMARY KEY,
       statement_id  text COLLATE "C" NOT NULL,
       bank_account  text COLLATE "C" NOT NULL,
       ccy_code      text COLLATE "C" NOT NULL,
       day           text COLLATE "C" NOT NULL,
       opening       bigint,
       closing       bigint NOT NULL,
       line_count    integer NOT NULL,
       received      integer NOT NULL DEFAULT 0,
       received_on   text COLLATE "C" NOT NULL,
       state         text COLLATE "C" NOT NULL DEFAULT 'ARRIVING',
       moved         numeric,
       opening_match text COLLATE "C",
       balance_match text COLLATE "C"
     )`,
    `CREATE INDEX bank_statement_of_account ON bank_statement (bank_account, ccy_code, day)`,
    `CREATE INDEX bank_statement_at_work ON bank_statement (seq) WHERE state IN ('ARRIVING', 'MATCHING')`,
    `CREATE TABLE bank_line (
       id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       statement_id   text COLLATE "C" NOT NULL,
       number         integer NOT NULL,
       bank_account   text COLLATE "C" NOT NULL,
       ccy_code       text COLLATE "C" NOT NULL,
       minor          bigint NOT NULL,
       booked_on      text COLLATE "C" NOT NULL,
       value_date     text COLLATE "C" NOT NULL,
       reference      text COLLATE "C",
       bank_reference text COLLATE "C",
       text           text,
       match          text COLLATE "C",
       is_new         boolean NOT NULL DEFAULT true,
       UNIQUE (statement_id, number)
     )`,
    `CREATE INDEX bank_line_new ON bank_line (statement_id, id) WHERE is_new`,
    `CREATE INDEX bank_line_open ON bank_line (statement_id, id) WHERE match IS NULL`,
    `CREATE INDEX bank_line_by_staff ON bank_line (match) WHERE match NOT LIKE 'mov%'`,
    `CREATE INDEX bank_line_explained ON bank_line (statement_id) WHERE match LIKE 'brk%'`,
    ...['reference', 'bank_reference'].map(
      (key) =>
        `CREATE INDEX bank_line_open_${key} ON bank_line (bank_account, ccy_code, ${key}) WHERE match IS NULL AND ${key} IS NOT NULL`,
    ),
    `CREATE TABLE explained_break (
       id           text COLLATE "C" PRIMARY KEY,
       kind         text COLLATE "C" NOT NULL,
       bank_account text COLLATE "C" NOT NULL,
       ccy_code     text COLLATE "C" NOT NULL,
       day          text COLLATE "C" NOT NULL,
       data         json NOT NULL
     )`,
    `CREATE VIEW open_break AS ${openBreaks().join(' UNION ALL ')}`,
    `CREATE VIEW bank_break AS
     SELECT id COLLATE "C" AS id, 'operator'::text AS client_id, kind COLLATE "C" AS kind, 'OPEN'::text COLLATE "C" AS status,
       bank_account COLLATE "C" AS bank_account, ccy_code COLLATE "C" AS ccy_code, day COLLATE "C" AS day, json_build_object(
         'id', id, 'kind', kind, 'status', 'OPEN', 'bankAccount', bank_account, 'ccyCode', ccy_code, 'day', day,
         'ageDays', greatest(0, (now() AT TIME ZONE 'UTC')::date - day::date),
         'stated', ${units('stated')}, 'booked', ${units('booked')}, 'difference', ${units('coalesce(stated, 0) - coalesce(booked, 0)')},
         'statement', (SELECT json_build_object('id', one.id, 'statementId', one.statement_id) FROM bank_statement AS one WHERE one.id = of_statement),
         'reference', reference, 'bankReference', bank_reference, 'text', text, 'recordId', split_part(transfer_id, '/', 1), 'explanation', NULL
       ) AS data, line, movement
     FROM open_break JOIN (VALUES ${PLACES.join(', ')}) AS one (code, places) ON code = ccy_code
     UNION ALL
     SELECT id, 'operator', kind, 'EXPLAINED', bank_account, ccy_code, day, data, NULL, NULL FROM explained_break`,
    `CREATE VIEW bank_statement_record AS
     SELECT id, 'operator'::text AS client_id, statement_id, bank_account, ccy_code, day, state AS status, received_on AS created_on, json_build_object(
         'id', id, 'statementId', statement_id, 'bankAccount', bank_account, 'ccyCode', ccy_code, 'day', day, 'status', state,
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
     ) AS counted`,
    `UPDATE adjustment SET data = (left(data::text, -1) || ',"breakId":null}')::json`,
  ],
  'statements of banks are kept here',
);
