import { Database, type Sql } from '@corridor/event-store';
import { Injectable } from '@nestjs/common';
import { matchTotals } from './total.js';

/** Lines or movements of a step. */
const CHUNK = 5_000;
/** From so many lines on, a statement changes what Postgres should expect. */
const MANY = 100;
/** Of a step: a corrected statement is compared with the former one as a whole. */
const OPTIONS = { statementTimeoutMs: 10 * 60_000 };

type Side = 'bank_line' | 'bank_movement';
interface Statement {
  readonly id: string;
  readonly state: 'ARRIVING' | 'MATCHING';
}

/**
 * Finds for each line of a statement its movement in the books, and the other way round (ADR 65). Each of them is looked at once, when it
 * is new. Only one process does it at a time, so whichever of the two is stored later finds the other one.
 */
@Injectable()
export class Reconciliation {
  constructor(private readonly database: Database) {}

  /** Until nothing is new. */
  async run(): Promise<void> {
    while (await this.isNew()) if (!(await this.step())) return;
  }

  /** Asked every second, mostly in vain. */
  private async isNew(): Promise<boolean> {
    const [found] = await this.database.query<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM bank_movement WHERE is_new)
         OR EXISTS (SELECT FROM bank_statement WHERE ${AT_WORK}) AS found`,
    );
    return found?.found ?? false;
  }

  /** @returns false if another process does it */
  private step(): Promise<boolean> {
    return this.database.transaction(async (sql) => {
      const [lock] = await sql.query<{ mine: boolean }>(
        `SELECT pg_try_advisory_xact_lock(hashtextextended('reconciliation', 0)) AS mine`,
      );
      if (!lock?.mine) return false;
      const [statement] = await sql.query<Statement>(
        `SELECT id, state FROM bank_statement WHERE ${AT_WORK} ORDER BY seq LIMIT 1`,
      );
      if (statement?.state === 'ARRIVING') await putInForce(sql, statement.id);
      else if (statement) await matchLines(sql, statement.id);
      else await matchMovements(sql);
      return true;
    }, OPTIONS);
  }
}

/** By statistics of a quiet time nothing is open, and to read all that is open looks cheap: Postgres did so for each line. */
const KNOW = 'SELECT know_lines_and_movements()';
const AT_WORK = `state IN ('ARRIVING', 'MATCHING') AND (state = 'MATCHING' OR received = line_count)`;

/**
 * A whole statement replaces an earlier one with the same number of the bank: what is the same in both stays matched, and what was
 * matched with the rest is open again.
 */
async function putInForce(sql: Sql, id: string): Promise<void> {
  const [former] = await sql.query<{ id: string; isNewer: boolean }>(
    `SELECT former.id, (former.received_on, former.seq) > (one.received_on, one.seq) AS "isNewer"
     FROM bank_statement AS one JOIN bank_statement AS former USING (bank_account, ccy_code, statement_id)
     WHERE one.id = $1 AND former.state IN ('MATCHING', 'MATCHED')`,
    [id],
  );
  if (former) {
    await sql.query(KNOW);
    await replace(sql, former.isNewer ? [id, former.id] : [former.id, id]);
  }
  if (former?.isNewer) return;
  const [statement] = await sql.query<{ lineCount: number }>(
    `UPDATE bank_statement SET state = 'MATCHING',
       moved = (SELECT coalesce(sum(minor), 0) FROM bank_line WHERE bank_line.statement_id = bank_statement.id) WHERE id = $1
     RETURNING line_count AS "lineCount"`,
    [id],
  );
  if ((statement?.lineCount ?? 0) >= MANY) await sql.query(KNOW);
}

async function replace(sql: Sql, [former, by]: readonly [string, string]): Promise<void> {
  const same = `minor, booked_on, coalesce(reference, ''), coalesce(bank_reference, '')`;
  const linesOf = (parameter: string) =>
    `SELECT id, match, minor, booked_on, coalesce(reference, '') AS reference, coalesce(bank_reference, '') AS bank_reference,
       row_number() OVER (PARTITION BY ${same} ORDER BY number) AS n FROM bank_line WHERE statement_id = ${parameter}`;
  await sql.query(
    `UPDATE bank_line SET match = pair.match FROM (
       SELECT one.id, former.match FROM (${linesOf('$1')}) AS former
       JOIN (${linesOf('$2')}) AS one USING (minor, booked_on, reference, bank_reference, n) WHERE former.match IS NOT NULL AND one.match IS NULL
     ) AS pair WHERE bank_line.id = pair.id`,
    [former, by],
  );
  await sql.query(
    `UPDATE bank_movement SET match = NULL, is_new = true WHERE match IN (
       SELECT match FROM bank_line WHERE statement_id = $1 AND match IS NOT NULL
       EXCEPT SELECT match FROM bank_line WHERE statement_id = $2)`,
    [former, by],
  );
  await sql.query('DELETE FROM bank_line WHERE statement_id = $1', [former]);
  await sql.query(`UPDATE bank_statement SET state = 'SUPERSEDED' WHERE id = $1`, [former]);
}

async function matchLines(sql: Sql, id: string): Promise<void> {
  const last = await lastOf(sql, 'bank_line', 'statement_id = $1', [id]);
  if (last === null) {
    await sql.query(`UPDATE bank_statement SET state = 'MATCHED' WHERE id = $1`, [id]);
    return;
  }
  const chunk = 'statement_id = $1 AND is_new AND id <= $2';
  await match(sql, ['bank_line', chunk], ['bank_movement', 'true'], [id, last]);
  await matchSums(sql, ['bank_line', chunk], ['bank_movement', 'true'], [id, last]);
  await matchTotals(sql, chunk, [id, last]);
  await sql.query(`UPDATE bank_line SET is_new = false WHERE ${chunk}`, [id, last]);
}

async function matchMovements(sql: Sql): Promise<void> {
  const last = await lastOf(sql, 'bank_movement', 'true', []);
  if (last === null) return;
  const chunk = 'is_new AND id <= $1';
  // Staff have posted it because of a break: what that was about has its id already.
  await sql.query(
    `UPDATE bank_movement AS adjusted SET match = transfer_id WHERE ${chunk} AND match IS NULL AND transfer_id LIKE 'adj%' AND (
       EXISTS (SELECT FROM bank_line WHERE match = adjusted.transfer_id AND match NOT LIKE 'mov%')
       OR EXISTS (SELECT FROM bank_movement AS other WHERE other.match = adjusted.transfer_id))`,
    [last],
  );
  await match(sql, ['bank_movement', chunk], ['bank_line', 'NOT is_new'], [last]);
  await matchSums(sql, ['bank_movement', chunk], ['bank_line', 'NOT is_new'], [last]);
  const arrived = `SELECT array_agg(reference) FROM bank_movement WHERE ${chunk} AND match IS NULL`;
  await matchTotals(sql, `NOT is_new AND total_of && (${arrived})`, [last]);
  await sql.query(`UPDATE bank_movement SET is_new = false WHERE ${chunk}`, [last]);
}

async function lastOf(sql: Sql, side: Side, which: string, values: unknown[]): Promise<string | null> {
  const [found] = await sql.query<{ last: string | null }>(
    `SELECT max(id)::text AS last FROM (SELECT id FROM ${side} WHERE ${which} AND is_new ORDER BY id LIMIT ${CHUNK}) AS chunk`,
    values,
  );
  return found?.last ?? null;
}

/**
 * By the reference of the bank, then by the end-to-end reference, if the amount is the same. Of several that are alike, the first is that of
 * the first.
 */
async function match(
  sql: Sql,
  [side, chunk]: readonly [Side, string],
  [otherSide, others]: readonly [Side, string],
  values: unknown[],
): Promise<void> {
  const alike = 'bank_account, ccy_code, minor, key';
  for (const key of ['bank_reference', 'reference'])
    await sql.query(
      `WITH chunk AS MATERIALIZED (SELECT * FROM ${side} WHERE ${chunk}), one AS MATERIALIZED (
         SELECT id, bank_account, ccy_code, minor, ${key} AS key,
           row_number() OVER (PARTITION BY bank_account, ccy_code, minor, ${key} ORDER BY id) AS n
         FROM chunk WHERE match IS NULL AND ${key} IS NOT NULL
       ), other AS MATERIALIZED (
         SELECT found.id, ${alike}, row_number() OVER (PARTITION BY ${alike} ORDER BY found.id) AS n
         FROM (SELECT DISTINCT ${alike} FROM one) AS wanted CROSS JOIN LATERAL (
           SELECT id FROM ${otherSide} AS found WHERE found.match IS NULL AND ${others} AND found.${key} IS NOT NULL
             AND found.bank_account = wanted.bank_account AND found.ccy_code = wanted.ccy_code AND found.${key} = wanted.key
             AND found.minor = wanted.minor
           OFFSET 0 -- one search for each
         ) AS found
       ), pair AS MATERIALIZED (
         SELECT max(one) AS one, max(other) AS other, 'mov_' || max(${side === 'bank_movement' ? 'one' : 'other'}) AS match
         FROM (SELECT ${alike}, n, id AS one, NULL AS other FROM one UNION ALL SELECT ${alike}, n, NULL, id FROM other) AS both_sides
         GROUP BY ${alike}, n HAVING count(one) = 1 AND count(other) = 1
       ), matched AS (
         UPDATE ${otherSide} AS found SET match = pair.match FROM pair WHERE found.id = pair.other
       )
       UPDATE ${side} AS found SET match = pair.match FROM pair WHERE found.id = pair.one`,
      values,
    );
}

/**
 * What is still open with the same end-to-end reference, if it adds up: a payment that comes back in two bookings, and in the books in one
 * movement or three.
 */
async function matchSums(
  sql: Sql,
  [side, chunk]: readonly [Side, string],
  [otherSide, others]: readonly [Side, string],
  values: unknown[],
): Promise<void> {
  const open = (table: Side, which: string) =>
    `SELECT array_agg(id) AS ids, sum(minor) AS sum FROM ${table} AS one WHERE match IS NULL AND reference = wanted.reference
       AND bank_account = wanted.bank_account AND ccy_code = wanted.ccy_code AND sign(minor) = wanted.sign AND (${which})`;
  await sql.query(
    `WITH wanted AS MATERIALIZED (
       SELECT DISTINCT bank_account, ccy_code, reference, sign(minor) AS sign FROM ${side} WHERE ${chunk} AND match IS NULL AND reference IS NOT NULL
     ), pair AS MATERIALIZED (
       SELECT own.ids AS own, other.ids AS other, 'mov_' || (${side === 'bank_movement' ? 'own' : 'other'}.ids)[1] AS match
       FROM wanted CROSS JOIN LATERAL (${open(side, `NOT is_new OR ${chunk}`)}) AS own CROSS JOIN LATERAL (${open(otherSide, others)}) AS other
       WHERE own.sum = other.sum
     ), matched AS (
       UPDATE ${otherSide} AS found SET match = pair.match FROM pair WHERE found.id = ANY (pair.other)
     )
     UPDATE ${side} AS found SET match = pair.match FROM pair WHERE found.id = ANY (pair.own)`,
    values,
  );
}
