import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaCarrier } from '@corridor/messaging';
import { freePort } from '@corridor/tools/ports.mjs';
import { obtainKafka, startKafka } from '@corridor/tools/servers/kafka.mjs';
import { claimedFolder } from '@corridor/tools/servers/leftovers.mjs';
import { TcpProxy } from '../support/tcp-proxy.mjs';

jest.setTimeout(300_000);

/** Only the reply to a lookup of a group's coordinator contains it. */
const COORDINATOR = 'NONE';

let proxy: TcpProxy;
let carrier: KafkaCarrier;
let arrived: string[];
let errors: string[];
const ends: (() => Promise<unknown>)[] = [];
/** What a consumer does with a message. */
let handle: () => Promise<void>;

beforeEach(async () => {
  const port = await freePort();
  proxy = await TcpProxy.start(port);
  ends.push(() => proxy.close());
  const kafka = await startKafka(obtainKafka(), await claimedFolder(), [
    { port, advertisedPort: proxy.port },
  ]);
  ends.push(() => kafka.stop());
  [arrived, errors, handle] = [[], [], () => Promise.resolve()];
  carrier = new KafkaCarrier(
    { brokers: [`127.0.0.1:${proxy.port}`], prefix: 'lookup', services: ['sender'] },
    (error) => void errors.push(String(error)),
  );
  ends.unshift(() => carrier.close());
  await patiently(() => carrier.prepare('sender'));
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const subscribe = () =>
  carrier.subscribe({
    consumer: 'group',
    skipped: () => Promise.resolve([]),
    async deliver(messages) {
      await handle();
      arrived.push(...messages.map(({ id }) => id));
    },
  });

const send = (id: string) => patiently(() => carrier.send('sender', [message(id)]));

/** As a relay does it: again until it succeeds. A new topic has no leader at first. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work();
    } catch {
      await sleep(50);
    }
}

/** The chaos tests found it: kafkajs gives up then, and the service ended itself. */
test('a consumer whose connections are lost while it looks for its coordinator joins its group afterwards', async () => {
  proxy.make('lost reply', COORDINATOR);
  await subscribe();
  await until(() => errors.some((error) => error.includes('KafkaJSGroupCoordinatorNotFound')));
  proxy.heal();
  await send('first');
  await until(() => arrived.includes('first'));
});

/** The chaos tests found it: up to 60 s passed before it connected again, and more while it retried a delivery. */
test.each([['that is idle'], ['that retries a delivery, because its database is away']])(
  'a consumer %s is replaced when its connection has been lost without notice',
  async (what) => {
    await subscribe();
    await send('first');
    await until(() => arrived.includes('first'));
    let isAway = what !== 'that is idle';
    let attempts = 0;
    handle = () => {
      attempts++;
      return isAway ? Promise.reject(new Error('the database is away')) : Promise.resolve();
    };
    if (isAway) {
      await send('second');
      await until(() => attempts > 0);
    }
    proxy.make('half open');
    await until(() => errors.some((error) => error.includes('no response to')));
    isAway = false;
    await send('third');
    await until(() => arrived.includes('third'));
    expect(new Set(arrived).size).toBe(what === 'that is idle' ? 2 : 3);
  },
);

function message(id: string) {
  const routing = { type: 'corridor.message_parked', streamId: 'stream', version: 1 } as const;
  const occurredOn = '2026-11-22T00:00:00.000';
  const json = JSON.stringify({
    ...routing,
    id,
    source: 'sender',
    occurredOn,
    caller: { traceparent: '' },
    data: {},
  });
  return { ...routing, json };
}

async function until(met: () => boolean): Promise<void> {
  while (!met()) await sleep(50);
}
