import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Caller } from '@corridor/kernel';
import { costOf } from '@corridor/testing/service';
import {
  LocalTrigger,
  ScriptedSender,
  type TestDispatcher,
  delivered,
  factOf,
  failed,
  newCaller,
  startDispatcher,
  until,
} from '../dispatcher.fixture.js';
import { EncryptedSecrets } from '../secrets/encrypted-secrets.js';
import { KeyRing } from '../secrets/key-ring.js';
import { type WebhookSettings, webhookSettings } from '../webhook-settings.js';
import { Deliveries } from './deliveries.js';
import { Dispatcher } from './dispatcher.js';
import { HttpSender, type SendRequest } from './sender.js';

const S = 1_000;
const SUBSCRIPTIONS = 10;
const EVENTS = 10;

let app: TestDispatcher;
let deliveries: Deliveries;
beforeEach(async () => {
  app = await startDispatcher({ WEBHOOK_SWEEP_MS: '3600000' });
  deliveries = app.http.app.get(Deliveries);
});
afterEach(() => app.http.close());

const now = () => app.clock.now().toISOString().slice(0, -1);
const url = (n: number) => `https://receiver-${n}.example/hooks`;

/** A client with a subscription, and what has happened to it. */
async function backlog(n: number, events = EVENTS, targetUrl = url(n)) {
  const caller = newCaller();
  const body = { targetUrl, events: ['payment.sent'] };
  const { id } = (await app.http.post('webhook-subscriptions', body, { as: caller })).data;
  const facts = Array.from({ length: events }, (_, i) =>
    factOf('payment.sent', `pmt_${caller.client.id}_${i}`, { caller, version: 1, occurredOn: now() }),
  );
  return { caller, id: id as string, facts };
}

/** Due notifications of several clients, which nobody has claimed yet. */
async function backlogs(count = SUBSCRIPTIONS) {
  app.trigger.isAway = true;
  const all = await Promise.all(Array.from({ length: count }, (_, n) => backlog(n)));
  await app.deliver(...all.flatMap(({ facts }) => facts));
  return all;
}

/** Nobody has an attempt in progress. */
const isSent = async ({ caller, id }: { caller: Caller; id: string }) =>
  (await app.notificationsOf(caller, id)).every(({ sentOn }: any) => sentOn !== null);
const allSent = (some: readonly { caller: Caller; id: string }[]) =>
  until(async () => (await Promise.all(some.map(isSent))).every(Boolean));

it('facts of a delivery are queued with one statement, and 100 notifications sent with few', async () => {
  app.trigger.isAway = true;
  const all = await Promise.all(Array.from({ length: SUBSCRIPTIONS }, (_, n) => backlog(n)));
  const facts = all.flatMap((one) => one.facts);
  const queueing = await costOf(() => app.deliver(...facts));
  const inserts = queueing.statements.filter((text) => text.includes('queue_facts'));
  expect(inserts).toHaveLength(Math.ceil(facts.length / 64));

  const sending = await costOf(async () => {
    await app.dispatcher.turn();
    await allSent(all);
  });
  const [claims, records] = ['claim_due', 'record_attempts'].map(
    (name) => sending.statements.filter((text) => text.includes(name)).length,
  );
  // A receiver begins with one attempt at a time, so the first ones are claimed and recorded in small batches.
  expect(claims).toBeLessThanOrEqual(12);
  expect(records).toBeLessThanOrEqual(12);
});

it('a notification does not wait for the results of other subscriptions', async () => {
  const [first, second] = [await backlog(0, 1), await backlog(1, 1)];
  const recordMany = deliveries.recordMany.bind(deliveries);
  const { promise: isRecording, resolve: record } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  deliveries.recordMany = async (...outcomes) => {
    held();
    await isRecording;
    return recordMany(...outcomes);
  };
  await app.deliver(...first.facts);
  await isHeld;
  await app.deliver(...second.facts);
  await until(() => app.sender.sent.length === 2);
  record();
  await allSent([first, second]);
});

it('a process that ends between sending and recording sends again, with the same ids and bodies', async () => {
  const all = await backlogs();
  const ended = new Error('the process has ended');
  let unrecorded = 0;
  deliveries.recordMany = (_, outcomes) => {
    if (outcomes.length === 1) unrecorded++; // of several, each is then recorded alone
    return Promise.reject(ended);
  };
  deliveries.record = () => {
    unrecorded++;
    return Promise.reject(ended);
  };
  await app.dispatcher.turn();
  await until(() => unrecorded === SUBSCRIPTIONS * EVENTS);
  const before = app.sender.sent.splice(0);
  Reflect.deleteProperty(deliveries, 'recordMany');
  Reflect.deleteProperty(deliveries, 'record');
  app.clock.advance(26 * S);
  await app.dispatcher.turn();
  await allSent(all);
  const again = new Map(app.sender.sent.map((one) => [one.id, one]));
  expect(again.size).toBe(SUBSCRIPTIONS * EVENTS);
  for (const { id, body } of before) expect(again.get(id)?.body).toBe(body);
});

it('dispatchers that claim at the same time send each notification once', async () => {
  const all = await backlogs();
  const senders = [app.sender, new ScriptedSender(), new ScriptedSender()];
  const keys = app.http.app.get(KeyRing);
  const others = senders
    .slice(1)
    .map(
      (sender) =>
        new Dispatcher(
          app.http.app.get<WebhookSettings>(webhookSettings.KEY),
          deliveries,
          sender,
          keys,
          new EncryptedSecrets(app.http.db.database, keys),
          new LocalTrigger(),
          app.clock,
        ),
    );
  for (const sender of senders)
    sender.respond = async () => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
      return delivered;
    };
  await Promise.all([app.dispatcher, ...others].map((one) => one.turn()));
  await allSent(all);
  const sent = senders.flatMap((one) => one.sent.map(({ id }) => id));
  expect(sent).toHaveLength(SUBSCRIPTIONS * EVENTS);
  expect(new Set(sent).size).toBe(SUBSCRIPTIONS * EVENTS);
  await Promise.all(others.map((one) => one.onModuleDestroy()));
});

describe('the neighbours in a batch', () => {
  it('of a notification whose secret cannot be decrypted are sent', async () => {
    const all = await backlogs();
    const [poisoned, ...others] = all;
    await app.http.db.database.query(
      `UPDATE endpoint SET sealed_secret = 'no ciphertext' WHERE subscription_id = $1`,
      [poisoned?.id],
    );
    await app.dispatcher.turn();
    await allSent(others);
    const ofPoisoned = () => app.notificationsOf(poisoned!.caller, poisoned!.id);
    await until(async () => (await ofPoisoned())[0].lastError !== null);
    const [first] = await ofPoisoned();
    expect(first).toMatchObject({ sentOn: null, lastError: 'The attempt failed on our side.' });
  });

  it('of an outcome that the database rejects are recorded', async () => {
    const all = await backlogs();
    const [poisoned, ...others] = all;
    const refused = { ...failed(), excerpt: 'not text in Postgres: \0' };
    app.sender.respond = ({ url: to }) => (to === url(0) ? refused : delivered);
    await app.dispatcher.turn();
    await allSent(others);
    expect(app.sender.sent.filter(({ url: to }) => to !== url(0))).toHaveLength((SUBSCRIPTIONS - 1) * EVENTS);
    const [first] = await app.notificationsOf(poisoned!.caller, poisoned!.id);
    expect(first).toMatchObject({ sentOn: null, lastError: null });
  });

  it('of a locked endpoint are sent, and it is served when it is free', async () => {
    const all = await backlogs();
    const [locked, ...others] = all;
    const other = await app.http.db.pool.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM endpoint WHERE subscription_id = $1 FOR NO KEY UPDATE', [locked?.id]);
    await app.dispatcher.turn();
    await allSent(others);
    expect(app.sender.sent.filter(({ url: to }) => to === url(0))).toEqual([]);
    await other.query('COMMIT');
    other.release();
    await allSent(all);
  });

  it('of hostile receivers are not delayed', async () => {
    const hostile: RequestListener[] = [
      () => undefined,
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        const drip = setInterval(() => response.write('.'), 100);
        response.once('close', () => clearInterval(drip));
      },
      ({ socket }) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const headers = setInterval(() => socket.write('X-More: yes\r\n'), 100);
        socket.once('close', () => clearInterval(headers));
      },
      (_, response) => {
        const body = setInterval(() => response.write('x'.repeat(4_096)), 20);
        response.once('close', () => clearInterval(body));
      },
    ];
    const servers = await Promise.all(hostile.map(listening));
    const http = new HttpSender({
      allowHttp: true,
      allowLoopback: true,
      clock: app.clock,
      deadlineMs: 15 * S,
    });
    const isHealthy = ({ url: to }: SendRequest) => to.startsWith('https://receiver-');
    app.sender.respond = (request, cancel) => (isHealthy(request) ? delivered : http.send(request, cancel));
    app.trigger.isAway = true;
    const bad = await Promise.all(servers.map((server, n) => backlog(n, 2, server.url)));
    const good = await Promise.all(Array.from({ length: 4 }, (_, n) => backlog(n)));
    await app.deliver(...[...bad, ...good].flatMap(({ facts }) => facts));
    const begunMs = performance.now();
    await app.dispatcher.turn();
    await allSent(good);
    expect(performance.now() - begunMs).toBeLessThan(15 * S); // no deadline of theirs has ended
    expect(app.sender.sent.filter(isHealthy)).toHaveLength(4 * EVENTS);
    http.close();
    for (const server of servers) server.close();
  });
});

async function listening(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
