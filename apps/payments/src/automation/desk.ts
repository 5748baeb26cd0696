import { EventStore } from '@corridor/event-store';
import { type Caller, Clock, nowOf } from '@corridor/kernel';
import { type Delivered, reactionsOf } from '@corridor/messaging';
import { Ids } from '@corridor/platform';
import { Controller } from '@nestjs/common';
import { fillOrFail } from '../payment-instruction/or-fail.js';
import {
  acknowledge,
  lifecycle,
  paymentInstruction,
  reject,
} from '../payment-instruction/payment-instruction.js';
import { PaymentOrders } from '../payment/payment-order.js';
import * as Payment from '../payment/payment.js';
import { Screening } from './screening.js';

const On = reactionsOf('payments');

/** The system acts for the client, without a user or a key. */
const actingItself = (caller: Caller): Caller => ({ ...caller, user: null, apiKeyId: null });

/**
 * PRODUCTION: compliance screens each new instruction and payment, and the FX desk fills approved instructions at the
 * market rate.
 */
@Controller()
export class Desk {
  constructor(
    private readonly store: EventStore,
    private readonly orders: PaymentOrders,
    private readonly screening: Screening,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  @On('payment_instruction.pending')
  async onPending({ data: { resource }, caller }: Delivered<'payment_instruction.pending'>) {
    const reason = await this.screening.objectionTo(resource);
    const decide =
      reason === null
        ? lifecycle.whenResting('acknowledge', acknowledge)
        : lifecycle.whenResting('acknowledge', reject, { reason });
    await this.store.handle(paymentInstruction, resource.id, decide, { caller: actingItself(caller) });
  }

  @On('payment_instruction.acknowledged')
  async onAcknowledged({ data: { resource }, caller }: Delivered<'payment_instruction.acknowledged'>) {
    const order = {
      conversionId: this.ids.next('con'),
      now: nowOf(this.clock),
      atIndicativePrice: false,
      beneficiary: await this.orders.payeeOf(resource.id),
    };
    const decide = lifecycle.whenResting('fill', fillOrFail, order);
    await this.store.handle(paymentInstruction, resource.id, decide, { caller: actingItself(caller) });
  }

  /**
   * A payment without an instruction is screened before it can be sent. If compliance rejects it, it fails without a
   * deduction.
   */
  @On('payment.draft')
  async onDraft({ data: { resource }, caller }: Delivered<'payment.draft'>) {
    const reason = await this.screening.objectionTo(resource);
    const decide = Payment.lifecycle.whenResting('authorise', Payment.examine, { objection: reason });
    await this.store.handle(Payment.payment, resource.id, decide, { caller: actingItself(caller) });
  }
}
