import { webhookEventTypes } from '@corridor/contracts';
import { Database } from '@corridor/event-store';
import { Clock, timestamp } from '@corridor/kernel';
import { type Delivered, reactionsOf } from '@corridor/messaging';
import { Ids } from '@corridor/platform';
import { Controller } from '@nestjs/common';
import { queue } from './notification/notification.js';
import { type FactType, payloadOf, relatedTypeOf } from './notification/payload.js';
import { listenersTo } from './subscription/listeners.js';
import { WakeUp } from './wake-up/wake-up.js';

const On = reactionsOf('webhook-dispatcher');

const facts = webhookEventTypes.filter((type): type is FactType => type !== 'ping');

@Controller()
export class Reactions {
  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly wakeUp: WakeUp,
  ) {}

  /** One notification for each subscription that listed the event when it happened, with the checkpoint or not at all. */
  @On(...facts)
  async onFact({ type, version, occurredOn, caller, data }: Delivered<FactType>): Promise<void> {
    const clientId = caller.client.id;
    const listeners = await listenersTo(this.database, clientId, type, occurredOn);
    if (listeners.length === 0) return;
    const createdOn = timestamp(this.clock.now());
    await queue(
      this.database,
      listeners.map(({ subscriptionId, targetUrl, hasEnded }) => ({
        id: this.ids.next('whn'),
        clientId,
        subscriptionId,
        eventType: type,
        payload: payloadOf(data),
        targetUrl,
        relatedId: data.resource.id,
        relatedType: relatedTypeOf(type),
        sequence: version,
        traceparent: caller.traceparent,
        createdOn,
        hasEnded,
      })),
    );
    const wakes = listeners.map(({ subscriptionId }) => ({ subscriptionId, clientId }));
    this.database.afterCommit(() => this.wakeUp.wake(wakes));
  }
}
