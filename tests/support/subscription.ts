import type { Api } from './api.js';

/** A valid body of a subscription. Nothing listens at its URL. */
export const subscriptionFor = (more: object = {}) => ({
  targetPlatform: 'ERP',
  targetUrl: 'http://127.0.0.1:9/hooks',
  events: ['payment.sent', 'ping'],
  ...more,
});

/** Creates a subscription and applies the given steps: `pause`. */
export async function createSubscription(
  api: Api,
  more: object = {},
  ...steps: readonly string[]
): Promise<string> {
  const created = await api.post('/v1/webhook-subscriptions', subscriptionFor(more));
  if (created.status !== 200) throw new Error(created.text);
  const id = created.body.data.id as string;
  for (const step of steps) {
    const moved = await api.post(`/v1/webhook-subscriptions/${id}/${step}`);
    if (moved.status !== 200) throw new Error(`${step}: ${moved.text}`);
  }
  return id;
}
