import { type Behaviour, TestServer, hangs, html, problem, resets } from './server.fixture.js';

const server = new TestServer();
beforeAll(() => server.start());
afterAll(() => server.end());

const HEAD = { 'content-type': 'text/event-stream; charset=utf-8' };
const event = (n: number, more: object = {}) =>
  `id: 0-${n}\ndata: ${JSON.stringify({ id: `0-${n}`, eventType: 'payment.sent', ...more })}\n\n`;
/** Sends the parts, and then ends in order, or is lost. */
const sends =
  (parts: string[], isLost = false): Behaviour =>
  (response) => {
    response.writeHead(200, HEAD);
    for (const part of parts) response.write(part);
    if (isLost) setImmediate(() => response.destroy());
    else response.end();
  };
const stays =
  (...parts: string[]): Behaviour =>
  (response) => {
    response.writeHead(200, HEAD);
    for (const part of parts) response.write(part);
  };
const asked = () => server.received.map(({ headers }) => headers['last-event-id']);

async function idsOf(events: AsyncIterable<{ id: string }>, count: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of events) if (ids.push(id) === count) break;
  return ids;
}

describe('a stream', () => {
  it('goes on where it was, over lost connections and ended ones, with each event once', async () => {
    const corridor = server.that(
      sends(['id: 0-7\n\n', event(8), event(9), 'id: 0-10\nda'], true),
      resets,
      problem(503, 'unavailable'),
      sends([event(10), event(11).slice(0, 20), event(11).slice(20), 'id: 0-15\n\n']),
      html(502),
      stays(event(16)),
    );
    expect(await idsOf(corridor.events.stream({ after: '0-7' }), 5)).toEqual([
      '0-8',
      '0-9',
      '0-10',
      '0-11',
      '0-16',
    ]);
    expect(asked()).toEqual(['0-7', '0-9', '0-9', '0-9', '0-15', '0-15']);
    expect(server.received[0]).toMatchObject({
      method: 'GET',
      url: '/v1/events',
      headers: { accept: 'text/event-stream', 'x-api-key': 'ck_test' },
    });
  });

  it('begins with what happens next, also if the first connection is lost before an event', async () => {
    const corridor = server.that(sends(['retry: 2000\nid: 0-4\n\n'], true), stays(event(5)));
    const places: string[] = [];
    const events = corridor.events.stream({ onPlace: (id) => places.push(id) });
    expect(await idsOf(events, 1)).toEqual(['0-5']);
    expect(asked()).toEqual([undefined, '0-4']);
    expect(places).toEqual(['0-4']); // the loop was left before it had processed the event
  });

  it('has amounts with the digits as they came', async () => {
    const payload = '{"amount":{"ccyCode":"EUR","value":1000.10}}';
    const corridor = server.that(
      stays(`id: 0-1\ndata: {"id":"0-1","eventType":"payment.sent","payload":${payload}}\n\n`),
    );
    for await (const { payload: record } of corridor.events.stream()) {
      expect(record).toEqual({ amount: { ccyCode: 'EUR', value: '1000.10' } });
      break;
    }
  });

  it.each([
    [409, 'events_expired'],
    [401, 'unauthenticated'],
    [400, 'invalid_request'],
  ])('rejects after %i %s, at the beginning and later', async (status, code) => {
    const refused = server.that(problem(status, code));
    await expect(idsOf(refused.events.stream({ after: '0-1' }), 1)).rejects.toMatchObject({ code });
    const later = server.that(sends([event(1)]), problem(status, code));
    await expect(idsOf(later.events.stream(), 2)).rejects.toMatchObject({ code });
  });

  it('rejects if nobody is there at the beginning', async () => {
    server.that(resets, resets, resets);
    await expect(idsOf(server.client({ maxAttempts: 2 }).events.stream(), 1)).rejects.toThrow(
      'no stream of events',
    );
    expect(server.received).toHaveLength(2);
  });

  it('asks for a token for each connection', async () => {
    server.that(sends([event(1)]), stays(event(2)));
    let tokens = 0;
    const corridor = server.client({ apiKey: undefined as never, accessToken: async () => `t${++tokens}` });
    expect(await idsOf(corridor.events.stream(), 2)).toEqual(['0-1', '0-2']);
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it.each<[string, Behaviour[]]>([
    ['while it is connecting', [hangs]],
    ['while it waits for events', [stays(event(1))]],
    [
      'while it waits to connect again',
      [sends([event(1)]), problem(503, 'unavailable', { 'retry-after': '60' })],
    ],
  ])('ends with the signal %s', async (_, behaviours) => {
    const corridor = server.that(...behaviours);
    const controller = new AbortController();
    const reads = idsOf(corridor.events.stream({ signal: controller.signal }), 9);
    while (server.received.length < behaviours.length) await new Promise((resolve) => setTimeout(resolve, 5));
    setImmediate(() => controller.abort());
    expect((await reads).length).toBeLessThan(2);
  });

  it('closes its connection when the loop is left', async () => {
    let isClosed: Promise<void> | undefined;
    const corridor = server.that((response, received) => {
      isClosed = new Promise((resolve) => void response.on('close', () => resolve()));
      stays(event(1))(response, received);
    });
    await idsOf(corridor.events.stream(), 1);
    await isClosed;
  });
});
