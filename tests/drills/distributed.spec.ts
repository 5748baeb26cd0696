import { isDeepStrictEqual } from 'node:util';
import { until } from '@corridor/testing';
import { Alerts } from '../support/alerts.js';
import { Api } from '../support/api.js';
import { Composition } from '../support/composition/composition.js';
import { endForgottenSessions, endHolder, forgottenSession } from '../support/forgotten-session.js';
import { createAndMove, instructionFor } from '../support/instruction.js';
import { quotedIn } from '../support/runbook.js';
import { DEMO_STAFF } from '../support/staff.js';
import { fundedClient, germanCompany } from '../support/system.js';
import { groupOf, lagOf, withAdmin } from '../distributed/support/settled.js';

/** Drills of what only services in processes of their own can show, on Kafka. */

let composition: Composition;
const alerts = new Alerts({
  CorridorOutboxOld: ['> 60', '> 1'],
  CorridorConsumerStuck: ['< 120', '< 5'],
});
const operator = () => new Api(composition.url, DEMO_STAFF);

beforeAll(() =>
  alerts.watch(async () => {
    composition = await Composition.start('drills');
    return Object.values(composition.metricsUrls);
  }),
);
afterEach(endForgottenSessions);
afterAll(async () => {
  await Composition.endAll();
  await alerts.end();
});

alerts.test('CorridorMetricsMissing: the only process of a service has ended', async () => {
  const up = async () => {
    const found = await alerts.values(quotedIn('CorridorMetricsMissing', 'up{'));
    return found.filter(({ value }) => value === 0).length;
  };
  await alerts.drill(
    ['CorridorMetricsMissing'],
    () => composition.kill9('inbound-funds'),
    async () => {
      const [missing, ...more] = await alerts.values('ALERTS{alertname="CorridorMetricsMissing"}');
      expect([missing?.labels['service'], more]).toEqual(['inbound-funds', []]);
      expect(await up()).toBe(1);
      await composition.restart('inbound-funds');
    },
  );
});

alerts.test('CorridorConsumerStuck: a session holds the checkpoints of a group of Kafka', async () => {
  const group = groupOf('webhook-dispatcher');
  const url = new URL('/corridor_webhook_dispatcher', composition.databaseUrl).href;
  const { api, beneficiaryId } = await fundedClient({ GBP: 1_000, EUR: 0 }, operator());
  await api.post('/v1/webhook-subscriptions', {
    targetUrl: 'http://127.0.0.1:9/hooks',
    events: ['payment_instruction.pending'],
  });

  await alerts.drill(
    ['CorridorConsumerStuck'],
    async () => {
      await forgottenSession(url, 'LOCK TABLE checkpoint IN ACCESS EXCLUSIVE MODE');
      await api.post('/v1/payment-instructions', instructionFor(beneficiaryId));
    },
    async () => {
      const lag = quotedIn('CorridorConsumerStuck', 'corridor_consumer_lag').replace(
        '…',
        'webhook-dispatcher',
      );
      await until(async () =>
        (await alerts.values(lag)).some(({ labels, value }) => labels['source'] === 'payments' && value > 0),
      );
      const members = await withAdmin(composition, async (admin) => {
        const { groups } = await admin.describeGroups([group]);
        return groups.flatMap((one) => one.members);
      });
      expect(members).toHaveLength(1);
      await createAndMove(api, instructionFor(beneficiaryId), 'acknowledge'); // other groups go on
      await endHolder(url, 'CorridorConsumerStuck');
      await until(async () => (await lagOf(composition, [group])) === 0);
    },
  );
});

alerts.test('CorridorOutboxOld, CorridorDegraded, CorridorGaugesFailed: Kafka is away', async () => {
  const { api } = await fundedClient({}, operator());
  await alerts.drill(
    ['CorridorOutboxOld', 'CorridorDegraded', 'CorridorGaugesFailed'],
    async () => {
      await composition.killKafka();
      await api.post('/v1/beneficiaries', germanCompany);
    },
    async () => {
      const leaders = await alerts.values('max by (service) (corridor_relay_leader) == 0');
      expect(leaders).toEqual([]);
      // On a busy machine others fail for a moment.
      let groups: unknown[] = [];
      const areThoseOfKafka = async () => {
        const failed = await alerts.values('corridor_gauges_failed == 1');
        groups = [...new Set(failed.map(({ labels }) => labels['group']))];
        return isDeepStrictEqual(groups, ['consumer lag']);
      };
      await until(areThoseOfKafka, () => `failed gauges: ${groups.join()}`);
      const { body } = await operator().get('/health/ready');
      expect(body.data.details.broker.status).toBe('degraded');
      await composition.startKafka();
    },
  );
});
