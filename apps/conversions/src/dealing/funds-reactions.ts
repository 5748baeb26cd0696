import type { ConversionResource } from '@corridor/conversions-contract';
import { Database } from '@corridor/event-store';
import { Clock, asSystem, fromResource, nowOf } from '@corridor/kernel';
import { type Concerning, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';
import { DueDates } from '../due-dates.js';

const On = reactionsOf('conversions');

/** How many conversions are exchanged for one reason. The job finds the others. */
const AT_ONCE = 100;

/** The balance after the latest movement. */
const KEEP = `INSERT INTO funds AS one (client_id, ccy_code, balance_minor, sort_priority) VALUES ($1, $2, $3, $4)
  ON CONFLICT (client_id, ccy_code) DO UPDATE
  SET balance_minor = excluded.balance_minor, sort_priority = excluded.sort_priority
  WHERE one.sort_priority < excluded.sort_priority`;

/** What leaves for a payment is not counted as granted any more: in one statement, so nobody sees it gone twice, or not at all. */
const KEEP_AND_RELEASE = `WITH left_now AS (DELETE FROM granted_cover WHERE payment_id = $5 AND action = $6) ${KEEP}`;

/**
 * What is bought for a payment is granted to it. And what is due in the currency, the oldest value date first: those of instructions are exchanged when those are
 * sent.
 */
const KEEP_AND_FIND_DUE = `WITH known AS (${KEEP} RETURNING client_id), held AS (
    INSERT INTO granted_cover (payment_id, action, client_id, ccy_code, minor)
    SELECT $6::text, 'PAYMENT', client_id, $2, $7::numeric FROM known WHERE $6::text IS NOT NULL ON CONFLICT DO NOTHING
  )
  SELECT data FROM conversion
  WHERE client_id = $1 AND data ->> 'status' = 'BOOKED' AND data ->> 'linkedPaymentInstructionId' IS NULL
    AND data ->> 'valueDate' <= left($5, 10) AND data ->> 'fundByDate' >= $5
    AND data #>> '{sellAmount,ccyCode}' = $2 AND data #>> '{deposit,status}' <> 'AWAITING_DEPOSIT'
  ORDER BY data ->> 'valueDate', id LIMIT ${AT_ONCE}`;

type Due = Pick<ConversionResource, 'id' | 'client' | 'fundsRequired'>;

/** PRODUCTION: what clients have in their wallets, which their conversions can use. */
@Controller()
export class FundsReactions {
  constructor(
    private readonly database: Database,
    private readonly dueDates: DueDates,
    private readonly clock: Clock,
  ) {}

  /** Money that comes exchanges what is due and has waited for it, as far as it is enough (ADR 70). */
  @On('transaction.completed', { concerns: ({ resource }) => resource.wallet.id })
  async onTransactionCompleted({ data: { resource, heldFor }, caller }: Concerning<'transaction.completed'>) {
    const { client, amount, balance, direction, sortPriority, relatedEntity, triggeredByAction } = resource;
    const { ccyCode, minor } = fromResource(balance);
    const known = [client.id, ccyCode, String(minor), sortPriority];
    if (direction === 'DEBIT') {
      await this.database.transaction(async (sql) =>
        sql.write(KEEP_AND_RELEASE, [...known, relatedEntity.id, triggeredByAction]),
      );
      return;
    }
    const held = [heldFor, String(fromResource(amount).minor)];
    const due = await this.database.query<{ data: Due }>(KEEP_AND_FIND_DUE, [
      ...known,
      nowOf(this.clock),
      ...held,
    ]);
    let left = minor;
    for (const { data } of due) {
      const needed = fromResource(data.fundsRequired).minor;
      if (needed > left) continue;
      left -= needed;
      await this.dueDates.move(data, asSystem(caller, client));
    }
  }
}
