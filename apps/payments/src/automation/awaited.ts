import { Database } from '@corridor/event-store';
import {
  type Caller,
  Clock,
  type Money,
  type MoneyResource,
  Refusal,
  asSystem,
  dateOf,
  fromResource,
  nowOf,
} from '@corridor/kernel';
import type { PaymentInstructionResource, PaymentResource } from '@corridor/payments-contract';
import type { ScreeningSubject } from '@corridor/screening';
import { Injectable } from '@nestjs/common';
import { Releases, type Tried } from './releases.js';

/** How many records of each kind go on for one reason. The job finds the others. */
const AT_ONCE = 100;

type Waiting =
  | { readonly status: 'FILLED'; readonly data: PaymentInstructionResource }
  | { readonly status: 'READY_TO_SEND'; readonly data: PaymentResource };

/** What is refused as it is now, such as a payment to an account that has another currency since, is tried again by the job. */
export function leftToTheJob(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

/** What can leave today, $2. @param whose a condition on both tables */
const leaving = (whose: string): string =>
  [
    `payment_instruction WHERE status = 'FILLED'`,
    `payment WHERE status = 'READY_TO_SEND' AND data #>> '{statusHistory,-1,subStatus}' = 'AUTHORISED'`,
  ]
    .map(
      (ready) => `(SELECT status, payment_date, data FROM ${ready}
       AND ${whose} AND payment_date <= $2 ORDER BY payment_date, id LIMIT ${AT_ONCE})`,
    )
    .join(' UNION ALL ');

/** What needs a currency, $3. */
const NEEDING = `client_id = $1
  AND $3 IN (data ->> 'sellCcyCode', data ->> 'buyCcyCode', data #>> '{amount,ccyCode}', data #>> '{fee,ccyCode}')`;

/** What was declined, if this payment, $4, is one for which bought money was held: no other payment is searched for. */
const DECLINED = `${NEEDING} AND EXISTS (SELECT FROM events WHERE stream_id = id AND type = 'send_declined')
  AND EXISTS (SELECT FROM payment_order WHERE payment_id = $4 AND payment_instruction_id IS NOT NULL)`;

/**
 * PRODUCTION: what waits for funds, or for a comparison with the lists, goes on when they come, under the conditions of the job
 * (ADR 70). The job finds what this leaves.
 */
@Injectable()
export class Awaited {
  constructor(
    private readonly database: Database,
    private readonly releases: Releases,
    private readonly clock: Clock,
  ) {}

  /** Money has come into a wallet: what it is enough for, the earliest payment date first. @param balance of the wallet */
  async funded(balance: Money, caller: Caller): Promise<void> {
    const sql = `SELECT status, data FROM (${leaving(NEEDING)}) AS waiting ORDER BY payment_date`;
    await this.goOnWith(balance, await this.find(sql, caller.client.id, balance.ccyCode), caller);
  }

  /** A payment has left a wallet. If bought money was held for it, a credit has counted that money for others, which the ledger has declined. */
  async left(paymentId: string, balance: Money, caller: Caller): Promise<void> {
    const sql = `SELECT status, data FROM (${leaving(DECLINED)}) AS waiting ORDER BY payment_date`;
    await this.goOnWith(balance, await this.find(sql, caller.client.id, balance.ccyCode, paymentId), caller);
  }

  private async goOnWith(
    { ccyCode, minor }: Money,
    waiting: readonly Waiting[],
    caller: Caller,
  ): Promise<void> {
    const enough = waiting.filter((one) => {
      const needed = neededOf(one, ccyCode);
      return needed > 0n && needed <= minor;
    });
    const ids = enough.map(({ data }) => data.id);
    // Before the attempts: a step that is in flight may be declined while they are made, for want of what has come now.
    if (ids.length > 0)
      await this.database.query(
        'INSERT INTO funded_in_flight (id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
        [ids],
      );
    const inFlight = new Set<string>();
    let left = minor;
    for (const one of enough) {
      const needed = neededOf(one, ccyCode);
      if (needed > left) continue;
      const tried = await this.goOn(one, caller);
      if (tried === 'in flight') inFlight.add(one.data.id);
      if (tried !== 'stays') left -= needed; // one that cannot leave now keeps nothing from the others
    }
    const done = ids.filter((id) => !inFlight.has(id));
    if (done.length > 0)
      await this.database.query('DELETE FROM funded_in_flight WHERE id = ANY ($1)', [done]);
  }

  /** The funds of a record were declined: it goes on if money came in meanwhile, once. */
  async declined(id: string, caller: Caller): Promise<void> {
    const sql = `WITH funded AS (DELETE FROM funded_in_flight WHERE id = $3 RETURNING id)
      SELECT status, data FROM (${leaving('client_id = $1 AND id = $3')}) AS waiting WHERE EXISTS (SELECT FROM funded)`;
    await this.each(sql, caller, id);
  }

  /** What booked conversions needed can leave now. */
  covered(id: string, caller: Caller): Promise<void> {
    return this.each(leaving('client_id = $1 AND id = $3'), caller, id);
  }

  /** A comparison of a record, or the last case about it, has ended well. */
  async cleared({ type, id }: Pick<ScreeningSubject, 'type' | 'id'>, caller: Caller): Promise<void> {
    if (type === 'SENDER') return;
    const column = {
      CLIENT: 'client_id',
      BENEFICIARY: 'beneficiary_id',
      PAYMENT_INSTRUCTION: 'id',
      PAYMENT: 'id',
    };
    await this.each(leaving(`client_id = $1 AND ${column[type]} = $3`), caller, id);
  }

  private async each(sql: string, caller: Caller, id: string): Promise<void> {
    for (const one of await this.find(sql, caller.client.id, id)) await this.goOn(one, caller);
  }

  private find(sql: string, clientId: string, ...others: string[]): Promise<Waiting[]> {
    const today = dateOf(nowOf(this.clock));
    return this.database.query<Waiting & Record<string, unknown>>(sql, [clientId, today, ...others]);
  }

  private async goOn({ status, data }: Waiting, by: Caller): Promise<Tried> {
    const caller = asSystem(by);
    try {
      return status === 'FILLED'
        ? await this.releases.ofInstruction(data, caller)
        : await this.releases.ofPayment(data, caller);
    } catch (error) {
      leftToTheJob(error);
      return 'stays';
    }
  }
}

/** In a currency. What converts needs the sold one, and the bought one if it is exchanged already. */
function neededOf({ status, data }: Waiting, ccyCode: string): bigint {
  const amounts: (MoneyResource | null)[] = [data.fee];
  if (status === 'READY_TO_SEND') amounts.push(data.amount);
  else {
    const { actualPrice: price, sellCcyCode, buyCcyCode } = data;
    amounts.push(price?.sellAmount ?? null);
    if (price && sellCcyCode !== buyCcyCode) amounts.push(price.buyAmount);
  }
  return amounts
    .flatMap((one) => (one?.ccyCode === ccyCode ? fromResource(one).minor : []))
    .reduce((sum, minor) => sum + minor, 0n);
}
