import { type FactType, factTypes } from '@corridor/webhook-dispatcher-contract';
import { Database } from '@corridor/event-store';
import { Clock, timestamp } from '@corridor/kernel';
import { type Delivered, reactionsOf } from '@corridor/messaging';
import { Ids } from '@corridor/platform';
import { Controller } from '@nestjs/common';
import { queueForListeners } from './notification/notification.js';
import { DeliveryTrigger } from './delivery-trigger/delivery-trigger.js';
import { payloadOf, relatedTypeOf } from './notification/payload.js';

const On = reactionsOf('webhook-dispatcher');

@Controller()
export class Reactions {
  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly trigger: DeliveryTrigger,
  ) {}

  /** One notification for each subscription that listed the event when it happened, with the checkpoint or not at all. */
  @On(...factTypes)
  async onFact({ type, version, occurredOn, caller, data }: Delivered<FactType>): Promise<void> {
    const clientId = caller.client.id;
    const fact = {
      payload: payloadOf(data),
      relatedId: data.resource.id,
      relatedType: relatedTypeOf(type),
      sequence: version,
      traceparent: caller.traceparent,
      createdOn: timestamp(this.clock.now()),
    };
    const newId = () => this.ids.next('whn');
    const queued = await queueForListeners(this.database, clientId, type, occurredOn, fact, newId);
    if (queued.length === 0) return;
    const due = queued.map((subscriptionId) => ({ subscriptionId, clientId }));
    this.database.afterCommit(() => this.trigger.trigger(due));
  }
}
