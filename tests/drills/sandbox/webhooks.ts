import { until } from '@corridor/testing';
import { instructionFor } from '../../support/instruction.js';
import { responding } from '../../support/receiver.js';
import { sqlOf } from '../../support/runbook.js';
import { fundedClient } from '../../support/system.js';
import { alerts, endHolder, forgotten, operator, receiver, sql } from './shared.js';

const subscription = (...events: readonly string[]) => ({
  targetPlatform: 'ERP',
  targetUrl: receiver.url,
  events,
});

alerts.test('CorridorBreakersOpen: a receiver fails', async () => {
  const { api } = await fundedClient({ GBP: 1 }, operator());
  receiver.behaviour = responding(500);
  const { body } = await api.post('/v1/webhook-subscriptions', subscription('ping'));
  const id = body.data.id as string;
  const ping = (message: string) => api.post(`/v1/webhook-subscriptions/${id}/ping`, { message });
  await alerts.drill(
    ['CorridorBreakersOpen'],
    () => ping('fails'),
    async () => {
      const [statement = ''] = sqlOf('CorridorBreakersOpen');
      await until(async () => {
        const rows = await sql('webhook_dispatcher', statement);
        return rows.some((row) => row['subscription_id'] === id);
      });
      receiver.behaviour = responding(204);
      await ping('works');
    },
  );
});

alerts.test('CorridorWebhooksLate: a session holds what is to be sent', async () => {
  const { api, beneficiaryId } = await fundedClient({ GBP: 1_000, EUR: 0 }, operator());
  const { body } = await api.post('/v1/webhook-subscriptions', subscription('payment_instruction.pending'));
  await alerts.drill(
    ['CorridorWebhooksLate'],
    async () => {
      await forgotten(
        'webhook_dispatcher',
        `SELECT FROM endpoint WHERE subscription_id = '${body.data.id}' FOR UPDATE`,
      );
      await api.post('/v1/payment-instructions', instructionFor(beneficiaryId));
    },
    async () => {
      const due = await alerts.values('max(corridor_webhooks_due)');
      expect(due[0]?.value).toBeGreaterThan(0);
      await endHolder('webhook_dispatcher');
    },
  );
});
