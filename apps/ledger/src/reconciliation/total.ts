import type { Sql } from '@corridor/event-store';

/** What a booking of a total can stand for: open movements in its direction. */
const PARTS = `bank_movement AS movement JOIN bank_line AS line ON movement.bank_account = line.bank_account
  AND movement.ccy_code = line.ccy_code AND sign(movement.minor) = sign(line.minor) AND movement.reference = ANY (line.total_of)`;

/**
 * The movements of a total are all of those that are open, or those of one day, or one of them, if they add up to it: nothing is matched that does
 * not. Totals are few; each is looked for by itself, since the one before may have taken its movements.
 */
export async function matchTotals(sql: Sql, which: string, values: unknown[]): Promise<void> {
  const lines = await sql.query<{ id: string }>(
    `SELECT id FROM bank_line WHERE total_of IS NOT NULL AND match IS NULL AND ${which} ORDER BY id`,
    values,
  );
  for (const { id } of lines)
    await sql.query(
      `WITH part AS MATERIALIZED (
         SELECT movement.id, movement.minor, movement.day, line.minor AS total FROM ${PARTS} WHERE line.id = $1 AND movement.match IS NULL
       ), way AS (
         SELECT 1 AS rank, array_agg(id ORDER BY id) AS ids FROM part GROUP BY total HAVING sum(minor) = total
         UNION ALL SELECT 2, array_agg(id ORDER BY id) FROM part GROUP BY total, day HAVING sum(minor) = total
         UNION ALL SELECT 3, ARRAY[id] FROM part WHERE minor = total
       ), chosen AS MATERIALIZED (
         SELECT ids FROM way ORDER BY rank, ids LIMIT 1
       ), matched AS (
         UPDATE bank_movement SET match = 'mov_' || ids[1] FROM chosen WHERE id = ANY (ids)
       )
       UPDATE bank_line SET match = 'mov_' || ids[1] FROM chosen WHERE id = $1`,
      [id],
    );
}

/** Staff have decided about a total: its movements are not looked for any more. */
export const MATCH_TOTAL = `UPDATE bank_movement SET match = $1
  WHERE match IS NULL AND id IN (SELECT movement.id FROM ${PARTS} WHERE line.id = $2)`;
