import { type Message, message } from '@corridor/contracts';
import {
  type ConversionResource,
  type Curve,
  type Exchange,
  closeOutTransfer,
  depositRefund,
  depositTransfer,
  exchangeTransfer,
} from '@corridor/conversions-contract';
import type { Recorded } from '@corridor/event-store';
import { type Money, fromResource, lowercase } from '@corridor/kernel';
import type * as ClientMarginPlan from './margin/client-margin-plan.js';
import type * as MarginPlan from './margin/margin-plan.js';
import { type Event, depositAfter, lifecycle } from './conversion/conversion.js';
import { chargeOf } from './conversion/ending.js';
import type * as Cover from './dealing/cover.js';
import type * as Points from './points/forward-points.js';
import type * as QuoteRefusal from './quote/quote-refusal.js';
import type * as Quote from './quote/quote.js';
import type * as Market from './rates/market.js';

/** What dealers do is published with the quotes and halts that follow from it. */
export function publishMarket({ event }: Recorded<Market.Event>): Message | null {
  if (event.type !== 'rates_published') return null;
  const { quotes, halted, isSimulated } = event;
  return message('conversions.rates_published', { quotes, halted, isSimulated });
}

/** What dealers enter is published with the curves under it. */
export function publishPoints({ event }: Recorded<Points.Event>): Message | null {
  if (event.type !== 'points_published') return null;
  const { curves, entered = [] } = event;
  return message('conversions.points_published', {
    curves: curves && curves.map(asSent),
    entered: entered.map(({ enteredBy: _, ...points }) => points),
  });
}

const asSent = ({ points, ...curve }: Curve) => ({ ...curve, points: [...points] });

export function publishMarginPlan({ streamId: planId, event }: Recorded<MarginPlan.Event>): Message {
  const { basisPoints, rules, maximumSlippage } = event;
  return message('conversions.margin_plan_set', { planId, basisPoints, rules: [...rules], maximumSlippage });
}

export function publishMarginPlanOf({ event }: Recorded<ClientMarginPlan.Event>): Message {
  const { clientId, planId } = event;
  return message('conversions.margin_plan_assigned', { clientId, planId });
}

/** The price of a payment instruction; nobody else waits for a quote. */
export function publishQuote({ streamId: quoteId, event }: Recorded<Quote.Event>): Message | null {
  if (event.type !== 'used' || event.by.type !== 'PAYMENT_INSTRUCTION') return null;
  const { quote, margin, price } = event;
  const used = { quoteId, paymentInstructionId: event.by.id };
  return message('conversions.quote_used', { ...used, quote, margin, price });
}

export function publishQuoteRefusal({ streamId, event }: Recorded<QuoteRefusal.Event>): Message {
  const { type: _, ...refusal } = event;
  return message('conversions.quote_refused', { paymentInstructionId: streamId, ...refusal });
}

export function publishCover({ streamId: coverId, event }: Recorded<Cover.Event>): Message | null {
  if (event.type === 'released') return null;
  const { paymentId, paymentInstructionId } = event;
  const ids = { coverId, paymentId, paymentInstructionId };
  switch (event.type) {
    case 'granted':
      return message('conversions.cover_granted', ids);
    case 'declined': {
      const { needed, payable } = event;
      return message('conversions.cover_declined', { ...ids, needed, payable });
    }
    case 'decline_ended':
      return message('conversions.cover_decline_ended', ids);
  }
}

/** @param row the conversion after the event; null when its booking was declined */
export function publishConversion(
  { streamId: conversionId, event }: Recorded<Event>,
  row: ConversionResource,
): Message | null {
  switch (event.type) {
    case 'booking_declined': {
      const { paymentInstructionId, reason, priced, detail } = event;
      const ids = { conversionId, paymentInstructionId };
      return message('conversions.booking_declined', { ...ids, reason, priced, detail });
    }
    case 'decline_ended': {
      const { paymentInstructionId } = event;
      return message('conversions.decline_ended', { conversionId, paymentInstructionId });
    }
    case 'booked': {
      const booked = { ...idsOf(row), price: event.price, resource: row };
      return message(`conversion.${lowercase(lifecycle.statusAfter(event))}`, booked);
    }
    case 'exchanged': {
      const { paymentId } = event;
      return message('conversion.exchanged', { ...idsOf(row), paymentId, resource: row });
    }
    case 'cancelled':
      return message(`conversion.${lowercase(lifecycle.statusAfter(event))}`, {
        ...idsOf(row),
        resource: row,
      });
    case 'deposit_required':
    case 'top_up_required':
    case 'deposit_received':
      return message(`conversion.${lowercase(depositAfter[event.type])}`, { ...idsOf(row), resource: row });
    case 'date_changed':
      return message('conversions.date_changed', { ...idsOf(row), resource: row });
    case 'drawn_down': {
      const { conversionId: drawnConversionId } = event;
      return message('conversions.drawn_down', { ...idsOf(row), drawnConversionId, resource: row });
    }
    case 'date_change_quoted':
    case 'close_out_quoted':
    case 'close_out_declined':
    case 'deposit_declined':
    case 'deposit_refund_declined':
      return null;
    case 'exchange_declined':
      return message('conversions.exchange_declined', { ...idsOf(row), reason: event.reason });
    case 'payment_linked':
      return message('conversions.payment_linked', { ...idsOf(row), paymentId: event.payment.id });
    case 'payment_failed': {
      const { id: paymentId } = event.payment;
      return message('conversions.payment_failure_noted', { ...idsOf(row), paymentId });
    }
    default:
      return ledgerRequest(row, event);
  }
}

type LedgerRequest = Event & {
  type: `${'exchange' | 'deposit_payment' | 'deposit_refund' | 'close_out'}_requested`;
};

function ledgerRequest(row: ConversionResource, event: LedgerRequest): Message {
  switch (event.type) {
    case 'exchange_requested':
      return exchangeRequest(row, event);
    case 'deposit_payment_requested':
      return depositRequest(row, event);
    case 'deposit_refund_requested':
      return refundRequest(row, event);
    case 'close_out_requested':
      return closeOutRequest(row, event);
  }
}

/** A received deposit comes back first. */
function exchangeRequest(row: ConversionResource, event: Event & { type: 'exchange_requested' }): Message {
  const exchange = exchangeTransfer({ conversionId: row.id, ...event }, event.holdFor);
  if (row.deposit.status !== 'DEPOSIT_RECEIVED') return message('ledger.transfer_requested', exchange);
  const transfers = [depositRefund(exchangeOf(row), depositIn(row)), exchange];
  return message('ledger.transfers_requested', { transfers, payment: null });
}

function depositRequest(
  row: ConversionResource,
  { payment }: Event & { type: 'deposit_payment_requested' },
): Message {
  const { amount, number } = payment ?? { amount: depositIn(row), number: 0 };
  return message('ledger.transfer_requested', depositTransfer(exchangeOf(row), amount, number));
}

function refundRequest(
  row: ConversionResource,
  { refund }: Event & { type: 'deposit_refund_requested' },
): Message {
  return message('ledger.transfer_requested', depositRefund(exchangeOf(row), refund ?? depositIn(row)));
}

/** A received deposit comes back before the loss is taken. */
function closeOutRequest(
  row: ConversionResource,
  { settled, refund }: Event & { type: 'close_out_requested' },
): Message {
  const exchange = exchangeOf(row);
  const closeOut = closeOutTransfer(exchange, settled, chargeOf(row.id, settled));
  if (!refund) return message('ledger.transfer_requested', closeOut);
  const transfers = [depositRefund(exchange, refund), closeOut];
  return message('ledger.transfers_requested', { transfers, payment: null });
}

const exchangeOf = ({ id, reference, sellAmount, buyAmount }: ConversionResource): Exchange => ({
  conversionId: id,
  reference,
  sellAmount: fromResource(sellAmount),
  buyAmount: fromResource(buyAmount),
});

/** In the sold currency. */
const depositIn = ({ deposit, sellAmount }: ConversionResource): Money =>
  fromResource({ ccyCode: sellAmount.ccyCode, value: deposit.amount.value });

const idsOf = ({ id, linkedPaymentInstructionId }: ConversionResource) => ({
  conversionId: id,
  paymentInstructionId: linkedPaymentInstructionId,
});
