import type { Sql } from '@corridor/event-store';
import { ServiceMetrics, byStatus } from '@corridor/platform';
import { Injectable } from '@nestjs/common';

/** A payment leaves on the first day at or after its payment date on which banks are open: weekends and holidays end before that. */
const OVERDUE_DAYS = 5;

/** What has not ended: instructions and payments, and those that are late. */
@Injectable()
export class PaymentsMetrics {
  constructor(metrics: ServiceMetrics) {
    metrics.reads('instructions', INSTRUCTIONS, async (sql) => {
      const { count, oldest } = await byStatus(sql, 'payment_instruction', UNSENT_INSTRUCTIONS);
      return { instructions: count, instruction_oldest_seconds: oldest };
    });
    metrics.reads('payments', PAYMENTS, async (sql) => {
      const { count, oldest } = await byStatus(sql, 'payment', UNSENT_PAYMENTS);
      return { payments: count, payment_oldest_seconds: oldest };
    });
    metrics.reads('overdue instructions', OVERDUE_INSTRUCTIONS, async (sql) => ({
      instructions_overdue: await overdue(sql, 'payment_instruction', UNSENT_INSTRUCTIONS),
    }));
    metrics.reads('overdue payments', OVERDUE_PAYMENTS, async (sql) => ({
      payments_overdue: await overdue(sql, 'payment', UNSENT_PAYMENTS),
    }));
  }
}

const UNSENT_INSTRUCTIONS = ['PENDING', 'ACKNOWLEDGED', 'FILLED'];
const UNSENT_PAYMENTS = ['DRAFT', 'READY_TO_SEND'];

const INSTRUCTIONS = {
  instructions: { help: 'Payment instructions that have not ended, by status', labels: ['status'] },
  instruction_oldest_seconds: { help: 'Age of the oldest of them', labels: ['status'] },
};
const PAYMENTS = {
  payments: { help: 'Payments that are not sent, by status', labels: ['status'] },
  payment_oldest_seconds: { help: 'Age of the oldest of them', labels: ['status'] },
};
const OVERDUE_INSTRUCTIONS = {
  instructions_overdue: {
    help: `Payment instructions that have not ended ${OVERDUE_DAYS} days after their payment date`,
  },
};
const OVERDUE_PAYMENTS = {
  payments_overdue: { help: `Payments that are not sent ${OVERDUE_DAYS} days after their payment date` },
};

async function overdue(sql: Sql, table: string, statuses: readonly string[]): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*)::int FROM ${table}
     WHERE status = ANY ($1) AND payment_date < to_char(now() AT TIME ZONE 'UTC' - make_interval(days => $2), 'YYYY-MM-DD')`,
    [statuses, OVERDUE_DAYS],
  );
  return row?.count ?? 0;
}
