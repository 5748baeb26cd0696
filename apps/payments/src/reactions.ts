import { EventStore } from '@corridor/event-store';
import { type Caller, Clock, nowOf } from '@corridor/kernel';
import { type Delivered, reactionsOf } from '@corridor/messaging';
import { Ids } from '@corridor/platform';
import { Controller } from '@nestjs/common';
import {
  type Event,
  type State,
  bookingDeclined,
  conversionBooked,
  conversionCancelled,
  conversionExchanged,
  exchangeDeclined,
  fundsDeclined,
  paymentInstruction,
  paymentLinked,
  paymentSent,
} from './payment-instruction/payment-instruction.js';
import { PaymentRail } from './payment-rail.js';
import { PaymentOrders, carriedOut } from './payment/payment-order.js';
import * as Payment from './payment/payment.js';
import { Rates } from './rates.js';

const On = reactionsOf('payments');

/** What payments does when others have spoken: one fact in, one command out. */
@Controller()
export class Reactions {
  constructor(
    private readonly store: EventStore,
    private readonly rates: Rates,
    private readonly orders: PaymentOrders,
    private readonly rail: PaymentRail,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  @On('conversions.rates_published')
  onRatesPublished({ data }: Delivered<'conversions.rates_published'>) {
    return this.rates.keep(data.quotes);
  }

  @On('conversion.booked')
  onConversionBooked({ data, caller }: Delivered<'conversion.booked'>) {
    return this.tell(data.paymentInstructionId, (state) => conversionBooked(state, data), caller);
  }

  @On('conversions.booking_declined')
  onBookingDeclined({ data, caller }: Delivered<'conversions.booking_declined'>) {
    return this.tell(data.paymentInstructionId, (state) => bookingDeclined(state, data), caller);
  }

  @On('conversion.exchanged')
  onConversionExchanged({ data, caller }: Delivered<'conversion.exchanged'>) {
    return this.tell(data.paymentInstructionId, (state) => conversionExchanged(state, data), caller);
  }

  @On('conversions.exchange_declined')
  onExchangeDeclined({ data, caller }: Delivered<'conversions.exchange_declined'>) {
    return this.tell(data.paymentInstructionId, (state) => exchangeDeclined(state, data), caller);
  }

  @On('conversion.cancelled')
  onConversionCancelled({ data, caller }: Delivered<'conversion.cancelled'>) {
    return this.tell(data.paymentInstructionId, (state) => conversionCancelled(state, data), caller);
  }

  @On('ledger.transfer_posted')
  async onTransferPosted({ data, caller }: Delivered<'ledger.transfer_posted'>) {
    const departure = {
      paymentId: data.transferId,
      snapshotId: this.ids.next('bss'),
      now: nowOf(this.clock),
    };
    const order = await this.orders.find(data.transferId);
    const decide = order
      ? carriedOut(order, departure, this.rail)
      : (state: Payment.State) => Payment.fundsReturned(state, data);
    await this.tellPayment(data.relatedEntity.id, decide, caller);
  }

  @On('ledger.transfer_declined')
  async onTransferDeclined({ data, caller }: Delivered<'ledger.transfer_declined'>) {
    const { transferId: paymentId, reason, relatedEntity } = data;
    const order = await this.orders.find(paymentId);
    await this.tell(order?.instruction?.id, (state) => fundsDeclined(state, { paymentId, reason }), caller);
    await this.tellPayment(relatedEntity.id, (state) => Payment.transferDeclined(state, data), caller);
  }

  @On('conversions.payment_failure_noted')
  onPaymentFailureNoted({ data: { paymentId }, caller }: Delivered<'conversions.payment_failure_noted'>) {
    return this.tellPayment(paymentId, Payment.failureNoted, caller);
  }

  @On('payment.sent')
  onPaymentSent({ data: { resource }, caller }: Delivered<'payment.sent'>) {
    const fact = { paymentId: resource.id };
    return this.tell(resource.linkedPaymentInstructionId, (state) => paymentSent(state, fact), caller);
  }

  @On('conversions.payment_linked')
  onPaymentLinked({ data, caller }: Delivered<'conversions.payment_linked'>) {
    return this.tell(data.paymentInstructionId, (state) => paymentLinked(state, data), caller);
  }

  /** @param instructionId none where a fact is not about an instruction's work */
  private async tell(
    instructionId: string | null | undefined,
    command: (state: State) => Event[],
    caller: Caller,
  ): Promise<void> {
    if (instructionId) await this.store.handle(paymentInstruction, instructionId, command, { caller });
  }

  /** @param paymentId of any record: what is no payment is not there, and nothing happens to it */
  private async tellPayment(
    paymentId: string,
    command: (state: Payment.State) => Payment.Event[],
    caller: Caller,
  ): Promise<void> {
    await this.store.handle(Payment.payment, paymentId, command, { caller });
  }
}
