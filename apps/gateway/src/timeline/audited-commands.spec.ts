import type { Envelope } from '@corridor/contracts';
import type { TimelineResource } from '@corridor/gateway-contract';
import { fixture } from '@corridor/testing';
import { ADMINISTRATOR, type Person, TestGateway } from '../gateway.fixture.js';
import { TimelineIndex } from './timeline-index.js';

/** Commands, of many of which no message tells, are in the timelines of staff. */

let gateway: TestGateway;
let ada: Person;
beforeAll(async () => {
  gateway = await TestGateway.start({ FOUR_EYES: 'staff' });
  ada = await gateway.person();
});
afterAll(() => gateway.stop());

const told = async (id: string): Promise<TimelineResource> =>
  (await gateway.get(`/operator/v1/timeline/${id}`, gateway.staff)).data as TimelineResource;
const commandsOf = ({ events }: TimelineResource) =>
  events.filter(({ type }) => type.startsWith('command.')).map(({ type, summary }) => [type, summary]);
const person = (email: string, roles: readonly string[]) => ({
  ...{ firstName: 'One', lastName: 'Person', roles, email, password: 'correct horse battery' },
});

test('are found by the id of a record that only one service has, of their request and of their trace', async () => {
  const trace = 'abcdef0123456789abcdef0123456789';
  const headers = {
    ...gateway.staff,
    ...{ 'x-request-id': 'req_new_key', traceparent: `00-${trace}-00f067aa0ba902b7-01` },
  };
  const path = `/operator/v1/users/${ada.userId}/api-keys`;
  const { data } = await gateway.post(path, { label: 'Told' }, headers);
  for (const id of [data.id as string, 'req_new_key', trace]) {
    const { events, isComplete } = await told(id);
    expect(events).toMatchObject([
      {
        ...{ service: 'gateway', type: 'command.createApiKey', causedBy: null, requestId: 'req_new_key' },
        summary: 'The command createApiKey was executed.',
        actor: { type: 'STAFF', name: 'Ines Almeida', withApiKey: expect.stringMatching(/^sk_/) },
        recordIds: [data.id],
      },
    ]);
    expect(isComplete).toBe(true);
    const own = await gateway.get(`/v1/timeline/${id}`, { 'x-api-key': ada.secret });
    expect(own.status).toBe(404);
  }
});

test('say why one was refused', async () => {
  const { id } = await gateway.client();
  const headers = { ...gateway.staff, 'x-request-id': 'req_wrong' };
  await gateway.post(`/operator/v1/clients/${id}/suspend`, {}, headers);
  expect(commandsOf(await told('req_wrong'))).toEqual([
    ['command.suspendClient', 'The command suspendClient was refused (400 invalid_request).'],
  ]);
});

test('are before what they have caused', async () => {
  const { id } = await gateway.client();
  await gateway.post(`/operator/v1/clients/${id}/suspend`, { reason: 'Asked' }, gateway.staff);
  const command = (await told(id)).events.find(({ type }) => type === 'command.suspendClient')!;
  const made = fixture('client.suspended') as Envelope;
  const caller = { ...made.caller, correlationId: command.requestId, causationId: null };
  const earlier = { id: `${id}/9`, streamId: id, occurredOn: '2026-01-01T00:00:00.000', caller };
  const message = { ...made, ...earlier, data: { ...made.data, clientId: id } } as Envelope;
  await gateway.service.app.get(TimelineIndex).deliver([message]);
  const { events } = await told(id);
  expect(events.find(({ type }) => type === 'client.suspended')).toMatchObject({ causedBy: command.id });
  const types = events.map(({ type }) => type);
  expect(types.indexOf('client.suspended')).toBeGreaterThan(types.indexOf('command.suspendClient'));
});

test('of two persons are found together, by the approval and by the record', async () => {
  const ines = await gateway.staffBearer(ADMINISTRATOR);
  const bo = person('bo@corridor.example', ['administrator']);
  await gateway.post('/operator/v1/staff', bo, ines);
  const second = await gateway.staffBearer({ email: bo.email, password: bo.password });
  const asked = await gateway.post('/operator/v1/staff', person('cy@corridor.example', ['support']), ines);
  const approvalId = asked.data.id as string;
  const { data } = await gateway.post(`/operator/v1/approvals/${approvalId}/approve`, {}, second);
  for (const id of [approvalId, data.outcome.response.id as string])
    expect(new Set(commandsOf(await told(id)).map(([, summary]) => summary))).toEqual(
      // They have the same time here, and so any order.
      new Set([
        'The command createStaff waits for a second person.',
        'The command approveCommand was executed.',
        'The command createStaff was executed.',
      ]),
    );
});

test('with an id of a record as the id of their request get into no story', async () => {
  const before = (await told(ada.clientId)).events.length;
  await gateway.post('/operator/v1/clients', {}, { ...gateway.staff, 'x-request-id': ada.clientId });
  expect((await told(ada.clientId)).events).toHaveLength(before);
});
