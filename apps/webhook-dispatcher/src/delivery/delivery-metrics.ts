import { Clock, nowOf } from '@corridor/kernel';
import { ServiceMetrics } from '@corridor/platform';
import { Injectable } from '@nestjs/common';

const DUE = {
  webhooks_due: {
    help: 'Notifications whose attempt is due and not begun, without those of subscriptions whose circuit breaker is open',
  },
  webhook_due_oldest_seconds: { help: 'Since when the oldest of them is due' },
};
const BREAKERS = {
  webhook_breakers_open: {
    help: 'Active subscriptions whose receiver is left alone for some time, because it fails',
  },
};

/** What waits to be delivered. */
@Injectable()
export class DeliveryMetrics {
  constructor(metrics: ServiceMetrics, clock: Clock) {
    metrics.reads('due webhooks', DUE, async (sql) => {
      const [row] = await sql.query<{ count: number; oldest: number }>(
        `SELECT count(*)::int, coalesce(extract(epoch FROM ($1 || 'Z')::timestamptz - (min(due_on) || 'Z')::timestamptz), 0)::float8 AS oldest
         FROM delivery JOIN endpoint USING (subscription_id)
         WHERE due_on <= $1 AND is_active AND (open_until IS NULL OR open_until <= $1)`,
        [nowOf(clock)],
      );
      return { webhooks_due: row?.count ?? 0, webhook_due_oldest_seconds: row?.oldest ?? 0 };
    });
    metrics.reads('webhook breakers', BREAKERS, async (sql) => {
      const [row] = await sql.query<{ count: number }>(
        'SELECT count(*)::int FROM endpoint WHERE is_active AND open_until > $1',
        [nowOf(clock)],
      );
      return { webhook_breakers_open: row?.count ?? 0 };
    });
  }
}
