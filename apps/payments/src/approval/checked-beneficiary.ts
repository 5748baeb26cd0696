import type { Database } from '@corridor/event-store';

const CHECKED = (table: string, open: string) =>
  `SELECT FROM ${table} WHERE beneficiary_id = $1 AND status IN (${open}) AND (data ->> 'authorisation') IS NOT NULL`;

/** Whether something that a checker approves, or has approved, is still to be paid to the beneficiary. */
export async function isChecked(database: Database, beneficiaryId: string): Promise<boolean> {
  const payments = CHECKED('payment', `'DRAFT', 'READY_TO_SEND'`);
  const instructions = CHECKED('payment_instruction', `'PENDING', 'ACKNOWLEDGED', 'FILLED'`);
  const [row] = await database.query<{ found: boolean }>(
    `SELECT EXISTS (${payments}) OR EXISTS (${instructions}) AS found`,
    [beneficiaryId],
  );
  return row?.found === true;
}
