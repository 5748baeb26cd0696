import { until } from '@corridor/testing';
import { createAndMove, instructionFor } from '../support/instruction.js';
import { fundedClient, germanCompany, newClient } from '../support/system.js';

/** A record after each of its changes: an extension. */

let client: Awaited<ReturnType<typeof fundedClient>>;
/** The path of one record of each kind. */
let records: readonly string[];

const read = async (path: string) => (await client.api.get(path)).body.data;
const versions = (path: string): Promise<any[]> => read(`${path}/versions`);

beforeAll(async () => {
  client = await fundedClient({ GBP: 10_000 });
  const { api, beneficiaryId } = client;
  const id = await createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fill', 'send');
  const { linkedPaymentId, linkedConversionId } = await read(`/v1/payment-instructions/${id}`);
  await until(async () => (await read(`/v1/conversions/${linkedConversionId}`)).status === 'EXCHANGED');
  records = [
    `/v1/payment-instructions/${id}`,
    `/v1/payments/${linkedPaymentId}`,
    `/v1/conversions/${linkedConversionId}`,
    `/v1/beneficiaries/${beneficiaryId}`,
  ];
});

it('the newest is the record, and the numbers lead back to 1', async () => {
  for (const path of records) {
    const all = await versions(path);
    expect(all[0]).toEqual(await read(path));
    const numbers = all.map(({ auditHistory }) => auditHistory.version);
    expect(numbers).toEqual(all.map((_, place) => all.length - place));
    expect(new Set(all.map((one) => one.auditHistory.created.on)).size).toBe(1);
  }
});

it('each version of an instruction has the status of its time', async () => {
  const statuses = (await versions(records[0] ?? '')).map(({ status }) => status);
  const order = ['SENT', 'FILLED', 'ACKNOWLEDGED', 'PENDING'];
  expect(statuses.filter((status, place) => status !== statuses[place - 1])).toEqual(order);
});

it('a beneficiary is as it was before it was changed, and at most the last 100 versions are returned', async () => {
  const { id } = (await client.api.post('/v1/beneficiaries', germanCompany)).body.data;
  const path = `/v1/beneficiaries/${id}`;
  const name = (n: number) => `Muster ${n}`;
  for (let n = 2; n <= 102; n++)
    expect((await client.api.put(path, { ...germanCompany, displayName: name(n) })).status).toBe(200);
  const all = await versions(path);
  const shown = all.map(({ displayName, auditHistory }) => [displayName, auditHistory.version]);
  expect(shown).toEqual(Array.from({ length: 100 }, (_, place) => [name(102 - place), 102 - place]));
});

it('need the permission to read the record', async () => {
  const { api } = await newClient(['wallets:read']);
  for (const path of records) {
    const { status, body } = await api.get(`${path}/versions`);
    expect([status, body.requiredPermission]).toEqual([403, `${path.split('/')[2]}:read`]);
  }
});

it('another client has none of them, and neither has an id of nothing', async () => {
  const other = await newClient();
  for (const path of records) {
    expect((await other.api.get(`${path}/versions`)).status).toBe(404);
    expect((await client.api.get(`${path.slice(0, -2)}00/versions`)).status).toBe(404);
  }
});
