import type { Envelope, Messages, MessageType } from '@corridor/contracts';
import { applyPolicy } from '@corridor/event-store';
import { Metrics } from '@corridor/platform';
import { fixture, until } from '@corridor/testing';
import { messageRegistry } from '@corridor/services';
import { ownCostOf, ownerOf, statementsOf } from '@corridor/testing/service';
import { type FactType, payloadOf } from '@corridor/webhook-dispatcher-contract';
import { type Person, TestGateway } from '../gateway.fixture.js';
import { TimelineIndex } from '../timeline/timeline-index.js';
import { EVENTS_OF_PAGE } from './event-log.js';
import { EventHeads } from './event-heads.js';
import { EventReader, type ReadEvent, eventsIn, idleReader, lastIdIn } from './event-reader.fixture.js';
import { streamedEvents } from './event-retention.js';

const SETTINGS = { EVENT_HEARTBEAT_SECONDS: '1', EVENT_STREAMS_PER_CLIENT: '3' };

let gateway: TestGateway;
/** Another process on the same database. */
let beside: TestGateway;
let ada: Person;
let owner: Awaited<ReturnType<typeof ownerOf>>;
beforeAll(async () => {
  gateway = await TestGateway.start(SETTINGS);
  beside = await TestGateway.start(SETTINGS, [], [], gateway);
  owner = await ownerOf(gateway.service.db);
  for (const { service } of [gateway, beside]) await service.app.listen(0, '127.0.0.1');
});
beforeEach(async () => void (ada = await gateway.person()));
afterAll(async () => {
  await owner?.end();
  await beside.stop();
  await gateway.stop();
});

const keyOf = ({ secret }: Person) => ({ 'x-api-key': secret });
const indexOf = ({ service }: TestGateway) => service.app.get(TimelineIndex);
const urlOf = async ({ service }: TestGateway) => `${await service.app.getUrl()}/v1/events`;

let version = 0;
const changed = (type: FactType, { clientId }: Person = ada, more: Partial<Envelope> = {}): Envelope => {
  const given = fixture(type as MessageType) as Envelope;
  const client = { id: clientId, name: 'Client' };
  const { resource } = given.data as { resource: object };
  version++;
  return {
    ...given,
    ...{ id: `${given.streamId}/${version}`, version, occurredOn: new Date().toISOString().slice(0, 23) },
    ...more,
    data: { ...given.data, resource: { ...resource, ...('client' in resource && { client }) } },
    caller: { ...given.caller, client },
  } as Envelope;
};
/** In this order. */
const happens = async (type: FactType, count = 1, whose = ada) => {
  const messages = Array.from({ length: count }, () => changed(type, whose));
  await indexOf(gateway).deliver(messages);
  return messages;
};
/** What there is after an event. */
const after = (id: string | null, headers: Record<string, string> = keyOf(ada)) =>
  gateway.get('/v1/events?maxSeconds=0', { ...headers, ...(id !== null && { 'last-event-id': id }) });
const idsIn = (events: readonly ReadEvent[]) => events.map(({ id }) => id);
const positions = (from: number, to: number, epoch = 0) =>
  Array.from({ length: to - from + 1 }, (_, n) => `${epoch}-${from + n}`);

describe('what a client is told', () => {
  test('is the body of a webhook, without bank details', async () => {
    const [message] = await happens('payment.sent');
    const { status, headers, text } = await after('0-0');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
    ]);
    expect(text).toMatch(/^retry: 2000\nid: 0-0\n\nid: 0-1\ndata: \{"id":"0-1",.*\}\n\n$/);
    const { data } = messageRegistry.read(message as Envelope) as { data: Messages['payment.sent'] };
    const { resource } = data;
    expect(eventsIn(text)).toEqual([
      {
        id: '0-1',
        eventType: 'payment.sent',
        createdOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        relatedEntityId: resource.id,
        relatedEntityType: 'Payment',
        sequence: message?.version,
        payload: payloadOf(data),
      },
    ]);
    expect(text).not.toContain('bankAccount');
  });

  test('is nothing of another client', async () => {
    const grace = await gateway.person();
    await indexOf(gateway).deliver([
      changed('payment.sent', grace),
      changed('payment.failed'),
      changed('payment.draft', grace),
    ]);
    expect(eventsIn((await after('0-0')).text).map(({ eventType }) => eventType)).toEqual(['payment.failed']);
    expect(eventsIn((await after('0-0', keyOf(grace))).text)).toHaveLength(2);
  });

  test('is about records that it may read; its place goes on all the same', async () => {
    const grace = await gateway.person({ permissions: ['payments:read'] });
    for (const type of [
      'payment.sent',
      'conversion.booked',
      'transaction.completed',
      'payment.failed',
      'inbound_funds.credited',
    ] as const)
      await happens(type, 1, grace);
    const { text } = await after('0-0', keyOf(grace));
    expect(eventsIn(text).map(({ eventType }) => eventType)).toEqual(['payment.sent', 'payment.failed']);
    const reader = await EventReader.open(await urlOf(gateway), { ...keyOf(grace), 'last-event-id': '0-0' });
    await until(() => lastIdIn(reader.text) === '0-5');
    reader.close();
  });

  test('is nothing that webhooks do not tell', async () => {
    const message = changed('payment.sent');
    const wrong = {
      ...message,
      id: 'pmt_1/1',
      data: { resource: { client: { id: ada.clientId } } },
    } as unknown as Envelope;
    const internal = { ...(fixture('ledger.wallet_opened') as Envelope), id: 'wal_1/1' };
    const own = { ...internal, caller: { ...internal.caller, client: { id: ada.clientId, name: 'Client' } } };
    await indexOf(gateway).deliver([wrong, own]);
    expect(lastIdIn((await after(null)).text)).toBe('0-0');
  });
});

describe('a client that goes on', () => {
  const COUNT = 2 * EVENTS_OF_PAGE + 7;

  test('gets every event after the one that it names, in order, through all pages', async () => {
    await happens('payment.sent', COUNT);
    const all = eventsIn((await after('0-0')).text);
    expect(idsIn(all)).toEqual(positions(1, COUNT));
    const sequences = all.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    expect(idsIn(eventsIn((await after('0-60')).text))).toEqual(positions(61, COUNT));
    expect(eventsIn((await after(`0-${COUNT}`)).text)).toEqual([]);
    expect((await after(null)).text).toBe(`retry: 2000\nid: 0-${COUNT}\n\n`);
  });

  test('misses nothing that is committed later: positions are committed in their order', async () => {
    await happens('payment.draft');
    const other = await heldHead();
    let isAdded = false;
    const added = happens('payment.sent').then(() => void (isAdded = true));
    await until(async () => {
      const { rows } = await gateway.service.db.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO timeline_event%'`,
      );
      return rows.length > 0;
    });
    const before = [isAdded, eventsIn((await after('0-1')).text)];
    await other.query('COMMIT');
    other.release();
    expect(before).toEqual([false, []]);
    await added;
    const seen = eventsIn((await after('0-1')).text);
    expect(seen.map(({ id, eventType }) => [id, eventType])).toEqual([
      ['0-2', 'payment.draft'],
      ['0-3', 'payment.sent'],
    ]);
  });

  test('gets nothing twice: not what is delivered again, nor when the index of timelines is filled again', async () => {
    const messages = await happens('payment.sent', 3);
    await indexOf(beside).deliver(messages);
    await owner.query('TRUNCATE timeline_event, timeline_reference');
    await Promise.all(messages.map((one) => indexOf(gateway).deliver([one])));
    await happens('payment.failed');
    expect(idsIn(eventsIn((await after('0-0')).text))).toEqual(positions(1, 4));
  });

  test('gets no event that had happened before events are kept', async () => {
    await indexOf(gateway).deliver([
      changed('payment.sent', ada, { occurredOn: '2020-01-01T00:00:00.000' as Envelope['occurredOn'] }),
    ]);
    expect((await after(null)).text).toContain('id: 0-0');
  });

  test('is told if what follows is not kept any more', async () => {
    await happens('payment.sent', 5);
    await gateway.database.query(
      `UPDATE client_event SET created_on = '2010-01-01T00:00:00.000' WHERE client_id = $1 AND position <= 3`,
      [ada.clientId],
    );
    expect(await applyPolicy(gateway.database, streamedEvents(3_650))).toBe(3);
    for (const id of ['0-0', '0-2'])
      expect(await after(id)).toMatchObject({ status: 409, problem: { code: 'events_expired' } });
    expect(idsIn(eventsIn((await after('0-3')).text))).toEqual(positions(4, 5));
    await gateway.database.query('DELETE FROM client_event WHERE client_id = $1', [ada.clientId]);
    expect((await after('0-4')).problem?.code).toBe('events_expired');
    expect((await after('0-5')).status).toBe(200);
  });

  test('is refused with what is no id of its stream', async () => {
    await happens('payment.sent');
    const wrong = [
      '',
      '0',
      '1-',
      '-1',
      '0-2',
      '1-0',
      '0-1.0',
      '0--1',
      ' 0-0',
      '0-0, 0-0',
      '0-9999999999999999',
      'x'.repeat(5_000),
    ];
    for (const id of wrong)
      expect([id, await after(id)]).toMatchObject([
        id,
        { status: 400, problem: { code: 'invalid_request' } },
      ]);
  });

  test('goes on in a restored database from what both histories have', async () => {
    await happens('payment.sent', 5);
    const { pool } = gateway.service.db;
    await pool.query('DELETE FROM client_event WHERE client_id = $1 AND position > 3', [ada.clientId]);
    await pool.query('UPDATE client_event_head SET last = 3 WHERE client_id = $1', [ada.clientId]);
    await owner.query('UPDATE epoch SET number = 1');
    try {
      expect((await after('0-5')).text).toBe('retry: 2000\nid: 1-3\n\n');
      await happens('payment.failed', 4);
      expect(idsIn(eventsIn((await after('0-5')).text))).toEqual(positions(4, 7, 1));
      expect(idsIn(eventsIn((await after('0-2')).text))).toEqual(['0-3', ...positions(4, 7, 1)]);
      expect(idsIn(eventsIn((await after('1-5')).text))).toEqual(positions(6, 7, 1));
    } finally {
      await owner.query('UPDATE epoch SET number = 0');
    }
  });

  test('waits for the build that can read a later version', async () => {
    const { dataversion } = fixture('payment.sent') as Envelope;
    await happens('payment.draft');
    await indexOf(gateway).deliver([changed('payment.sent', ada, { dataversion: dataversion + 1 })]);
    await happens('payment.failed');
    expect(idsIn(eventsIn((await after('0-0')).text))).toEqual(['0-1']);
    const [open] = [await EventReader.open(await urlOf(gateway), { ...keyOf(ada), 'last-event-id': '0-1' })];
    await until(() => open.isWhole === true);
    // As it is for that build.
    await gateway.database.query(
      `UPDATE client_event SET message = replace(message, '"dataversion":${dataversion + 1}', '"dataversion":${dataversion}') WHERE message IS NOT NULL`,
    );
    const events = eventsIn((await after('0-0')).text);
    expect(events.map(({ eventType }) => eventType)).toEqual([
      'payment.draft',
      'payment.sent',
      'payment.failed',
    ]);
    expect(events[1]).toMatchObject({
      relatedEntityType: 'Payment',
      payload: { id: events[1]?.relatedEntityId },
    });
  });
});

describe('an open stream', () => {
  const open = async (headers: Record<string, string> = keyOf(ada), where = gateway) =>
    EventReader.open(await urlOf(where), headers);

  test('has each event as soon as it has happened, in every process', async () => {
    const readers = [await open(), await open(keyOf(ada), beside)];
    await happens('payment.sent', 2);
    for (const reader of readers) await until(() => reader.events.length === 2);
    await indexOf(beside).deliver([changed('payment.failed')]);
    for (const reader of readers) {
      await until(() => reader.events.length === 3);
      expect(idsIn(reader.events)).toEqual(positions(1, 3));
      reader.close();
    }
  });

  test('ends after the time that was asked for', async () => {
    const reader = await EventReader.open(`${await urlOf(gateway)}?maxSeconds=1`, keyOf(ada));
    await until(() => reader.isWhole === true);
    expect((await gateway.get('/v1/events?maxSeconds=-1', keyOf(ada))).status).toBe(400);
  });

  test('costs one statement together with all others, and none alone', async () => {
    const grace = await gateway.person();
    const heads = gateway.service.app.get(EventHeads);
    expect((await ownCostOf(() => heads.poll())).statements).toEqual([]);
    const readers = [
      await open(),
      await open(),
      await open(),
      await open(keyOf(grace)),
      await open(keyOf(grace)),
    ];
    for (const reader of readers) await until(() => reader.text !== '');
    const asked = await statementsOf(async () => {
      for (let n = 0; n < 10; n++) await heads.poll();
    });
    const asks = asked.filter((text) => text.includes('client_event_head'));
    expect([asks.length >= 9, asks.length <= 12]).toEqual([true, true]); // its own timer asks too
    for (const reader of readers) reader.close();
  });

  test('is one of a few of its client', async () => {
    const readers = [await open(), await open(), await open()];
    const refused = await open();
    expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([429, '5']);
    await until(() => refused.text.includes('too_many_streams'));
    readers[0]?.close();
    await until(async () => (await after(null)).status === 200);
    for (const reader of readers) reader.close();
  });

  test('ends with the access token', async () => {
    const reader = await open(await gateway.bearer(ada));
    await until(() => lastIdIn(reader.text) === '0-0');
    gateway.clock.advance(31 * 60_000);
    await until(() => reader.isWhole === true);
  });

  test('tells nothing to whoever was locked out', async () => {
    const readers = [await open(await gateway.bearer(ada)), await open()];
    for (const reader of readers) await until(() => lastIdIn(reader.text) === '0-0');
    await gateway.operate(`/users/${ada.userId}/disable`, {});
    await happens('payment.sent');
    for (const reader of readers) {
      await until(() => reader.isWhole === true);
      expect(reader.events).toEqual([]);
    }
  });

  test('is broken off if its reader takes nothing', async () => {
    await happens('payment.sent');
    await gateway.database.query(
      `INSERT INTO client_event (client_id, position, epoch, source, message_id, type, related_id, related_type, sequence, created_on, payload)
       SELECT client_id, n, epoch, source, message_id || n, type, related_id, related_type, n, created_on, '"' || repeat('x', 400000) || '"'
       FROM client_event, generate_series(2, 100) AS n WHERE client_id = $1`,
      [ada.clientId],
    );
    await gateway.database.query('UPDATE client_event_head SET last = 100 WHERE client_id = $1', [
      ada.clientId,
    ]);
    const before = await disconnected();
    const socket = idleReader(await urlOf(gateway), { ...keyOf(ada), 'last-event-id': '0-0' });
    await until(async () => (await disconnected()) === before + 1);
    socket.destroy();
    await until(async () => (await after(null)).status === 200);
  });

  test('ends in order when its process ends', async () => {
    const third = await TestGateway.start(SETTINGS, [], [], gateway);
    await third.service.app.listen(0, '127.0.0.1');
    const reader = await open(keyOf(ada), third);
    await happens('payment.sent');
    await until(() => reader.events.length === 1);
    await third.stop();
    await until(() => reader.isWhole !== undefined);
    expect([reader.isWhole, lastIdIn(reader.text)]).toEqual([true, '0-1']);
  });
});

/** Another process adds an event, which is not committed yet. */
async function heldHead() {
  const other = await gateway.service.db.pool.connect();
  await other.query('BEGIN');
  await other.query('UPDATE client_event_head SET last = last + 1 WHERE client_id = $1', [ada.clientId]);
  await other.query(
    `INSERT INTO client_event (client_id, position, epoch, source, message_id, type, related_id, related_type, sequence, created_on, payload)
     SELECT client_id, 2, epoch, source, message_id || ' of another process', type, related_id, related_type, 9, created_on, payload
     FROM client_event WHERE client_id = $1`,
    [ada.clientId],
  );
  return other;
}

async function disconnected(): Promise<number> {
  const text = await gateway.service.app.get(Metrics).registry.metrics();
  return Number(/event_stream_readers_disconnected_total\{.*\} (\d+)/.exec(text)?.[1] ?? 0);
}
