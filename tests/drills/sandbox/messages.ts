import { until } from '@corridor/testing';
import { createAndMove, instructionFor, simulate } from '../../support/instruction.js';
import { quotedIn, sqlOf } from '../../support/runbook.js';
import { fundedClient, germanCompany } from '../../support/system.js';
import { alerts, command, endHolder, endSession, forgotten, operator, receiver, sql } from './shared.js';

const pending = () => ({
  targetPlatform: 'ERP',
  targetUrl: receiver.url,
  events: ['payment_instruction.pending'],
});

alerts.test(
  'CorridorNoRelay and CorridorOutboxOld: a session keeps all processes from the lock',
  async () => {
    const { api } = await fundedClient({}, operator());
    const [connections = '', locks = ''] = sqlOf('CorridorNoRelay');
    const relations = async () => sql('payments', locks);
    await alerts.drill(
      ['CorridorNoRelay', 'CorridorOutboxOld'],
      async () => {
        await forgotten('payments', 'LOCK TABLE relay_term IN ACCESS EXCLUSIVE MODE');
        for (const { pid, relation } of await relations()) if (relation === null) await endSession(pid);
        await api.post('/v1/beneficiaries', germanCompany);
      },
      async () => {
        const leader = await alerts.values('max(corridor_relay_leader{service="payments"})');
        expect(leader).toMatchObject([{ value: 0 }]);
        const holds = (await relations()).find(({ mode }) => mode === 'AccessExclusiveLock');
        const named = (await sql('payments', connections)).find(({ pid }) => pid === holds?.['pid']);
        expect(named?.['application_name']).toBe('a forgotten session');
        await endSession(named?.['pid']);
      },
    );
  },
);

alerts.test('CorridorConsumerStuck and CorridorConsumerBehind: a session holds the checkpoints', async () => {
  const { api, beneficiaryId } = await fundedClient({ GBP: 1_000, EUR: 0 }, operator());
  await api.post('/v1/webhook-subscriptions', pending());
  const trend = async () => {
    const query = quotedIn('CorridorConsumerBehind', 'deriv(').replace('[15m:1m]', '[10s:1s]');
    const found = (await alerts.values(query)).find(
      ({ labels: { service, source } }) => service === 'webhook-dispatcher' && source === 'payments',
    );
    return found?.value ?? 0;
  };
  await alerts.drill(
    ['CorridorConsumerStuck', 'CorridorConsumerBehind'],
    async () => {
      await forgotten('webhook_dispatcher', 'LOCK TABLE checkpoint IN ACCESS EXCLUSIVE MODE');
      for (let n = 0; n < 12; n++) await api.post('/v1/payment-instructions', instructionFor(beneficiaryId));
    },
    async () => {
      expect(await trend()).toBeGreaterThanOrEqual(0);
      await endHolder('webhook_dispatcher');
      await until(async () => (await trend()) < 0);
    },
  );
});

alerts.test('CorridorMessagesHeld: a session holds the row of a client', async () => {
  const { api, clientId, beneficiaryId } = await fundedClient({ GBP: 1_000, EUR: 0 }, operator());
  const terms = instructionFor(beneficiaryId, { fixedSide: 'SELL', amount: 100 });
  const id = await createAndMove(api, terms, 'acknowledge', 'fill');
  await alerts.drill(
    ['CorridorMessagesHeld'],
    async () => {
      await forgotten('ledger', `SELECT FROM streams WHERE stream_id = '${clientId}' FOR UPDATE`);
      await simulate(api, id, 'send');
    },
    async () => {
      const [found] = await sql('ledger', quotedIn('CorridorMessagesHeld', 'SELECT source, stream_id'));
      expect(found?.['lock']).toContain(clientId);
      await endHolder('ledger');
    },
  );
});

alerts.test('CorridorMessagesParked and CorridorDegraded: a reaction fails', async () => {
  const { api, beneficiaryId } = await fundedClient({ GBP: 1_000, EUR: 0 }, operator());
  const list = async (): Promise<Record<string, string>[]> =>
    (await command(quotedIn('CorridorMessagesParked', 'corridor ops dead-letters list'))).data;
  await alerts.drill(
    ['CorridorMessagesParked', 'CorridorDegraded'],
    async () => {
      await sql(
        'webhook_dispatcher',
        `CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a planted failure'; END $$;
         CREATE TRIGGER planted BEFORE INSERT ON webhook_notification FOR EACH STATEMENT EXECUTE FUNCTION planted()`,
      );
      await api.post('/v1/webhook-subscriptions', pending());
      await api.post('/v1/payment-instructions', instructionFor(beneficiaryId));
    },
    async () => {
      const [letter] = await list();
      expect(letter).toMatchObject({
        service: 'webhook-dispatcher',
        reason: expect.stringContaining('planted'),
      });
      const { status, body } = await operator().get('/health/ready');
      expect(status).toBe(200);
      expect(body.data.details['webhook-dispatcher messages'].status).toBe('degraded');
      await sql(
        'webhook_dispatcher',
        'DROP TRIGGER planted ON webhook_notification; DROP FUNCTION planted()',
      );
      const get = quotedIn('CorridorMessagesParked', 'corridor ops dead-letters get').split(' <')[0];
      const { messages } = (await command(`${get} ${letter?.['service']} ${letter?.['streamId']}`)).data;
      expect(messages[0].error).toContain('a planted failure');
      const retry = quotedIn('CorridorMessagesParked', 'corridor ops dead-letters retry');
      await command(`${retry} ${letter?.['service']} --no-dry-run`);
      await until(async () => (await list()).length === 0);
    },
  );
});
