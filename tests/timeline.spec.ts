import { randomBytes } from 'node:crypto';
import { until } from '@corridor/testing';
import type { Reply } from './support/api.js';
import { instructionFor } from './support/instruction.js';
import { fundedClient, newClient, operator } from './support/system.js';

/** production.md §8: one id tells the story, whichever service each part of it comes from. */

const traceId = randomBytes(16).toString('hex');
const headers = { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` };

type Client = Awaited<ReturnType<typeof fundedClient>>;
let client: Client;
let instructionId: string;
let paymentId: string;
let conversionId: string;
let requestId: string;
beforeAll(async () => {
  client = await fundedClient({ GBP: 1_000 });
  const { api, beneficiaryId } = client;
  const created = await api.post('/v1/payment-instructions', instructionFor(beneficiaryId), { headers });
  instructionId = created.body.data.id;
  requestId = created.headers.get('x-request-id') ?? '';
  const at = `/v1/simulators/payment-instructions/${instructionId}`;
  for (const [step, body] of [
    ['acknowledge'],
    ['fill', { useIndicativeRateForActualRate: true }],
    ['send'],
  ] as const)
    expect((await api.post(`${at}/${step}`, body, { headers })).status).toBe(200);
  const { data } = (await api.get(`/v1/payment-instructions/${instructionId}`)).body;
  [paymentId, conversionId] = [data.linkedPaymentId, data.linkedConversionId];
});

const STORY = [
  'payment_instruction.pending',
  'payment_instruction.acknowledged',
  'conversion.booked',
  'payment_instruction.filled',
  'conversion.exchanged',
  'transaction.completed',
  'payment.sent',
  'payment_instruction.sent',
];

const typesOf = ({ body }: Reply): string[] => body.data.events.map(({ type }: { type: string }) => type);

/** When the index has all of it. */
async function told(by: Pick<Client['api'], 'get'>, path: string): Promise<Reply> {
  let reply = await by.get(path);
  await until(async () => {
    reply = await by.get(path);
    return reply.status === 200 && STORY.every((type) => typesOf(reply).includes(type));
  });
  return reply;
}

it('is told by the ids of instruction, payment and conversion, of the request and of the trace', async () => {
  const ids = [instructionId, paymentId, conversionId, requestId, traceId];
  for (const id of ids) {
    const { data } = (await told(operator, `/operator/v1/timeline/${id}`)).body;
    expect(data).toMatchObject({ id, isComplete: true });
    expect(data.whereTheMoneyIs).toBe(
      'EUR 100.00 has left for the bank of the beneficiary; next, that bank credits it.',
    );
  }
});

it('has every event after the one that caused it, with its actor, and the entries of the ledger', async () => {
  const { data } = (await told(operator, `/operator/v1/timeline/${instructionId}`)).body;
  const ids: string[] = data.events.map(({ id }: { id: string }) => id);
  for (const { id, causedBy } of data.events)
    if (causedBy !== null) expect(ids.indexOf(causedBy)).toBeLessThan(ids.indexOf(id));
  expect(data.events[0]).toMatchObject({
    type: 'payment_instruction.pending',
    service: 'payments',
    actor: { type: 'USER', name: expect.stringMatching(/^Ada /) },
    requestId,
    traceId,
  });
  const accounts = data.events.flatMap(({ postings }: any) => postings.map(({ account }: any) => account));
  expect(new Set(accounts)).toEqual(new Set(['wallet', 'fx_position', 'settlement']));
});

it('is told to its client without what is internal, and to no other', async () => {
  const own = await told(client.api, `/v1/timeline/${instructionId}`);
  expect(typesOf(own).filter((type) => /^(ledger|conversions|corridor|screening)\./.test(type))).toEqual([]);
  const { notifications } = own.body.data;
  for (const { path } of notifications) expect((await client.api.get(path)).status).toBe(200);
  const other = await newClient();
  for (const id of [instructionId, paymentId, conversionId, requestId, traceId])
    expect((await other.api.get(`/v1/timeline/${id}`)).status).toBe(404);
});
