import type { BankBreakResource, BreakLevelsResource } from '@corridor/ledger-contract';
import { Database } from '@corridor/event-store';
import { type CalendarDate, decodeJson } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import type { About } from './bank-break.js';

export interface FoundBreak extends About {
  readonly record: BankBreakResource;
}

/** What is open between the banks and the books. */
@Injectable()
export class FoundBreaks {
  constructor(private readonly database: Database) {}

  /** Null also if the two sides agree by now. */
  async find(id: string): Promise<FoundBreak | null> {
    const [row] = await this.database.query<About & { data: string }>(
      'SELECT data::text, line::text, movement::text FROM bank_break WHERE id = $1',
      [id],
    );
    if (!row) return null;
    const { data, line, movement } = row;
    return { line, movement, record: decodeJson<BankBreakResource>(data) };
  }

  async levels(): Promise<BreakLevelsResource> {
    const accounts = await this.database.query<
      BreakLevelsResource['accounts'][number] & { oldest: CalendarDate | null }
    >(
      `SELECT bank_account AS "bankAccount", ccy_code AS "ccyCode", coalesce(open, 0) AS open, oldest, newest AS "newestStatement"
       FROM (
         SELECT bank_account, ccy_code, max(day) AS newest FROM bank_statement WHERE state IN ('MATCHING', 'MATCHED') GROUP BY 1, 2
       ) AS stated FULL JOIN (
         SELECT bank_account, ccy_code, count(*)::int AS open, min(day) AS oldest FROM open_break GROUP BY 1, 2
       ) AS found USING (bank_account, ccy_code)
       FULL JOIN (
         SELECT split_part(id, ':', 3) AS bank_account, ccy_code FROM account
         WHERE kind = 'settlement' AND split_part(id, ':', 3) <> ''
       ) AS known USING (bank_account, ccy_code) ORDER BY 1, 2`,
    );
    const days = accounts.flatMap(({ oldest }) => oldest ?? []);
    return {
      open: accounts.reduce((sum, { open }) => sum + open, 0),
      oldest: days.sort()[0] ?? null,
      accounts: accounts.map(({ oldest: _, ...account }) => account),
    };
  }
}
