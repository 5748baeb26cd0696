import type { Envelope, Messages, MessageType } from '@corridor/contracts';
import type { TimelineEventResource, TimelineResource } from '@corridor/gateway-contract';
import { Requires, TheCaller } from '@corridor/http';
import { type Caller, refuse } from '@corridor/kernel';
import { fixture } from '@corridor/testing';
import { type Person, TestGateway } from '../gateway.fixture.js';
import { Controller, Get, Module, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { MOST_EVENTS } from './timeline.js';
import { TimelineIndex } from './timeline-index.js';

/** Stories are told from the index, whichever service the messages came from and however often. */

/** Stands for the dispatcher, which notes what it was asked for, and by whom. */
const DELIVERY = {
  ...{ notification: { id: 'whn_01K' }, subscription: { id: 'whs_01K' }, eventType: 'payment.sent' },
  ...{ relatedEntityId: 'pmt_01K00000000000000000000003', createdOn: '2026-11-21T10:00:00.000' },
  ...{ sentOn: null, lockedUntil: null, clonedFromNotificationId: null, attempts: [] },
};
const asked: object[] = [];
let isAway = false;
@Controller()
class Dispatcher {
  @Requires('webhook-notifications:read')
  @Get('v1/webhook-deliveries')
  own(@Req() { query }: FastifyRequest, @TheCaller() { client }: Caller) {
    return this.note({ by: client.id, ...(query as object) });
  }

  @Requires('timeline:read')
  @Get('operator/v1/webhook-deliveries')
  ofAnybody(@Req() { query }: FastifyRequest, @TheCaller() { user }: Caller) {
    return this.note({ by: user?.name, ...(query as object) });
  }

  private note(one: object) {
    if (isAway) throw refuse('unavailable');
    asked.push(one);
    return [DELIVERY];
  }
}
@Module({ controllers: [Dispatcher] })
class DispatcherModule {}

let gateway: TestGateway;
let index: TimelineIndex;
let ada: Person;
beforeAll(async () => {
  gateway = await TestGateway.start({}, [DispatcherModule]);
  index = gateway.service.app.get(TimelineIndex);
  ada = await gateway.person();
});
afterAll(() => gateway.stop());

const INSTRUCTION = 'pi_01K00000000000000000000002';
const PAYMENT = 'pmt_01K00000000000000000000003';
const CONVERSION = 'con_01K00000000000000000000001';
const REQUEST = 'req_story';
const TRACE = '0af7651916cd43dd8448eb211c80319c';

let seconds = 0;
function ownedBy(client: object, data: Envelope['data']): Envelope['data'] {
  if ('resource' in data) return { ...data, resource: { ...data.resource, client } } as Envelope['data'];
  return ('client' in data ? { ...data, client } : data) as Envelope['data'];
}

type More = Partial<Omit<Envelope, 'data' | 'type' | 'caller'>> & { readonly caller?: object };
/** A message of this client, a second after the one before. */
function sent(type: MessageType, { caller, ...more }: More = {}): Envelope {
  const given = fixture(type) as Envelope;
  const client = { id: ada.clientId, name: 'Client' };
  const occurredOn = `2026-11-21T10:${String(Math.floor(++seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000`;
  return {
    ...given,
    data: ownedBy(client, given.data),
    occurredOn,
    ...more,
    caller: { ...given.caller, client, correlationId: REQUEST, ...caller },
  } as Envelope;
}

const story = () => [
  sent('payment_instruction.pending', { id: `${INSTRUCTION}/1` }),
  sent('screening.requested', { id: 'cas_1/1', streamId: 'cas_1', version: 1 }),
  sent('payment_instruction.acknowledged', { id: `${INSTRUCTION}/2` }),
  sent('conversions.booking_requested', { id: `${INSTRUCTION}/3`, caller: { correlationId: 'req_desk' } }),
  sent('conversion.booked', { caller: { correlationId: 'req_desk' } }),
  sent('payment_instruction.filled', { id: `${INSTRUCTION}/5` }),
  sent('ledger.transfers_requested', { id: `${INSTRUCTION}/6` }),
  sent('payment.sent', { caller: { causationId: 'con_01K00000000000000000000001/1' } }),
  sent('transaction.completed'),
];

const asAda = () => ({ 'x-api-key': ada.secret });
const forStaff = async (id: string): Promise<TimelineResource> =>
  (await gateway.get(`/operator/v1/timeline/${id}`, gateway.staff)).data as TimelineResource;
const forClient = async (id: string, headers = asAda()): Promise<TimelineResource> =>
  (await gateway.get(`/v1/timeline/${id}`, headers)).data as TimelineResource;
const typesOf = ({ events }: TimelineResource) => events.map(({ type }) => type);
const eventOf = ({ events }: TimelineResource, type: string) =>
  events.find((one) => one.type === type) as TimelineEventResource;
const rows = async () => {
  const count = async (table: string) =>
    (await gateway.database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`))[0]
      ?.count;
  return [await count('timeline_event'), await count('timeline_reference')];
};

describe('a story', () => {
  let messages: readonly Envelope[];
  beforeAll(async () => {
    messages = story();
    await Promise.all(messages.map((one) => index.deliver([one])));
  });

  it('is the same, complete, by the ids of instruction, conversion and payment', async () => {
    const all = await forStaff(INSTRUCTION);
    expect(all).toMatchObject({ id: INSTRUCTION, isComplete: true });
    expect(typesOf(all)).toContain('conversion.booked');
    expect(typesOf(all)).toContain('payment.sent');
    for (const id of [CONVERSION, PAYMENT]) expect(typesOf(await forStaff(id))).toEqual(typesOf(all));
  });

  it('is found by request and by trace', async () => {
    const all = typesOf(await forStaff(INSTRUCTION)).toSorted();
    expect(typesOf(await forStaff(REQUEST))).toEqual(expect.arrayContaining(all));
    expect(typesOf(await forStaff(TRACE))).toEqual(expect.arrayContaining(all));
    expect(typesOf(await forStaff('req_desk'))).toContain('payment_instruction.pending');
  });

  it('says who acted, which entries were posted, and where the money is', async () => {
    const all = await forStaff(PAYMENT);
    expect(eventOf(all, 'payment.sent')).toMatchObject({
      service: 'payments',
      summary: 'The payment of EUR 100.00 was sent to Anna Schmidt.',
      actor: {
        type: 'USER',
        name: 'Ada Lovelace',
        withApiKey: 'ak_01K00000000000000000000000',
        approvedBy: null,
      },
      requestId: REQUEST,
      traceId: TRACE,
      causedBy: `${CONVERSION}/1`,
      amounts: [{ ccyCode: 'EUR', value: 100 }],
    });
    expect(eventOf(all, 'ledger.transfers_requested').postings).toContainEqual({
      account: 'settlement',
      amount: { ccyCode: 'EUR', value: 100 },
      balance: null,
    });
    expect(all.whereTheMoneyIs).toBe(
      'EUR 100.00 has left for the bank of the beneficiary; next, that bank credits it.',
    );
  });

  it('is told to its client without what only staff see', async () => {
    const own = typesOf(await forClient(INSTRUCTION));
    expect(own).toContain('payment.sent');
    expect(own.filter((type) => /^(screening|ledger|conversions|corridor)\./.test(type))).toEqual([]);
  });

  it('is not found by another client, by whichever id', async () => {
    const other = await gateway.person();
    for (const id of [
      INSTRUCTION,
      CONVERSION,
      PAYMENT,
      REQUEST,
      TRACE,
      'cas_1',
      ada.clientId,
      '%00',
      'x'.repeat(300),
    ])
      expect(await gateway.get(`/v1/timeline/${id}`, { 'x-api-key': other.secret })).toMatchObject({
        status: 404,
      });
  });

  it('has the notifications about its records, as the dispatcher shows them to whoever asks', async () => {
    const relatedEntityIds = expect.stringMatching(new RegExp(`${INSTRUCTION}.*${PAYMENT}`));
    expect((await forStaff(PAYMENT)).notifications).toEqual([DELIVERY]);
    expect(asked.at(-1)).toEqual({ by: 'Ines Almeida', clientId: ada.clientId, relatedEntityIds });
    expect((await forClient(PAYMENT)).notifications).toEqual([DELIVERY]);
    expect(asked.at(-1)).toEqual({ by: ada.clientId, relatedEntityIds });
    const clerk = await gateway.person({ clientId: ada.clientId, permissions: ['payments:read'] });
    const before = asked.length;
    expect((await forClient(PAYMENT, { 'x-api-key': clerk.secret })).notifications).toBeNull();
    expect(asked).toHaveLength(before);
  });

  it('is told without notifications while the dispatcher is away', async () => {
    isAway = true;
    const told = await forStaff(PAYMENT);
    isAway = false;
    expect(typesOf(told)).toContain('payment.sent');
    expect(told.notifications).toBeNull();
  });

  it('has only the records that a user may read', async () => {
    const clerk = await gateway.person({ clientId: ada.clientId, permissions: ['payments:read'] });
    const seen = typesOf(await forClient(INSTRUCTION, { 'x-api-key': clerk.secret }));
    expect([...new Set(seen)]).toEqual(['payment.sent']);
    const nobody = await gateway.person({ clientId: ada.clientId, permissions: ['rates:read'] });
    const headers = { 'x-api-key': nobody.secret };
    expect((await gateway.get(`/v1/timeline/${INSTRUCTION}`, headers)).status).toBe(404);
  });

  it('is in the index once, however often and together its messages arrive', async () => {
    const before = await rows();
    await index.deliver(messages);
    await Promise.all([index.deliver(messages), index.deliver(messages.toReversed())]);
    expect(await rows()).toEqual(before);
  });
});

test('a client reads of another date of its conversion, and of a part that was drawn down, also by the id of the part', async () => {
  /** Of no other story. */
  const alone = (type: MessageType) => {
    const one = sent(type);
    const data = JSON.stringify(one.data).replaceAll(INSTRUCTION, 'pi_01K00000000000000000000098');
    return { ...one, data: JSON.parse(data) } as Envelope;
  };
  const [moved, drawn] = [alone('conversions.date_changed'), alone('conversions.drawn_down')];
  const { conversionId, resource } = moved.data as Messages['conversions.date_changed'];
  const { drawnConversionId } = drawn.data as Messages['conversions.drawn_down'];
  await index.deliver([moved, drawn]);
  const own = await forClient(drawnConversionId);
  expect(typesOf(own)).toEqual(['conversions.date_changed', 'conversions.drawn_down']);
  expect(eventOf(own, 'conversions.date_changed').summary).toContain(resource.valueDate);
  expect(eventOf(own, 'conversions.drawn_down').summary).toContain(drawnConversionId);
  expect(typesOf(await forClient(conversionId))).toEqual(typesOf(own));
});

test('a client does not see which member of staff acted, and a cause that is hidden gives way to its own', async () => {
  const id = 'pi_01K00000000000000000000099';
  const of = (type: MessageType, version: number, more: More) => {
    const one = sent(type, { id: `${id}/${version}`, streamId: id, version, ...more });
    return { ...one, data: JSON.parse(JSON.stringify(one.data).replaceAll(INSTRUCTION, id)) } as Envelope;
  };
  const staff = {
    ...{ user: { id: 'stf_01K00000000000000000000001', name: 'Ines Almeida' }, apiKeyId: 'sk_1' },
    approved: { id: 'apr_1', by: { id: 'stf_01K00000000000000000000002', name: 'Leo Fischer' } },
  };
  await index.deliver([
    of('payment_instruction.pending', 1, {}),
    of('screening.cleared', 2, { source: 'screening', caller: { ...staff, causationId: `${id}/1` } }),
    of('payment_instruction.acknowledged', 3, {
      source: 'payments',
      caller: { ...staff, causationId: `${id}/2` },
    }),
  ]);
  expect(eventOf(await forStaff(id), 'payment_instruction.acknowledged')).toMatchObject({
    actor: {
      ...{ type: 'STAFF', id: 'stf_01K00000000000000000000001', name: 'Ines Almeida', withApiKey: 'sk_1' },
      approvedBy: { id: 'stf_01K00000000000000000000002', name: 'Leo Fischer' },
    },
    causedBy: `${id}/2`,
  });
  const own = await forClient(id);
  expect(JSON.stringify(own)).not.toMatch(/Ines|Leo|stf_|sk_1|apr_|screening/);
  expect(eventOf(own, 'payment_instruction.acknowledged')).toMatchObject({
    actor: null,
    causedBy: `${id}/1`,
  });
});

test('an instruction that is not filled says what it waits for, also to its client, who sees no figures', async () => {
  const id = 'pi_01K00000000000000000000066';
  const acknowledged = sent('payment_instruction.acknowledged', { id: `${id}/1`, streamId: id });
  const declined = sent('conversions.booking_declined', { id: 'con_66/1', streamId: 'con_66' });
  const why = { paymentInstructionId: id, reason: 'exposure_limit_exceeded', detail: 'EUR 1.23 of all' };
  await index.deliver([
    JSON.parse(JSON.stringify(acknowledged).replaceAll(INSTRUCTION, id)) as Envelope,
    { ...declined, data: { ...declined.data, ...why } } as Envelope,
  ]);
  for (const told of [await forStaff(id), await forClient(id)])
    expect(told.whereTheMoneyIs).toMatch(
      /^No money has moved: .* wallet\. Not filled yet: the limit of unsettled conversions does not allow it\./,
    );
  expect(JSON.stringify(await forClient(id))).not.toMatch(/EUR 1\.23|booking_declined/);
});

test('a credit of the bank says where it is, from the statement until it went back', async () => {
  const of = (type: MessageType, more: object): Envelope => {
    const one = sent(type, { id: `${type}/${++seconds}` });
    return { ...one, data: { ...one.data, ...more } } as Envelope;
  };
  const creditId = 'bc_01K00000000000000000000077';
  const steps: [Envelope, RegExp][] = [
    [of('bank_credit.moved', { creditId, step: 'RECEIVED' }), /nobody has said yet for which client it is/],
    [
      of('payments.submission_requested', { kind: 'RETURN', subjectId: creditId }),
      /the bank was asked to return it to its sender/,
    ],
    [
      of('bank_credit.moved', { creditId, step: 'RETURNED' }),
      /has gone back to its sender; nothing follows unless/,
    ],
  ];
  for (const [message, sentence] of steps) {
    await index.deliver([message]);
    expect((await forStaff(creditId)).whereTheMoneyIs).toMatch(sentence);
  }
});

/** An id in a text that a client has chosen leads nowhere, or anybody could write into the story of another client. */
test('nothing that another client names by itself gets into a story', async () => {
  const intruder = await gateway.person();
  const client = { id: intruder.clientId, name: 'Intruder' };
  const before = await forStaff(INSTRUCTION);
  const id = 'pmt_01K00000000000000000000666';
  const made = sent('payment.draft', { id: `${id}/1`, streamId: id, version: 1 });
  const { resource } = made.data as Messages['payment.draft'];
  const chosen = { narrative: INSTRUCTION, reason: CONVERSION, metadata: PAYMENT };
  const forged = { ...resource, id, client, linkedPaymentInstructionId: null, ...chosen };
  for (const correlationId of [INSTRUCTION, ada.clientId, 'req_own'])
    await index.deliver([
      {
        ...made,
        id: `${id}/${correlationId}`,
        data: { resource: forged },
        caller: { ...made.caller, client, correlationId, traceparent: '' },
      } as unknown as Envelope,
    ]);
  expect((await forStaff(id)).events).toHaveLength(3);
  expect(await forStaff(INSTRUCTION)).toEqual(before);
  for (const one of [ada.clientId, CONVERSION, PAYMENT])
    expect((await gateway.get(`/operator/v1/timeline/${one}`, gateway.staff)).text).not.toContain(id);
});

test('what staff have done about a record belongs to the client whose record it is', async () => {
  const id = 'pmt_01K00000000000000000000555';
  const made = sent('payment.ready_to_send', { id: `${id}/3`, streamId: id, version: 3 });
  const { resource } = made.data as Messages['payment.ready_to_send'];
  const data = { resource: { ...resource, id, client: { id: ada.clientId, name: 'Ada' } } };
  const user = { id: 'stf_01K00000000000000000000001', name: 'Ines Almeida' };
  const caller = { ...made.caller, client: { id: 'operator', name: 'Operator' }, user, apiKeyId: 'sk_1' };
  await index.deliver([{ ...made, data, caller } as Envelope]);
  const own = await forClient(id);
  expect(eventOf(own, 'payment.ready_to_send')).toMatchObject({ id: made.id, actor: null });
  expect(JSON.stringify(own)).not.toMatch(/Ines|stf_|sk_1/);
});

test('a message that this build does not know has its place', async () => {
  const unknown = {
    ...sent('payment.sent', { id: 'pmt_new/1', streamId: 'pmt_new', version: 1 }),
    type: 'payment.teleported',
    dataversion: 9,
    data: { targetId: 'pmt_01K00000000000000000000777' },
  } as unknown as Envelope;
  await index.deliver([unknown]);
  const found = await forStaff('pmt_01K00000000000000000000777');
  expect(found.events).toMatchObject([{ type: 'payment.teleported', summary: 'payment.teleported.' }]);
});

test('a submission to the bank and its reports are told as bank messages, to staff', async () => {
  const requested = sent('payments.submission_requested');
  const { subjectId, submissionId } = requested.data as Messages['payments.submission_requested'];
  await index.deliver([requested, sent('payments.submission_reported')]);
  const told = await forStaff(subjectId);
  expect(eventOf(told, 'payments.submission_requested').bankMessage).toEqual({
    format: null,
    reference: submissionId.slice(-16),
    status: 'REQUESTED',
  });
  const { bankMessage } = eventOf(told, 'payments.submission_reported');
  expect(bankMessage).toMatchObject({ status: (sent('payments.submission_reported').data as any).status });
  const own = await gateway.get(`/v1/timeline/${subjectId}`, asAda());
  expect(own.text).not.toContain('submission');
});

/** No client can send such texts; what a bank or a provider sends may have them. */
test('a text that Postgres cannot store does not stop the index', async () => {
  const id = 'pmt_01K00000000000000000000888';
  const made = sent('payment.draft', { id: `${id}/1`, streamId: id, version: 1 });
  const { resource } = made.data as Messages['payment.draft'];
  const displayName = 'Zoë \\u0000 \u0000\u0000 \ud800!';
  const beneficiary = { ...resource.beneficiary, displayName };
  await index.deliver([{ ...made, data: { resource: { ...resource, id, beneficiary } } } as Envelope]);
  // It belongs to the instruction of the other stories.
  const { summary } = eventOf(await forStaff(id), 'payment.draft');
  expect(summary).toContain('Zoë \\u0000 \ufffd\ufffd \ufffd!');
});

test('rates and turns of clocks are left out', async () => {
  const before = await rows();
  await index.deliver([sent('conversions.rates_published', { id: 'rates/1', streamId: 'rates' })]);
  expect(await rows()).toEqual(before);
});

test('a wallet has its own events only, the last ones, and says that there are more', async () => {
  const wallet = 'wal_01K00000000000000000000042';
  const many = Array.from({ length: MOST_EVENTS + 1 }, (_, i) => {
    const one = sent('transaction.completed', { id: `cli/${i + 1}`, streamId: 'cli', version: i + 1 });
    const data = JSON.stringify(one.data).replace(/wal_\w+/, wallet);
    return { ...one, data: JSON.parse(data) } as Envelope;
  });
  await index.deliver(many);
  const found = await forStaff(wallet);
  expect(found.events).toHaveLength(MOST_EVENTS);
  expect(found).toMatchObject({ isComplete: false, whereTheMoneyIs: null });
  expect(found.events[0]).toMatchObject({ id: 'cli/2' });
  expect(found.events.at(-1)).toMatchObject({ id: `cli/${MOST_EVENTS + 1}` });
});
