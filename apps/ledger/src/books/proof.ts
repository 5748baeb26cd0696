import { EPOCH_BOUNDS, type Sql, WHOLE_TABLES } from '@corridor/event-store';
import { type Timestamp, currencies } from '@corridor/kernel';
import type { BooksProofResource } from '@corridor/ledger-contract';
import { clientLedger } from '../client-ledger/client-ledger.js';

type Name = BooksProofResource['checks'][number]['name'];

export interface Check {
  readonly name: Name;
  readonly claim: string;
  /** SQL: the number of rows that are compared. */
  readonly compared: string;
  /** SQL: a row for each fault, with the column `what`. One statement, so it sees the tables at one moment. */
  readonly faults: string;
}

const PLACES = [...currencies.values()].map(({ code, decimalPlaces }) => `('${code}', ${decimalPlaces})`);

/** What the accounts come to by the events, the postings, the wallets, their public records and the states of the streams. */
const FOLD = `
  WITH by_event AS (
    SELECT coalesce(leg ->> 'walletId', concat_ws(':', leg ->> 'account', leg #>> '{amount,ccyCode}', leg ->> 'bankAccount')) AS id,
      sum((leg #>> '{amount,minor}')::numeric) AS events
    FROM events, json_array_elements(data -> 'postings') AS leg WHERE type = 'transfer_posted' GROUP BY 1
  ), by_posting AS (
    SELECT account_id AS id, sum(amount_minor) AS postings FROM posting GROUP BY 1
  ), by_wallet AS (
    SELECT id, balance_minor::numeric AS wallet, (data #>> '{balance,value}')::numeric * power(10::numeric, places) AS record
    FROM wallet JOIN (VALUES ${PLACES.join(', ')}) AS one (code, places) ON code = ccy_code
  ), by_state AS (
    SELECT one.value ->> 'id' AS id, (one.value ->> 'minor')::numeric AS state
    FROM streams, json_each(state -> 'wallets') AS one
    WHERE kind = '${clientLedger.name}' AND state_version = ${clientLedger.stateVersion}
  )
  SELECT id, coalesce(events, 0) AS events, coalesce(postings, 0) AS postings, coalesce(wallet, 0) AS wallet,
    coalesce(record, 0) AS record, state, strpos(id, ':') = 0 AS is_wallet
  FROM by_event FULL JOIN by_posting USING (id) FULL JOIN by_wallet USING (id) FULL JOIN by_state USING (id)`;

const DAYS = `
  SELECT kind, ccy_code, day, bank_account, coalesce(kept.minor, 0) AS kept, coalesce(posted.minor, 0) AS posted,
    coalesce(kept.postings, 0) AS kept_postings, coalesce(posted.postings, 0) AS postings
  FROM book_day AS kept FULL JOIN (
    SELECT kind COLLATE "C" AS kind, posting.ccy_code COLLATE "C" AS ccy_code, left(posted_on, 10) COLLATE "C" AS day,
      split_part(account_id, ':', 3) COLLATE "C" AS bank_account,
      sum(amount_minor) AS minor, count(*) AS postings
    FROM posting JOIN account ON account.id = account_id JOIN transfer ON transfer.id = transfer_id GROUP BY 1, 2, 3, 4
  ) AS posted USING (kind, ccy_code, day, bank_account)`;

const CHAIN = `
  SELECT id, wallet_id, balance, moved, lag(balance, 1, 0) OVER chain AS before,
    lead(id) OVER chain IS NULL AS is_last
  FROM (
    SELECT id, wallet_id, sort_date, sort_priority, (data #>> '{balance,value}')::numeric AS balance,
      (data #>> '{signedAmount,value}')::numeric AS moved
    FROM transaction WHERE status = 'COMPLETED'
  ) AS completed
  WINDOW chain AS (PARTITION BY wallet_id ORDER BY sort_date, sort_priority)`;

export const checks: readonly Check[] = [
  {
    name: 'ZERO',
    claim: 'The postings of each transfer, and so of each currency, add up to zero.',
    compared: 'SELECT count(*) FROM posting',
    faults: `SELECT 'transfer ' || transfer_id || ': ' || ccy_code || ' ' || sum(amount_minor) AS what
      FROM posting GROUP BY transfer_id, ccy_code HAVING sum(amount_minor) <> 0`,
  },
  {
    name: 'FOLD',
    claim: 'The balance of each account is what the events come to.',
    compared: 'SELECT count(*) FROM account',
    faults: `SELECT 'account ' || id || ': events ' || events || ', postings ' || postings ||
        CASE WHEN is_wallet THEN ', wallet ' || wallet || ', record ' || trim_scale(record) || ', state ' || coalesce(state::text, 'none')
        ELSE '' END AS what
      FROM (${FOLD}) AS account
      WHERE events <> postings OR is_wallet AND (events <> wallet OR events <> record OR events <> state)`,
  },
  {
    name: 'DAYS',
    claim: 'The sums by day, from which trial balances are made, are those of the postings.',
    compared: 'SELECT count(*) FROM book_day',
    faults: `SELECT concat_ws(' ', kind, ccy_code, nullif(bank_account, ''), day) || ': kept ' || kept || ', posted ' || posted AS what
      FROM (${DAYS}) AS one WHERE kept <> posted OR kept_postings <> postings`,
  },
  {
    name: 'EVENTS',
    claim:
      'The events of each stream are numbered up to its version, with a gap only where an epoch of the database begins.',
    compared: 'SELECT count(*) FROM events',
    faults: `WITH left_out AS MATERIALIZED (
        SELECT first.stream_id, sum(bound - coalesce(
          (SELECT max(version) FROM events WHERE stream_id = first.stream_id AND version <= bound), 0)) AS numbers
        FROM (${EPOCH_BOUNDS}) AS begun JOIN events AS first ON first.version = bound + 1 GROUP BY 1
      )
      SELECT 'stream ' || stream_id || ': version ' || coalesce(version, 0) || ', events ' || coalesce(events, 0) AS what
      FROM streams FULL JOIN (
        SELECT stream_id, count(*) AS events, max(version) AS last FROM events GROUP BY stream_id
      ) AS logged USING (stream_id) LEFT JOIN left_out USING (stream_id)
      WHERE version IS DISTINCT FROM last OR version IS DISTINCT FROM events + coalesce(numbers, 0)`,
  },
  {
    name: 'TRANSACTIONS',
    claim:
      'The balance after each transaction follows from the one before, and the last one is that of the wallet.',
    compared: `SELECT count(*) FROM transaction WHERE status = 'COMPLETED'`,
    faults: `WITH link AS MATERIALIZED (${CHAIN})
      SELECT 'transaction ' || id || ': ' || before || ' and ' || moved || ' is not ' || balance AS what
      FROM link WHERE before + moved <> balance
      UNION ALL
      SELECT 'wallet ' || wallet.id || ': ' || (data #>> '{balance,value}') || ', its last transaction ' || coalesce(balance, 0)
      FROM wallet LEFT JOIN link ON wallet_id = wallet.id AND is_last
      WHERE (data #>> '{balance,value}')::numeric <> coalesce(balance, 0)`,
  },
  {
    name: 'MOVEMENTS',
    claim: 'The movements that are compared with the statements of a bank account come to its balance.',
    compared: 'SELECT count(*) FROM bank_movement',
    faults: `SELECT 'account ' || id || ': postings ' || posted || ', movements ' || moved AS what FROM (
        SELECT account_id AS id, -sum(amount_minor) AS posted FROM posting WHERE account_id LIKE 'settlement:%' GROUP BY 1
      ) AS by_posting FULL JOIN (
        SELECT concat_ws(':', 'settlement', ccy_code, nullif(bank_account, '')) AS id, sum(minor) AS moved FROM bank_movement GROUP BY 1
      ) AS by_movement USING (id) WHERE coalesce(posted, 0) <> coalesce(moved, 0)`,
  },
  {
    name: 'MATCHES',
    claim: 'A line of a statement and the movement that is matched with it are of the same amount.',
    compared: `SELECT count(*) FROM bank_line WHERE match LIKE 'mov%'`,
    faults: `SELECT 'match ' || match || ': stated ' || coalesce(stated, 0) || ', booked ' || coalesce(booked, 0) AS what FROM (
        SELECT match, sum(minor) AS stated FROM bank_line WHERE match LIKE 'mov%' GROUP BY 1
      ) AS line FULL JOIN (
        SELECT match, sum(minor) AS booked FROM bank_movement WHERE match LIKE 'mov%' GROUP BY 1
      ) AS movement USING (match) WHERE stated IS DISTINCT FROM booked`,
  },
];

export interface Found {
  readonly compared: number;
  readonly faults: number;
  readonly examples: readonly string[];
}

const statementOf = ({ compared, faults }: Check): string =>
  `WITH fault AS MATERIALIZED (${faults})
   SELECT (${compared})::int AS compared, (SELECT count(*) FROM fault)::int AS faults,
     (SELECT coalesce(json_agg(what), '[]') FROM (SELECT what FROM fault ORDER BY what LIMIT 10) AS few) AS examples`;

/** For a ledger with a million postings: all of the checks read every row. */
export const PROOF_TIMEOUT_MS = 120_000;

/** A statement, so it sees the tables at one moment. In a transaction that may read whole tables. */
export async function foundBy(sql: Sql, check: Check): Promise<Found> {
  const [found] = await sql.query<Found & Record<string, unknown>>(statementOf(check));
  return found as Found;
}

/** Reads the whole ledger. One check after the other: what is posted meanwhile is in the later ones. */
export async function proofOf(sql: Sql, now: Timestamp): Promise<BooksProofResource> {
  await sql.query(WHOLE_TABLES);
  const proven: BooksProofResource['checks'][number][] = [];
  for (const check of checks) {
    const { compared, faults, examples } = await foundBy(sql, check);
    const { name, claim } = check;
    proven.push({ name, claim, isFine: faults === 0, compared, faults, examples });
  }
  return { provenOn: now, isProven: proven.every(({ isFine }) => isFine), checks: proven };
}
