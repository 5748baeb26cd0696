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
  ['payment_instruction', 'payment']
    .map((table) => {
      const status = table === 'payment' ? 'READY_TO_SEND' : 'FILLED';
      return `(SELECT status, payment_date, data FROM ${table}
       WHERE ${whose} AND status = '${status}' AND payment_date <= $2 ORDER BY payment_date, id LIMIT ${AT_ONCE})`;
    })
    .join(' UNION ALL ');

/** What neither the funds nor the credit of the client were enough for. */
const UNFILLED = `(SELECT status, payment_date, data FROM payment_instruction
  WHERE client_id = $1 AND status = 'ACKNOWLEDGED'
    AND data #>> '{statusHistory,-1,statusReason}' = 'Not filled yet: exposure_limit_exceeded'
    AND sell_ccy_code = $3 ORDER BY created_on, id LIMIT ${AT_ONCE})`;

/**
 * PRODUCTION: what waits for funds, or for a comparison with the lists, goes on when they come, under the conditions of the job
 * (ADR 59). The job finds what this leaves.
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
    const sql = `SELECT status, data FROM (${leaving('client_id = $1')} UNION ALL ${UNFILLED}) AS waiting ORDER BY payment_date`;
    let { minor } = balance;
    for (const one of await this.find(sql, caller.client.id, ccyCode)) {
      const needed = neededOf(one, ccyCode);
      if (needed === 0n || needed > minor) continue;
      minor -= needed;
      await this.goOn(one, caller);
    }
  }

  /** Who is paid was compared with the current lists. */
  async cleared(clientId: string, id: string, caller: Caller): Promise<void> {
    for (const one of await this.find(leaving('client_id = $1 AND id = $3'), clientId, id))
      await this.goOn(one, caller);
  }

  private find(sql: string, clientId: string, ...more: readonly string[]): Promise<Waiting[]> {
    const today = dateOf(nowOf(this.clock));
    return this.database.query<Waiting & Record<string, unknown>>(sql, [clientId, today, ...more]);
  }

  private async goOn({ status, data }: Waiting, caller: Caller): Promise<void> {
    const going =
      status === 'READY_TO_SEND'
        ? this.releases.ofPayment(data, caller)
        : status === 'FILLED'
          ? this.releases.ofInstruction(data, caller)
          : this.fills.again(data, caller);
    await going.catch(leftToTheJob);
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
