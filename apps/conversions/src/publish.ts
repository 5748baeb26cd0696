import { type Message, message } from '@corridor/contracts';
import type { ConversionResource } from '@corridor/conversions-contract';
import type { TransferRequest } from '@corridor/ledger-contract';
import { type Money, decimalText, lowercase, negate } from '@corridor/kernel';
import type { Recorded } from '@corridor/event-store';
import { type Event, lifecycle } from './conversion/conversion.js';
import type * as Market from './rates/market.js';

export const publishMarket = ({ event: { quotes } }: Recorded<Market.Event>): Message =>
  message('conversions.rates_published', { quotes });

/** @param row the conversion after the event; null when its booking was declined */
export function publishConversion(
  { streamId: conversionId, event }: Recorded<Event>,
  row: ConversionResource,
): Message {
  switch (event.type) {
    case 'booking_declined': {
      const { paymentInstructionId, reason } = event;
      return message('conversions.booking_declined', { conversionId, paymentInstructionId, reason });
    }
    case 'booked': {
      const booked = { ...idsOf(row), price: event.price, resource: row };
      return message(`conversion.${lowercase(lifecycle.statusAfter(event))}`, booked);
    }
    case 'exchanged':
    case 'cancelled':
      return message(`conversion.${lowercase(lifecycle.statusAfter(event))}`, {
        ...idsOf(row),
        resource: row,
      });
    case 'exchange_requested':
      return message('ledger.transfer_requested', transferOf(conversionId, event));
    case 'exchange_declined':
      return message('conversions.exchange_declined', { ...idsOf(row), reason: event.reason });
    case 'payment_linked':
      return message('conversions.payment_linked', { ...idsOf(row), paymentId: event.payment.id });
    case 'payment_failed': {
      const { id: paymentId } = event.payment;
      return message('conversions.payment_failure_noted', { ...idsOf(row), paymentId });
    }
  }
}

const idsOf = ({ id, linkedPaymentInstructionId }: ConversionResource) => ({
  conversionId: id,
  paymentInstructionId: linkedPaymentInstructionId,
});

/**
 * The client's wallets against the position of the system, in both currencies. A retry after a decline is the same
 * transfer: the ledger posts it at most once.
 */
function transferOf(
  conversionId: string,
  { reference, sellAmount, buyAmount, holdFor }: Event & { type: 'exchange_requested' },
): TransferRequest {
  const description = `Conversion of ${amountText(sellAmount)} to ${amountText(buyAmount)}`;
  return {
    transferId: conversionId,
    action: 'CONVERSION',
    reason: description,
    relatedEntity: { id: conversionId, type: 'CONVERSION', reference, details: { description } },
    entries: [
      { account: 'wallet', amount: negate(sellAmount) },
      { account: 'fx_position', amount: sellAmount },
      { account: 'fx_position', amount: negate(buyAmount) },
      { account: 'wallet', amount: buyAmount },
    ],
    holdFor,
  };
}

const amountText = (amount: Money): string => `${decimalText(amount)} ${amount.ccyCode}`;
