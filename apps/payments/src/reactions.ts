import type { Messages } from '@corridor/contracts';
import { EventStore } from '@corridor/event-store';
import { type Caller, Clock, type ProblemCode, nowFor } from '@corridor/kernel';
import { type Concerning, type Delivered, reactionsOf } from '@corridor/messaging';
import { Controller, Optional } from '@nestjs/common';
import { Awaited } from './automation/awaited.js';
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
import { coverDeclined, coverGranted } from './payment-instruction/cover.js';
import { quoteRefused, quoteUsed } from './payment-instruction/quoted-creation.js';
import {
  coverDeclined as coverOfPaymentDeclined,
  coverGranted as coverOfPaymentGranted,
} from './payment/cover.js';
import { type Departure, type PaymentOrder, PaymentOrders, carriedOut } from './payment/payment-order.js';
import * as Payment from './payment/payment.js';
import { Margins } from './margins.js';
import { PaymentRail } from './rail/payment-rail.js';
import { Rates } from './rates.js';

const On = reactionsOf('payments');

/** Null for a conversion without an instruction. */
const ofInstruction = ({ paymentInstructionId }: { readonly paymentInstructionId: string | null }) =>
  paymentInstructionId;
/** The instruction, or the payment without one. */
const ofCovered = ({ paymentInstructionId, paymentId }: Messages['conversions.cover_granted']) =>
  paymentInstructionId ?? paymentId;
/** If the money of the payment was taken at the same time, `conversions.payment_linked` follows. */
const ofExchangeAlone = ({ paymentInstructionId, paymentId }: Messages['conversion.exchanged']) =>
  paymentId === null ? paymentInstructionId : null;
const ofPayment = ({ relatedEntity }: Messages['ledger.transfer_posted']) =>
  relatedEntity.type === 'PAYMENT' ? relatedEntity.id : null;
/** The payment among several transfers. */
const ofPayments = ({ transfers }: Pick<Messages['ledger.transfers_declined'], 'transfers'>) =>
  transfers.map(ofPayment).find((id) => id !== null) ?? null;
/** Together with a conversion: `conversions.payment_linked` follows. */
const ofUnconvertedMoney = ({ transfers }: Messages['ledger.transfers_posted']) =>
  transfers.some(({ relatedEntity }) => relatedEntity.type === 'CONVERSION')
    ? null
    : ofPayments({ transfers });
/** A payment that needs a conversion completes its instruction when the conversion shows it. */
const ofUnconverted = ({ resource, conversionId }: Messages['payment.sent']) =>
  conversionId === null ? resource.linkedPaymentInstructionId : null;

/** The reactions of payments to messages: one fact in, one command out. */
@Controller()
export class Reactions {
  constructor(
    private readonly store: EventStore,
    private readonly rates: Rates,
    private readonly margins: Margins,
    private readonly orders: PaymentOrders,
    private readonly rail: PaymentRail,
    private readonly clock: Clock,
    /** In PRODUCTION. */
    @Optional() private readonly awaited?: Awaited,
  ) {}

  @On('conversions.rates_published')
  onRatesPublished({ data }: Delivered<'conversions.rates_published'>) {
    return this.rates.keep(data);
  }

  @On('conversions.points_published')
  onPointsPublished({ data }: Delivered<'conversions.points_published'>) {
    const { curves, entered } = data;
    return this.rates.keepPoints({ curves, entered: entered ?? [] });
  }

  @On('conversions.margin_plan_set')
  onMarginPlanSet({ data: { planId: id, ...plan } }: Delivered<'conversions.margin_plan_set'>) {
    return this.margins.keep({ id, ...plan });
  }

  @On('conversions.margin_plan_assigned')
  onMarginPlanAssigned({ data }: Delivered<'conversions.margin_plan_assigned'>) {
    return this.margins.assign(data.clientId, data.planId);
  }

  @On('conversions.quote_used', { concerns: ofInstruction })
  onQuoteUsed({ data, recordId, caller }: Concerning<'conversions.quote_used'>) {
    return this.tell(recordId, (state) => quoteUsed(state, data), caller);
  }

  @On('conversions.quote_refused', { concerns: ofInstruction })
  onQuoteRefused({ data, recordId, caller }: Concerning<'conversions.quote_refused'>) {
    return this.tell(recordId, (state) => quoteRefused(state, data), caller);
  }

  @On('conversion.booked', { concerns: ofInstruction })
  onConversionBooked({ data, recordId, caller }: Concerning<'conversion.booked'>) {
    const { reference } = data.resource;
    return this.tell(recordId, (state) => conversionBooked(state, { ...data, reference }), caller);
  }

  @On('conversions.booking_declined', { concerns: ofInstruction })
  onBookingDeclined({ data, recordId, caller }: Concerning<'conversions.booking_declined'>) {
    return this.tell(recordId, (state) => bookingDeclined(state, data), caller);
  }

  @On('conversion.exchanged', { concerns: ofExchangeAlone })
  onConversionExchanged({ data, recordId, caller }: Concerning<'conversion.exchanged'>) {
    return this.tell(recordId, (state) => conversionExchanged(state, data), caller);
  }

  @On('conversions.exchange_declined', { concerns: ofInstruction })
  async onExchangeDeclined({ data, recordId, caller }: Concerning<'conversions.exchange_declined'>) {
    await this.tell(recordId, (state) => exchangeDeclined(state, data), caller);
    await this.waitForFunds(recordId, data.reason, caller);
  }

  @On('conversion.cancelled', { concerns: ofInstruction })
  onConversionCancelled({ data, recordId, caller }: Concerning<'conversion.cancelled'>) {
    return this.tell(recordId, (state) => conversionCancelled(state, data), caller);
  }

  @On('ledger.transfer_posted', { concerns: ofPayment })
  async onTransferPosted({ data, recordId, caller }: Concerning<'ledger.transfer_posted'>) {
    const order = await this.orders.find(data.transferId);
    const decide = order
      ? this.carriedOut(order, { paymentId: data.transferId, isLinked: false }, caller)
      : (state: Payment.State) => Payment.fundsReturned(state, data);
    await this.store.handle(Payment.payment, recordId, decide, { caller });
  }

  /** A payment and its fee. */
  @On('ledger.transfers_posted', { concerns: ofUnconvertedMoney })
  async onTransfersPosted({ recordId: paymentId, caller }: Concerning<'ledger.transfers_posted'>) {
    const order = await this.orderOf(paymentId);
    const decide = this.carriedOut(order, { paymentId, isLinked: false }, caller);
    await this.store.handle(Payment.payment, paymentId, decide, { caller });
  }

  @On('ledger.transfer_declined', { concerns: ofPayment })
  async onTransferDeclined({ data, recordId, caller }: Concerning<'ledger.transfer_declined'>) {
    return this.declined(await this.orders.find(data.transferId), recordId, data, caller);
  }

  @On('ledger.transfers_declined', { concerns: ofPayments })
  async onTransfersDeclined({ data, recordId: paymentId, caller }: Concerning<'ledger.transfers_declined'>) {
    const declined = { transferId: paymentId, relatedEntity: { id: paymentId }, reason: data.reason };
    return this.declined(await this.orderOf(paymentId), paymentId, declined, caller);
  }

  @On('conversions.cover_granted', { concerns: ofCovered })
  async onCoverGranted({ data, recordId, caller }: Concerning<'conversions.cover_granted'>) {
    const { beneficiary } = await this.orderOf(data.paymentId);
    if (data.paymentInstructionId !== null)
      return this.tell(recordId, (state) => coverGranted(state, data, beneficiary), caller);
    const decide = (state: Payment.State) => coverOfPaymentGranted(state, data, beneficiary);
    await this.store.handle(Payment.payment, recordId, decide, { caller });
  }

  @On('conversions.cover_declined', { concerns: ofCovered })
  async onCoverDeclined({ data, recordId, caller }: Concerning<'conversions.cover_declined'>) {
    if (data.paymentInstructionId !== null)
      return this.tell(recordId, (state) => coverDeclined(state, data), caller);
    const decide = (state: Payment.State) => coverOfPaymentDeclined(state, data);
    await this.store.handle(Payment.payment, recordId, decide, { caller });
  }

  @On('conversions.payment_failure_noted')
  onPaymentFailureNoted({ data: { paymentId }, caller }: Delivered<'conversions.payment_failure_noted'>) {
    return this.store.handle(Payment.payment, paymentId, Payment.failureNoted, { caller });
  }

  @On('payment.sent', { concerns: ofUnconverted })
  onPaymentSent({ data: { resource }, recordId, caller }: Concerning<'payment.sent'>) {
    const fact = { paymentId: resource.id };
    return this.tell(recordId, (state) => paymentSent(state, fact), caller);
  }

  /** If the ledger has taken the money together with the exchange, the payment is made now. */
  @On('conversions.payment_linked', { concerns: ofInstruction })
  async onPaymentLinked({ data, recordId, caller }: Concerning<'conversions.payment_linked'>) {
    const { paymentId } = data;
    const order = await this.orders.find(paymentId);
    const isDue = order !== null && order.payment === null;
    await Promise.all([
      isDue &&
        this.store.handle(
          Payment.payment,
          paymentId,
          this.carriedOut(order, { paymentId, isLinked: true }, caller),
          { caller },
        ),
      this.tell(recordId, (state) => paymentLinked(state, data), caller),
    ]);
  }

  private async orderOf(paymentId: string): Promise<PaymentOrder> {
    const order = await this.orders.find(paymentId);
    if (!order) throw new Error(`${paymentId} is the payment of nobody`);
    return order;
  }

  private async declined(
    order: PaymentOrder | null,
    paymentId: string,
    fact: Payment.LedgerTransfer & { readonly reason: ProblemCode },
    caller: Caller,
  ): Promise<void> {
    const { transferId, reason } = fact;
    const declined = { paymentId: transferId, reason };
    const decide = (state: Payment.State) => Payment.transferDeclined(state, fact);
    if (order?.instruction)
      await this.tell(order.instruction.id, (state) => fundsDeclined(state, declined), caller);
    else await this.store.handle(Payment.payment, paymentId, decide, { caller });
    await this.waitForFunds(order?.instruction?.id ?? paymentId, reason, caller);
  }

  /** What was not taken because money is missing, which may have come since. */
  private async waitForFunds(id: string, reason: ProblemCode, caller: Caller): Promise<void> {
    if (reason === 'insufficient_funds') await this.awaited?.declined(id, caller);
  }

  private carriedOut(order: PaymentOrder, departure: Omit<Departure, 'now'>, caller: Caller) {
    return carriedOut(order, { ...departure, now: nowFor(caller, this.clock) }, this.rail);
  }

  private async tell(
    instructionId: string,
    command: (state: State) => Event[],
    caller: Caller,
  ): Promise<void> {
    await this.store.handle(paymentInstruction, instructionId, command, { caller });
  }
}
