import { setTimeout as sleep } from 'node:timers/promises';
import type { DueSubscription } from './delivery-trigger.js';
import { QueuedDeliveryTrigger } from './queued-delivery-trigger.js';

const due = (n: number): DueSubscription => ({ subscriptionId: `whs_${n}`, clientId: 'cli_1' });

test('what is due now stays in this process while it has room; what is due later, or without room, is queued', async () => {
  const queued: [DueSubscription[], number][] = [];
  const queue = {
    add: async (some: readonly DueSubscription[], delayMs: number) => void queued.push([[...some], delayMs]),
    ping: async () => undefined,
    closing: [],
  };
  const errors: unknown[] = [];
  const trigger = new QueuedDeliveryTrigger(
    async () => queue,
    (error) => errors.push(error),
  );
  const heard: DueSubscription[] = [];
  let hasRoom = true;
  await trigger.start(
    (some) => heard.push(...some),
    () => hasRoom,
  );
  for (const n of [1, 2, 1]) trigger.trigger([due(n)]);
  await sleep(0);
  expect([heard, queued]).toEqual([[due(1), due(2)], []]);

  trigger.trigger([due(3)], 5_000);
  hasRoom = false;
  trigger.trigger([due(4)]);
  await sleep(0);
  expect(heard).toHaveLength(2);
  expect(queued).toEqual([
    [[due(3)], 5_000],
    [[due(4)], 0],
  ]);
  expect(errors).toEqual([]);
  await trigger.stop();
});
