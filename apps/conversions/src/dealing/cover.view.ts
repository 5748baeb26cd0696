import type { Projection } from '@corridor/event-store';
import { encodeJson } from '@corridor/kernel';
import type { Event } from './cover.js';

const GRANT = `INSERT INTO granted_cover (payment_id, action, cover_id, client_id, ccy_code, minor)
  SELECT $1, action, $2, $3, ccy_code, minor
  FROM unnest($4::text[], $5::text[], $6::numeric[]) AS payout (action, ccy_code, minor)
  ON CONFLICT (payment_id, action) DO UPDATE SET cover_id = excluded.cover_id, minor = excluded.minor`;
const RELEASE = 'DELETE FROM granted_cover WHERE cover_id = $1 AND payment_id = $2';
const KEEP = `INSERT INTO declined_cover (payment_id, cover_id, payment_instruction_id, client, payouts)
  VALUES ($1, $2, $3, $4, $5) ON CONFLICT (payment_id) DO UPDATE
  SET cover_id = excluded.cover_id, client = excluded.client, payouts = excluded.payouts`;
const FORGET = 'DELETE FROM declined_cover WHERE payment_id = $1';

/** What is granted and has not left yet, and the last declined request of each payment. */
export const covers: Projection<Event> = (sql, recorded) => {
  for (const { event, streamId, caller } of recorded) {
    if (event.type === 'released') {
      sql.write(RELEASE, [streamId, event.paymentId]);
      continue;
    }
    const { paymentId } = event;
    if (event.type === 'declined') {
      const { paymentInstructionId, payouts } = event;
      sql.write(KEEP, [
        paymentId,
        streamId,
        paymentInstructionId,
        encodeJson(caller.client),
        encodeJson(payouts),
      ]);
      continue;
    }
    sql.write(FORGET, [paymentId]);
    if (event.type === 'decline_ended') continue;
    sql.write(GRANT, [
      paymentId,
      streamId,
      caller.client.id,
      event.payouts.map(({ action }) => action),
      event.payouts.map(({ amount }) => amount.ccyCode),
      event.payouts.map(({ amount }) => String(amount.minor)),
    ]);
  }
};
