import { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { type ReadModel, ReadModelRebuild } from '@corridor/event-store';
import type { Caller } from '@corridor/kernel';
import { EmbeddedCarrier } from '@corridor/messaging';
import { type Application, PinoLogger, RunningService, startApplication } from '@corridor/platform';
import { Chance, mutilated, sized, testCaller } from '@corridor/testing';
import { modulesIn, services as manifests } from '../modules.js';
import {
  type Leaf,
  type Query,
  type SortBy,
  inOrder,
  leavesOf,
  matches,
  seenValues,
} from './evaluate.fixture.js';
import { RandomSearches, asText, conditionsIn } from './random-search.fixture.js';
import { type Records, recordsOfEvents } from './records-of-events.fixture.js';
import { live } from './world.fixture.js';
import { staffOf } from '../staff.fixture.js';

jest.setTimeout(600_000);

const SEARCHES = Number(process.env.SEARCHES ?? sized({ small: 1_000, full: 20_000 }));
const HOSTILE_SEARCHES = sized({ small: 400, full: 2_000 });
const SEED = Number(process.env.SEED ?? 2026);
const OPERATOR_KEY = 'search-operator-key';
/** The number of connections of a service. */
const AT_ONCE = 8;

let application: Application;
let records: Records;
let first: { caller: Caller; send: Send };

type Send = (method: string, path: string, body?: object) => Promise<any>;

const sender =
  (headers: Record<string, string>): Send =>
  async (method, path, body) => {
    const request = {
      method,
      headers: {
        ...headers,
        ...(method === 'POST' && { 'x-idempotency-key': randomUUID() }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    };
    let response = await fetch(application.url + path, request);
    // A search has five seconds, in which a busy machine may not come to it.
    for (let n = 0; n < 3 && response.status === 503; n++) {
      await response.body?.cancel();
      response = await fetch(application.url + path, request);
    }
    return { status: response.status, ...((await response.json()) as object) };
  };

async function newClient() {
  const operator = sender(await staffOf(application.url, OPERATOR_KEY));
  const tag = randomUUID();
  const { data: client } = await operator('POST', '/operator/v1/clients', {
    name: `Search ${tag}`,
    code: tag,
    address: { lines: ['1 Search Street'], countryCode: 'GB' },
    clientType: 'Business',
    settings: { baseCcy: 'GBP' },
  });
  const { data: user } = await operator('POST', `/operator/v1/clients/${client.id}/users`, {
    firstName: 'Ada',
    lastName: 'Search',
    email: `${tag}@example.com`,
    password: `password ${tag}`,
  });
  const { data: key } = await operator('POST', `/operator/v1/users/${user.id}/api-keys`, { label: 'search' });
  const caller: Caller = { ...testCaller, client: { id: client.id, name: client.name } };
  return { caller, send: sender({ 'x-api-key': key.secret }) };
}

beforeAll(async () => {
  application = await startApplication({
    variables: {
      DATABASE_URL: process.env.DATABASE_URL,
      PORT: '0',
      OPERATOR_KEY,
      CALLER_SECRET: 'a secret for specs with its 32 bytes',
      WEBHOOK_SECRET_KEY: 'a key for specs with its 32 characters',
    },
    settings: manifests.flatMap(({ settings }) => settings),
    logger: new PinoLogger('silent', 'search'),
    carrier: new EmbeddedCarrier(() => undefined),
    modules: modulesIn('SANDBOX'),
    rateLimit: null,
  });
  first = await newClient();
  const second = await newClient();
  await Promise.all([live(first.send, new Chance(SEED), 40), live(second.send, new Chance(SEED + 1), 12)]);
  records = new Map();
  const services = application.app.get<RunningService[]>(RunningService, {
    strict: false,
    each: true,
  } as never);
  for (const service of services) await recordsOfEvents(service, records);
});
afterAll(() => application?.close());

test('every record that can be rebuilt is derived from the log byte by byte', async () => {
  const running = application.app.get<RunningService[]>(RunningService, {
    strict: false,
    each: true,
  } as never);
  const differing = [];
  for (const { db, service } of running) {
    const rebuild = new ReadModelRebuild(db.database, service.registrations);
    for (const { kind } of rebuild.units) {
      const { first } = await rebuild.verify(kind);
      differing.push(...first);
    }
  }
  expect(differing).toEqual([]);
});

/** One path at which a collection is searched: its controller, called directly. */
interface Place {
  readonly path: string;
  readonly collection: ReadModel;
  readonly leaves: readonly Leaf[];
  readonly records: readonly { readonly id: string }[];
  readonly seen: ReadonlyMap<string, readonly string[]>;
  readonly defaultOrder: readonly SortBy[];
  get(query: object): Promise<any>;
  post(body: object): Promise<any>;
}

const newest: SortBy[] = [{ field: 'auditHistory.created.on', order: 'DESC' }];
const byId: SortBy[] = [{ field: 'id', order: 'DESC' }];
const chain: SortBy[] = [
  { field: 'sortDate', order: 'DESC' },
  { field: 'sortPriority', order: 'DESC' },
];
/** decisions §5; wallets and inbound funds have no creation time, but their ids increase with time. */
const places: [path: string, defaultOrder: SortBy[]][] = [
  ['payment-instructions', newest],
  ['payments', newest],
  ['beneficiaries', newest],
  ['conversions', newest],
  ['wallets', byId],
  ['inbound-funds', byId],
  ['transactions', chain],
  ['webhook-subscriptions', newest],
  ['wallets/:idOrCcyCode/transactions', chain],
];

function placeOf([path, defaultOrder]: (typeof places)[number], { caller }: { caller: Caller }): Place {
  const type = modulesIn('SANDBOX')
    .map((module) => ('module' in module ? module.module : module))
    .flatMap((module) => (Reflect.getMetadata('controllers', module) ?? []) as any[])
    .find((controller) => controller.name === `Searches(${path})`);
  const controller = application.app.get(type, { strict: false });
  const collection = type.collection as ReadModel;
  const parameters = path.includes(':') ? { idOrCcyCode: 'GBP' } : {};
  const asked = { parameters, caller, socket: new Socket() };
  const own = [...(records.get(collection.table)?.values() ?? [])]
    .filter(({ client }) => client.id === caller.client.id)
    .filter(({ wallet }) => !path.includes(':') || wallet.ccyCode === 'GBP');
  const leaves = leavesOf(collection.searchable.item);
  const sent = async (response: Promise<{ body: string }>) => JSON.parse((await response).body);
  return {
    path,
    collection,
    leaves,
    records: own,
    seen: seenValues(leaves, own),
    defaultOrder,
    get: (query) => sent(controller.get(query, asked)),
    post: (body) => sent(controller.post(body, asked)),
  };
}

test('the histories have enough records of each kind', () => {
  const counts = Object.fromEntries(places.map((one) => [one[0], placeOf(one, first).records.length]));
  expect(Object.values(counts).every((count) => count >= 4)).toBe(true);
  expect(counts['payment-instructions']).toBeGreaterThan(20);
  expect(counts['transactions']).toBeGreaterThan(20);
});

test(`${SEARCHES} random searches return the same as a search through the histories, in the same order`, async () => {
  const chance = new Chance(SEED);
  const all = places.map((one) => placeOf(one, first));
  const found = new Map<string, number>();
  const one = async (place: Place) => {
    const random = new RandomSearches(chance, place.leaves, place.seen);
    const query = chance.happens(0.03) ? null : random.query();
    if (query && conditionsIn(query) > 50) return;
    const sortBy = random.sorts();
    const distinct = sortBy.filter(
      ({ field }, i) => sortBy.findIndex((other) => other.field.toLowerCase() === field.toLowerCase()) === i,
    );
    const offset = chance.happens(0.7) ? 0 : chance.below(place.records.length + 3);
    const limit = chance.of([1, 2, 3, 5, 25, 1000]);
    const matching = place.records.filter((record) => matches(place.leaves, record, query));
    const expected = inOrder(place.leaves, matching, distinct.length > 0 ? distinct : place.defaultOrder);
    const page = expected.slice(offset, offset + limit);
    const asGet = {
      ...(query && { q: asText(query, chance.of([' ', '', '  '])) }),
      sortBy: sortBy.map(({ field, order }) => `${field}:${order}`),
      offset: String(offset),
      limit: String(limit),
    };
    const { data, meta } = chance.happens(0.5)
      ? await place.get(asGet)
      : await place.post({ query, sortBy, offset, limit });
    const result = {
      ids: data.map(({ id }: { id: string }) => id),
      total: meta.totalCount,
      count: meta.count,
    };
    expect({ search: asGet, ...result }).toEqual({
      search: asGet,
      ids: page.map(({ id }) => id),
      total: expected.length,
      count: page.length,
    });
    expect(meta.nextCursor === null).toBe(offset + page.length >= expected.length || page.length === 0);
    if (meta.nextCursor && chance.happens(0.2)) {
      const next = await place.get({ ...asGet, offset: '0', cursor: meta.nextCursor });
      expect(next.data.map(({ id }: { id: string }) => id)).toEqual(
        expected.slice(offset + limit, offset + 2 * limit).map(({ id }) => id),
      );
      expect(next.meta).toMatchObject({ offset: offset + limit, totalCount: expected.length });
    }
    if (query && chance.happens(0.1)) {
      const again = await place.get({ ...asGet, q: meta.query });
      expect({ ...again.meta, timestamp: '' }).toEqual({ ...meta, timestamp: '' });
    }
    found.set(place.path, (found.get(place.path) ?? 0) + (page.length > 0 ? 1 : 0));
  };
  let left = SEARCHES;
  const worker = async () => {
    while (left-- > 0) await one(all[left % all.length] as Place);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  // At least a third of them have results.
  expect([...found.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(SEARCHES / 3);
});

/** Of both clients, whose records must not be mixed. */
const idsOf = (place: Place) => new Set(place.records.map(({ id }) => id));

test(`${HOSTILE_SEARCHES} malformed and hostile searches over HTTP get a response, never a defect, and never a record of another client`, async () => {
  const chance = new Chance(SEED);
  const all = places.map((one) => placeOf(one, first));
  const own = new Map(all.map((place) => [place.path, idsOf(place)]));
  const responses = new Map<number, number>();
  const one = async () => {
    const place = chance.of(all);
    const random = new RandomSearches(chance, place.leaves, place.seen);
    const { clientId } = { clientId: first.caller.client.id };
    const path = `/v1/${chance.of(['', `clients/${clientId}/`])}${place.path.replace(':idOrCcyCode', 'GBP')}`;
    const text = asText(random.query());
    const q = chance.of([
      text,
      mutilated(text, chance),
      `${text}) OR (client_id != "`,
      `OR(${text},client.id != "")`,
    ]);
    const response = chance.happens(0.5)
      ? await first.send('GET', `${path}?q=${encodeURIComponent(Buffer.from(q).toString())}&limit=1000`)
      : await first.send('POST', `${path}/search`, mutilatedBody(random.query(), chance));
    responses.set(response.status, (responses.get(response.status) ?? 0) + 1);
    expect([200, 400]).toContain(response.status);
    for (const { id } of response.data ?? []) expect(own.get(place.path)).toContain(id);
  };
  for (let left = HOSTILE_SEARCHES; left > 0; left -= AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, one));
  expect([...responses.keys()].sort()).toEqual([200, 400]);
});

/** A body in which a string was replaced. */
function mutilatedBody(query: Query, chance: Chance): object {
  const others = [
    'x',
    '',
    'AND',
    'Equals',
    5,
    null,
    true,
    [],
    {},
    [[]],
    { field: 'id' },
    '\0',
    '\ud800',
    '__proto__',
  ];
  const change = (value: unknown): unknown => {
    if (chance.happens(0.05)) return chance.of(others);
    if (Array.isArray(value)) return value.map(change);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        chance.happens(0.02) ? chance.of(['more', 'constructor', 'field']) : name,
        change(one),
      ]),
    );
  };
  const body = { query, sortBy: [{ field: 'id', order: 'ASC' }], offset: 0, limit: 1000 };
  return change(body) as object;
}

test('another client is not found', async () => {
  for (const path of ['wallets', 'payments', 'transactions', 'wallets/GBP/transactions']) {
    expect((await first.send('GET', `/v1/clients/cli_01K00000000000000000000000/${path}`)).status).toBe(404);
    expect(
      (await first.send('POST', `/v1/clients/cli_01K00000000000000000000000/${path}/search`, {})).status,
    ).toBe(404);
    expect((await first.send('GET', `/v1/clients/${first.caller.client.id}/${path}`)).status).toBe(200);
  }
});
