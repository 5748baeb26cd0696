import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@corridor/testing';
import { conversionFor } from '../../support/conversion.js';
import { instructionFor } from '../../support/instruction.js';
import { paymentFor } from '../../support/payment.js';
import { type ServiceName } from '../../support/composition/composition.js';
import { violations } from '../../support/composition/invariants.js';
import { type PatientClient, patientClient } from '../../support/composition/patient-client.js';
import { settled } from '../support/settled.js';
import { composition, databases, acknowledged } from '../support/shared.js';

let client: PatientClient;

async function instruction(...steps: string[]): Promise<string> {
  const created = await client.command('/v1/payment-instructions', instructionFor(client.beneficiaryId));
  const id = created.body.data.id as string;
  acknowledged.set(id, 'PENDING');
  for (const step of steps) {
    const body = step === 'fill' ? { useIndicativeRateForActualRate: true } : undefined;
    const reply = await client.command(`/v1/simulators/payment-instructions/${id}/${step}`, body);
    acknowledged.set(id, reply.body.data.status);
  }
  return id;
}

async function payment(...steps: string[]): Promise<string> {
  const created = await client.command('/v1/payments', paymentFor(client.beneficiaryId));
  const id = created.body.data.id as string;
  acknowledged.set(id, 'DRAFT');
  for (const step of steps) {
    const reply = await client.command(`/v1/simulators/payments/${id}/${step}`);
    acknowledged.set(id, reply.body.data.status);
  }
  return id;
}

const quote = async () => (await client.command('/v1/quotes', conversionFor())).body.data.id as string;

interface Request {
  readonly owner: ServiceName;
  readonly path: string;
  readonly body?: object;
}

const requests: Record<string, () => Promise<Request>> = {
  create: async () => ({
    owner: 'payments',
    path: '/v1/payment-instructions',
    body: instructionFor(client.beneficiaryId),
  }),
  acknowledge: async () => ({
    owner: 'payments',
    path: `/v1/simulators/payment-instructions/${await instruction()}/acknowledge`,
  }),
  fill: async () => ({
    owner: 'payments',
    path: `/v1/simulators/payment-instructions/${await instruction('acknowledge')}/fill`,
    body: { useIndicativeRateForActualRate: false },
  }),
  send: async () => ({
    owner: 'payments',
    path: `/v1/simulators/payment-instructions/${await instruction('acknowledge', 'fill')}/send`,
  }),
  'create with a quote': async () => ({
    owner: 'payments',
    path: '/v1/payment-instructions',
    body: instructionFor(client.beneficiaryId, { quoteId: await quote() }),
  }),
  'book with a quote': async () => ({
    owner: 'conversions',
    path: '/v1/conversions',
    body: conversionFor({ quoteId: await quote() }),
  }),
  'send with a fee': async () => {
    const id = await payment('authorise');
    await client.command(`/v1/simulators/payments/${id}/set-fee`, { fee: { ccyCode: 'GBP', value: 1.5 } });
    return { owner: 'payments', path: `/v1/simulators/payments/${id}/send` };
  },
  'send a payment': async () => ({
    owner: 'payments',
    path: `/v1/simulators/payments/${await payment('authorise')}/send`,
  }),
  'fail a payment': async () => ({
    owner: 'payments',
    path: `/v1/simulators/payments/${await payment('authorise', 'send')}/fail`,
  }),
  'open a wallet': async () => ({
    owner: 'ledger',
    path: '/v1/wallets',
    body: { ccyCode: 'USD' },
  }),
  credit: async () => ({
    owner: 'inbound-funds',
    path: '/v1/simulators/inbound-funds/credit',
    body: { ccyCode: 'GBP', amount: 1.23 },
  }),
};

describe('lost responses', () => {
  beforeAll(async () => {
    client = await patientClient(composition.url, 'LOST');
    for (const ccyCode of ['GBP', 'EUR']) await client.command('/v1/wallets', { ccyCode });
    for (const ccyCode of ['GBP', 'EUR'])
      await client.command('/v1/simulators/inbound-funds/credit', { ccyCode, amount: 10_000 });
  });

  describe('a request whose service is killed between commit and response', () => {
    it.each(Object.keys(requests))('has one effect and one response: %s', async (name) => {
      const request = await prepared(name);
      const first = await interrupted(request, 'kept', () => composition.kill9(request.owner));
      expect(first?.body?.code).toBe('unavailable');
      await composition.restart(request.owner);
      expect((await theSameResponse(request)).headers.get('idempotent-replayed')).toBe('true');
    });
  });

  describe('a request whose gateway is killed while the service commits', () => {
    it.each(['create', 'send', 'fail a payment', 'credit'])(
      'has one effect and one response: %s',
      async (name) => {
        const request = await prepared(name);
        const first = await interrupted(request, 'kept', () => composition.kill9('gateway'));
        expect(first).toBeNull(); // the connection broke
        await composition.restart('gateway');
        expect((await theSameResponse(request)).headers.get('idempotent-replayed')).toBe('true');
      },
    );
  });

  describe('a request whose service is killed before the commit', () => {
    it.each(['create', 'fill', 'fail a payment', 'book with a quote', 'send with a fee'])(
      'has stored nothing, and succeeds with the same key: %s',
      async (name) => {
        const request = await prepared(name);
        const before = await logOf(request.owner);
        const first = await interrupted(request, 'undone', () => composition.kill9(request.owner));
        const after = await logOf(request.owner);
        await composition.restart(request.owner);
        expect(first?.body?.code).toBe('unavailable');
        expect(after).toEqual(before);
        await theSameResponse(request);
      },
    );
  });

  describe('a request whose service is killed while its writes wait, with the commit behind them', () => {
    it.each(['create', 'fill', 'fail a payment'])('has one effect and one response: %s', async (name) => {
      const request = await prepared(name);
      const first = await interrupted(request, 'sent', () => composition.kill9(request.owner));
      await composition.restart(request.owner);
      expect(first?.body?.code).toBe('unavailable');
      await theSameResponse(request);
    });
  });

  test('finally all invariants hold', async () => {
    await settled(composition, databases);
    expect(await violations(databases, acknowledged)).toEqual({});
    expect(composition.endedUnexpectedly).toEqual([]);
  });
});

type Keyed = Request & { readonly key: string };

async function prepared(name: string): Promise<Keyed> {
  const request = await (requests[name] as () => Promise<Request>)();
  return { ...request, key: `interrupted ${name} ${Math.random()}` };
}

/** Sends it, blocks its commit, executes the fault, and unblocks Postgres. @returns null if the connection broke */
async function interrupted(
  { owner, path, body, key }: Keyed,
  then: 'kept' | 'sent' | 'undone',
  deed: () => Promise<void>,
) {
  const release = await hold[then](owner);
  const response = client.once(path, body, key).catch(() => null);
  await until(async () => (await stuck(owner, key, then)) > 0);
  await deed();
  await release();
  await until(async () => (await stuck(owner, key, 'gone')) === 0);
  return response;
}

/**
 * Every commit is made durable and then waits for a standby that does not exist: it has no response yet, but cannot be
 * undone.
 */
async function holdCommits(owner: ServiceName) {
  const set = async (standby: string) => {
    await databases.query(owner, `ALTER SYSTEM SET synchronous_standby_names = '${standby}'`);
    await databases.query(owner, `SELECT pg_reload_conf()`);
    await until(async () => {
      const [row] = await databases.query(owner, `SHOW synchronous_standby_names`);
      return row?.synchronous_standby_names === standby;
    });
  };
  await set('nobody');
  await sleep(200); // the checkpointer notifies the others
  return () => set('');
}

/** Where every command of a service waits. */
const hold = {
  kept: holdCommits,
  /** When it writes. Its COMMIT is on the way: the outcome is open. */
  sent: (owner: ServiceName) => databases.locked(owner, 'events', 'SHARE'),
  /** When it looks up its key. */
  undone: (owner: ServiceName) => databases.locked(owner, 'idempotency_key', 'ACCESS EXCLUSIVE'),
};

/** Transactions that hold the lock of the key and wait as intended. */
async function stuck(
  owner: ServiceName,
  key: string,
  where: 'kept' | 'sent' | 'undone' | 'gone',
): Promise<number> {
  const waits = {
    kept: `wait_event = 'SyncRep'`,
    sent: `wait_event_type = 'Lock'`,
    undone: `wait_event_type = 'Lock'`,
    gone: 'true',
  }[where];
  const rows = await databases.query(
    owner,
    `SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND a.datname = current_database() AND ${waits}
       AND (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended($1, 0)`,
    [`${client.clientId} ${key}`],
  );
  return rows.length;
}

/** Retries until there is a response, and then once more. */
async function theSameResponse({ path, body, key }: Keyed) {
  const response = await client.command(path, body, key);
  expect([response.status, response.text]).toEqual([200, expect.any(String)]);
  const again = await client.command(path, body, key);
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([response.text, 'true']);
  const { id, status } = response.body.data;
  if (/payment-instructions|payments/.test(path)) acknowledged.set(id, status);
  return response;
}

/** All events of a service. */
const logOf = (owner: ServiceName) =>
  databases.query(
    owner,
    `SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM idempotency_key) AS keys`,
  );
