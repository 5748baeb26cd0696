import { randomBytes } from 'node:crypto';
import { until } from '@corridor/testing';
import type { Api } from '../support/api.js';
import { createQuote } from '../support/conversion.js';
import { type Step, instructionFor, simulate } from '../support/instruction.js';
import { simulatePayment } from '../support/payment.js';
import { Receiver } from '../support/receiver.js';
import { createSubscription } from '../support/subscription.js';
import { fundedClient, newClient, operator } from '../support/system.js';

/** One id tells the story (production.md §8), whichever service each part of it comes from. */

const traceId = randomBytes(16).toString('hex');
const headers = { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` };

type Client = Awaited<ReturnType<typeof fundedClient>>;
let client: Client;
let receiver: Receiver;
let quoteId: string;
let instructionId: string;
let paymentId: string;
let conversionId: string;
let requestId: string;
/** What the timeline of the instruction said after each step. */
const sentences: string[] = [];

const timeline = async (id: string, by: Pick<Api, 'get'> = operator): Promise<any> =>
  (await by.get(`${by === operator ? '/operator' : ''}/v1/timeline/${id}`)).body.data;
const typesOf = ({ events }: any): string[] => events.map(({ type }: any) => type);

const count = (type: string, story: any) => typesOf(story).filter((one) => one === type).length;

/** The timeline, once the index has these events: those of two services come in any order. */
async function after(types: string | string[], id: string, by: Pick<Api, 'get'> = operator) {
  let told: any;
  await until(async () => {
    told = await timeline(id, by);
    return told !== undefined && [types].flat().every((type) => typesOf(told).includes(type));
  });
  return told;
}

beforeAll(async () => {
  receiver = await Receiver.start();
  let refusals = 1;
  receiver.behaviour = (_, response) =>
    refusals-- > 0 ? void response.writeHead(503).end('busy') : void response.writeHead(204).end();
  client = await fundedClient({ GBP: 1_000 });
  const { api, beneficiaryId } = client;
  await createSubscription(api, {
    targetUrl: receiver.url,
    events: ['payment_instruction.filled', 'payment.sent'],
  });
  quoteId = await createQuote(api);
  const body = instructionFor(beneficiaryId, { quoteId });
  const created = await api.post('/v1/payment-instructions', body, { headers });
  expect(created.status).toBe(200);
  instructionId = created.body.data.id;
  requestId = created.headers.get('x-request-id') ?? '';
  sentences.push((await after('payment_instruction.pending', instructionId)).whereTheMoneyIs);
  const steps: [Step, string[]][] = [
    ['acknowledge', ['conversions.quote_used', 'payment_instruction.acknowledged']],
    ['fill', ['conversion.booked', 'payment_instruction.filled']],
    ['send', ['payment.sent']],
  ];
  for (const [step, events] of steps) {
    expect((await simulate(api, instructionId, step)).status).toBe(200);
    sentences.push((await after(events, instructionId)).whereTheMoneyIs);
  }
  const { data } = (await api.get(`/v1/payment-instructions/${instructionId}`)).body;
  [paymentId, conversionId] = [data.linkedPaymentId, data.linkedConversionId];
  expect((await simulatePayment(api, paymentId, 'complete')).status).toBe(200);
  sentences.push((await after('payment.completed', instructionId)).whereTheMoneyIs);
  // The tests compare stories, which must not grow meanwhile.
  await after(
    ['payment_instruction.sent', 'conversion.exchanged', 'conversions.payment_linked'],
    instructionId,
  );
  await until(async () => count('transaction.completed', await timeline(instructionId)) === 3);
  await after(['command.sendPaymentInstruction', 'command.completePayment'], instructionId);
});
afterAll(() => receiver.close());

const ids = () => [instructionId, paymentId, conversionId];

it('says after each step where the money is and what happens next', () => {
  const [created, acknowledged, filled, sent, completed] = sentences;
  const from = /^No money has moved: GBP [\d.]+ is to be taken from the GBP wallet; next, /;
  for (const one of [created, acknowledged, filled]) expect(one).toMatch(from);
  expect(created).toMatch(/the payment instruction is checked\.$/);
  expect(acknowledged).toMatch(/the conversion is booked\.$/);
  expect(filled).toMatch(
    /the conversion is exchanged on [\d-]+, and the payment is sent on [\d-]+ or the next/,
  );
  expect(sent).toBe('EUR 100.00 has left for the bank of the beneficiary; next, that bank credits it.');
  expect(completed).toMatch(/^EUR 100\.00 is at the bank of the beneficiary; nothing follows/);
});

it('is the same story by the ids of instruction, conversion and payment', async () => {
  const [story, ...others] = await Promise.all(ids().map((id) => after('payment.completed', id)));
  for (const other of others) {
    expect(other.events).toEqual(story.events);
    expect(other.whereTheMoneyIs).toBe(story.whereTheMoneyIs);
  }
  expect(new Set(story.events.map(({ service }: any) => service))).toEqual(
    new Set(['gateway', 'payments', 'conversions', 'ledger']),
  );
});

it('is found by the quote, the request and the trace', async () => {
  const story = typesOf(await timeline(instructionId));
  for (const id of [quoteId, requestId, traceId])
    expect(typesOf(await after('payment.completed', id))).toEqual(expect.arrayContaining(story));
});

it('has every event after the one that caused it, in the order of a payment', async () => {
  const { events } = await timeline(instructionId);
  const places = new Map(events.map(({ id }: any, place: number) => [id, place]));
  for (const [place, { causedBy }] of events.entries())
    if (causedBy !== null) expect(places.get(causedBy)).toBeLessThan(place);
  const order = [
    'payment_instruction.pending',
    'payment_instruction.acknowledged',
    'conversions.booking_requested',
    'conversion.booked',
    'payment_instruction.filled',
    'ledger.transfers_requested',
    'ledger.transfers_posted',
    'payment.sent',
    'payment.completed',
  ];
  expect(typesOf({ events }).filter((type) => order.includes(type))).toEqual(order);
  expect(events[0]).toMatchObject({ actor: { type: 'USER', name: expect.stringMatching(/^Ada /) }, traceId });
});

it('has the entries of the ledger, which add up to nothing', async () => {
  const { events } = await timeline(paymentId);
  const { postings } = events.find(({ type }: any) => type === 'ledger.transfers_requested');
  const sums = new Map<string, number>();
  for (const { amount } of postings)
    sums.set(amount.ccyCode, (sums.get(amount.ccyCode) ?? 0) + Math.round(amount.value * 100));
  expect([...sums.values()]).toEqual([0, 0]);
  expect(new Set(postings.map(({ account }: any) => account))).toEqual(
    new Set(['wallet', 'fx_position', 'settlement']),
  );
});

it('has the notifications with each attempt: status, latency, excerpt of the response', async () => {
  const attempts = ({ notifications }: any) => notifications.flatMap((one: any) => one.attempts);
  await until(async () => attempts(await timeline(instructionId)).length >= 3);
  for (const by of [operator, client.api]) {
    const { notifications } = await timeline(instructionId, by);
    expect(notifications).toMatchObject([
      {
        eventType: 'payment_instruction.filled',
        relatedEntityId: instructionId,
        attempts: [
          { attemptNumber: 1, outcome: 'FAILED', statusCode: 503, responseExcerpt: 'busy' },
          { attemptNumber: 2, outcome: 'DELIVERED', statusCode: 204, latencyMs: expect.any(Number) },
        ],
      },
      { eventType: 'payment.sent', relatedEntityId: paymentId, attempts: [{ outcome: 'DELIVERED' }] },
    ]);
  }
});

it('is told to its client without staff, screening and what services ask each other', async () => {
  const own = await after('payment.completed', instructionId, client.api);
  expect(
    typesOf(own).filter((type) => /^(ledger|conversions|payments|corridor|screening)\./.test(type)),
  ).toEqual([]);
  expect(typesOf(own)).toEqual(expect.arrayContaining(['conversion.booked', 'payment.completed']));
  expect(JSON.stringify(own)).not.toMatch(/stf_|"STAFF"|cas_|apr_/);
  expect(own.whereTheMoneyIs).toBe(sentences.at(-1));
});

it('is told to no other client, whichever id they ask for and whatever they name', async () => {
  const other = await newClient();
  for (const id of [...ids(), quoteId, requestId, traceId, client.clientId, client.userId])
    expect((await other.api.get(`/v1/timeline/${id}`)).status).toBe(404);
  const before = await timeline(instructionId);
  const foreign = await fundedClient({ GBP: 1_000 });
  const forged = instructionFor(foreign.beneficiaryId, {
    narrative: instructionId.slice(0, 35),
    metadata: JSON.stringify({ id: instructionId, paymentId }),
  });
  const made = await foreign.api.post('/v1/payment-instructions', forged, {
    headers: { 'x-request-id': instructionId },
  });
  expect(made.status).toBe(200);
  await after('payment_instruction.pending', made.body.data.id);
  expect((await timeline(instructionId)).events).toEqual(before.events);
});
