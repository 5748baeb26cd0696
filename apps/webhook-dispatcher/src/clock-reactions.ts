import { Database, EventStore } from '@corridor/event-store';
import { type Concerning, reactionsOf } from '@corridor/messaging';
import { clockTurn, passOn, serviceAfter, turnsOf } from '@corridor/platform';
import { Controller } from '@nestjs/common';
import { Deliveries } from './delivery/deliveries.js';
import { DeliveryTrigger } from './delivery-trigger/delivery-trigger.js';

const SERVICE = 'webhook-dispatcher';
const On = reactionsOf(SERVICE);

/** SANDBOX: as the test clock of a client advances, its retries come closer in real time. */
@Controller()
export class ClockReactions {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly deliveries: Deliveries,
    private readonly trigger: DeliveryTrigger,
  ) {}

  @On('corridor.clock_turn', { concerns: ({ service }) => (service === SERVICE ? 'clock' : null) })
  async onTurn({ data, caller }: Concerning<'corridor.clock_turn'>): Promise<void> {
    const { id: clientId } = caller.client;
    const subscriptions = data.byMs > 0 ? await this.deliveries.bringForward(clientId, data.byMs) : [];
    const passed = { ...data, service: serviceAfter(SERVICE) };
    await this.store.handle(clockTurn, turnsOf(clientId), (state) => passOn(state, passed), { caller });
    const due = subscriptions.map((subscriptionId) => ({ subscriptionId, clientId, isAfresh: true }));
    if (due.length > 0) this.database.afterCommit(() => this.trigger.trigger(due));
  }
}
