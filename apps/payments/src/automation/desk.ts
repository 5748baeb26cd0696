import { EventStore } from '@corridor/event-store';
import { type Caller, Clock, nowOf } from '@corridor/kernel';
import { type Delivered, reactionsOf } from '@corridor/messaging';
import { Ids } from '@corridor/platform';
import { Controller } from '@nestjs/common';
import { fillOrFail } from '../payment-instruction/or-fail.js';
import { lifecycle, paymentInstruction } from '../payment-instruction/payment-instruction.js';
import { PaymentOrders } from '../payment/payment-order.js';

const On = reactionsOf('payments');

/** The system acts for the client, without a user or a key. */
const actingItself = (caller: Caller): Caller => ({ ...caller, user: null, apiKeyId: null });

/** PRODUCTION: the FX desk fills instructions at the market rate, once screening has cleared them. */
@Controller()
export class Desk {
  constructor(
    private readonly store: EventStore,
    private readonly orders: PaymentOrders,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  @On('payment_instruction.acknowledged')
  async onAcknowledged({ data: { resource }, caller }: Delivered<'payment_instruction.acknowledged'>) {
    if (resource.newPrice) return; // it says that it waits
    const order = {
      conversionId: this.ids.next('con'),
      now: nowOf(this.clock),
      atIndicativePrice: false,
      beneficiary: await this.orders.payeeOf(resource.id),
    };
    const decide = lifecycle.whenResting('fill', fillOrFail, order);
    await this.store.handle(paymentInstruction, resource.id, decide, { caller: actingItself(caller) });
  }
}
