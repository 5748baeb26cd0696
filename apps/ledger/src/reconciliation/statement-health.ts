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
  breakDays: integerSetting(
    'BANK_BREAK_DAYS',
    5,
    'how many days a break between a bank and the books may be open until the ledger is degraded; 0 for any time',
    { least: 0, sandboxDefault: '0' }, // the breaks of the demo data are to be resolved by whoever tries it, at any time
  ),
});

/** The service is degraded while the statements of a bank account do not come, or a break has been open for too long. */
@Injectable()
export class StatementHealth {
  constructor(
    database: Database,
    readiness: Readiness,
    clock: Clock,
    @Inject(statementSettings.KEY) { days, breakDays }: ConfigType<typeof statementSettings>,
  ) {
    const daysAgo = (some: number) =>
      dateOf(timestamp(new Date(instantOf(nowOf(clock)).getTime() - some * DAY_MS)));
    if (days > 0)
      readiness.reports('bank statements', async () => {
        const late = await database.query<{ account: string }>(WITHOUT_STATEMENT, [daysAgo(days)]);
        const accounts = late.map(({ account }) => account).join(', ');
        if (late.length > 0)
          throw refuse('unavailable', `no statement for more than ${days} days: ${accounts}`);
      });
    if (breakDays > 0)
      readiness.reports('bank breaks', async () => {
        const old = await database.query<{ account: string; ccyCode: string; open: number; oldest: string }>(
          `SELECT bank_account AS account, ccy_code AS "ccyCode", count(*)::int AS open, min(day) AS oldest
           FROM open_break WHERE day < $1 GROUP BY 1, 2 ORDER BY 1, 2`,
          [daysAgo(breakDays)],
        );
        const found = old.map(
          ({ account, ccyCode, open, oldest }) => `${open} of ${account} in ${ccyCode} since ${oldest}`,
        );
        if (old.length > 0)
          throw refuse('unavailable', `breaks open for more than ${breakDays} days: ${found.join(', ')}`);
      });
  }
}

/** Accounts with money that no statement shows since that day. */
const WITHOUT_STATEMENT = `SELECT split_part(id, ':', 3) AS account FROM account
  WHERE kind = 'settlement' AND split_part(id, ':', 3) <> ''
    AND EXISTS (SELECT FROM bank_movement WHERE bank_account = split_part(account.id, ':', 3)
      AND bank_movement.ccy_code = account.ccy_code AND match IS NULL AND day < $1)
    AND NOT EXISTS (SELECT FROM bank_statement WHERE bank_account = split_part(account.id, ':', 3)
      AND bank_statement.ccy_code = account.ccy_code AND day >= $1 AND state = 'MATCHED')
  ORDER BY 1`;
