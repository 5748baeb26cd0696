import {
  type DeliveryTrigger,
  type DueSubscription,
  HttpSender,
  type SendRequest,
  type Sender,
  postgresTrigger,
} from '@corridor/webhook-dispatcher';
import { Chance, TestClock } from '@corridor/testing';
import { type RequestListener, createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Faults, NO_FAULTS } from './faults.js';
import { Life, Machine } from './machine.js';
import { Postgres } from './postgres.js';
import { Receivers, SimulatedSender, SimulatedTrigger } from './receivers.js';

/** The simulated ports of the dispatcher keep the promises of the real ones, by the same tests. */

/** Resources of a test, which are always released. */
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function simulated(share: number) {
  const machine = new Machine(new Chance(7));
  const life = new Life('webhook-dispatcher', machine.source('life'));
  const faults = new Faults(machine.source('faults'), { ...NO_FAULTS, hostileReceiver: share });
  return { machine, life, faults };
}

interface Sending {
  readonly sender: Sender;
  readonly url: string;
  /** What the receiver has got. */
  readonly bodies: () => readonly string[];
  /** Lets happen what the promise waits for. */
  readonly settle: <T>(promise: Promise<T>) => Promise<T>;
}

function simulatedSending(share: number): Sending {
  const { machine, life, faults } = simulated(share);
  const receivers = new Receivers();
  return {
    sender: new SimulatedSender(machine, faults, receivers, life),
    url: 'https://receiver.example/hook',
    bodies: () => [...receivers.got.values()].flat(),
    settle: async (promise) => {
      let isOver = false;
      void promise.finally(() => (isOver = true));
      await machine.run(() => isOver, 60_000, 'the attempt');
      return promise;
    },
  };
}

async function realSending(respond: RequestListener): Promise<Sending> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      respond(request, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const loopback = { allowHttp: true, allowLoopback: true, clock: new TestClock(), deadlineMs: 15_000 };
  const sender = new HttpSender(loopback);
  ends.push(
    () => server.close(),
    () => server.closeAllConnections(),
    () => sender.close(),
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { sender, url, bodies: () => bodies, settle: (promise) => promise };
}

/** Where the receiver accepts everything, and where it is hostile. */
const senders: [string, { kind: () => Promise<Sending>; hostile: () => Promise<Sending> }][] = [
  ['simulated', { kind: async () => simulatedSending(0), hostile: async () => simulatedSending(1) }],
  [
    'real',
    {
      kind: () => realSending((_, response) => response.end()),
      hostile: () => realSending((_, response) => response.writeHead(500).end()),
    },
  ],
];

const requestTo = (url: string): SendRequest => ({
  url,
  secret: 'whsec_3q2+7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  id: 'whn_01K00000000000000000000007',
  timestamp: 1_795_000_000,
  body: '{"id":"whn_01K00000000000000000000007"}',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
});
const { signal: never } = new AbortController();

describe.each(senders)('the %s sender', (_, { kind, hostile }) => {
  it('delivers the body', async () => {
    const { sender, url, bodies, settle } = await kind();
    const request = requestTo(url);
    expect(await settle(sender.send(request, never))).toEqual({
      kind: 'delivered',
      status: 200,
      excerpt: null,
    });
    expect(bodies()).toEqual([request.body]);
  });

  it('reports what a hostile receiver does as a failure', async () => {
    const { sender, url, settle } = await hostile();
    const outcome = await settle(sender.send(requestTo(url), never));
    expect(outcome).toEqual({
      kind: 'failed',
      failure: expect.stringMatching(/^(status|timeout|address_not_allowed)$/),
      error: expect.any(String),
      status: outcome.kind === 'failed' && outcome.failure === 'status' ? expect.any(Number) : null,
      excerpt: null,
      retryAfterMs: outcome.kind === 'failed' && outcome.status === 503 ? expect.any(Number) : null,
    });
  });

  it('sends nothing that is cancelled before', async () => {
    const { sender, url, bodies, settle } = await kind();
    const cancelled = await settle(sender.send(requestTo(url), AbortSignal.abort()));
    expect([cancelled, bodies()]).toEqual([{ kind: 'cancelled' }, []]);
  });

  it('sends nothing after it is closed', async () => {
    const { sender, url, bodies, settle } = await kind();
    const underWay = sender.send(requestTo(url), never);
    sender.close();
    for (const attempt of [underWay, sender.send(requestTo(url), never)])
      expect(await settle(attempt)).toMatchObject({ kind: 'failed', failure: 'aborted', status: null });
    expect(bodies()).toEqual([]);
  });
});

interface Triggering {
  readonly trigger: DeliveryTrigger;
  /** Its wall clock, in milliseconds. */
  readonly now: () => number;
  readonly until: (isSo: () => boolean) => Promise<void>;
  readonly pause: (ms: number) => Promise<void>;
}

let postgres: Postgres;
beforeAll(async () => {
  postgres = await Postgres.open(process.env.DATABASE_URL as string, `triggers-${process.pid}`);
}, 120_000);
afterAll(() => postgres.close());

const triggers: [string, () => Triggering][] = [
  [
    'simulated',
    () => {
      const { machine, life, faults } = simulated(0);
      const until = (isSo: () => boolean) => machine.run(isSo, 60_000, 'the trigger');
      const pause = (ms: number) => {
        let isOver = false;
        machine.after(ms, null, () => (isOver = true));
        return until(() => isOver);
      };
      const trigger = new SimulatedTrigger(machine, faults, life);
      return { trigger, now: () => machine.uptimeMs, until, pause };
    },
  ],
  [
    'real',
    () => ({
      trigger: postgresTrigger(postgres.of('webhook-dispatcher').url, (error) => errors.push(error)),
      now: () => performance.now(),
      until: async (isSo) => {
        while (!isSo()) await sleep(5);
      },
      pause: async (ms) => void (await sleep(ms)),
    }),
  ],
];
/** Of the queue: without this list the fallback to this process would hide them. */
const errors: unknown[] = [];

const dueOf = (n: number): DueSubscription => ({ subscriptionId: `whs_${n}`, clientId: 'cli_1' });

describe.each(triggers)('the %s trigger', (_, open) => {
  let opened: Triggering;
  let heard: DueSubscription[];
  beforeEach(() => {
    opened = open();
    heard = [];
    ends.push(() => opened.trigger.stop());
  });
  afterEach(() => expect(errors).toEqual([]));
  const start = () => opened.trigger.start((due) => heard.push(...due));

  it('is heard', async () => {
    await start();
    opened.trigger.trigger([dueOf(1), dueOf(2)]);
    await opened.until(() => heard.length === 2);
    expect(heard).toEqual([dueOf(1), dueOf(2)]);
  });

  it('is not heard before its time', async () => {
    await start();
    const triggeredAt = opened.now();
    for (const [n, delayMs] of [600, 200, 400].entries()) opened.trigger.trigger([dueOf(n)], delayMs);
    for (const [count, delayMs] of [200, 400, 600].entries()) {
      await opened.until(() => heard.length > count);
      expect(opened.now() - triggeredAt).toBeGreaterThanOrEqual(delayMs - 1);
    }
    expect(new Set(heard)).toEqual(new Set([dueOf(0), dueOf(1), dueOf(2)]));
  });

  it('is not heard after the end', async () => {
    await start();
    opened.trigger.trigger([dueOf(1)], 100);
    for (const end of ends.splice(0)) await end();
    opened.trigger.trigger([dueOf(2)]);
    await opened.pause(300);
    expect(heard).toEqual([]);
  });

  it('responds to a ping once it has started', async () => {
    await expect(opened.trigger.ping()).rejects.toThrow('not open');
    await start();
    await opened.trigger.ping();
  });
});
