import { setTimeout as sleep } from 'node:timers/promises';
import { type Timestamp, instantOf, refuse } from '@corridor/kernel';
import { goOn, pause } from '@corridor/messaging';
import type { RunningService, Service } from '../service.js';
import type { RunKind, RunPlan, RunPosition, RunStep } from './run-kind.js';

export interface Rewound extends Readonly<Record<string, unknown>> {
  readonly consumer: string;
  readonly since: Timestamp | null;
}

/** How often it looks whether the processes of the consumer have left its group. */
const LOOK_MS = 1_000;

/**
 * Has a consumer get messages once more: its processes leave the group, its offsets are set, and they go on. Those that it has
 * handled have no second effect.
 */
export class ConsumerRewind implements RunKind<Rewound> {
  readonly name = 'consumer-rewind';

  constructor(private readonly running: RunningService) {}

  async plan({ consumer, since }: Rewound): Promise<RunPlan> {
    const consumers = consumersOf(this.running.service);
    if (!consumers.includes(consumer)) throw unknown(consumers);
    const total = await this.running.carrier.messagesSince(consumer, instant(since));
    return { effect: `deliver ${total} messages to ${consumer} again`, total };
  }

  async step({ consumer, since }: Rewound, position: RunPosition): Promise<RunStep> {
    const { carrier, db } = this.running;
    await pause(db.database, consumer);
    if (position === null) {
      const total = await carrier.messagesSince(consumer, instant(since));
      return { position: { total }, done: 0 };
    }
    const { total } = position as { total: number };
    if (!(await carrier.rewind(consumer, instant(since)))) {
      await sleep(LOOK_MS);
      return { position, done: 0 };
    }
    await goOn(db.database, consumer);
    return { position, done: total, result: `${total} messages are delivered to ${consumer} again` };
  }
}

const instant = (since: Timestamp | null): Date | null => (since === null ? null : instantOf(since));

/** The groups of a service: its own, and those of parts that follow by themselves. */
export const consumersOf = ({ name, followers = [] }: Service): string[] => [name, ...followers];

/** @throws Refusal that names those that there are */
export function unknown(consumers: readonly string[]) {
  const detail = `Must be one of ${consumers.join(', ')}.`;
  const issue = { pointer: '#/consumer', code: 'not_allowed', detail };
  return refuse('invalid_request', `${issue.pointer}: ${detail}`, { errors: [issue] });
}
