import { TestClock } from '@corridor/testing';
import { gaugesOf, openTestDatabase, partialRow } from '@corridor/testing/service';
import { service } from '../service.js';
import { DeliveryMetrics } from './delivery-metrics.js';

const NOW = '2026-11-21T09:30:00.000';
const SOONER = '2026-11-21T09:25:00.000';
const LATER = '2026-11-21T09:40:00.000';

test('what is due and not begun is late, unless its receiver is left alone, or its subscription paused', async () => {
  const db = await openTestDatabase(service.migrations);
  const subscriptions = {
    fine: { is_active: true, open_until: null },
    recovered: { is_active: true, open_until: SOONER },
    failing: { is_active: true, open_until: LATER },
    paused: { is_active: false, open_until: LATER },
  };
  for (const [subscription_id, endpoint] of Object.entries(subscriptions)) {
    await partialRow(db, 'endpoint', { subscription_id, ...endpoint });
    for (const due_on of [SOONER, LATER, null])
      await partialRow(db, 'delivery', {
        ...{ notification_id: `${subscription_id} ${due_on}`, subscription_id, due_on },
      });
  }
  const clock = new TestClock(new Date(`${NOW}Z`));
  expect(await gaugesOf(db, (metrics) => new DeliveryMetrics(metrics, clock))).toEqual({
    webhooks_due: 2,
    webhook_due_oldest_seconds: 300,
    webhook_breakers_open: 1,
  });
  await db.close();
});
