import type { Api } from './api.js';

/** The body of a subscription that nobody objects to. Nobody answers there. */
export const subscriptionFor = (more: object = {}) => ({
  targetPlatform: 'ERP',
  targetUrl: 'http://127.0.0.1:9/hooks',
  events: ['payment.sent', 'ping'],
  ...more,
});

/** Creates a subscription and lets it do what the steps say: `pause`. */
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
