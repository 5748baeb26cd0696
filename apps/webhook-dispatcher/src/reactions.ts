import type { Messages } from '@corridor/contracts';
import { type FactType, factTypes, payloadOf, relatedTypeOf } from '@corridor/webhook-dispatcher-contract';
import { BatchQueue, Database, type SqlTransaction } from '@corridor/event-store';
import { Clock, timestamp } from '@corridor/kernel';
import { type Delivered, reactionsOf } from '@corridor/messaging';
import { Ids } from '@corridor/platform';
import { Controller } from '@nestjs/common';
import { DeliveryTrigger } from './delivery-trigger/delivery-trigger.js';
import { type Fact, queueForListeners } from './notification/notification.js';

const On = reactionsOf('webhook-dispatcher');

/** The facts about one record are queued in their order. */
const ofRecord = ({ resource }: Messages[FactType]) => resource.id;

@Controller()
export class Reactions {
  /** Of each delivery that is under way. */
  private readonly facts = new WeakMap<SqlTransaction, BatchQueue<Fact, string[]>>();

  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly trigger: DeliveryTrigger,
  ) {}

  /** One notification for each subscription that listed the event when it happened, with the checkpoint or not at all. */
  @On(...factTypes, { concerns: ofRecord })
  async onFact({ type, version, occurredOn, caller, data }: Delivered<FactType>): Promise<void> {
    const clientId = caller.client.id;
    const queued = await this.queue({
      clientId,
      type,
      occurredOn,
      payload: payloadOf(data),
      relatedId: data.resource.id,
      relatedType: relatedTypeOf(type),
      sequence: version,
      traceparent: caller.traceparent,
      requestId: caller.correlationId,
      createdOn: timestamp(this.clock.now()),
    });
    if (queued.length === 0) return;
    const due = queued.map((subscriptionId) => ({ subscriptionId, clientId }));
    this.database.afterCommit(() => this.trigger.trigger(due));
  }

  /** What is handled at the same time in one transaction is queued together. */
  private queue(fact: Fact): Promise<string[]> {
    return this.database.transaction((sql) => {
      const facts =
        this.facts.get(sql) ??
        new BatchQueue<Fact, string[]>(
          ({ clientId }) => clientId,
          (some) => queueForListeners(sql, some, () => this.ids.next('whn')),
        );
      this.facts.set(sql, facts);
      return facts.add(fact);
    });
  }
}
