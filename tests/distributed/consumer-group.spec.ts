import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaCarrier } from '@corridor/messaging';
import { freePort } from '@corridor/tools/ports.mjs';
import { obtainKafka, startKafka } from '@corridor/tools/servers/kafka.mjs';
import { claimedFolder } from '@corridor/tools/servers/leftovers.mjs';
import { TcpProxy } from '../support/tcp-proxy.mjs';

jest.setTimeout(300_000);

/** Only the reply to a lookup of a group's coordinator contains it. */
const COORDINATOR = 'NONE';

/** The chaos tests found it: kafkajs gives up then, and the service ended itself. */
test('a consumer whose connections are lost while it looks for its coordinator joins its group afterwards', async () => {
  const port = await freePort();
  const proxy = await TcpProxy.start(port);
  const kafka = await startKafka(obtainKafka(), await claimedFolder(), [
    { port, advertisedPort: proxy.port },
  ]);
  const errors: string[] = [];
  const carrier = new KafkaCarrier(
    { brokers: [`127.0.0.1:${proxy.port}`], prefix: 'lookup', services: ['sender'] },
    (error) => void errors.push((error as Error).name),
  );
  const arrived: string[] = [];
  try {
    proxy.make('lost reply', COORDINATOR);
    await carrier.subscribe({
      consumer: 'group',
      skipped: () => Promise.resolve([]),
      deliver: (messages) => Promise.resolve(void arrived.push(...messages.map(({ id }) => id))),
    });
    await until(() => errors.includes('KafkaJSGroupCoordinatorNotFound'));
    proxy.heal();
    await carrier.send('sender', [message('first')]);
    await until(() => arrived.includes('first'));
  } finally {
    await carrier.close();
    await proxy.close();
    await kafka.stop();
  }
});

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
