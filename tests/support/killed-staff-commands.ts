import { randomUUID } from 'node:crypto';
import { until } from '@corridor/testing';
import { Api } from './api.js';
import { newClient } from './system.js';

/** A composition that can be killed, in which `limits` need a second person. */
interface Mortal {
  readonly operator: () => Api;
  /** Rows of a statement in the database of a service. */
  readonly query: (service: 'gateway' | 'conversions', text: string) => Promise<readonly object[]>;
  /** Ends all processes of the services by SIGKILL. */
  readonly kill: () => Promise<unknown>;
  readonly start: () => Promise<unknown>;
}

/** Of a statement, which ends by itself after 10 s. */
const LONG_SECONDS = 60;

/** Inserting an event of this type does something else, until it is removed. */
const planted = (type: string, instead: string) => `
  SET LOCAL lock_timeout = 0;
  CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    ${instead}; RETURN NEW;
  END $$;
  CREATE TRIGGER planted BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.type = '${type}') EXECUTE FUNCTION planted()`;
const removed = 'SET LOCAL lock_timeout = 0; DROP TRIGGER planted ON events; DROP FUNCTION planted()';
const hangs = `PERFORM pg_sleep(${LONG_SECONDS})`;
const fails = `RAISE EXCEPTION 'a planted failure'`;

const entriesOf = async (operator: Api, requestId: string): Promise<any[]> =>
  (await operator.get(`/operator/v1/audit?q=${encodeURIComponent(`requestId == "${requestId}"`)}`)).body.data;

/** Killed between the entry of a command in the audit and its effect: the audit has it without an outcome. */
export async function killedCommand({ operator, query, kill, start }: Mortal): Promise<void> {
  const { clientId } = await newClient(undefined, operator());
  const [requestId, key] = [randomUUID(), randomUUID()];
  const suspend = (id: string) =>
    operator().post(
      `/operator/v1/clients/${clientId}/suspend`,
      { reason: 'Asked to' },
      { key, headers: { 'x-request-id': id } },
    );
  await query('gateway', planted('suspended', hangs));
  const sent = suspend(requestId).catch(() => null);
  const written = `SELECT FROM audited_command WHERE request_id = '${requestId}'`;
  await until(async () => (await query('gateway', written)).length === 1);
  await kill();
  expect(await sent).toBeNull();
  await start();
  await query('gateway', removed);

  const begun = { operation: 'suspendClient', outcome: 'BEGUN', status: null, recordId: null };
  expect(await entriesOf(operator(), requestId)).toMatchObject([
    { ...begun, by: { id: expect.stringMatching(/^stf_/) } },
  ]);
  const found = encodeURIComponent('AND(outcome == "BEGUN",operation == "suspendClient")');
  const { body } = await operator().get(`/operator/v1/audit?q=${found}`);
  expect(body.data.map((one: { requestId: string }) => one.requestId)).toContain(requestId);
  const status = async () => (await operator().get(`/operator/v1/clients/${clientId}`)).body.data.status;
  expect(await status()).toBe('Active');
  const again = randomUUID();
  expect((await suspend(again)).status).toBe(200);
  expect(await status()).toBe('Suspended');
  expect(await entriesOf(operator(), again)).toMatchObject([{ outcome: 'SUCCEEDED', recordId: clientId }]);
}

/**
 * Killed after an approval is given, before the service that owns the command has executed it, and before its outcome is recorded:
 * the command takes effect once, and the approval says so.
 */
export async function killedApprovals({ operator, query, kill, start }: Mortal): Promise<void> {
  const { clientId } = await newClient(undefined, operator());
  const path = `/operator/v1/dealing/limits/${clientId}`;
  const set = async () => {
    const rows = await query(
      'conversions',
      `SELECT data ->> 'maximumDeal' AS "maximumDeal" FROM events
       WHERE type = 'limits_set' AND data ->> 'clientId' = '${clientId}' ORDER BY position`,
    );
    return rows.map((row) => Number((row as { maximumDeal: string }).maximumDeal));
  };
  const ask = async (maximumDeal: number) => {
    const { status, body } = await operator().put(path, {
      clientExposure: null,
      maximumDeal,
      deposits: null,
    });
    expect([status, body.data.kind]).toEqual([202, 'limits']);
    return body.data.id as string;
  };
  const login = { email: `${randomUUID()}@corridor.example`, password: 'correct horse battery' };
  const person = { ...login, firstName: 'Bo', lastName: 'Chen', roles: ['finance'] };
  await operator().post('/operator/v1/staff', person);
  const second = async () => {
    const { url } = operator();
    const { body } = await new Api(url, {}).post('/operator/v1/auth/token', login, { key: null });
    return new Api(url, { authorization: `Bearer ${body.data.accessToken}` });
  };
  const get = async (id: string) => (await operator().get(`/operator/v1/approvals/${id}`)).body.data;
  const approve = async (id: string) => (await second()).post(`/operator/v1/approvals/${id}/approve`);
  const inForce = async () => (await operator().get(path)).body.data.maximumDeal;

  // Without a fault, by a second person, through the gateway.
  const first = await ask(100);
  expect(await set()).toEqual([]);
  const approved = await approve(first);
  const succeeded = { succeeded: true, status: 200, problem: null };
  expect(approved).toMatchObject({ status: 200, body: { data: { status: 'APPROVED', outcome: succeeded } } });
  expect(await inForce()).toBe(100);
  const sent = `AND(approvalId == "${first}",operation == "setClientDealingLimits")`;
  const audit = await operator().get(`/operator/v1/audit?q=${encodeURIComponent(sent)}`);
  expect(audit.body.data).toMatchObject([{ outcome: 'SUCCEEDED', recordId: clientId }]);

  for (const [limit, faulty, type, fault] of [
    [200, 'conversions', 'limits_set', hangs], // between the approval and the execution
    [300, 'gateway', 'carried_out', fails], // between the execution and its outcome
  ] as const) {
    const id = await ask(limit);
    await query(faulty, planted(type, fault));
    const response = approve(id).catch(() => null);
    await until(async () => (await get(id)).status === 'APPROVED');
    if (faulty === 'gateway') await until(async () => (await set()).at(-1) === limit);
    await kill();
    await response;
    await start();
    await query(faulty, removed); // what was approved is sent again later
    await until(async () => (await get(id)).outcome !== null);
    expect((await get(id)).outcome).toMatchObject(succeeded);
    expect(await inForce()).toBe(limit);
  }
  expect(await set()).toEqual([100, 200, 300]);
}
