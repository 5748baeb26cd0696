import { Database } from '@corridor/event-store';
import { Clock, dateOf, instantOf, nowOf, refuse, timestamp } from '@corridor/kernel';
import { Readiness, integerSetting, settingsOf } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';

const DAY_MS = 86_400_000;

export const statementSettings = settingsOf('bankStatements', {
  days: integerSetting(
    'BANK_STATEMENT_DAYS',
    5,
    'how many days an account with the money of clients may be without a statement of its bank until the ledger is degraded; 0 expects none',
    { least: 0 },
  ),
});

/** The service is degraded while nobody can compare a bank account with the books: its statements do not come. */
@Injectable()
export class StatementHealth {
  constructor(
    database: Database,
    readiness: Readiness,
    clock: Clock,
    @Inject(statementSettings.KEY) { days }: ConfigType<typeof statementSettings>,
  ) {
    if (days === 0) return;
    readiness.reports('bank statements', async () => {
      const since = dateOf(timestamp(new Date(instantOf(nowOf(clock)).getTime() - days * DAY_MS)));
      const late = await database.query<{ account: string }>(
        `SELECT split_part(id, ':', 3) AS account FROM account
         WHERE kind = 'settlement' AND split_part(id, ':', 3) <> ''
           AND EXISTS (SELECT FROM bank_movement WHERE bank_account = split_part(account.id, ':', 3)
             AND bank_movement.ccy_code = account.ccy_code AND match IS NULL AND day < $1)
           AND NOT EXISTS (SELECT FROM bank_statement WHERE bank_account = split_part(account.id, ':', 3)
             AND bank_statement.ccy_code = account.ccy_code AND day >= $1 AND state = 'MATCHED')
         ORDER BY 1`,
        [since],
      );
      const accounts = late.map(({ account }) => account).join(', ');
      if (late.length > 0)
        throw refuse('unavailable', `no statement for more than ${days} days: ${accounts}`);
    });
  }
}
