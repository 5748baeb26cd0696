import type { BankSubmissionStatus } from '@corridor/payments-contract';
import { Database } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { type CalendarDate, type Money, decimalText } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import type { SentPayments } from '../rail/sent-payments.js';

/** Enough to see that something is not unique. */
const SOME = 'LIMIT 2';

@Injectable()
export class SentSubmissions implements SentPayments {
  constructor(private readonly database: Database) {}

  byUetr(uetr: string): Promise<string[]> {
    return this.references(`data ->> 'uetr' = $2 ${SOME}`, [uetr]);
  }

  byBankReference(bankReference: string): Promise<string[]> {
    return this.references(`data ->> 'bankReference' = $2 ${SOME}`, [bankReference]);
  }

  openOf(amount: Money, by: CalendarDate): Promise<string[]> {
    return this.references(
      `status IN ('HANDED_OVER', 'ACCEPTED') AND ccy_code = $2
       AND (data #>> '{amount,value}')::numeric = $3::numeric AND value_date <= $4 ${SOME}`,
      [amount.ccyCode, decimalText(amount), by],
    );
  }

  async statusesOf(references: readonly string[]): Promise<Map<string, BankSubmissionStatus>> {
    const rows = await this.database.query<{ reference: string; status: BankSubmissionStatus }>(
      `SELECT reference, status FROM bank_submission WHERE client_id = $1 AND reference = ANY ($2)`,
      [OPERATOR.id, references],
    );
    return new Map(rows.map(({ reference, status }) => [reference, status]));
  }

  private async references(condition: string, values: readonly unknown[]): Promise<string[]> {
    const rows = await this.database.query<{ reference: string }>(
      `SELECT reference FROM bank_submission WHERE client_id = $1 AND ${condition}`,
      [OPERATOR.id, ...values],
    );
    return rows.map(({ reference }) => reference);
  }
}
