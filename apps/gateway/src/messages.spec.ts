import type { Envelope } from '@corridor/contracts';
import { TestClock, fixture } from '@corridor/testing';
import { MessagesOf } from '@corridor/testing/service';
import { type ClientEvent, client } from './client/client.js';
import { PlanReactions } from './client/plan-reactions.js';
import { ScreeningReactions } from './client/screening-reactions.js';
import { service } from './service.js';

/** The messages of this service match their fixtures, and it handles those that it consumes. */

let messages: MessagesOf;
beforeEach(async () => (messages = await MessagesOf.service(service, new TestClock())));
afterEach(() => messages.close());

const CLIENT = 'cli_01K00000000000000000000000';
const details = {
  name: 'Northwind Imports Ltd',
  address: { lines: ['1 High Street'], city: 'London', state: null, postalCode: null, countryCode: 'GB' },
  clientType: 'Business',
  companyWebsite: null,
  settings: { baseCcy: 'GBP' },
};
const created: ClientEvent = { type: 'created', ...details, code: 'NORTHWIND' };

test('the published messages have the shape of the fixtures', async () => {
  await messages.happened(client, CLIENT, [
    created,
    { type: 'changed', ...details },
    { type: 'rated', riskRating: 'HIGH' },
    { type: 'suspended', reason: 'Documents have expired', screeningId: null },
    { type: 'resumed' },
    { type: 'closed', reason: 'The client has left' },
  ]);
  await messages.expectFixtures();
});

test.each(['margin', 'fee'] as const)('the %s plan of a client is on its record', async (kind) => {
  const type = kind === 'fee' ? 'payments.fee_plan_assigned' : 'conversions.margin_plan_assigned';
  const assigned = fixture(type);
  const to = (clientId: string | null) => ({ ...assigned, data: { ...assigned.data, clientId } }) as Envelope;
  const reactions = new PlanReactions(messages.store);
  expect(await messages.deliver(reactions, to(CLIENT))).toEqual([]);
  await messages.happened(client, CLIENT, [created]);
  expect(await messages.deliver(reactions, to(CLIENT))).toEqual([`${kind}_plan_assigned`]);
  expect(await messages.statementsFor(reactions, to(null))).toEqual([]);
});

test('a client that is blocked is suspended, once; other subjects need only the checkpoint', async () => {
  const blocked = fixture('screening.blocked');
  const ofClient = {
    ...blocked,
    data: { ...blocked.data, subject: { type: 'CLIENT', id: CLIENT } },
  } as Envelope;
  await messages.happened(client, CLIENT, [created]);
  const reactions = () => new ScreeningReactions(messages.store);
  expect(await messages.deliver(reactions(), ofClient)).toEqual(['suspended']);
  expect(await messages.deliver(reactions(), ofClient)).toEqual([]);
  expect(await messages.statementsFor(reactions(), blocked)).toEqual([]);
  const cleared = { ...fixture('screening.cleared'), data: ofClient.data } as Envelope;
  expect(await messages.deliver(reactions(), cleared)).toEqual(['block_released']);
  expect(await messages.deliver(reactions(), cleared)).toEqual([]);
});
