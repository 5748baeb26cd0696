import { Database } from '@corridor/event-store';
import {
  type Caller,
  Clock,
  type Money,
  type MoneyResource,
  Refusal,
  dateOf,
  fromResource,
  nowOf,
} from '@corridor/kernel';
import type { PaymentInstructionResource, PaymentResource } from '@corridor/payments-contract';
import type { ScreeningSubject } from '@corridor/screening';
import { Injectable } from '@nestjs/common';
import { Fills } from './fills.js';
import { Releases } from './releases.js';

/** How many records of each kind go on for one reason. The job finds the others. */
const AT_ONCE = 100;

type Waiting =
  | { readonly status: 'ACKNOWLEDGED' | 'FILLED'; readonly data: PaymentInstructionResource }
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

/** What neither the funds nor the credit of the client were enough for. */
const UNFILLED = `(SELECT status, payment_date, data FROM payment_instruction
  WHERE client_id = $1 AND status = 'ACKNOWLEDGED'
    AND data #>> '{statusHistory,-1,statusReason}' = 'Not filled yet: exposure_limit_exceeded'
    AND sell_ccy_code = $3 ORDER BY created_on, id LIMIT ${AT_ONCE})`;

/** The system acts for the client, without a user or a key. */
export const actingItself = (caller: Caller): Caller => ({ ...caller, user: null, apiKeyId: null });

/**
 * PRODUCTION: what waits for funds, or for a comparison with the lists, goes on when they come, under the conditions of the job
 * (ADR 70). The job finds what this leaves.
 */
@Injectable()
export class Awaited {
  constructor(
    private readonly database: Database,
    private readonly fills: Fills,
    private readonly releases: Releases,
    private readonly clock: Clock,
  ) {}

  /** Money has come into a wallet: what it is enough for, the earliest payment date first. @param balance of the wallet */
  async funded(balance: Money, caller: Caller): Promise<void> {
    const { ccyCode } = balance;
    const sql = `SELECT status, data FROM (${leaving(NEEDING)} UNION ALL ${UNFILLED}) AS waiting ORDER BY payment_date`;
    let { minor } = balance;
    const enough = (await this.find(sql, caller.client.id, ccyCode)).filter((one) => {
      const needed = neededOf(one, ccyCode);
      if (needed === 0n || needed > minor) return false;
      minor -= needed;
      return true;
    });
    const ids = enough.flatMap(({ status, data }) => (status === 'ACKNOWLEDGED' ? [] : data.id));
    // Before the attempts: a step that is in flight may be declined while they are made, for want of what has come now.
    if (ids.length > 0)
      await this.database.query(
        'INSERT INTO funded_in_flight (id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
        [ids],
      );
    const inFlight = new Set<string>();
    for (const one of enough) if (await this.goOn(one, caller)) inFlight.add(one.data.id);
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

  private find(sql: string, clientId: string, third: string): Promise<Waiting[]> {
    const today = dateOf(nowOf(this.clock));
    return this.database.query<Waiting & Record<string, unknown>>(sql, [clientId, today, third]);
  }

  /** @returns whether a step of it was in flight */
  private async goOn({ status, data }: Waiting, by: Caller): Promise<boolean> {
    const caller = actingItself(by);
    try {
      if (status === 'READY_TO_SEND') return await this.releases.ofPayment(data, caller);
      if (status === 'FILLED') return await this.releases.ofInstruction(data, caller);
      await this.fills.again(data, caller);
    } catch (error) {
      leftToTheJob(error);
    }
    return false;
  }
}

/** In a currency. What converts needs the sold one, and the bought one if it is exchanged already. */
function neededOf({ status, data }: Waiting, ccyCode: string): bigint {
  const amounts: (MoneyResource | null)[] = [data.fee];
  if (status === 'READY_TO_SEND') amounts.push(data.amount);
  else {
    const price = data.actualPrice ?? data.indicativePrice;
    amounts.push(price?.sellAmount ?? null);
    if (data.actualPrice && data.sellCcyCode !== data.buyCcyCode) amounts.push(data.actualPrice.buyAmount);
  }
  return amounts
    .flatMap((one) => (one?.ccyCode === ccyCode ? fromResource(one).minor : []))
    .reduce((sum, minor) => sum + minor, 0n);
}
